; Operators of the model 'residual', which tvm_models/record.py made by TVM 0.27.0.post1.

@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

define dllexport noundef i32 @__tvm_ffi_fused_matmul1_add1_add2_relu1(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %lv2.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %lv2.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i64 8
  %2 = load ptr, ptr %1, align 8
  %lv2.handle.idx = select i1 %0, i64 24, i64 0
  %lv2.handle = getelementptr inbounds i8, ptr %2, i64 %lv2.handle.idx
  %3 = getelementptr inbounds i8, ptr %args, i64 16
  %param_0.type_index = load i32, ptr %3, align 8
  %4 = icmp eq i32 %param_0.type_index, 70
  %5 = getelementptr inbounds i8, ptr %args, i64 24
  %6 = load ptr, ptr %5, align 8
  %param_0.handle.idx = select i1 %4, i64 24, i64 0
  %param_0.handle = getelementptr inbounds i8, ptr %6, i64 %param_0.handle.idx
  %7 = getelementptr inbounds i8, ptr %args, i64 32
  %param_1.type_index = load i32, ptr %7, align 8
  %8 = icmp eq i32 %param_1.type_index, 70
  %9 = getelementptr inbounds i8, ptr %args, i64 40
  %10 = load ptr, ptr %9, align 8
  %param_1.handle.idx = select i1 %8, i64 24, i64 0
  %param_1.handle = getelementptr inbounds i8, ptr %10, i64 %param_1.handle.idx
  %11 = getelementptr inbounds i8, ptr %args, i64 48
  %x.type_index = load i32, ptr %11, align 8
  %12 = icmp eq i32 %x.type_index, 70
  %13 = getelementptr inbounds i8, ptr %args, i64 56
  %14 = load ptr, ptr %13, align 8
  %x.handle.idx = select i1 %12, i64 24, i64 0
  %x.handle = getelementptr inbounds i8, ptr %14, i64 %x.handle.idx
  %15 = getelementptr inbounds i8, ptr %args, i64 64
  %compute_intermediate.type_index = load i32, ptr %15, align 8
  %16 = icmp eq i32 %compute_intermediate.type_index, 70
  %17 = getelementptr inbounds i8, ptr %args, i64 72
  %18 = load ptr, ptr %17, align 8
  %compute_intermediate.handle.idx = select i1 %16, i64 24, i64 0
  %compute_intermediate.handle = getelementptr inbounds i8, ptr %18, i64 %compute_intermediate.handle.idx
  %lv2 = load ptr, ptr %lv2.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %lv2, i64 64) ]
  %param_0 = load ptr, ptr %param_0.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i64 64) ]
  %param_1 = load ptr, ptr %param_1.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i64 64) ]
  %x = load ptr, ptr %x.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %x, i64 64) ]
  %compute_intermediate = load ptr, ptr %compute_intermediate.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i64 64) ]
  tail call fastcc void @fused_matmul1_add1_add2_relu1_compute_(ptr %lv2, ptr %param_0, ptr %param_1, ptr %x, ptr %compute_intermediate)
  ret i32 0
}

define dllexport noundef i32 @__tvm_ffi_fused_matmul_add_relu(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %x.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %x.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i64 8
  %2 = load ptr, ptr %1, align 8
  %x.handle.idx = select i1 %0, i64 24, i64 0
  %x.handle = getelementptr inbounds i8, ptr %2, i64 %x.handle.idx
  %3 = getelementptr inbounds i8, ptr %args, i64 16
  %param_0.type_index = load i32, ptr %3, align 8
  %4 = icmp eq i32 %param_0.type_index, 70
  %5 = getelementptr inbounds i8, ptr %args, i64 24
  %6 = load ptr, ptr %5, align 8
  %param_0.handle.idx = select i1 %4, i64 24, i64 0
  %param_0.handle = getelementptr inbounds i8, ptr %6, i64 %param_0.handle.idx
  %7 = getelementptr inbounds i8, ptr %args, i64 32
  %param_1.type_index = load i32, ptr %7, align 8
  %8 = icmp eq i32 %param_1.type_index, 70
  %9 = getelementptr inbounds i8, ptr %args, i64 40
  %10 = load ptr, ptr %9, align 8
  %param_1.handle.idx = select i1 %8, i64 24, i64 0
  %param_1.handle = getelementptr inbounds i8, ptr %10, i64 %param_1.handle.idx
  %11 = getelementptr inbounds i8, ptr %args, i64 48
  %compute_intermediate.type_index = load i32, ptr %11, align 8
  %12 = icmp eq i32 %compute_intermediate.type_index, 70
  %13 = getelementptr inbounds i8, ptr %args, i64 56
  %14 = load ptr, ptr %13, align 8
  %compute_intermediate.handle.idx = select i1 %12, i64 24, i64 0
  %compute_intermediate.handle = getelementptr inbounds i8, ptr %14, i64 %compute_intermediate.handle.idx
  %x = load ptr, ptr %x.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %x, i64 64) ]
  %param_0 = load ptr, ptr %param_0.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i64 64) ]
  %param_1 = load ptr, ptr %param_1.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i64 64) ]
  %compute_intermediate = load ptr, ptr %compute_intermediate.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i64 64) ]
  tail call fastcc void @fused_matmul_add_relu_compute_(ptr %x, ptr %param_0, ptr %param_1, ptr %compute_intermediate)
  ret i32 0
}

declare void @llvm.assume(i1 noundef)

