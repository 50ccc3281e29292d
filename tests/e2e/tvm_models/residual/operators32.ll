; Operators of the model 'residual', which tvm_models/record.py made by TVM 0.27.0.post1.

@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

define dllexport noundef i32 @__tvm_ffi_fused_matmul1_add1_add2_relu1(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %lv2.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %lv2.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i32 8
  %2 = load ptr, ptr %1, align 4
  %lv2.handle.idx = select i1 %0, i32 24, i32 0
  %lv2.handle = getelementptr inbounds i8, ptr %2, i32 %lv2.handle.idx
  %3 = getelementptr inbounds i8, ptr %args, i32 16
  %param_0.type_index = load i32, ptr %3, align 4
  %4 = icmp eq i32 %param_0.type_index, 70
  %5 = getelementptr inbounds i8, ptr %args, i32 24
  %6 = load ptr, ptr %5, align 4
  %param_0.handle.idx = select i1 %4, i32 24, i32 0
  %param_0.handle = getelementptr inbounds i8, ptr %6, i32 %param_0.handle.idx
  %7 = getelementptr inbounds i8, ptr %args, i32 32
  %param_1.type_index = load i32, ptr %7, align 4
  %8 = icmp eq i32 %param_1.type_index, 70
  %9 = getelementptr inbounds i8, ptr %args, i32 40
  %10 = load ptr, ptr %9, align 4
  %param_1.handle.idx = select i1 %8, i32 24, i32 0
  %param_1.handle = getelementptr inbounds i8, ptr %10, i32 %param_1.handle.idx
  %11 = getelementptr inbounds i8, ptr %args, i32 48
  %x.type_index = load i32, ptr %11, align 4
  %12 = icmp eq i32 %x.type_index, 70
  %13 = getelementptr inbounds i8, ptr %args, i32 56
  %14 = load ptr, ptr %13, align 4
  %x.handle.idx = select i1 %12, i32 24, i32 0
  %x.handle = getelementptr inbounds i8, ptr %14, i32 %x.handle.idx
  %15 = getelementptr inbounds i8, ptr %args, i32 64
  %compute_intermediate.type_index = load i32, ptr %15, align 4
  %16 = icmp eq i32 %compute_intermediate.type_index, 70
  %17 = getelementptr inbounds i8, ptr %args, i32 72
  %18 = load ptr, ptr %17, align 4
  %compute_intermediate.handle.idx = select i1 %16, i32 24, i32 0
  %compute_intermediate.handle = getelementptr inbounds i8, ptr %18, i32 %compute_intermediate.handle.idx
  %lv2 = load ptr, ptr %lv2.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %lv2, i32 64) ]
  %param_0 = load ptr, ptr %param_0.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i32 64) ]
  %param_1 = load ptr, ptr %param_1.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i32 64) ]
  %x = load ptr, ptr %x.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %x, i32 64) ]
  %compute_intermediate = load ptr, ptr %compute_intermediate.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i32 64) ]
  tail call fastcc void @fused_matmul1_add1_add2_relu1_compute_(ptr %lv2, ptr %param_0, ptr %param_1, ptr %x, ptr %compute_intermediate)
  ret i32 0
}

define dllexport noundef i32 @__tvm_ffi_fused_matmul_add_relu(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %x.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %x.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i32 8
  %2 = load ptr, ptr %1, align 4
  %x.handle.idx = select i1 %0, i32 24, i32 0
  %x.handle = getelementptr inbounds i8, ptr %2, i32 %x.handle.idx
  %3 = getelementptr inbounds i8, ptr %args, i32 16
  %param_0.type_index = load i32, ptr %3, align 4
  %4 = icmp eq i32 %param_0.type_index, 70
  %5 = getelementptr inbounds i8, ptr %args, i32 24
  %6 = load ptr, ptr %5, align 4
  %param_0.handle.idx = select i1 %4, i32 24, i32 0
  %param_0.handle = getelementptr inbounds i8, ptr %6, i32 %param_0.handle.idx
  %7 = getelementptr inbounds i8, ptr %args, i32 32
  %param_1.type_index = load i32, ptr %7, align 4
  %8 = icmp eq i32 %param_1.type_index, 70
  %9 = getelementptr inbounds i8, ptr %args, i32 40
  %10 = load ptr, ptr %9, align 4
  %param_1.handle.idx = select i1 %8, i32 24, i32 0
  %param_1.handle = getelementptr inbounds i8, ptr %10, i32 %param_1.handle.idx
  %11 = getelementptr inbounds i8, ptr %args, i32 48
  %compute_intermediate.type_index = load i32, ptr %11, align 4
  %12 = icmp eq i32 %compute_intermediate.type_index, 70
  %13 = getelementptr inbounds i8, ptr %args, i32 56
  %14 = load ptr, ptr %13, align 4
  %compute_intermediate.handle.idx = select i1 %12, i32 24, i32 0
  %compute_intermediate.handle = getelementptr inbounds i8, ptr %14, i32 %compute_intermediate.handle.idx
  %x = load ptr, ptr %x.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %x, i32 64) ]
  %param_0 = load ptr, ptr %param_0.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i32 64) ]
  %param_1 = load ptr, ptr %param_1.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i32 64) ]
  %compute_intermediate = load ptr, ptr %compute_intermediate.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i32 64) ]
  tail call fastcc void @fused_matmul_add_relu_compute_(ptr %x, ptr %param_0, ptr %param_1, ptr %compute_intermediate)
  ret i32 0
}

declare void @llvm.assume(i1 noundef)

define internal fastcc void @fused_matmul1_add1_add2_relu1_compute_(ptr noalias readonly align 64 %lv2, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias readonly align 64 %x, ptr noalias writeonly align 64 %compute_intermediate) unnamed_addr {
entry:
  %matmul_intermediate11 = alloca [16 x float], align 16
  call void @llvm.assume(i1 true) [ "align"(ptr %lv2, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %x, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i32 64) ]
  %0 = load float, ptr %lv2, align 64
  br label %for_begin_k.preheader

for_begin_k.preheader:
  %i113 = phi i32 [ 0, %entry ], [ %50, %for_end_k.1 ]
  %invariant.gep = getelementptr inbounds float, ptr %param_0, i32 %i113
  %1 = getelementptr inbounds float, ptr %matmul_intermediate11, i32 %i113
  %2 = load float, ptr %invariant.gep, align 8
  %3 = tail call float @llvm.fmuladd.f32(float %0, float %2, float 0.000000e+00)
  br label %for_body_k

for_body_k:
  %4 = phi float [ %3, %for_begin_k.preheader ], [ %23, %for_body_k.3 ]
  %k12 = phi i32 [ 1, %for_begin_k.preheader ], [ %24, %for_body_k.3 ]
  %5 = getelementptr inbounds float, ptr %lv2, i32 %k12
  %6 = load float, ptr %5, align 4
  %.idx = shl nuw nsw i32 %k12, 6
  %gep = getelementptr inbounds i8, ptr %invariant.gep, i32 %.idx
  %7 = load float, ptr %gep, align 8
  %8 = tail call float @llvm.fmuladd.f32(float %6, float %7, float %4)
  %9 = add nuw nsw i32 %k12, 1
  %10 = getelementptr inbounds float, ptr %lv2, i32 %9
  %11 = load float, ptr %10, align 8
  %.idx.1 = shl nuw nsw i32 %9, 6
  %gep.1 = getelementptr inbounds i8, ptr %invariant.gep, i32 %.idx.1
  %12 = load float, ptr %gep.1, align 8
  %13 = tail call float @llvm.fmuladd.f32(float %11, float %12, float %8)
  %14 = add nuw nsw i32 %k12, 2
  %15 = getelementptr inbounds float, ptr %lv2, i32 %14
  %16 = load float, ptr %15, align 4
  %.idx.2 = shl nuw nsw i32 %14, 6
  %gep.2 = getelementptr inbounds i8, ptr %invariant.gep, i32 %.idx.2
  %17 = load float, ptr %gep.2, align 8
  %18 = tail call float @llvm.fmuladd.f32(float %16, float %17, float %13)
  %19 = add nuw nsw i32 %k12, 3
  %exitcond.not.2 = icmp eq i32 %19, 24
  br i1 %exitcond.not.2, label %for_end_k, label %for_body_k.3

for_body_k.3:
  %20 = getelementptr inbounds float, ptr %lv2, i32 %19
  %21 = load float, ptr %20, align 16
  %.idx.3 = shl nuw nsw i32 %19, 6
  %gep.3 = getelementptr inbounds i8, ptr %invariant.gep, i32 %.idx.3
  %22 = load float, ptr %gep.3, align 8
  %23 = tail call float @llvm.fmuladd.f32(float %21, float %22, float %18)
  %24 = add nuw nsw i32 %k12, 4
  br label %for_body_k

for_end_k:
  store float %18, ptr %1, align 8
  %25 = or i32 %i113, 1
  %invariant.gep.1 = getelementptr inbounds float, ptr %param_0, i32 %25
  %26 = getelementptr inbounds float, ptr %matmul_intermediate11, i32 %25
  %27 = load float, ptr %invariant.gep.1, align 4
  %28 = tail call float @llvm.fmuladd.f32(float %0, float %27, float 0.000000e+00)
  br label %for_body_k.1

for_body_k.1:
  %29 = phi float [ %28, %for_end_k ], [ %48, %for_body_k.3.1 ]
  %k12.1 = phi i32 [ 1, %for_end_k ], [ %49, %for_body_k.3.1 ]
  %30 = getelementptr inbounds float, ptr %lv2, i32 %k12.1
  %31 = load float, ptr %30, align 4
  %.idx.11 = shl nuw nsw i32 %k12.1, 6
  %gep.12 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 %.idx.11
  %32 = load float, ptr %gep.12, align 4
  %33 = tail call float @llvm.fmuladd.f32(float %31, float %32, float %29)
  %34 = add nuw nsw i32 %k12.1, 1
  %35 = getelementptr inbounds float, ptr %lv2, i32 %34
  %36 = load float, ptr %35, align 8
  %.idx.1.1 = shl nuw nsw i32 %34, 6
  %gep.1.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 %.idx.1.1
  %37 = load float, ptr %gep.1.1, align 4
  %38 = tail call float @llvm.fmuladd.f32(float %36, float %37, float %33)
  %39 = add nuw nsw i32 %k12.1, 2
  %40 = getelementptr inbounds float, ptr %lv2, i32 %39
  %41 = load float, ptr %40, align 4
  %.idx.2.1 = shl nuw nsw i32 %39, 6
  %gep.2.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 %.idx.2.1
  %42 = load float, ptr %gep.2.1, align 4
  %43 = tail call float @llvm.fmuladd.f32(float %41, float %42, float %38)
  %44 = add nuw nsw i32 %k12.1, 3
  %exitcond.not.2.1 = icmp eq i32 %44, 24
  br i1 %exitcond.not.2.1, label %for_end_k.1, label %for_body_k.3.1

for_body_k.3.1:
  %45 = getelementptr inbounds float, ptr %lv2, i32 %44
  %46 = load float, ptr %45, align 16
  %.idx.3.1 = shl nuw nsw i32 %44, 6
  %gep.3.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 %.idx.3.1
  %47 = load float, ptr %gep.3.1, align 4
  %48 = tail call float @llvm.fmuladd.f32(float %46, float %47, float %43)
  %49 = add nuw nsw i32 %k12.1, 4
  br label %for_body_k.1

for_end_k.1:
  store float %43, ptr %26, align 4
  %50 = add nuw nsw i32 %i113, 2
  %exitcond18.not.1 = icmp eq i32 %50, 16
  br i1 %exitcond18.not.1, label %for_body_ax1, label %for_begin_k.preheader

for_body_ax1:
  %51 = load float, ptr %param_1, align 64
  %52 = load float, ptr %matmul_intermediate11, align 16
  %53 = fadd float %51, %52
  store float %53, ptr %matmul_intermediate11, align 16
  %54 = getelementptr inbounds i8, ptr %param_1, i32 4
  %55 = load float, ptr %54, align 4
  %56 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 4
  %57 = load float, ptr %56, align 4
  %58 = fadd float %55, %57
  store float %58, ptr %56, align 4
  %59 = getelementptr inbounds i8, ptr %param_1, i32 8
  %60 = load float, ptr %59, align 8
  %61 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 8
  %62 = load float, ptr %61, align 8
  %63 = fadd float %60, %62
  store float %63, ptr %61, align 8
  %64 = getelementptr inbounds i8, ptr %param_1, i32 12
  %65 = load float, ptr %64, align 4
  %66 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 12
  %67 = load float, ptr %66, align 4
  %68 = fadd float %65, %67
  store float %68, ptr %66, align 4
  %69 = getelementptr inbounds i8, ptr %param_1, i32 16
  %70 = load float, ptr %69, align 16
  %71 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 16
  %72 = load float, ptr %71, align 16
  %73 = fadd float %70, %72
  store float %73, ptr %71, align 16
  %74 = getelementptr inbounds i8, ptr %param_1, i32 20
  %75 = load float, ptr %74, align 4
  %76 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 20
  %77 = load float, ptr %76, align 4
  %78 = fadd float %75, %77
  store float %78, ptr %76, align 4
  %79 = getelementptr inbounds i8, ptr %param_1, i32 24
  %80 = load float, ptr %79, align 8
  %81 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 24
  %82 = load float, ptr %81, align 8
  %83 = fadd float %80, %82
  store float %83, ptr %81, align 8
  %84 = getelementptr inbounds i8, ptr %param_1, i32 28
  %85 = load float, ptr %84, align 4
  %86 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 28
  %87 = load float, ptr %86, align 4
  %88 = fadd float %85, %87
  store float %88, ptr %86, align 4
  %89 = getelementptr inbounds i8, ptr %param_1, i32 32
  %90 = load float, ptr %89, align 32
  %91 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 32
  %92 = load float, ptr %91, align 16
  %93 = fadd float %90, %92
  store float %93, ptr %91, align 16
  %94 = getelementptr inbounds i8, ptr %param_1, i32 36
  %95 = load float, ptr %94, align 4
  %96 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 36
  %97 = load float, ptr %96, align 4
  %98 = fadd float %95, %97
  store float %98, ptr %96, align 4
  %99 = getelementptr inbounds i8, ptr %param_1, i32 40
  %100 = load float, ptr %99, align 8
  %101 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 40
  %102 = load float, ptr %101, align 8
  %103 = fadd float %100, %102
  store float %103, ptr %101, align 8
  %104 = getelementptr inbounds i8, ptr %param_1, i32 44
  %105 = load float, ptr %104, align 4
  %106 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 44
  %107 = load float, ptr %106, align 4
  %108 = fadd float %105, %107
  store float %108, ptr %106, align 4
  %109 = getelementptr inbounds i8, ptr %param_1, i32 48
  %110 = load float, ptr %109, align 16
  %111 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 48
  %112 = load float, ptr %111, align 16
  %113 = fadd float %110, %112
  store float %113, ptr %111, align 16
  %114 = getelementptr inbounds i8, ptr %param_1, i32 52
  %115 = load float, ptr %114, align 4
  %116 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 52
  %117 = load float, ptr %116, align 4
  %118 = fadd float %115, %117
  store float %118, ptr %116, align 4
  %119 = getelementptr inbounds i8, ptr %param_1, i32 56
  %120 = load float, ptr %119, align 8
  %121 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 56
  %122 = load float, ptr %121, align 8
  %123 = fadd float %120, %122
  store float %123, ptr %121, align 8
  %124 = getelementptr inbounds i8, ptr %param_1, i32 60
  %125 = load float, ptr %124, align 4
  %126 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 60
  %127 = load float, ptr %126, align 4
  %128 = fadd float %125, %127
  store float %128, ptr %126, align 4
  %129 = load float, ptr %x, align 64
  %130 = load float, ptr %matmul_intermediate11, align 16
  %131 = fadd float %129, %130
  store float %131, ptr %matmul_intermediate11, align 16
  %132 = getelementptr inbounds i8, ptr %x, i32 4
  %133 = load float, ptr %132, align 4
  %134 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 4
  %135 = load float, ptr %134, align 4
  %136 = fadd float %133, %135
  store float %136, ptr %134, align 4
  %137 = getelementptr inbounds i8, ptr %x, i32 8
  %138 = load float, ptr %137, align 8
  %139 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 8
  %140 = load float, ptr %139, align 8
  %141 = fadd float %138, %140
  store float %141, ptr %139, align 8
  %142 = getelementptr inbounds i8, ptr %x, i32 12
  %143 = load float, ptr %142, align 4
  %144 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 12
  %145 = load float, ptr %144, align 4
  %146 = fadd float %143, %145
  store float %146, ptr %144, align 4
  %147 = getelementptr inbounds i8, ptr %x, i32 16
  %148 = load float, ptr %147, align 16
  %149 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 16
  %150 = load float, ptr %149, align 16
  %151 = fadd float %148, %150
  store float %151, ptr %149, align 16
  %152 = getelementptr inbounds i8, ptr %x, i32 20
  %153 = load float, ptr %152, align 4
  %154 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 20
  %155 = load float, ptr %154, align 4
  %156 = fadd float %153, %155
  store float %156, ptr %154, align 4
  %157 = getelementptr inbounds i8, ptr %x, i32 24
  %158 = load float, ptr %157, align 8
  %159 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 24
  %160 = load float, ptr %159, align 8
  %161 = fadd float %158, %160
  store float %161, ptr %159, align 8
  %162 = getelementptr inbounds i8, ptr %x, i32 28
  %163 = load float, ptr %162, align 4
  %164 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 28
  %165 = load float, ptr %164, align 4
  %166 = fadd float %163, %165
  store float %166, ptr %164, align 4
  %167 = getelementptr inbounds i8, ptr %x, i32 32
  %168 = load float, ptr %167, align 32
  %169 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 32
  %170 = load float, ptr %169, align 16
  %171 = fadd float %168, %170
  store float %171, ptr %169, align 16
  %172 = getelementptr inbounds i8, ptr %x, i32 36
  %173 = load float, ptr %172, align 4
  %174 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 36
  %175 = load float, ptr %174, align 4
  %176 = fadd float %173, %175
  store float %176, ptr %174, align 4
  %177 = getelementptr inbounds i8, ptr %x, i32 40
  %178 = load float, ptr %177, align 8
  %179 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 40
  %180 = load float, ptr %179, align 8
  %181 = fadd float %178, %180
  store float %181, ptr %179, align 8
  %182 = getelementptr inbounds i8, ptr %x, i32 44
  %183 = load float, ptr %182, align 4
  %184 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 44
  %185 = load float, ptr %184, align 4
  %186 = fadd float %183, %185
  store float %186, ptr %184, align 4
  %187 = getelementptr inbounds i8, ptr %x, i32 48
  %188 = load float, ptr %187, align 16
  %189 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 48
  %190 = load float, ptr %189, align 16
  %191 = fadd float %188, %190
  store float %191, ptr %189, align 16
  %192 = getelementptr inbounds i8, ptr %x, i32 52
  %193 = load float, ptr %192, align 4
  %194 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 52
  %195 = load float, ptr %194, align 4
  %196 = fadd float %193, %195
  store float %196, ptr %194, align 4
  %197 = getelementptr inbounds i8, ptr %x, i32 56
  %198 = load float, ptr %197, align 8
  %199 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 56
  %200 = load float, ptr %199, align 8
  %201 = fadd float %198, %200
  store float %201, ptr %199, align 8
  %202 = getelementptr inbounds i8, ptr %x, i32 60
  %203 = load float, ptr %202, align 4
  %204 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 60
  %205 = load float, ptr %204, align 4
  %206 = fadd float %203, %205
  store float %206, ptr %204, align 4
  %207 = load float, ptr %matmul_intermediate11, align 16
  %208 = fcmp ogt float %207, 0.000000e+00
  %209 = select i1 %208, float %207, float 0.000000e+00
  store float %209, ptr %compute_intermediate, align 64
  %210 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 4
  %211 = load float, ptr %210, align 4
  %212 = fcmp ogt float %211, 0.000000e+00
  %213 = select i1 %212, float %211, float 0.000000e+00
  %214 = getelementptr inbounds i8, ptr %compute_intermediate, i32 4
  store float %213, ptr %214, align 4
  %215 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 8
  %216 = load float, ptr %215, align 8
  %217 = fcmp ogt float %216, 0.000000e+00
  %218 = select i1 %217, float %216, float 0.000000e+00
  %219 = getelementptr inbounds i8, ptr %compute_intermediate, i32 8
  store float %218, ptr %219, align 8
  %220 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 12
  %221 = load float, ptr %220, align 4
  %222 = fcmp ogt float %221, 0.000000e+00
  %223 = select i1 %222, float %221, float 0.000000e+00
  %224 = getelementptr inbounds i8, ptr %compute_intermediate, i32 12
  store float %223, ptr %224, align 4
  %225 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 16
  %226 = load float, ptr %225, align 16
  %227 = fcmp ogt float %226, 0.000000e+00
  %228 = select i1 %227, float %226, float 0.000000e+00
  %229 = getelementptr inbounds i8, ptr %compute_intermediate, i32 16
  store float %228, ptr %229, align 16
  %230 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 20
  %231 = load float, ptr %230, align 4
  %232 = fcmp ogt float %231, 0.000000e+00
  %233 = select i1 %232, float %231, float 0.000000e+00
  %234 = getelementptr inbounds i8, ptr %compute_intermediate, i32 20
  store float %233, ptr %234, align 4
  %235 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 24
  %236 = load float, ptr %235, align 8
  %237 = fcmp ogt float %236, 0.000000e+00
  %238 = select i1 %237, float %236, float 0.000000e+00
  %239 = getelementptr inbounds i8, ptr %compute_intermediate, i32 24
  store float %238, ptr %239, align 8
  %240 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 28
  %241 = load float, ptr %240, align 4
  %242 = fcmp ogt float %241, 0.000000e+00
  %243 = select i1 %242, float %241, float 0.000000e+00
  %244 = getelementptr inbounds i8, ptr %compute_intermediate, i32 28
  store float %243, ptr %244, align 4
  %245 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 32
  %246 = load float, ptr %245, align 16
  %247 = fcmp ogt float %246, 0.000000e+00
  %248 = select i1 %247, float %246, float 0.000000e+00
  %249 = getelementptr inbounds i8, ptr %compute_intermediate, i32 32
  store float %248, ptr %249, align 32
  %250 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 36
  %251 = load float, ptr %250, align 4
  %252 = fcmp ogt float %251, 0.000000e+00
  %253 = select i1 %252, float %251, float 0.000000e+00
  %254 = getelementptr inbounds i8, ptr %compute_intermediate, i32 36
  store float %253, ptr %254, align 4
  %255 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 40
  %256 = load float, ptr %255, align 8
  %257 = fcmp ogt float %256, 0.000000e+00
  %258 = select i1 %257, float %256, float 0.000000e+00
  %259 = getelementptr inbounds i8, ptr %compute_intermediate, i32 40
  store float %258, ptr %259, align 8
  %260 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 44
  %261 = load float, ptr %260, align 4
  %262 = fcmp ogt float %261, 0.000000e+00
  %263 = select i1 %262, float %261, float 0.000000e+00
  %264 = getelementptr inbounds i8, ptr %compute_intermediate, i32 44
  store float %263, ptr %264, align 4
  %265 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 48
  %266 = load float, ptr %265, align 16
  %267 = fcmp ogt float %266, 0.000000e+00
  %268 = select i1 %267, float %266, float 0.000000e+00
  %269 = getelementptr inbounds i8, ptr %compute_intermediate, i32 48
  store float %268, ptr %269, align 16
  %270 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 52
  %271 = load float, ptr %270, align 4
  %272 = fcmp ogt float %271, 0.000000e+00
  %273 = select i1 %272, float %271, float 0.000000e+00
  %274 = getelementptr inbounds i8, ptr %compute_intermediate, i32 52
  store float %273, ptr %274, align 4
  %275 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 56
  %276 = load float, ptr %275, align 8
  %277 = fcmp ogt float %276, 0.000000e+00
  %278 = select i1 %277, float %276, float 0.000000e+00
  %279 = getelementptr inbounds i8, ptr %compute_intermediate, i32 56
  store float %278, ptr %279, align 8
  %280 = getelementptr inbounds i8, ptr %matmul_intermediate11, i32 60
  %281 = load float, ptr %280, align 4
  %282 = fcmp ogt float %281, 0.000000e+00
  %283 = select i1 %282, float %281, float 0.000000e+00
  %284 = getelementptr inbounds i8, ptr %compute_intermediate, i32 60
  store float %283, ptr %284, align 4
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)