define internal fastcc void @fused_matmul1_add1_add2_relu1_compute_(ptr noalias readonly align 64 %lv2, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias readonly align 64 %x, ptr noalias writeonly align 64 %compute_intermediate) unnamed_addr {
entry:
  %matmul_intermediate11 = alloca [16 x float], align 16
  call void @llvm.assume(i1 true) [ "align"(ptr %lv2, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %x, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i64 64) ]
  %0 = getelementptr inbounds i8, ptr %lv2, i64 4
  %1 = load float, ptr %lv2, align 64
  %2 = load float, ptr %0, align 4
  %3 = getelementptr inbounds i8, ptr %param_0, i64 64
  %4 = getelementptr inbounds i8, ptr %lv2, i64 8
  %5 = load float, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %param_0, i64 128
  %7 = getelementptr inbounds i8, ptr %lv2, i64 12
  %8 = load float, ptr %7, align 4
  %9 = getelementptr inbounds i8, ptr %param_0, i64 192
  %10 = getelementptr inbounds i8, ptr %lv2, i64 16
  %11 = load float, ptr %10, align 16
  %12 = getelementptr inbounds i8, ptr %param_0, i64 256
  %13 = getelementptr inbounds i8, ptr %lv2, i64 20
  %14 = load float, ptr %13, align 4
  %15 = getelementptr inbounds i8, ptr %param_0, i64 320
  %16 = getelementptr inbounds i8, ptr %lv2, i64 24
  %17 = load float, ptr %16, align 8
  %18 = getelementptr inbounds i8, ptr %param_0, i64 384
  %19 = getelementptr inbounds i8, ptr %lv2, i64 28
  %20 = load float, ptr %19, align 4
  %21 = getelementptr inbounds i8, ptr %param_0, i64 448
  %22 = getelementptr inbounds i8, ptr %lv2, i64 32
  %23 = load float, ptr %22, align 32
  %24 = getelementptr inbounds i8, ptr %param_0, i64 512
  %25 = getelementptr inbounds i8, ptr %lv2, i64 36
  %26 = load float, ptr %25, align 4
  %27 = getelementptr inbounds i8, ptr %param_0, i64 576
  %28 = getelementptr inbounds i8, ptr %lv2, i64 40
  %29 = load float, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %param_0, i64 640
  %31 = getelementptr inbounds i8, ptr %lv2, i64 44
  %32 = load float, ptr %31, align 4
  %33 = getelementptr inbounds i8, ptr %param_0, i64 704
  %34 = getelementptr inbounds i8, ptr %lv2, i64 48
  %35 = load float, ptr %34, align 16
  %36 = getelementptr inbounds i8, ptr %param_0, i64 768
  %37 = getelementptr inbounds i8, ptr %lv2, i64 52
  %38 = load float, ptr %37, align 4
  %39 = getelementptr inbounds i8, ptr %param_0, i64 832
  %40 = getelementptr inbounds i8, ptr %lv2, i64 56
  %41 = load float, ptr %40, align 8
  %42 = getelementptr inbounds i8, ptr %param_0, i64 896
  %43 = getelementptr inbounds i8, ptr %lv2, i64 60
  %44 = load float, ptr %43, align 4
  %45 = getelementptr inbounds i8, ptr %param_0, i64 960
  %46 = getelementptr inbounds i8, ptr %lv2, i64 64
  %47 = load float, ptr %46, align 64
  %48 = getelementptr inbounds i8, ptr %param_0, i64 1024
  %49 = getelementptr inbounds i8, ptr %lv2, i64 68
  %50 = load float, ptr %49, align 4
  %51 = getelementptr inbounds i8, ptr %param_0, i64 1088
  %52 = getelementptr inbounds i8, ptr %lv2, i64 72
  %53 = load float, ptr %52, align 8
  %54 = getelementptr inbounds i8, ptr %param_0, i64 1152
  %55 = getelementptr inbounds i8, ptr %lv2, i64 76
  %56 = load float, ptr %55, align 4
  %57 = getelementptr inbounds i8, ptr %param_0, i64 1216
  %58 = getelementptr inbounds i8, ptr %lv2, i64 80
  %59 = load float, ptr %58, align 16
  %60 = getelementptr inbounds i8, ptr %param_0, i64 1280
  %61 = getelementptr inbounds i8, ptr %lv2, i64 84
  %62 = load float, ptr %61, align 4
  %63 = getelementptr inbounds i8, ptr %param_0, i64 1344
  %64 = getelementptr inbounds i8, ptr %lv2, i64 88
  %65 = load float, ptr %64, align 8
  %66 = getelementptr inbounds i8, ptr %param_0, i64 1408
  %67 = getelementptr inbounds i8, ptr %lv2, i64 92
  %68 = load float, ptr %67, align 4
  %69 = getelementptr inbounds i8, ptr %param_0, i64 1472
  br label %for_begin_k.preheader

for_begin_k.preheader:
  %indvars.iv19 = phi i64 [ 0, %entry ], [ %indvars.iv.next20, %for_begin_k.preheader ]
  %70 = getelementptr inbounds float, ptr %param_0, i64 %indvars.iv19
  %71 = load float, ptr %70, align 4
  %72 = tail call float @llvm.fmuladd.f32(float %1, float %71, float 0.000000e+00)
  %73 = getelementptr inbounds float, ptr %matmul_intermediate11, i64 %indvars.iv19
  %74 = getelementptr inbounds float, ptr %3, i64 %indvars.iv19
  %75 = load float, ptr %74, align 4
  %76 = tail call float @llvm.fmuladd.f32(float %2, float %75, float %72)
  %77 = getelementptr inbounds float, ptr %6, i64 %indvars.iv19
  %78 = load float, ptr %77, align 4
  %79 = tail call float @llvm.fmuladd.f32(float %5, float %78, float %76)
  %80 = getelementptr inbounds float, ptr %9, i64 %indvars.iv19
  %81 = load float, ptr %80, align 4
  %82 = tail call float @llvm.fmuladd.f32(float %8, float %81, float %79)
  %83 = getelementptr inbounds float, ptr %12, i64 %indvars.iv19
  %84 = load float, ptr %83, align 4
  %85 = tail call float @llvm.fmuladd.f32(float %11, float %84, float %82)
  %86 = getelementptr inbounds float, ptr %15, i64 %indvars.iv19
  %87 = load float, ptr %86, align 4
  %88 = tail call float @llvm.fmuladd.f32(float %14, float %87, float %85)
  %89 = getelementptr inbounds float, ptr %18, i64 %indvars.iv19
  %90 = load float, ptr %89, align 4
  %91 = tail call float @llvm.fmuladd.f32(float %17, float %90, float %88)
  %92 = getelementptr inbounds float, ptr %21, i64 %indvars.iv19
  %93 = load float, ptr %92, align 4
  %94 = tail call float @llvm.fmuladd.f32(float %20, float %93, float %91)
  %95 = getelementptr inbounds float, ptr %24, i64 %indvars.iv19
  %96 = load float, ptr %95, align 4
  %97 = tail call float @llvm.fmuladd.f32(float %23, float %96, float %94)
  %98 = getelementptr inbounds float, ptr %27, i64 %indvars.iv19
  %99 = load float, ptr %98, align 4
  %100 = tail call float @llvm.fmuladd.f32(float %26, float %99, float %97)
  %101 = getelementptr inbounds float, ptr %30, i64 %indvars.iv19
  %102 = load float, ptr %101, align 4
  %103 = tail call float @llvm.fmuladd.f32(float %29, float %102, float %100)
  %104 = getelementptr inbounds float, ptr %33, i64 %indvars.iv19
  %105 = load float, ptr %104, align 4
  %106 = tail call float @llvm.fmuladd.f32(float %32, float %105, float %103)
  %107 = getelementptr inbounds float, ptr %36, i64 %indvars.iv19
  %108 = load float, ptr %107, align 4
  %109 = tail call float @llvm.fmuladd.f32(float %35, float %108, float %106)
  %110 = getelementptr inbounds float, ptr %39, i64 %indvars.iv19
  %111 = load float, ptr %110, align 4
  %112 = tail call float @llvm.fmuladd.f32(float %38, float %111, float %109)
  %113 = getelementptr inbounds float, ptr %42, i64 %indvars.iv19
  %114 = load float, ptr %113, align 4
  %115 = tail call float @llvm.fmuladd.f32(float %41, float %114, float %112)
  %116 = getelementptr inbounds float, ptr %45, i64 %indvars.iv19
  %117 = load float, ptr %116, align 4
  %118 = tail call float @llvm.fmuladd.f32(float %44, float %117, float %115)
  %119 = getelementptr inbounds float, ptr %48, i64 %indvars.iv19
  %120 = load float, ptr %119, align 4
  %121 = tail call float @llvm.fmuladd.f32(float %47, float %120, float %118)
  %122 = getelementptr inbounds float, ptr %51, i64 %indvars.iv19
  %123 = load float, ptr %122, align 4
  %124 = tail call float @llvm.fmuladd.f32(float %50, float %123, float %121)
  %125 = getelementptr inbounds float, ptr %54, i64 %indvars.iv19
  %126 = load float, ptr %125, align 4
  %127 = tail call float @llvm.fmuladd.f32(float %53, float %126, float %124)
  %128 = getelementptr inbounds float, ptr %57, i64 %indvars.iv19
  %129 = load float, ptr %128, align 4
  %130 = tail call float @llvm.fmuladd.f32(float %56, float %129, float %127)
  %131 = getelementptr inbounds float, ptr %60, i64 %indvars.iv19
  %132 = load float, ptr %131, align 4
  %133 = tail call float @llvm.fmuladd.f32(float %59, float %132, float %130)
  %134 = getelementptr inbounds float, ptr %63, i64 %indvars.iv19
  %135 = load float, ptr %134, align 4
  %136 = tail call float @llvm.fmuladd.f32(float %62, float %135, float %133)
  %137 = getelementptr inbounds float, ptr %66, i64 %indvars.iv19
  %138 = load float, ptr %137, align 4
  %139 = tail call float @llvm.fmuladd.f32(float %65, float %138, float %136)
  %140 = getelementptr inbounds float, ptr %69, i64 %indvars.iv19
  %141 = load float, ptr %140, align 4
  %142 = tail call float @llvm.fmuladd.f32(float %68, float %141, float %139)
  store float %142, ptr %73, align 4
  %indvars.iv.next20 = add nuw nsw i64 %indvars.iv19, 1
  %exitcond22.not = icmp eq i64 %indvars.iv.next20, 16
  br i1 %exitcond22.not, label %for_body_ax1, label %for_begin_k.preheader

for_body_ax1:
  %143 = load float, ptr %param_1, align 64
  %144 = load float, ptr %matmul_intermediate11, align 16
  %145 = fadd float %143, %144
  store float %145, ptr %matmul_intermediate11, align 16
  %146 = getelementptr inbounds i8, ptr %param_1, i64 4
  %147 = load float, ptr %146, align 4
  %148 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 4
  %149 = load float, ptr %148, align 4
  %150 = fadd float %147, %149
  store float %150, ptr %148, align 4
  %151 = getelementptr inbounds i8, ptr %param_1, i64 8
  %152 = load float, ptr %151, align 8
  %153 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 8
  %154 = load float, ptr %153, align 8
  %155 = fadd float %152, %154
  store float %155, ptr %153, align 8
  %156 = getelementptr inbounds i8, ptr %param_1, i64 12
  %157 = load float, ptr %156, align 4
  %158 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 12
  %159 = load float, ptr %158, align 4
  %160 = fadd float %157, %159
  store float %160, ptr %158, align 4
  %161 = getelementptr inbounds i8, ptr %param_1, i64 16
  %162 = load float, ptr %161, align 16
  %163 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 16
  %164 = load float, ptr %163, align 16
  %165 = fadd float %162, %164
  store float %165, ptr %163, align 16
  %166 = getelementptr inbounds i8, ptr %param_1, i64 20
  %167 = load float, ptr %166, align 4
  %168 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 20
  %169 = load float, ptr %168, align 4
  %170 = fadd float %167, %169
  store float %170, ptr %168, align 4
  %171 = getelementptr inbounds i8, ptr %param_1, i64 24
  %172 = load float, ptr %171, align 8
  %173 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 24
  %174 = load float, ptr %173, align 8
  %175 = fadd float %172, %174
  store float %175, ptr %173, align 8
  %176 = getelementptr inbounds i8, ptr %param_1, i64 28
  %177 = load float, ptr %176, align 4
  %178 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 28
  %179 = load float, ptr %178, align 4
  %180 = fadd float %177, %179
  store float %180, ptr %178, align 4
  %181 = getelementptr inbounds i8, ptr %param_1, i64 32
  %182 = load float, ptr %181, align 32
  %183 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 32
  %184 = load float, ptr %183, align 16
  %185 = fadd float %182, %184
  store float %185, ptr %183, align 16
  %186 = getelementptr inbounds i8, ptr %param_1, i64 36
  %187 = load float, ptr %186, align 4
  %188 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 36
  %189 = load float, ptr %188, align 4
  %190 = fadd float %187, %189
  store float %190, ptr %188, align 4
  %191 = getelementptr inbounds i8, ptr %param_1, i64 40
  %192 = load float, ptr %191, align 8
  %193 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 40
  %194 = load float, ptr %193, align 8
  %195 = fadd float %192, %194
  store float %195, ptr %193, align 8
  %196 = getelementptr inbounds i8, ptr %param_1, i64 44
  %197 = load float, ptr %196, align 4
  %198 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 44
  %199 = load float, ptr %198, align 4
  %200 = fadd float %197, %199
  store float %200, ptr %198, align 4
  %201 = getelementptr inbounds i8, ptr %param_1, i64 48
  %202 = load float, ptr %201, align 16
  %203 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 48
  %204 = load float, ptr %203, align 16
  %205 = fadd float %202, %204
  store float %205, ptr %203, align 16
  %206 = getelementptr inbounds i8, ptr %param_1, i64 52
  %207 = load float, ptr %206, align 4
  %208 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 52
  %209 = load float, ptr %208, align 4
  %210 = fadd float %207, %209
  store float %210, ptr %208, align 4
  %211 = getelementptr inbounds i8, ptr %param_1, i64 56
  %212 = load float, ptr %211, align 8
  %213 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 56
  %214 = load float, ptr %213, align 8
  %215 = fadd float %212, %214
  store float %215, ptr %213, align 8
  %216 = getelementptr inbounds i8, ptr %param_1, i64 60
  %217 = load float, ptr %216, align 4
  %218 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 60
  %219 = load float, ptr %218, align 4
  %220 = fadd float %217, %219
  store float %220, ptr %218, align 4
  %221 = load float, ptr %x, align 64
  %222 = load float, ptr %matmul_intermediate11, align 16
  %223 = fadd float %221, %222
  store float %223, ptr %matmul_intermediate11, align 16
  %224 = getelementptr inbounds i8, ptr %x, i64 4
  %225 = load float, ptr %224, align 4
  %226 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 4
  %227 = load float, ptr %226, align 4
  %228 = fadd float %225, %227
  store float %228, ptr %226, align 4
  %229 = getelementptr inbounds i8, ptr %x, i64 8
  %230 = load float, ptr %229, align 8
  %231 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 8
  %232 = load float, ptr %231, align 8
  %233 = fadd float %230, %232
  store float %233, ptr %231, align 8
  %234 = getelementptr inbounds i8, ptr %x, i64 12
  %235 = load float, ptr %234, align 4
  %236 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 12
  %237 = load float, ptr %236, align 4
  %238 = fadd float %235, %237
  store float %238, ptr %236, align 4
  %239 = getelementptr inbounds i8, ptr %x, i64 16
  %240 = load float, ptr %239, align 16
  %241 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 16
  %242 = load float, ptr %241, align 16
  %243 = fadd float %240, %242
  store float %243, ptr %241, align 16
  %244 = getelementptr inbounds i8, ptr %x, i64 20
  %245 = load float, ptr %244, align 4
  %246 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 20
  %247 = load float, ptr %246, align 4
  %248 = fadd float %245, %247
  store float %248, ptr %246, align 4
  %249 = getelementptr inbounds i8, ptr %x, i64 24
  %250 = load float, ptr %249, align 8
  %251 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 24
  %252 = load float, ptr %251, align 8
  %253 = fadd float %250, %252
  store float %253, ptr %251, align 8
  %254 = getelementptr inbounds i8, ptr %x, i64 28
  %255 = load float, ptr %254, align 4
  %256 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 28
  %257 = load float, ptr %256, align 4
  %258 = fadd float %255, %257
  store float %258, ptr %256, align 4
  %259 = getelementptr inbounds i8, ptr %x, i64 32
  %260 = load float, ptr %259, align 32
  %261 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 32
  %262 = load float, ptr %261, align 16
  %263 = fadd float %260, %262
  store float %263, ptr %261, align 16
  %264 = getelementptr inbounds i8, ptr %x, i64 36
  %265 = load float, ptr %264, align 4
  %266 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 36
  %267 = load float, ptr %266, align 4
  %268 = fadd float %265, %267
  store float %268, ptr %266, align 4
  %269 = getelementptr inbounds i8, ptr %x, i64 40
  %270 = load float, ptr %269, align 8
  %271 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 40
  %272 = load float, ptr %271, align 8
  %273 = fadd float %270, %272
  store float %273, ptr %271, align 8
  %274 = getelementptr inbounds i8, ptr %x, i64 44
  %275 = load float, ptr %274, align 4
  %276 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 44
  %277 = load float, ptr %276, align 4
  %278 = fadd float %275, %277
  store float %278, ptr %276, align 4
  %279 = getelementptr inbounds i8, ptr %x, i64 48
  %280 = load float, ptr %279, align 16
  %281 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 48
  %282 = load float, ptr %281, align 16
  %283 = fadd float %280, %282
  store float %283, ptr %281, align 16
  %284 = getelementptr inbounds i8, ptr %x, i64 52
  %285 = load float, ptr %284, align 4
  %286 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 52
  %287 = load float, ptr %286, align 4
  %288 = fadd float %285, %287
  store float %288, ptr %286, align 4
  %289 = getelementptr inbounds i8, ptr %x, i64 56
  %290 = load float, ptr %289, align 8
  %291 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 56
  %292 = load float, ptr %291, align 8
  %293 = fadd float %290, %292
  store float %293, ptr %291, align 8
  %294 = getelementptr inbounds i8, ptr %x, i64 60
  %295 = load float, ptr %294, align 4
  %296 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 60
  %297 = load float, ptr %296, align 4
  %298 = fadd float %295, %297
  store float %298, ptr %296, align 4
  %299 = load float, ptr %matmul_intermediate11, align 16
  %300 = fcmp ogt float %299, 0.000000e+00
  %301 = select i1 %300, float %299, float 0.000000e+00
  store float %301, ptr %compute_intermediate, align 64
  %302 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 4
  %303 = load float, ptr %302, align 4
  %304 = fcmp ogt float %303, 0.000000e+00
  %305 = select i1 %304, float %303, float 0.000000e+00
  %306 = getelementptr inbounds i8, ptr %compute_intermediate, i64 4
  store float %305, ptr %306, align 4
  %307 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 8
  %308 = load float, ptr %307, align 8
  %309 = fcmp ogt float %308, 0.000000e+00
  %310 = select i1 %309, float %308, float 0.000000e+00
  %311 = getelementptr inbounds i8, ptr %compute_intermediate, i64 8
  store float %310, ptr %311, align 8
  %312 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 12
  %313 = load float, ptr %312, align 4
  %314 = fcmp ogt float %313, 0.000000e+00
  %315 = select i1 %314, float %313, float 0.000000e+00
  %316 = getelementptr inbounds i8, ptr %compute_intermediate, i64 12
  store float %315, ptr %316, align 4
  %317 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 16
  %318 = load float, ptr %317, align 16
  %319 = fcmp ogt float %318, 0.000000e+00
  %320 = select i1 %319, float %318, float 0.000000e+00
  %321 = getelementptr inbounds i8, ptr %compute_intermediate, i64 16
  store float %320, ptr %321, align 16
  %322 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 20
  %323 = load float, ptr %322, align 4
  %324 = fcmp ogt float %323, 0.000000e+00
  %325 = select i1 %324, float %323, float 0.000000e+00
  %326 = getelementptr inbounds i8, ptr %compute_intermediate, i64 20
  store float %325, ptr %326, align 4
  %327 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 24
  %328 = load float, ptr %327, align 8
  %329 = fcmp ogt float %328, 0.000000e+00
  %330 = select i1 %329, float %328, float 0.000000e+00
  %331 = getelementptr inbounds i8, ptr %compute_intermediate, i64 24
  store float %330, ptr %331, align 8
  %332 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 28
  %333 = load float, ptr %332, align 4
  %334 = fcmp ogt float %333, 0.000000e+00
  %335 = select i1 %334, float %333, float 0.000000e+00
  %336 = getelementptr inbounds i8, ptr %compute_intermediate, i64 28
  store float %335, ptr %336, align 4
  %337 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 32
  %338 = load float, ptr %337, align 16
  %339 = fcmp ogt float %338, 0.000000e+00
  %340 = select i1 %339, float %338, float 0.000000e+00
  %341 = getelementptr inbounds i8, ptr %compute_intermediate, i64 32
  store float %340, ptr %341, align 32
  %342 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 36
  %343 = load float, ptr %342, align 4
  %344 = fcmp ogt float %343, 0.000000e+00
  %345 = select i1 %344, float %343, float 0.000000e+00
  %346 = getelementptr inbounds i8, ptr %compute_intermediate, i64 36
  store float %345, ptr %346, align 4
  %347 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 40
  %348 = load float, ptr %347, align 8
  %349 = fcmp ogt float %348, 0.000000e+00
  %350 = select i1 %349, float %348, float 0.000000e+00
  %351 = getelementptr inbounds i8, ptr %compute_intermediate, i64 40
  store float %350, ptr %351, align 8
  %352 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 44
  %353 = load float, ptr %352, align 4
  %354 = fcmp ogt float %353, 0.000000e+00
  %355 = select i1 %354, float %353, float 0.000000e+00
  %356 = getelementptr inbounds i8, ptr %compute_intermediate, i64 44
  store float %355, ptr %356, align 4
  %357 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 48
  %358 = load float, ptr %357, align 16
  %359 = fcmp ogt float %358, 0.000000e+00
  %360 = select i1 %359, float %358, float 0.000000e+00
  %361 = getelementptr inbounds i8, ptr %compute_intermediate, i64 48
  store float %360, ptr %361, align 16
  %362 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 52
  %363 = load float, ptr %362, align 4
  %364 = fcmp ogt float %363, 0.000000e+00
  %365 = select i1 %364, float %363, float 0.000000e+00
  %366 = getelementptr inbounds i8, ptr %compute_intermediate, i64 52
  store float %365, ptr %366, align 4
  %367 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 56
  %368 = load float, ptr %367, align 8
  %369 = fcmp ogt float %368, 0.000000e+00
  %370 = select i1 %369, float %368, float 0.000000e+00
  %371 = getelementptr inbounds i8, ptr %compute_intermediate, i64 56
  store float %370, ptr %371, align 8
  %372 = getelementptr inbounds i8, ptr %matmul_intermediate11, i64 60
  %373 = load float, ptr %372, align 4
  %374 = fcmp ogt float %373, 0.000000e+00
  %375 = select i1 %374, float %373, float 0.000000e+00
  %376 = getelementptr inbounds i8, ptr %compute_intermediate, i64 60
  store float %375, ptr %376, align 4
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)