define internal fastcc void @fused_matmul_add_relu_compute_(ptr noalias readonly align 64 %x, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias writeonly align 64 %compute_intermediate) unnamed_addr {
entry:
  %matmul_intermediate6 = alloca [24 x float], align 16
  call void @llvm.assume(i1 true) [ "align"(ptr %x, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i32 64) ]
  %0 = getelementptr inbounds i8, ptr %x, i32 4
  %1 = load float, ptr %x, align 64
  %2 = load float, ptr %0, align 4
  %3 = getelementptr inbounds i8, ptr %x, i32 8
  %4 = load float, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %x, i32 12
  %6 = load float, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %x, i32 16
  %8 = load float, ptr %7, align 16
  %9 = getelementptr inbounds i8, ptr %x, i32 20
  %10 = load float, ptr %9, align 4
  %11 = getelementptr inbounds i8, ptr %x, i32 24
  %12 = load float, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %x, i32 28
  %14 = load float, ptr %13, align 4
  %15 = getelementptr inbounds i8, ptr %x, i32 32
  %16 = load float, ptr %15, align 32
  %17 = getelementptr inbounds i8, ptr %x, i32 36
  %18 = load float, ptr %17, align 4
  %19 = getelementptr inbounds i8, ptr %x, i32 40
  %20 = load float, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %x, i32 44
  %22 = load float, ptr %21, align 4
  %23 = getelementptr inbounds i8, ptr %x, i32 48
  %24 = load float, ptr %23, align 16
  %25 = getelementptr inbounds i8, ptr %x, i32 52
  %26 = load float, ptr %25, align 4
  %27 = getelementptr inbounds i8, ptr %x, i32 56
  %28 = load float, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %x, i32 60
  %30 = load float, ptr %29, align 4
  br label %for_begin_k.preheader

for_begin_k.preheader:
  %i18 = phi i32 [ 0, %entry ], [ %98, %for_begin_k.preheader ]
  %invariant.gep = getelementptr inbounds float, ptr %param_0, i32 %i18
  %31 = load float, ptr %invariant.gep, align 8
  %32 = tail call float @llvm.fmuladd.f32(float %1, float %31, float 0.000000e+00)
  %33 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %i18
  %gep = getelementptr inbounds i8, ptr %invariant.gep, i32 96
  %34 = load float, ptr %gep, align 8
  %35 = tail call float @llvm.fmuladd.f32(float %2, float %34, float %32)
  %gep.1 = getelementptr inbounds i8, ptr %invariant.gep, i32 192
  %36 = load float, ptr %gep.1, align 8
  %37 = tail call float @llvm.fmuladd.f32(float %4, float %36, float %35)
  %gep.2 = getelementptr inbounds i8, ptr %invariant.gep, i32 288
  %38 = load float, ptr %gep.2, align 8
  %39 = tail call float @llvm.fmuladd.f32(float %6, float %38, float %37)
  %gep.3 = getelementptr inbounds i8, ptr %invariant.gep, i32 384
  %40 = load float, ptr %gep.3, align 8
  %41 = tail call float @llvm.fmuladd.f32(float %8, float %40, float %39)
  %gep.4 = getelementptr inbounds i8, ptr %invariant.gep, i32 480
  %42 = load float, ptr %gep.4, align 8
  %43 = tail call float @llvm.fmuladd.f32(float %10, float %42, float %41)
  %gep.5 = getelementptr inbounds i8, ptr %invariant.gep, i32 576
  %44 = load float, ptr %gep.5, align 8
  %45 = tail call float @llvm.fmuladd.f32(float %12, float %44, float %43)
  %gep.6 = getelementptr inbounds i8, ptr %invariant.gep, i32 672
  %46 = load float, ptr %gep.6, align 8
  %47 = tail call float @llvm.fmuladd.f32(float %14, float %46, float %45)
  %gep.7 = getelementptr inbounds i8, ptr %invariant.gep, i32 768
  %48 = load float, ptr %gep.7, align 8
  %49 = tail call float @llvm.fmuladd.f32(float %16, float %48, float %47)
  %gep.8 = getelementptr inbounds i8, ptr %invariant.gep, i32 864
  %50 = load float, ptr %gep.8, align 8
  %51 = tail call float @llvm.fmuladd.f32(float %18, float %50, float %49)
  %gep.9 = getelementptr inbounds i8, ptr %invariant.gep, i32 960
  %52 = load float, ptr %gep.9, align 8
  %53 = tail call float @llvm.fmuladd.f32(float %20, float %52, float %51)
  %gep.10 = getelementptr inbounds i8, ptr %invariant.gep, i32 1056
  %54 = load float, ptr %gep.10, align 8
  %55 = tail call float @llvm.fmuladd.f32(float %22, float %54, float %53)
  %gep.11 = getelementptr inbounds i8, ptr %invariant.gep, i32 1152
  %56 = load float, ptr %gep.11, align 8
  %57 = tail call float @llvm.fmuladd.f32(float %24, float %56, float %55)
  %gep.12 = getelementptr inbounds i8, ptr %invariant.gep, i32 1248
  %58 = load float, ptr %gep.12, align 8
  %59 = tail call float @llvm.fmuladd.f32(float %26, float %58, float %57)
  %gep.13 = getelementptr inbounds i8, ptr %invariant.gep, i32 1344
  %60 = load float, ptr %gep.13, align 8
  %61 = tail call float @llvm.fmuladd.f32(float %28, float %60, float %59)
  %gep.14 = getelementptr inbounds i8, ptr %invariant.gep, i32 1440
  %62 = load float, ptr %gep.14, align 8
  %63 = tail call float @llvm.fmuladd.f32(float %30, float %62, float %61)
  store float %63, ptr %33, align 8
  %64 = or i32 %i18, 1
  %invariant.gep.1 = getelementptr inbounds float, ptr %param_0, i32 %64
  %65 = load float, ptr %invariant.gep.1, align 4
  %66 = tail call float @llvm.fmuladd.f32(float %1, float %65, float 0.000000e+00)
  %67 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %64
  %gep.15 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 96
  %68 = load float, ptr %gep.15, align 4
  %69 = tail call float @llvm.fmuladd.f32(float %2, float %68, float %66)
  %gep.1.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 192
  %70 = load float, ptr %gep.1.1, align 4
  %71 = tail call float @llvm.fmuladd.f32(float %4, float %70, float %69)
  %gep.2.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 288
  %72 = load float, ptr %gep.2.1, align 4
  %73 = tail call float @llvm.fmuladd.f32(float %6, float %72, float %71)
  %gep.3.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 384
  %74 = load float, ptr %gep.3.1, align 4
  %75 = tail call float @llvm.fmuladd.f32(float %8, float %74, float %73)
  %gep.4.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 480
  %76 = load float, ptr %gep.4.1, align 4
  %77 = tail call float @llvm.fmuladd.f32(float %10, float %76, float %75)
  %gep.5.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 576
  %78 = load float, ptr %gep.5.1, align 4
  %79 = tail call float @llvm.fmuladd.f32(float %12, float %78, float %77)
  %gep.6.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 672
  %80 = load float, ptr %gep.6.1, align 4
  %81 = tail call float @llvm.fmuladd.f32(float %14, float %80, float %79)
  %gep.7.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 768
  %82 = load float, ptr %gep.7.1, align 4
  %83 = tail call float @llvm.fmuladd.f32(float %16, float %82, float %81)
  %gep.8.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 864
  %84 = load float, ptr %gep.8.1, align 4
  %85 = tail call float @llvm.fmuladd.f32(float %18, float %84, float %83)
  %gep.9.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 960
  %86 = load float, ptr %gep.9.1, align 4
  %87 = tail call float @llvm.fmuladd.f32(float %20, float %86, float %85)
  %gep.10.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1056
  %88 = load float, ptr %gep.10.1, align 4
  %89 = tail call float @llvm.fmuladd.f32(float %22, float %88, float %87)
  %gep.11.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1152
  %90 = load float, ptr %gep.11.1, align 4
  %91 = tail call float @llvm.fmuladd.f32(float %24, float %90, float %89)
  %gep.12.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1248
  %92 = load float, ptr %gep.12.1, align 4
  %93 = tail call float @llvm.fmuladd.f32(float %26, float %92, float %91)
  %gep.13.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1344
  %94 = load float, ptr %gep.13.1, align 4
  %95 = tail call float @llvm.fmuladd.f32(float %28, float %94, float %93)
  %gep.14.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1440
  %96 = load float, ptr %gep.14.1, align 4
  %97 = tail call float @llvm.fmuladd.f32(float %30, float %96, float %95)
  store float %97, ptr %67, align 4
  %98 = add nuw nsw i32 %i18, 2
  %exitcond12.not.1 = icmp eq i32 %98, 24
  br i1 %exitcond12.not.1, label %for_body_ax1, label %for_begin_k.preheader

for_body_ax1:
  %ax19 = phi i32 [ %170, %for_body_ax1 ], [ 0, %for_begin_k.preheader ]
  %99 = getelementptr inbounds float, ptr %param_1, i32 %ax19
  %100 = load float, ptr %99, align 16
  %101 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %ax19
  %102 = load float, ptr %101, align 16
  %103 = fadd float %100, %102
  store float %103, ptr %101, align 16
  %104 = or i32 %ax19, 1
  %105 = getelementptr inbounds float, ptr %param_1, i32 %104
  %106 = load float, ptr %105, align 4
  %107 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %104
  %108 = load float, ptr %107, align 4
  %109 = fadd float %106, %108
  store float %109, ptr %107, align 4
  %110 = or i32 %ax19, 2
  %111 = getelementptr inbounds float, ptr %param_1, i32 %110
  %112 = load float, ptr %111, align 8
  %113 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %110
  %114 = load float, ptr %113, align 8
  %115 = fadd float %112, %114
  store float %115, ptr %113, align 8
  %116 = or i32 %ax19, 3
  %117 = getelementptr inbounds float, ptr %param_1, i32 %116
  %118 = load float, ptr %117, align 4
  %119 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %116
  %120 = load float, ptr %119, align 4
  %121 = fadd float %118, %120
  store float %121, ptr %119, align 4
  %122 = add nuw nsw i32 %ax19, 4
  %123 = getelementptr inbounds float, ptr %param_1, i32 %122
  %124 = load float, ptr %123, align 16
  %125 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %122
  %126 = load float, ptr %125, align 16
  %127 = fadd float %124, %126
  store float %127, ptr %125, align 16
  %128 = add nuw nsw i32 %ax19, 5
  %129 = getelementptr inbounds float, ptr %param_1, i32 %128
  %130 = load float, ptr %129, align 4
  %131 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %128
  %132 = load float, ptr %131, align 4
  %133 = fadd float %130, %132
  store float %133, ptr %131, align 4
  %134 = add nuw nsw i32 %ax19, 6
  %135 = getelementptr inbounds float, ptr %param_1, i32 %134
  %136 = load float, ptr %135, align 8
  %137 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %134
  %138 = load float, ptr %137, align 8
  %139 = fadd float %136, %138
  store float %139, ptr %137, align 8
  %140 = add nuw nsw i32 %ax19, 7
  %141 = getelementptr inbounds float, ptr %param_1, i32 %140
  %142 = load float, ptr %141, align 4
  %143 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %140
  %144 = load float, ptr %143, align 4
  %145 = fadd float %142, %144
  store float %145, ptr %143, align 4
  %146 = add nuw nsw i32 %ax19, 8
  %147 = getelementptr inbounds float, ptr %param_1, i32 %146
  %148 = load float, ptr %147, align 16
  %149 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %146
  %150 = load float, ptr %149, align 16
  %151 = fadd float %148, %150
  store float %151, ptr %149, align 16
  %152 = add nuw nsw i32 %ax19, 9
  %153 = getelementptr inbounds float, ptr %param_1, i32 %152
  %154 = load float, ptr %153, align 4
  %155 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %152
  %156 = load float, ptr %155, align 4
  %157 = fadd float %154, %156
  store float %157, ptr %155, align 4
  %158 = add nuw nsw i32 %ax19, 10
  %159 = getelementptr inbounds float, ptr %param_1, i32 %158
  %160 = load float, ptr %159, align 8
  %161 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %158
  %162 = load float, ptr %161, align 8
  %163 = fadd float %160, %162
  store float %163, ptr %161, align 8
  %164 = add nuw nsw i32 %ax19, 11
  %165 = getelementptr inbounds float, ptr %param_1, i32 %164
  %166 = load float, ptr %165, align 4
  %167 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %164
  %168 = load float, ptr %167, align 4
  %169 = fadd float %166, %168
  store float %169, ptr %167, align 4
  %170 = add nuw nsw i32 %ax19, 12
  %exitcond13.not.11 = icmp eq i32 %170, 24
  br i1 %exitcond13.not.11, label %for_body_i12, label %for_body_ax1

for_body_i12:
  %i1510 = phi i32 [ %242, %for_body_i12 ], [ 0, %for_body_ax1 ]
  %171 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %i1510
  %172 = load float, ptr %171, align 16
  %173 = fcmp ogt float %172, 0.000000e+00
  %174 = select i1 %173, float %172, float 0.000000e+00
  %175 = getelementptr inbounds float, ptr %compute_intermediate, i32 %i1510
  store float %174, ptr %175, align 16
  %176 = or i32 %i1510, 1
  %177 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %176
  %178 = load float, ptr %177, align 4
  %179 = fcmp ogt float %178, 0.000000e+00
  %180 = select i1 %179, float %178, float 0.000000e+00
  %181 = getelementptr inbounds float, ptr %compute_intermediate, i32 %176
  store float %180, ptr %181, align 4
  %182 = or i32 %i1510, 2
  %183 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %182
  %184 = load float, ptr %183, align 8
  %185 = fcmp ogt float %184, 0.000000e+00
  %186 = select i1 %185, float %184, float 0.000000e+00
  %187 = getelementptr inbounds float, ptr %compute_intermediate, i32 %182
  store float %186, ptr %187, align 8
  %188 = or i32 %i1510, 3
  %189 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %188
  %190 = load float, ptr %189, align 4
  %191 = fcmp ogt float %190, 0.000000e+00
  %192 = select i1 %191, float %190, float 0.000000e+00
  %193 = getelementptr inbounds float, ptr %compute_intermediate, i32 %188
  store float %192, ptr %193, align 4
  %194 = add nuw nsw i32 %i1510, 4
  %195 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %194
  %196 = load float, ptr %195, align 16
  %197 = fcmp ogt float %196, 0.000000e+00
  %198 = select i1 %197, float %196, float 0.000000e+00
  %199 = getelementptr inbounds float, ptr %compute_intermediate, i32 %194
  store float %198, ptr %199, align 16
  %200 = add nuw nsw i32 %i1510, 5
  %201 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %200
  %202 = load float, ptr %201, align 4
  %203 = fcmp ogt float %202, 0.000000e+00
  %204 = select i1 %203, float %202, float 0.000000e+00
  %205 = getelementptr inbounds float, ptr %compute_intermediate, i32 %200
  store float %204, ptr %205, align 4
  %206 = add nuw nsw i32 %i1510, 6
  %207 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %206
  %208 = load float, ptr %207, align 8
  %209 = fcmp ogt float %208, 0.000000e+00
  %210 = select i1 %209, float %208, float 0.000000e+00
  %211 = getelementptr inbounds float, ptr %compute_intermediate, i32 %206
  store float %210, ptr %211, align 8
  %212 = add nuw nsw i32 %i1510, 7
  %213 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %212
  %214 = load float, ptr %213, align 4
  %215 = fcmp ogt float %214, 0.000000e+00
  %216 = select i1 %215, float %214, float 0.000000e+00
  %217 = getelementptr inbounds float, ptr %compute_intermediate, i32 %212
  store float %216, ptr %217, align 4
  %218 = add nuw nsw i32 %i1510, 8
  %219 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %218
  %220 = load float, ptr %219, align 16
  %221 = fcmp ogt float %220, 0.000000e+00
  %222 = select i1 %221, float %220, float 0.000000e+00
  %223 = getelementptr inbounds float, ptr %compute_intermediate, i32 %218
  store float %222, ptr %223, align 16
  %224 = add nuw nsw i32 %i1510, 9
  %225 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %224
  %226 = load float, ptr %225, align 4
  %227 = fcmp ogt float %226, 0.000000e+00
  %228 = select i1 %227, float %226, float 0.000000e+00
  %229 = getelementptr inbounds float, ptr %compute_intermediate, i32 %224
  store float %228, ptr %229, align 4
  %230 = add nuw nsw i32 %i1510, 10
  %231 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %230
  %232 = load float, ptr %231, align 8
  %233 = fcmp ogt float %232, 0.000000e+00
  %234 = select i1 %233, float %232, float 0.000000e+00
  %235 = getelementptr inbounds float, ptr %compute_intermediate, i32 %230
  store float %234, ptr %235, align 8
  %236 = add nuw nsw i32 %i1510, 11
  %237 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %236
  %238 = load float, ptr %237, align 4
  %239 = fcmp ogt float %238, 0.000000e+00
  %240 = select i1 %239, float %238, float 0.000000e+00
  %241 = getelementptr inbounds float, ptr %compute_intermediate, i32 %236
  store float %240, ptr %241, align 4
  %242 = add nuw nsw i32 %i1510, 12
  %exitcond14.not.11 = icmp eq i32 %242, 24
  br i1 %exitcond14.not.11, label %for_end_i13, label %for_body_i12

for_end_i13:
  ret void
}