define internal fastcc void @fused_matmul_add_relu_compute_(ptr noalias readonly align 64 %x, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias writeonly align 64 %compute_intermediate) unnamed_addr {
entry:
  %matmul_intermediate6 = alloca [24 x float], align 16
  call void @llvm.assume(i1 true) [ "align"(ptr %x, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i64 64) ]
  %0 = getelementptr inbounds i8, ptr %x, i64 4
  %1 = load float, ptr %x, align 64
  %2 = load float, ptr %0, align 4
  %3 = getelementptr inbounds i8, ptr %param_0, i64 96
  %4 = getelementptr inbounds i8, ptr %x, i64 8
  %5 = load float, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %param_0, i64 192
  %7 = getelementptr inbounds i8, ptr %x, i64 12
  %8 = load float, ptr %7, align 4
  %9 = getelementptr inbounds i8, ptr %param_0, i64 288
  %10 = getelementptr inbounds i8, ptr %x, i64 16
  %11 = load float, ptr %10, align 16
  %12 = getelementptr inbounds i8, ptr %param_0, i64 384
  %13 = getelementptr inbounds i8, ptr %x, i64 20
  %14 = load float, ptr %13, align 4
  %15 = getelementptr inbounds i8, ptr %param_0, i64 480
  %16 = getelementptr inbounds i8, ptr %x, i64 24
  %17 = load float, ptr %16, align 8
  %18 = getelementptr inbounds i8, ptr %param_0, i64 576
  %19 = getelementptr inbounds i8, ptr %x, i64 28
  %20 = load float, ptr %19, align 4
  %21 = getelementptr inbounds i8, ptr %param_0, i64 672
  %22 = getelementptr inbounds i8, ptr %x, i64 32
  %23 = load float, ptr %22, align 32
  %24 = getelementptr inbounds i8, ptr %param_0, i64 768
  %25 = getelementptr inbounds i8, ptr %x, i64 36
  %26 = load float, ptr %25, align 4
  %27 = getelementptr inbounds i8, ptr %param_0, i64 864
  %28 = getelementptr inbounds i8, ptr %x, i64 40
  %29 = load float, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %param_0, i64 960
  %31 = getelementptr inbounds i8, ptr %x, i64 44
  %32 = load float, ptr %31, align 4
  %33 = getelementptr inbounds i8, ptr %param_0, i64 1056
  %34 = getelementptr inbounds i8, ptr %x, i64 48
  %35 = load float, ptr %34, align 16
  %36 = getelementptr inbounds i8, ptr %param_0, i64 1152
  %37 = getelementptr inbounds i8, ptr %x, i64 52
  %38 = load float, ptr %37, align 4
  %39 = getelementptr inbounds i8, ptr %param_0, i64 1248
  %40 = getelementptr inbounds i8, ptr %x, i64 56
  %41 = load float, ptr %40, align 8
  %42 = getelementptr inbounds i8, ptr %param_0, i64 1344
  %43 = getelementptr inbounds i8, ptr %x, i64 60
  %44 = load float, ptr %43, align 4
  %45 = getelementptr inbounds i8, ptr %param_0, i64 1440
  br label %for_begin_k.preheader

for_begin_k.preheader:
  %indvars.iv13 = phi i64 [ 0, %entry ], [ %indvars.iv.next14, %for_begin_k.preheader ]
  %46 = getelementptr inbounds float, ptr %param_0, i64 %indvars.iv13
  %47 = load float, ptr %46, align 4
  %48 = tail call float @llvm.fmuladd.f32(float %1, float %47, float 0.000000e+00)
  %49 = getelementptr inbounds float, ptr %matmul_intermediate6, i64 %indvars.iv13
  %50 = getelementptr inbounds float, ptr %3, i64 %indvars.iv13
  %51 = load float, ptr %50, align 4
  %52 = tail call float @llvm.fmuladd.f32(float %2, float %51, float %48)
  %53 = getelementptr inbounds float, ptr %6, i64 %indvars.iv13
  %54 = load float, ptr %53, align 4
  %55 = tail call float @llvm.fmuladd.f32(float %5, float %54, float %52)
  %56 = getelementptr inbounds float, ptr %9, i64 %indvars.iv13
  %57 = load float, ptr %56, align 4
  %58 = tail call float @llvm.fmuladd.f32(float %8, float %57, float %55)
  %59 = getelementptr inbounds float, ptr %12, i64 %indvars.iv13
  %60 = load float, ptr %59, align 4
  %61 = tail call float @llvm.fmuladd.f32(float %11, float %60, float %58)
  %62 = getelementptr inbounds float, ptr %15, i64 %indvars.iv13
  %63 = load float, ptr %62, align 4
  %64 = tail call float @llvm.fmuladd.f32(float %14, float %63, float %61)
  %65 = getelementptr inbounds float, ptr %18, i64 %indvars.iv13
  %66 = load float, ptr %65, align 4
  %67 = tail call float @llvm.fmuladd.f32(float %17, float %66, float %64)
  %68 = getelementptr inbounds float, ptr %21, i64 %indvars.iv13
  %69 = load float, ptr %68, align 4
  %70 = tail call float @llvm.fmuladd.f32(float %20, float %69, float %67)
  %71 = getelementptr inbounds float, ptr %24, i64 %indvars.iv13
  %72 = load float, ptr %71, align 4
  %73 = tail call float @llvm.fmuladd.f32(float %23, float %72, float %70)
  %74 = getelementptr inbounds float, ptr %27, i64 %indvars.iv13
  %75 = load float, ptr %74, align 4
  %76 = tail call float @llvm.fmuladd.f32(float %26, float %75, float %73)
  %77 = getelementptr inbounds float, ptr %30, i64 %indvars.iv13
  %78 = load float, ptr %77, align 4
  %79 = tail call float @llvm.fmuladd.f32(float %29, float %78, float %76)
  %80 = getelementptr inbounds float, ptr %33, i64 %indvars.iv13
  %81 = load float, ptr %80, align 4
  %82 = tail call float @llvm.fmuladd.f32(float %32, float %81, float %79)
  %83 = getelementptr inbounds float, ptr %36, i64 %indvars.iv13
  %84 = load float, ptr %83, align 4
  %85 = tail call float @llvm.fmuladd.f32(float %35, float %84, float %82)
  %86 = getelementptr inbounds float, ptr %39, i64 %indvars.iv13
  %87 = load float, ptr %86, align 4
  %88 = tail call float @llvm.fmuladd.f32(float %38, float %87, float %85)
  %89 = getelementptr inbounds float, ptr %42, i64 %indvars.iv13
  %90 = load float, ptr %89, align 4
  %91 = tail call float @llvm.fmuladd.f32(float %41, float %90, float %88)
  %92 = getelementptr inbounds float, ptr %45, i64 %indvars.iv13
  %93 = load float, ptr %92, align 4
  %94 = tail call float @llvm.fmuladd.f32(float %44, float %93, float %91)
  store float %94, ptr %49, align 4
  %indvars.iv.next14 = add nuw nsw i64 %indvars.iv13, 1
  %exitcond16.not = icmp eq i64 %indvars.iv.next14, 24
  br i1 %exitcond16.not, label %for_body_ax1, label %for_begin_k.preheader

for_body_ax1:
  %95 = load float, ptr %param_1, align 64
  %96 = load float, ptr %matmul_intermediate6, align 16
  %97 = fadd float %95, %96
  store float %97, ptr %matmul_intermediate6, align 16
  %98 = getelementptr inbounds i8, ptr %param_1, i64 4
  %99 = load float, ptr %98, align 4
  %100 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 4
  %101 = load float, ptr %100, align 4
  %102 = fadd float %99, %101
  store float %102, ptr %100, align 4
  %103 = getelementptr inbounds i8, ptr %param_1, i64 8
  %104 = load float, ptr %103, align 8
  %105 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 8
  %106 = load float, ptr %105, align 8
  %107 = fadd float %104, %106
  store float %107, ptr %105, align 8
  %108 = getelementptr inbounds i8, ptr %param_1, i64 12
  %109 = load float, ptr %108, align 4
  %110 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 12
  %111 = load float, ptr %110, align 4
  %112 = fadd float %109, %111
  store float %112, ptr %110, align 4
  %113 = getelementptr inbounds i8, ptr %param_1, i64 16
  %114 = load float, ptr %113, align 16
  %115 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 16
  %116 = load float, ptr %115, align 16
  %117 = fadd float %114, %116
  store float %117, ptr %115, align 16
  %118 = getelementptr inbounds i8, ptr %param_1, i64 20
  %119 = load float, ptr %118, align 4
  %120 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 20
  %121 = load float, ptr %120, align 4
  %122 = fadd float %119, %121
  store float %122, ptr %120, align 4
  %123 = getelementptr inbounds i8, ptr %param_1, i64 24
  %124 = load float, ptr %123, align 8
  %125 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 24
  %126 = load float, ptr %125, align 8
  %127 = fadd float %124, %126
  store float %127, ptr %125, align 8
  %128 = getelementptr inbounds i8, ptr %param_1, i64 28
  %129 = load float, ptr %128, align 4
  %130 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 28
  %131 = load float, ptr %130, align 4
  %132 = fadd float %129, %131
  store float %132, ptr %130, align 4
  %133 = getelementptr inbounds i8, ptr %param_1, i64 32
  %134 = load float, ptr %133, align 32
  %135 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 32
  %136 = load float, ptr %135, align 16
  %137 = fadd float %134, %136
  store float %137, ptr %135, align 16
  %138 = getelementptr inbounds i8, ptr %param_1, i64 36
  %139 = load float, ptr %138, align 4
  %140 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 36
  %141 = load float, ptr %140, align 4
  %142 = fadd float %139, %141
  store float %142, ptr %140, align 4
  %143 = getelementptr inbounds i8, ptr %param_1, i64 40
  %144 = load float, ptr %143, align 8
  %145 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 40
  %146 = load float, ptr %145, align 8
  %147 = fadd float %144, %146
  store float %147, ptr %145, align 8
  %148 = getelementptr inbounds i8, ptr %param_1, i64 44
  %149 = load float, ptr %148, align 4
  %150 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 44
  %151 = load float, ptr %150, align 4
  %152 = fadd float %149, %151
  store float %152, ptr %150, align 4
  %153 = getelementptr inbounds i8, ptr %param_1, i64 48
  %154 = load float, ptr %153, align 16
  %155 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 48
  %156 = load float, ptr %155, align 16
  %157 = fadd float %154, %156
  store float %157, ptr %155, align 16
  %158 = getelementptr inbounds i8, ptr %param_1, i64 52
  %159 = load float, ptr %158, align 4
  %160 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 52
  %161 = load float, ptr %160, align 4
  %162 = fadd float %159, %161
  store float %162, ptr %160, align 4
  %163 = getelementptr inbounds i8, ptr %param_1, i64 56
  %164 = load float, ptr %163, align 8
  %165 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 56
  %166 = load float, ptr %165, align 8
  %167 = fadd float %164, %166
  store float %167, ptr %165, align 8
  %168 = getelementptr inbounds i8, ptr %param_1, i64 60
  %169 = load float, ptr %168, align 4
  %170 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 60
  %171 = load float, ptr %170, align 4
  %172 = fadd float %169, %171
  store float %172, ptr %170, align 4
  %173 = getelementptr inbounds i8, ptr %param_1, i64 64
  %174 = load float, ptr %173, align 64
  %175 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 64
  %176 = load float, ptr %175, align 16
  %177 = fadd float %174, %176
  store float %177, ptr %175, align 16
  %178 = getelementptr inbounds i8, ptr %param_1, i64 68
  %179 = load float, ptr %178, align 4
  %180 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 68
  %181 = load float, ptr %180, align 4
  %182 = fadd float %179, %181
  store float %182, ptr %180, align 4
  %183 = getelementptr inbounds i8, ptr %param_1, i64 72
  %184 = load float, ptr %183, align 8
  %185 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 72
  %186 = load float, ptr %185, align 8
  %187 = fadd float %184, %186
  store float %187, ptr %185, align 8
  %188 = getelementptr inbounds i8, ptr %param_1, i64 76
  %189 = load float, ptr %188, align 4
  %190 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 76
  %191 = load float, ptr %190, align 4
  %192 = fadd float %189, %191
  store float %192, ptr %190, align 4
  %193 = getelementptr inbounds i8, ptr %param_1, i64 80
  %194 = load float, ptr %193, align 16
  %195 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 80
  %196 = load float, ptr %195, align 16
  %197 = fadd float %194, %196
  store float %197, ptr %195, align 16
  %198 = getelementptr inbounds i8, ptr %param_1, i64 84
  %199 = load float, ptr %198, align 4
  %200 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 84
  %201 = load float, ptr %200, align 4
  %202 = fadd float %199, %201
  store float %202, ptr %200, align 4
  %203 = getelementptr inbounds i8, ptr %param_1, i64 88
  %204 = load float, ptr %203, align 8
  %205 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 88
  %206 = load float, ptr %205, align 8
  %207 = fadd float %204, %206
  store float %207, ptr %205, align 8
  %208 = getelementptr inbounds i8, ptr %param_1, i64 92
  %209 = load float, ptr %208, align 4
  %210 = getelementptr inbounds i8, ptr %matmul_intermediate6, i64 92
  %211 = load float, ptr %210, align 4
  %212 = fadd float %209, %211
  store float %212, ptr %210, align 4
  br label %for_body_i12

for_body_i12:
  %indvars.iv21 = phi i64 [ 0, %for_body_ax1 ], [ %indvars.iv.next22.2, %for_body_i12 ]
  %213 = getelementptr inbounds float, ptr %matmul_intermediate6, i64 %indvars.iv21
  %214 = load float, ptr %213, align 4
  %215 = fcmp ogt float %214, 0.000000e+00
  %216 = select i1 %215, float %214, float 0.000000e+00
  %217 = getelementptr inbounds float, ptr %compute_intermediate, i64 %indvars.iv21
  store float %216, ptr %217, align 4
  %indvars.iv.next22 = add nuw nsw i64 %indvars.iv21, 1
  %218 = getelementptr inbounds float, ptr %matmul_intermediate6, i64 %indvars.iv.next22
  %219 = load float, ptr %218, align 4
  %220 = fcmp ogt float %219, 0.000000e+00
  %221 = select i1 %220, float %219, float 0.000000e+00
  %222 = getelementptr inbounds float, ptr %compute_intermediate, i64 %indvars.iv.next22
  store float %221, ptr %222, align 4
  %indvars.iv.next22.1 = add nuw nsw i64 %indvars.iv21, 2
  %223 = getelementptr inbounds float, ptr %matmul_intermediate6, i64 %indvars.iv.next22.1
  %224 = load float, ptr %223, align 4
  %225 = fcmp ogt float %224, 0.000000e+00
  %226 = select i1 %225, float %224, float 0.000000e+00
  %227 = getelementptr inbounds float, ptr %compute_intermediate, i64 %indvars.iv.next22.1
  store float %226, ptr %227, align 4
  %indvars.iv.next22.2 = add nuw nsw i64 %indvars.iv21, 3
  %exitcond24.not.2 = icmp eq i64 %indvars.iv.next22.2, 24
  br i1 %exitcond24.not.2, label %for_end_i13, label %for_body_i12

for_end_i13:
  ret void
}
