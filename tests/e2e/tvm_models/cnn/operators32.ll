; Operators of the model 'cnn', which tvm_models/record.py made by TVM 0.27.0.post1.

@__TVMBackendAllocWorkspace = linkonce dllexport local_unnamed_addr global ptr null, align 4
@__TVMBackendFreeWorkspace = linkonce dllexport local_unnamed_addr global ptr null, align 4
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

define dllexport i32 @__tvm_ffi_fused_conv2d_add_relu(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %image.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %image.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i32 8
  %2 = load ptr, ptr %1, align 4
  %image.handle.idx = select i1 %0, i32 24, i32 0
  %image.handle = getelementptr inbounds i8, ptr %2, i32 %image.handle.idx
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
  %15 = getelementptr inbounds i8, ptr %image.handle, i32 8
  %dev_id = load i32, ptr %15, align 4
  %image = load ptr, ptr %image.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %image, i32 64) ]
  %param_0 = load ptr, ptr %param_0.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i32 64) ]
  %param_1 = load ptr, ptr %param_1.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i32 64) ]
  %compute_intermediate = load ptr, ptr %compute_intermediate.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i32 64) ]
  %16 = tail call fastcc i32 @fused_conv2d_add_relu_compute_(i32 %dev_id, ptr %image, ptr %param_0, ptr %param_1, ptr %compute_intermediate)
  ret i32 %16
}

define dllexport noundef i32 @__tvm_ffi_fused_matmul_add1(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %lv6.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %lv6.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i32 8
  %2 = load ptr, ptr %1, align 4
  %lv6.handle.idx = select i1 %0, i32 24, i32 0
  %lv6.handle = getelementptr inbounds i8, ptr %2, i32 %lv6.handle.idx
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
  %T_add_intermediate.type_index = load i32, ptr %11, align 4
  %12 = icmp eq i32 %T_add_intermediate.type_index, 70
  %13 = getelementptr inbounds i8, ptr %args, i32 56
  %14 = load ptr, ptr %13, align 4
  %T_add_intermediate.handle.idx = select i1 %12, i32 24, i32 0
  %T_add_intermediate.handle = getelementptr inbounds i8, ptr %14, i32 %T_add_intermediate.handle.idx
  %lv6 = load ptr, ptr %lv6.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %lv6, i32 64) ]
  %param_0 = load ptr, ptr %param_0.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i32 64) ]
  %param_1 = load ptr, ptr %param_1.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i32 64) ]
  %T_add_intermediate = load ptr, ptr %T_add_intermediate.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %T_add_intermediate, i32 64) ]
  tail call fastcc void @fused_matmul_add1_compute_(ptr %lv6, ptr %param_0, ptr %param_1, ptr %T_add_intermediate)
  ret i32 0
}

define dllexport noundef i32 @__tvm_ffi_max_pool2d(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %lv3.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %lv3.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i32 8
  %2 = load ptr, ptr %1, align 4
  %lv3.handle.idx = select i1 %0, i32 24, i32 0
  %lv3.handle = getelementptr inbounds i8, ptr %2, i32 %lv3.handle.idx
  %3 = getelementptr inbounds i8, ptr %args, i32 16
  %pool_max.type_index = load i32, ptr %3, align 4
  %4 = icmp eq i32 %pool_max.type_index, 70
  %5 = getelementptr inbounds i8, ptr %args, i32 24
  %6 = load ptr, ptr %5, align 4
  %pool_max.handle.idx = select i1 %4, i32 24, i32 0
  %pool_max.handle = getelementptr inbounds i8, ptr %6, i32 %pool_max.handle.idx
  %lv3 = load ptr, ptr %lv3.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %lv3, i32 64) ]
  %pool_max = load ptr, ptr %pool_max.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %pool_max, i32 64) ]
  tail call fastcc void @max_pool2d_compute_(ptr %lv3, ptr %pool_max)
  ret i32 0
}

define dllexport noundef i32 @__tvm_ffi_mean(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %lv4.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %lv4.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i32 8
  %2 = load ptr, ptr %1, align 4
  %lv4.handle.idx = select i1 %0, i32 24, i32 0
  %lv4.handle = getelementptr inbounds i8, ptr %2, i32 %lv4.handle.idx
  %3 = getelementptr inbounds i8, ptr %args, i32 16
  %T_divide.type_index = load i32, ptr %3, align 4
  %4 = icmp eq i32 %T_divide.type_index, 70
  %5 = getelementptr inbounds i8, ptr %args, i32 24
  %6 = load ptr, ptr %5, align 4
  %T_divide.handle.idx = select i1 %4, i32 24, i32 0
  %T_divide.handle = getelementptr inbounds i8, ptr %6, i32 %T_divide.handle.idx
  %lv4 = load ptr, ptr %lv4.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %lv4, i32 64) ]
  %T_divide = load ptr, ptr %T_divide.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %T_divide, i32 64) ]
  tail call fastcc void @mean_compute_(ptr %lv4, ptr %T_divide)
  ret i32 0
}

define dllexport noundef i32 @__tvm_ffi_reshape1(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %lv5.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %lv5.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i32 8
  %2 = load ptr, ptr %1, align 4
  %lv5.handle.idx = select i1 %0, i32 24, i32 0
  %lv5.handle = getelementptr inbounds i8, ptr %2, i32 %lv5.handle.idx
  %3 = getelementptr inbounds i8, ptr %args, i32 16
  %T_reshape.type_index = load i32, ptr %3, align 4
  %4 = icmp eq i32 %T_reshape.type_index, 70
  %5 = getelementptr inbounds i8, ptr %args, i32 24
  %6 = load ptr, ptr %5, align 4
  %T_reshape.handle.idx = select i1 %4, i32 24, i32 0
  %T_reshape.handle = getelementptr inbounds i8, ptr %6, i32 %T_reshape.handle.idx
  %lv5 = load ptr, ptr %lv5.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %lv5, i32 64) ]
  %T_reshape = load ptr, ptr %T_reshape.handle, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %T_reshape, i32 64) ]
  tail call fastcc void @reshape1_compute_(ptr %lv5, ptr %T_reshape)
  ret i32 0
}

declare void @llvm.assume(i1 noundef)

define internal fastcc i32 @fused_conv2d_add_relu_compute_(i32 %dev_id, ptr noalias readonly align 64 %image, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias writeonly align 64 %compute_intermediate) unnamed_addr {
entry:
  %0 = load ptr, ptr @__TVMBackendAllocWorkspace, align 4
  %pad_temp = tail call ptr %0(i32 1, i32 %dev_id, i64 1200, i32 2, i32 32)
  %1 = icmp eq ptr %pad_temp, null
  br i1 %1, label %common.ret, label %if_end

common.ret:
  %common.ret.op = phi i32 [ -1, %for_end_i110 ], [ -1, %entry ], [ -1, %if_end ], [ %., %if_end24 ]
  ret i32 %common.ret.op

if_end:
  %2 = load ptr, ptr @__TVMBackendAllocWorkspace, align 4
  %conv2d_nchw_intermediate = tail call ptr %2(i32 1, i32 %dev_id, i64 1024, i32 2, i32 32)
  %3 = icmp eq ptr %conv2d_nchw_intermediate, null
  br i1 %3, label %common.ret, label %if_end2

if_end2:
  call void @llvm.assume(i1 true) [ "align"(ptr %image, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i32 64) ]
  br label %for_begin_i2.preheader

for_begin_i2.preheader:
  %i143 = phi i32 [ 0, %if_end2 ], [ %232, %for_begin_i2.preheader ]
  %.idx39 = mul nuw nsw i32 %i143, 400
  %4 = getelementptr inbounds i8, ptr %pad_temp, i32 %.idx39
  %.idx37 = shl nuw nsw i32 %i143, 8
  %5 = getelementptr i8, ptr %image, i32 %.idx37
  store float 0.000000e+00, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i32 4
  store float 0.000000e+00, ptr %6, align 4
  %7 = getelementptr inbounds i8, ptr %4, i32 8
  store float 0.000000e+00, ptr %7, align 4
  %8 = getelementptr inbounds i8, ptr %4, i32 12
  store float 0.000000e+00, ptr %8, align 4
  %9 = getelementptr inbounds i8, ptr %4, i32 16
  store float 0.000000e+00, ptr %9, align 4
  %10 = getelementptr inbounds i8, ptr %4, i32 20
  store float 0.000000e+00, ptr %10, align 4
  %11 = getelementptr inbounds i8, ptr %4, i32 24
  store float 0.000000e+00, ptr %11, align 4
  %12 = getelementptr inbounds i8, ptr %4, i32 28
  store float 0.000000e+00, ptr %12, align 4
  %13 = getelementptr inbounds i8, ptr %4, i32 32
  store float 0.000000e+00, ptr %13, align 4
  %14 = getelementptr inbounds i8, ptr %4, i32 36
  store float 0.000000e+00, ptr %14, align 4
  %15 = getelementptr inbounds i8, ptr %4, i32 40
  store float 0.000000e+00, ptr %15, align 4
  %16 = load float, ptr %5, align 64
  %17 = getelementptr inbounds i8, ptr %4, i32 44
  store float %16, ptr %17, align 4
  %18 = getelementptr i8, ptr %5, i32 4
  %19 = load float, ptr %18, align 4
  %20 = getelementptr inbounds i8, ptr %4, i32 48
  store float %19, ptr %20, align 4
  %21 = getelementptr i8, ptr %5, i32 8
  %22 = load float, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %4, i32 52
  store float %22, ptr %23, align 4
  %24 = getelementptr i8, ptr %5, i32 12
  %25 = load float, ptr %24, align 4
  %26 = getelementptr inbounds i8, ptr %4, i32 56
  store float %25, ptr %26, align 4
  %27 = getelementptr i8, ptr %5, i32 16
  %28 = load float, ptr %27, align 16
  %29 = getelementptr inbounds i8, ptr %4, i32 60
  store float %28, ptr %29, align 4
  %30 = getelementptr i8, ptr %5, i32 20
  %31 = load float, ptr %30, align 4
  %32 = getelementptr inbounds i8, ptr %4, i32 64
  store float %31, ptr %32, align 4
  %33 = getelementptr i8, ptr %5, i32 24
  %34 = load float, ptr %33, align 8
  %35 = getelementptr inbounds i8, ptr %4, i32 68
  store float %34, ptr %35, align 4
  %36 = getelementptr i8, ptr %5, i32 28
  %37 = load float, ptr %36, align 4
  %38 = getelementptr inbounds i8, ptr %4, i32 72
  store float %37, ptr %38, align 4
  %39 = getelementptr inbounds i8, ptr %4, i32 76
  store float 0.000000e+00, ptr %39, align 4
  %40 = getelementptr inbounds i8, ptr %4, i32 80
  store float 0.000000e+00, ptr %40, align 4
  %41 = getelementptr i8, ptr %5, i32 32
  %42 = load float, ptr %41, align 32
  %43 = getelementptr inbounds i8, ptr %4, i32 84
  store float %42, ptr %43, align 4
  %44 = getelementptr i8, ptr %5, i32 36
  %45 = load float, ptr %44, align 4
  %46 = getelementptr inbounds i8, ptr %4, i32 88
  store float %45, ptr %46, align 4
  %47 = getelementptr i8, ptr %5, i32 40
  %48 = load float, ptr %47, align 8
  %49 = getelementptr inbounds i8, ptr %4, i32 92
  store float %48, ptr %49, align 4
  %50 = getelementptr i8, ptr %5, i32 44
  %51 = load float, ptr %50, align 4
  %52 = getelementptr inbounds i8, ptr %4, i32 96
  store float %51, ptr %52, align 4
  %53 = getelementptr i8, ptr %5, i32 48
  %54 = load float, ptr %53, align 16
  %55 = getelementptr inbounds i8, ptr %4, i32 100
  store float %54, ptr %55, align 4
  %56 = getelementptr i8, ptr %5, i32 52
  %57 = load float, ptr %56, align 4
  %58 = getelementptr inbounds i8, ptr %4, i32 104
  store float %57, ptr %58, align 4
  %59 = getelementptr i8, ptr %5, i32 56
  %60 = load float, ptr %59, align 8
  %61 = getelementptr inbounds i8, ptr %4, i32 108
  store float %60, ptr %61, align 4
  %62 = getelementptr i8, ptr %5, i32 60
  %63 = load float, ptr %62, align 4
  %64 = getelementptr inbounds i8, ptr %4, i32 112
  store float %63, ptr %64, align 4
  %65 = getelementptr inbounds i8, ptr %4, i32 116
  store float 0.000000e+00, ptr %65, align 4
  %66 = getelementptr inbounds i8, ptr %4, i32 120
  store float 0.000000e+00, ptr %66, align 4
  %67 = getelementptr i8, ptr %5, i32 64
  %68 = load float, ptr %67, align 64
  %69 = getelementptr inbounds i8, ptr %4, i32 124
  store float %68, ptr %69, align 4
  %70 = getelementptr i8, ptr %5, i32 68
  %71 = load float, ptr %70, align 4
  %72 = getelementptr inbounds i8, ptr %4, i32 128
  store float %71, ptr %72, align 4
  %73 = getelementptr i8, ptr %5, i32 72
  %74 = load float, ptr %73, align 8
  %75 = getelementptr inbounds i8, ptr %4, i32 132
  store float %74, ptr %75, align 4
  %76 = getelementptr i8, ptr %5, i32 76
  %77 = load float, ptr %76, align 4
  %78 = getelementptr inbounds i8, ptr %4, i32 136
  store float %77, ptr %78, align 4
  %79 = getelementptr i8, ptr %5, i32 80
  %80 = load float, ptr %79, align 16
  %81 = getelementptr inbounds i8, ptr %4, i32 140
  store float %80, ptr %81, align 4
  %82 = getelementptr i8, ptr %5, i32 84
  %83 = load float, ptr %82, align 4
  %84 = getelementptr inbounds i8, ptr %4, i32 144
  store float %83, ptr %84, align 4
  %85 = getelementptr i8, ptr %5, i32 88
  %86 = load float, ptr %85, align 8
  %87 = getelementptr inbounds i8, ptr %4, i32 148
  store float %86, ptr %87, align 4
  %88 = getelementptr i8, ptr %5, i32 92
  %89 = load float, ptr %88, align 4
  %90 = getelementptr inbounds i8, ptr %4, i32 152
  store float %89, ptr %90, align 4
  %91 = getelementptr inbounds i8, ptr %4, i32 156
  store float 0.000000e+00, ptr %91, align 4
  %92 = getelementptr inbounds i8, ptr %4, i32 160
  store float 0.000000e+00, ptr %92, align 4
  %93 = getelementptr i8, ptr %5, i32 96
  %94 = load float, ptr %93, align 32
  %95 = getelementptr inbounds i8, ptr %4, i32 164
  store float %94, ptr %95, align 4
  %96 = getelementptr i8, ptr %5, i32 100
  %97 = load float, ptr %96, align 4
  %98 = getelementptr inbounds i8, ptr %4, i32 168
  store float %97, ptr %98, align 4
  %99 = getelementptr i8, ptr %5, i32 104
  %100 = load float, ptr %99, align 8
  %101 = getelementptr inbounds i8, ptr %4, i32 172
  store float %100, ptr %101, align 4
  %102 = getelementptr i8, ptr %5, i32 108
  %103 = load float, ptr %102, align 4
  %104 = getelementptr inbounds i8, ptr %4, i32 176
  store float %103, ptr %104, align 4
  %105 = getelementptr i8, ptr %5, i32 112
  %106 = load float, ptr %105, align 16
  %107 = getelementptr inbounds i8, ptr %4, i32 180
  store float %106, ptr %107, align 4
  %108 = getelementptr i8, ptr %5, i32 116
  %109 = load float, ptr %108, align 4
  %110 = getelementptr inbounds i8, ptr %4, i32 184
  store float %109, ptr %110, align 4
  %111 = getelementptr i8, ptr %5, i32 120
  %112 = load float, ptr %111, align 8
  %113 = getelementptr inbounds i8, ptr %4, i32 188
  store float %112, ptr %113, align 4
  %114 = getelementptr i8, ptr %5, i32 124
  %115 = load float, ptr %114, align 4
  %116 = getelementptr inbounds i8, ptr %4, i32 192
  store float %115, ptr %116, align 4
  %117 = getelementptr inbounds i8, ptr %4, i32 196
  store float 0.000000e+00, ptr %117, align 4
  %118 = getelementptr inbounds i8, ptr %4, i32 200
  store float 0.000000e+00, ptr %118, align 4
  %119 = getelementptr i8, ptr %5, i32 128
  %120 = load float, ptr %119, align 64
  %121 = getelementptr inbounds i8, ptr %4, i32 204
  store float %120, ptr %121, align 4
  %122 = getelementptr i8, ptr %5, i32 132
  %123 = load float, ptr %122, align 4
  %124 = getelementptr inbounds i8, ptr %4, i32 208
  store float %123, ptr %124, align 4
  %125 = getelementptr i8, ptr %5, i32 136
  %126 = load float, ptr %125, align 8
  %127 = getelementptr inbounds i8, ptr %4, i32 212
  store float %126, ptr %127, align 4
  %128 = getelementptr i8, ptr %5, i32 140
  %129 = load float, ptr %128, align 4
  %130 = getelementptr inbounds i8, ptr %4, i32 216
  store float %129, ptr %130, align 4
  %131 = getelementptr i8, ptr %5, i32 144
  %132 = load float, ptr %131, align 16
  %133 = getelementptr inbounds i8, ptr %4, i32 220
  store float %132, ptr %133, align 4
  %134 = getelementptr i8, ptr %5, i32 148
  %135 = load float, ptr %134, align 4
  %136 = getelementptr inbounds i8, ptr %4, i32 224
  store float %135, ptr %136, align 4
  %137 = getelementptr i8, ptr %5, i32 152
  %138 = load float, ptr %137, align 8
  %139 = getelementptr inbounds i8, ptr %4, i32 228
  store float %138, ptr %139, align 4
  %140 = getelementptr i8, ptr %5, i32 156
  %141 = load float, ptr %140, align 4
  %142 = getelementptr inbounds i8, ptr %4, i32 232
  store float %141, ptr %142, align 4
  %143 = getelementptr inbounds i8, ptr %4, i32 236
  store float 0.000000e+00, ptr %143, align 4
  %144 = getelementptr inbounds i8, ptr %4, i32 240
  store float 0.000000e+00, ptr %144, align 4
  %145 = getelementptr i8, ptr %5, i32 160
  %146 = load float, ptr %145, align 32
  %147 = getelementptr inbounds i8, ptr %4, i32 244
  store float %146, ptr %147, align 4
  %148 = getelementptr i8, ptr %5, i32 164
  %149 = load float, ptr %148, align 4
  %150 = getelementptr inbounds i8, ptr %4, i32 248
  store float %149, ptr %150, align 4
  %151 = getelementptr i8, ptr %5, i32 168
  %152 = load float, ptr %151, align 8
  %153 = getelementptr inbounds i8, ptr %4, i32 252
  store float %152, ptr %153, align 4
  %154 = getelementptr i8, ptr %5, i32 172
  %155 = load float, ptr %154, align 4
  %156 = getelementptr inbounds i8, ptr %4, i32 256
  store float %155, ptr %156, align 4
  %157 = getelementptr i8, ptr %5, i32 176
  %158 = load float, ptr %157, align 16
  %159 = getelementptr inbounds i8, ptr %4, i32 260
  store float %158, ptr %159, align 4
  %160 = getelementptr i8, ptr %5, i32 180
  %161 = load float, ptr %160, align 4
  %162 = getelementptr inbounds i8, ptr %4, i32 264
  store float %161, ptr %162, align 4
  %163 = getelementptr i8, ptr %5, i32 184
  %164 = load float, ptr %163, align 8
  %165 = getelementptr inbounds i8, ptr %4, i32 268
  store float %164, ptr %165, align 4
  %166 = getelementptr i8, ptr %5, i32 188
  %167 = load float, ptr %166, align 4
  %168 = getelementptr inbounds i8, ptr %4, i32 272
  store float %167, ptr %168, align 4
  %169 = getelementptr inbounds i8, ptr %4, i32 276
  store float 0.000000e+00, ptr %169, align 4
  %170 = getelementptr inbounds i8, ptr %4, i32 280
  store float 0.000000e+00, ptr %170, align 4
  %171 = getelementptr i8, ptr %5, i32 192
  %172 = load float, ptr %171, align 64
  %173 = getelementptr inbounds i8, ptr %4, i32 284
  store float %172, ptr %173, align 4
  %174 = getelementptr i8, ptr %5, i32 196
  %175 = load float, ptr %174, align 4
  %176 = getelementptr inbounds i8, ptr %4, i32 288
  store float %175, ptr %176, align 4
  %177 = getelementptr i8, ptr %5, i32 200
  %178 = load float, ptr %177, align 8
  %179 = getelementptr inbounds i8, ptr %4, i32 292
  store float %178, ptr %179, align 4
  %180 = getelementptr i8, ptr %5, i32 204
  %181 = load float, ptr %180, align 4
  %182 = getelementptr inbounds i8, ptr %4, i32 296
  store float %181, ptr %182, align 4
  %183 = getelementptr i8, ptr %5, i32 208
  %184 = load float, ptr %183, align 16
  %185 = getelementptr inbounds i8, ptr %4, i32 300
  store float %184, ptr %185, align 4
  %186 = getelementptr i8, ptr %5, i32 212
  %187 = load float, ptr %186, align 4
  %188 = getelementptr inbounds i8, ptr %4, i32 304
  store float %187, ptr %188, align 4
  %189 = getelementptr i8, ptr %5, i32 216
  %190 = load float, ptr %189, align 8
  %191 = getelementptr inbounds i8, ptr %4, i32 308
  store float %190, ptr %191, align 4
  %192 = getelementptr i8, ptr %5, i32 220
  %193 = load float, ptr %192, align 4
  %194 = getelementptr inbounds i8, ptr %4, i32 312
  store float %193, ptr %194, align 4
  %195 = getelementptr inbounds i8, ptr %4, i32 316
  store float 0.000000e+00, ptr %195, align 4
  %196 = getelementptr inbounds i8, ptr %4, i32 320
  store float 0.000000e+00, ptr %196, align 4
  %197 = getelementptr i8, ptr %5, i32 224
  %198 = load float, ptr %197, align 32
  %199 = getelementptr inbounds i8, ptr %4, i32 324
  store float %198, ptr %199, align 4
  %200 = getelementptr i8, ptr %5, i32 228
  %201 = load float, ptr %200, align 4
  %202 = getelementptr inbounds i8, ptr %4, i32 328
  store float %201, ptr %202, align 4
  %203 = getelementptr i8, ptr %5, i32 232
  %204 = load float, ptr %203, align 8
  %205 = getelementptr inbounds i8, ptr %4, i32 332
  store float %204, ptr %205, align 4
  %206 = getelementptr i8, ptr %5, i32 236
  %207 = load float, ptr %206, align 4
  %208 = getelementptr inbounds i8, ptr %4, i32 336
  store float %207, ptr %208, align 4
  %209 = getelementptr i8, ptr %5, i32 240
  %210 = load float, ptr %209, align 16
  %211 = getelementptr inbounds i8, ptr %4, i32 340
  store float %210, ptr %211, align 4
  %212 = getelementptr i8, ptr %5, i32 244
  %213 = load float, ptr %212, align 4
  %214 = getelementptr inbounds i8, ptr %4, i32 344
  store float %213, ptr %214, align 4
  %215 = getelementptr i8, ptr %5, i32 248
  %216 = load float, ptr %215, align 8
  %217 = getelementptr inbounds i8, ptr %4, i32 348
  store float %216, ptr %217, align 4
  %218 = getelementptr i8, ptr %5, i32 252
  %219 = load float, ptr %218, align 4
  %220 = getelementptr inbounds i8, ptr %4, i32 352
  store float %219, ptr %220, align 4
  %221 = getelementptr inbounds i8, ptr %4, i32 356
  store float 0.000000e+00, ptr %221, align 4
  %222 = getelementptr inbounds i8, ptr %4, i32 360
  store float 0.000000e+00, ptr %222, align 4
  %223 = getelementptr inbounds i8, ptr %4, i32 364
  store float 0.000000e+00, ptr %223, align 4
  %224 = getelementptr inbounds i8, ptr %4, i32 368
  store float 0.000000e+00, ptr %224, align 4
  %225 = getelementptr inbounds i8, ptr %4, i32 372
  store float 0.000000e+00, ptr %225, align 4
  %226 = getelementptr inbounds i8, ptr %4, i32 376
  store float 0.000000e+00, ptr %226, align 4
  %227 = getelementptr inbounds i8, ptr %4, i32 380
  store float 0.000000e+00, ptr %227, align 4
  %228 = getelementptr inbounds i8, ptr %4, i32 384
  store float 0.000000e+00, ptr %228, align 4
  %229 = getelementptr inbounds i8, ptr %4, i32 388
  store float 0.000000e+00, ptr %229, align 4
  %230 = getelementptr inbounds i8, ptr %4, i32 392
  store float 0.000000e+00, ptr %230, align 4
  %231 = getelementptr inbounds i8, ptr %4, i32 396
  store float 0.000000e+00, ptr %231, align 4
  %232 = add nuw nsw i32 %i143, 1
  %exitcond.not = icmp eq i32 %232, 3
  br i1 %exitcond.not, label %for_begin_yy.preheader, label %for_begin_i2.preheader

for_begin_yy.preheader:
  %ff58 = phi i32 [ %287, %for_end_yy ], [ 0, %for_begin_i2.preheader ]
  %.idx34 = mul nuw nsw i32 %ff58, 108
  %233 = getelementptr inbounds i8, ptr %param_0, i32 %.idx34
  %.idx66 = shl nuw nsw i32 %ff58, 8
  %invariant.gep119 = getelementptr inbounds i8, ptr %conv2d_nchw_intermediate, i32 %.idx66
  %234 = getelementptr inbounds i8, ptr %233, i32 24
  %235 = getelementptr inbounds i8, ptr %233, i32 20
  %236 = load float, ptr %235, align 4
  %237 = getelementptr inbounds i8, ptr %233, i32 16
  %238 = load float, ptr %237, align 4
  %239 = getelementptr inbounds i8, ptr %233, i32 12
  %240 = load float, ptr %239, align 4
  %241 = getelementptr inbounds i8, ptr %233, i32 8
  %242 = load float, ptr %241, align 4
  %243 = getelementptr inbounds i8, ptr %233, i32 4
  %244 = load float, ptr %243, align 4
  %245 = load float, ptr %233, align 4
  %246 = load float, ptr %234, align 4
  %247 = getelementptr inbounds i8, ptr %233, i32 28
  %248 = load float, ptr %247, align 4
  %249 = getelementptr inbounds i8, ptr %233, i32 32
  %250 = load float, ptr %249, align 4
  %251 = getelementptr inbounds i8, ptr %233, i32 36
  %252 = getelementptr inbounds i8, ptr %233, i32 60
  %253 = getelementptr inbounds i8, ptr %233, i32 56
  %254 = load float, ptr %253, align 4
  %255 = getelementptr inbounds i8, ptr %233, i32 52
  %256 = load float, ptr %255, align 4
  %257 = getelementptr inbounds i8, ptr %233, i32 48
  %258 = load float, ptr %257, align 4
  %259 = getelementptr inbounds i8, ptr %233, i32 44
  %260 = load float, ptr %259, align 4
  %261 = getelementptr inbounds i8, ptr %233, i32 40
  %262 = load float, ptr %261, align 4
  %263 = load float, ptr %251, align 4
  %264 = load float, ptr %252, align 4
  %265 = getelementptr inbounds i8, ptr %233, i32 64
  %266 = load float, ptr %265, align 4
  %267 = getelementptr inbounds i8, ptr %233, i32 68
  %268 = load float, ptr %267, align 4
  %269 = getelementptr inbounds i8, ptr %233, i32 72
  %270 = getelementptr inbounds i8, ptr %233, i32 96
  %271 = getelementptr inbounds i8, ptr %233, i32 92
  %272 = load float, ptr %271, align 4
  %273 = getelementptr inbounds i8, ptr %233, i32 88
  %274 = load float, ptr %273, align 4
  %275 = getelementptr inbounds i8, ptr %233, i32 84
  %276 = load float, ptr %275, align 4
  %277 = getelementptr inbounds i8, ptr %233, i32 80
  %278 = load float, ptr %277, align 4
  %279 = getelementptr inbounds i8, ptr %233, i32 76
  %280 = load float, ptr %279, align 4
  %281 = load float, ptr %269, align 4
  %282 = load float, ptr %270, align 4
  %283 = getelementptr inbounds i8, ptr %233, i32 100
  %284 = load float, ptr %283, align 4
  %285 = getelementptr inbounds i8, ptr %233, i32 104
  %286 = load float, ptr %285, align 4
  br label %for_begin_xx.preheader

for_begin_xx.preheader:
  %yy57 = phi i32 [ 0, %for_begin_yy.preheader ], [ %361, %for_end_xx ]
  %.idx32 = mul nuw nsw i32 %yy57, 40
  %invariant.gep49 = getelementptr inbounds i8, ptr %pad_temp, i32 %.idx32
  %.idx65 = shl nuw nsw i32 %yy57, 5
  %gep = getelementptr inbounds i8, ptr %invariant.gep119, i32 %.idx65
  br label %for_begin_rc.preheader

for_end_yy:
  %287 = add nuw nsw i32 %ff58, 1
  %exitcond92.not = icmp eq i32 %287, 4
  br i1 %exitcond92.not, label %for_begin_ax2.preheader, label %for_begin_yy.preheader

for_begin_rc.preheader:
  %xx56 = phi i32 [ 0, %for_begin_xx.preheader ], [ %360, %for_begin_rc.preheader ]
  %invariant.gep51 = getelementptr inbounds float, ptr %invariant.gep49, i32 %xx56
  %gep118 = getelementptr inbounds float, ptr %gep, i32 %xx56
  %gep.2 = getelementptr inbounds i8, ptr %invariant.gep51, i32 80
  %288 = getelementptr inbounds i8, ptr %invariant.gep51, i32 48
  %289 = load float, ptr %288, align 4
  %290 = getelementptr inbounds i8, ptr %invariant.gep51, i32 44
  %291 = load float, ptr %290, align 4
  %gep.1 = getelementptr inbounds i8, ptr %invariant.gep51, i32 40
  %292 = load float, ptr %gep.1, align 4
  %293 = getelementptr inbounds i8, ptr %invariant.gep51, i32 8
  %294 = load float, ptr %293, align 4
  %295 = getelementptr inbounds i8, ptr %invariant.gep51, i32 4
  %296 = load float, ptr %295, align 4
  %297 = load float, ptr %invariant.gep51, align 4
  %298 = tail call float @llvm.fmuladd.f32(float %297, float %245, float 0.000000e+00)
  %299 = tail call float @llvm.fmuladd.f32(float %296, float %244, float %298)
  %300 = tail call float @llvm.fmuladd.f32(float %294, float %242, float %299)
  %301 = tail call float @llvm.fmuladd.f32(float %292, float %240, float %300)
  %302 = tail call float @llvm.fmuladd.f32(float %291, float %238, float %301)
  %303 = tail call float @llvm.fmuladd.f32(float %289, float %236, float %302)
  %304 = load float, ptr %gep.2, align 4
  %305 = tail call float @llvm.fmuladd.f32(float %304, float %246, float %303)
  %306 = getelementptr inbounds i8, ptr %invariant.gep51, i32 84
  %307 = load float, ptr %306, align 4
  %308 = tail call float @llvm.fmuladd.f32(float %307, float %248, float %305)
  %309 = getelementptr inbounds i8, ptr %invariant.gep51, i32 88
  %310 = load float, ptr %309, align 4
  %311 = tail call float @llvm.fmuladd.f32(float %310, float %250, float %308)
  %gep52.1 = getelementptr inbounds i8, ptr %invariant.gep51, i32 400
  %gep.2.1 = getelementptr inbounds i8, ptr %invariant.gep51, i32 480
  %312 = getelementptr inbounds i8, ptr %invariant.gep51, i32 448
  %313 = load float, ptr %312, align 4
  %314 = getelementptr inbounds i8, ptr %invariant.gep51, i32 444
  %315 = load float, ptr %314, align 4
  %gep.1.1 = getelementptr inbounds i8, ptr %invariant.gep51, i32 440
  %316 = load float, ptr %gep.1.1, align 4
  %317 = getelementptr inbounds i8, ptr %invariant.gep51, i32 408
  %318 = load float, ptr %317, align 4
  %319 = getelementptr inbounds i8, ptr %invariant.gep51, i32 404
  %320 = load float, ptr %319, align 4
  %321 = load float, ptr %gep52.1, align 4
  %322 = tail call float @llvm.fmuladd.f32(float %321, float %263, float %311)
  %323 = tail call float @llvm.fmuladd.f32(float %320, float %262, float %322)
  %324 = tail call float @llvm.fmuladd.f32(float %318, float %260, float %323)
  %325 = tail call float @llvm.fmuladd.f32(float %316, float %258, float %324)
  %326 = tail call float @llvm.fmuladd.f32(float %315, float %256, float %325)
  %327 = tail call float @llvm.fmuladd.f32(float %313, float %254, float %326)
  %328 = load float, ptr %gep.2.1, align 4
  %329 = tail call float @llvm.fmuladd.f32(float %328, float %264, float %327)
  %330 = getelementptr inbounds i8, ptr %invariant.gep51, i32 484
  %331 = load float, ptr %330, align 4
  %332 = tail call float @llvm.fmuladd.f32(float %331, float %266, float %329)
  %333 = getelementptr inbounds i8, ptr %invariant.gep51, i32 488
  %334 = load float, ptr %333, align 4
  %335 = tail call float @llvm.fmuladd.f32(float %334, float %268, float %332)
  %gep52.2 = getelementptr inbounds i8, ptr %invariant.gep51, i32 800
  %gep.2.2 = getelementptr inbounds i8, ptr %invariant.gep51, i32 880
  %336 = getelementptr inbounds i8, ptr %invariant.gep51, i32 848
  %337 = load float, ptr %336, align 4
  %338 = getelementptr inbounds i8, ptr %invariant.gep51, i32 844
  %339 = load float, ptr %338, align 4
  %gep.1.2 = getelementptr inbounds i8, ptr %invariant.gep51, i32 840
  %340 = load float, ptr %gep.1.2, align 4
  %341 = getelementptr inbounds i8, ptr %invariant.gep51, i32 808
  %342 = load float, ptr %341, align 4
  %343 = getelementptr inbounds i8, ptr %invariant.gep51, i32 804
  %344 = load float, ptr %343, align 4
  %345 = load float, ptr %gep52.2, align 4
  %346 = tail call float @llvm.fmuladd.f32(float %345, float %281, float %335)
  %347 = tail call float @llvm.fmuladd.f32(float %344, float %280, float %346)
  %348 = tail call float @llvm.fmuladd.f32(float %342, float %278, float %347)
  %349 = tail call float @llvm.fmuladd.f32(float %340, float %276, float %348)
  %350 = tail call float @llvm.fmuladd.f32(float %339, float %274, float %349)
  %351 = tail call float @llvm.fmuladd.f32(float %337, float %272, float %350)
  %352 = load float, ptr %gep.2.2, align 4
  %353 = tail call float @llvm.fmuladd.f32(float %352, float %282, float %351)
  %354 = getelementptr inbounds i8, ptr %invariant.gep51, i32 884
  %355 = load float, ptr %354, align 4
  %356 = tail call float @llvm.fmuladd.f32(float %355, float %284, float %353)
  %357 = getelementptr inbounds i8, ptr %invariant.gep51, i32 888
  %358 = load float, ptr %357, align 4
  %359 = tail call float @llvm.fmuladd.f32(float %358, float %286, float %356)
  store float %359, ptr %gep118, align 4
  %360 = add nuw nsw i32 %xx56, 1
  %exitcond90.not = icmp eq i32 %360, 8
  br i1 %exitcond90.not, label %for_end_xx, label %for_begin_rc.preheader

for_end_xx:
  %361 = add nuw nsw i32 %yy57, 1
  %exitcond91.not = icmp eq i32 %361, 8
  br i1 %exitcond91.not, label %for_end_yy, label %for_begin_xx.preheader

for_begin_ax2.preheader:
  %362 = load float, ptr %param_1, align 64
  br label %for_begin_ax3.preheader

for_begin_ax3.preheader:
  %ax260 = phi i32 [ 0, %for_begin_ax2.preheader ], [ %465, %for_begin_ax3.preheader ]
  %.idx30 = shl nuw nsw i32 %ax260, 5
  %363 = getelementptr inbounds i8, ptr %conv2d_nchw_intermediate, i32 %.idx30
  %364 = load float, ptr %363, align 4
  %365 = fadd float %362, %364
  store float %365, ptr %363, align 4
  %366 = getelementptr inbounds i8, ptr %363, i32 4
  %367 = load float, ptr %366, align 4
  %368 = fadd float %362, %367
  store float %368, ptr %366, align 4
  %369 = getelementptr inbounds i8, ptr %363, i32 8
  %370 = load float, ptr %369, align 4
  %371 = fadd float %362, %370
  store float %371, ptr %369, align 4
  %372 = getelementptr inbounds i8, ptr %363, i32 12
  %373 = load float, ptr %372, align 4
  %374 = fadd float %362, %373
  store float %374, ptr %372, align 4
  %375 = getelementptr inbounds i8, ptr %363, i32 16
  %376 = load float, ptr %375, align 4
  %377 = fadd float %362, %376
  store float %377, ptr %375, align 4
  %378 = getelementptr inbounds i8, ptr %363, i32 20
  %379 = load float, ptr %378, align 4
  %380 = fadd float %362, %379
  store float %380, ptr %378, align 4
  %381 = getelementptr inbounds i8, ptr %363, i32 24
  %382 = load float, ptr %381, align 4
  %383 = fadd float %362, %382
  store float %383, ptr %381, align 4
  %384 = getelementptr inbounds i8, ptr %363, i32 28
  %385 = load float, ptr %384, align 4
  %386 = fadd float %362, %385
  store float %386, ptr %384, align 4
  %387 = shl i32 %ax260, 5
  %388 = getelementptr inbounds i8, ptr %conv2d_nchw_intermediate, i32 %387
  %389 = getelementptr inbounds i8, ptr %388, i32 32
  %390 = load float, ptr %389, align 4
  %391 = fadd float %362, %390
  store float %391, ptr %389, align 4
  %392 = getelementptr inbounds i8, ptr %388, i32 36
  %393 = load float, ptr %392, align 4
  %394 = fadd float %362, %393
  store float %394, ptr %392, align 4
  %395 = getelementptr inbounds i8, ptr %388, i32 40
  %396 = load float, ptr %395, align 4
  %397 = fadd float %362, %396
  store float %397, ptr %395, align 4
  %398 = getelementptr inbounds i8, ptr %388, i32 44
  %399 = load float, ptr %398, align 4
  %400 = fadd float %362, %399
  store float %400, ptr %398, align 4
  %401 = getelementptr inbounds i8, ptr %388, i32 48
  %402 = load float, ptr %401, align 4
  %403 = fadd float %362, %402
  store float %403, ptr %401, align 4
  %404 = getelementptr inbounds i8, ptr %388, i32 52
  %405 = load float, ptr %404, align 4
  %406 = fadd float %362, %405
  store float %406, ptr %404, align 4
  %407 = getelementptr inbounds i8, ptr %388, i32 56
  %408 = load float, ptr %407, align 4
  %409 = fadd float %362, %408
  store float %409, ptr %407, align 4
  %410 = getelementptr inbounds i8, ptr %388, i32 60
  %411 = load float, ptr %410, align 4
  %412 = fadd float %362, %411
  store float %412, ptr %410, align 4
  %413 = shl i32 %ax260, 5
  %414 = getelementptr inbounds i8, ptr %conv2d_nchw_intermediate, i32 %413
  %415 = getelementptr inbounds i8, ptr %414, i32 64
  %416 = load float, ptr %415, align 4
  %417 = fadd float %362, %416
  store float %417, ptr %415, align 4
  %418 = getelementptr inbounds i8, ptr %414, i32 68
  %419 = load float, ptr %418, align 4
  %420 = fadd float %362, %419
  store float %420, ptr %418, align 4
  %421 = getelementptr inbounds i8, ptr %414, i32 72
  %422 = load float, ptr %421, align 4
  %423 = fadd float %362, %422
  store float %423, ptr %421, align 4
  %424 = getelementptr inbounds i8, ptr %414, i32 76
  %425 = load float, ptr %424, align 4
  %426 = fadd float %362, %425
  store float %426, ptr %424, align 4
  %427 = getelementptr inbounds i8, ptr %414, i32 80
  %428 = load float, ptr %427, align 4
  %429 = fadd float %362, %428
  store float %429, ptr %427, align 4
  %430 = getelementptr inbounds i8, ptr %414, i32 84
  %431 = load float, ptr %430, align 4
  %432 = fadd float %362, %431
  store float %432, ptr %430, align 4
  %433 = getelementptr inbounds i8, ptr %414, i32 88
  %434 = load float, ptr %433, align 4
  %435 = fadd float %362, %434
  store float %435, ptr %433, align 4
  %436 = getelementptr inbounds i8, ptr %414, i32 92
  %437 = load float, ptr %436, align 4
  %438 = fadd float %362, %437
  store float %438, ptr %436, align 4
  %439 = shl i32 %ax260, 5
  %440 = getelementptr inbounds i8, ptr %conv2d_nchw_intermediate, i32 %439
  %441 = getelementptr inbounds i8, ptr %440, i32 96
  %442 = load float, ptr %441, align 4
  %443 = fadd float %362, %442
  store float %443, ptr %441, align 4
  %444 = getelementptr inbounds i8, ptr %440, i32 100
  %445 = load float, ptr %444, align 4
  %446 = fadd float %362, %445
  store float %446, ptr %444, align 4
  %447 = getelementptr inbounds i8, ptr %440, i32 104
  %448 = load float, ptr %447, align 4
  %449 = fadd float %362, %448
  store float %449, ptr %447, align 4
  %450 = getelementptr inbounds i8, ptr %440, i32 108
  %451 = load float, ptr %450, align 4
  %452 = fadd float %362, %451
  store float %452, ptr %450, align 4
  %453 = getelementptr inbounds i8, ptr %440, i32 112
  %454 = load float, ptr %453, align 4
  %455 = fadd float %362, %454
  store float %455, ptr %453, align 4
  %456 = getelementptr inbounds i8, ptr %440, i32 116
  %457 = load float, ptr %456, align 4
  %458 = fadd float %362, %457
  store float %458, ptr %456, align 4
  %459 = getelementptr inbounds i8, ptr %440, i32 120
  %460 = load float, ptr %459, align 4
  %461 = fadd float %362, %460
  store float %461, ptr %459, align 4
  %462 = getelementptr inbounds i8, ptr %440, i32 124
  %463 = load float, ptr %462, align 4
  %464 = fadd float %362, %463
  store float %464, ptr %462, align 4
  %465 = add nuw nsw i32 %ax260, 4
  %exitcond94.not.3 = icmp eq i32 %465, 8
  br i1 %exitcond94.not.3, label %for_end_ax2, label %for_begin_ax3.preheader

for_end_ax2:
  %466 = getelementptr inbounds i8, ptr %param_1, i32 4
  %467 = load float, ptr %466, align 4
  %468 = getelementptr inbounds i8, ptr %conv2d_nchw_intermediate, i32 256
  br label %for_begin_ax3.preheader.1

for_begin_ax3.preheader.1:
  %ax260.1 = phi i32 [ 0, %for_end_ax2 ], [ %571, %for_begin_ax3.preheader.1 ]
  %.idx30.1 = shl nuw nsw i32 %ax260.1, 5
  %469 = getelementptr inbounds i8, ptr %468, i32 %.idx30.1
  %470 = load float, ptr %469, align 4
  %471 = fadd float %467, %470
  store float %471, ptr %469, align 4
  %472 = getelementptr inbounds i8, ptr %469, i32 4
  %473 = load float, ptr %472, align 4
  %474 = fadd float %467, %473
  store float %474, ptr %472, align 4
  %475 = getelementptr inbounds i8, ptr %469, i32 8
  %476 = load float, ptr %475, align 4
  %477 = fadd float %467, %476
  store float %477, ptr %475, align 4
  %478 = getelementptr inbounds i8, ptr %469, i32 12
  %479 = load float, ptr %478, align 4
  %480 = fadd float %467, %479
  store float %480, ptr %478, align 4
  %481 = getelementptr inbounds i8, ptr %469, i32 16
  %482 = load float, ptr %481, align 4
  %483 = fadd float %467, %482
  store float %483, ptr %481, align 4
  %484 = getelementptr inbounds i8, ptr %469, i32 20
  %485 = load float, ptr %484, align 4
  %486 = fadd float %467, %485
  store float %486, ptr %484, align 4
  %487 = getelementptr inbounds i8, ptr %469, i32 24
  %488 = load float, ptr %487, align 4
  %489 = fadd float %467, %488
  store float %489, ptr %487, align 4
  %490 = getelementptr inbounds i8, ptr %469, i32 28
  %491 = load float, ptr %490, align 4
  %492 = fadd float %467, %491
  store float %492, ptr %490, align 4
  %493 = shl i32 %ax260.1, 5
  %494 = getelementptr inbounds i8, ptr %468, i32 %493
  %495 = getelementptr inbounds i8, ptr %494, i32 32
  %496 = load float, ptr %495, align 4
  %497 = fadd float %467, %496
  store float %497, ptr %495, align 4
  %498 = getelementptr inbounds i8, ptr %494, i32 36
  %499 = load float, ptr %498, align 4
  %500 = fadd float %467, %499
  store float %500, ptr %498, align 4
  %501 = getelementptr inbounds i8, ptr %494, i32 40
  %502 = load float, ptr %501, align 4
  %503 = fadd float %467, %502
  store float %503, ptr %501, align 4
  %504 = getelementptr inbounds i8, ptr %494, i32 44
  %505 = load float, ptr %504, align 4
  %506 = fadd float %467, %505
  store float %506, ptr %504, align 4
  %507 = getelementptr inbounds i8, ptr %494, i32 48
  %508 = load float, ptr %507, align 4
  %509 = fadd float %467, %508
  store float %509, ptr %507, align 4
  %510 = getelementptr inbounds i8, ptr %494, i32 52
  %511 = load float, ptr %510, align 4
  %512 = fadd float %467, %511
  store float %512, ptr %510, align 4
  %513 = getelementptr inbounds i8, ptr %494, i32 56
  %514 = load float, ptr %513, align 4
  %515 = fadd float %467, %514
  store float %515, ptr %513, align 4
  %516 = getelementptr inbounds i8, ptr %494, i32 60
  %517 = load float, ptr %516, align 4
  %518 = fadd float %467, %517
  store float %518, ptr %516, align 4
  %519 = shl i32 %ax260.1, 5
  %520 = getelementptr inbounds i8, ptr %468, i32 %519
  %521 = getelementptr inbounds i8, ptr %520, i32 64
  %522 = load float, ptr %521, align 4
  %523 = fadd float %467, %522
  store float %523, ptr %521, align 4
  %524 = getelementptr inbounds i8, ptr %520, i32 68
  %525 = load float, ptr %524, align 4
  %526 = fadd float %467, %525
  store float %526, ptr %524, align 4
  %527 = getelementptr inbounds i8, ptr %520, i32 72
  %528 = load float, ptr %527, align 4
  %529 = fadd float %467, %528
  store float %529, ptr %527, align 4
  %530 = getelementptr inbounds i8, ptr %520, i32 76
  %531 = load float, ptr %530, align 4
  %532 = fadd float %467, %531
  store float %532, ptr %530, align 4
  %533 = getelementptr inbounds i8, ptr %520, i32 80
  %534 = load float, ptr %533, align 4
  %535 = fadd float %467, %534
  store float %535, ptr %533, align 4
  %536 = getelementptr inbounds i8, ptr %520, i32 84
  %537 = load float, ptr %536, align 4
  %538 = fadd float %467, %537
  store float %538, ptr %536, align 4
  %539 = getelementptr inbounds i8, ptr %520, i32 88
  %540 = load float, ptr %539, align 4
  %541 = fadd float %467, %540
  store float %541, ptr %539, align 4
  %542 = getelementptr inbounds i8, ptr %520, i32 92
  %543 = load float, ptr %542, align 4
  %544 = fadd float %467, %543
  store float %544, ptr %542, align 4
  %545 = shl i32 %ax260.1, 5
  %546 = getelementptr inbounds i8, ptr %468, i32 %545
  %547 = getelementptr inbounds i8, ptr %546, i32 96
  %548 = load float, ptr %547, align 4
  %549 = fadd float %467, %548
  store float %549, ptr %547, align 4
  %550 = getelementptr inbounds i8, ptr %546, i32 100
  %551 = load float, ptr %550, align 4
  %552 = fadd float %467, %551
  store float %552, ptr %550, align 4
  %553 = getelementptr inbounds i8, ptr %546, i32 104
  %554 = load float, ptr %553, align 4
  %555 = fadd float %467, %554
  store float %555, ptr %553, align 4
  %556 = getelementptr inbounds i8, ptr %546, i32 108
  %557 = load float, ptr %556, align 4
  %558 = fadd float %467, %557
  store float %558, ptr %556, align 4
  %559 = getelementptr inbounds i8, ptr %546, i32 112
  %560 = load float, ptr %559, align 4
  %561 = fadd float %467, %560
  store float %561, ptr %559, align 4
  %562 = getelementptr inbounds i8, ptr %546, i32 116
  %563 = load float, ptr %562, align 4
  %564 = fadd float %467, %563
  store float %564, ptr %562, align 4
  %565 = getelementptr inbounds i8, ptr %546, i32 120
  %566 = load float, ptr %565, align 4
  %567 = fadd float %467, %566
  store float %567, ptr %565, align 4
  %568 = getelementptr inbounds i8, ptr %546, i32 124
  %569 = load float, ptr %568, align 4
  %570 = fadd float %467, %569
  store float %570, ptr %568, align 4
  %571 = add nuw nsw i32 %ax260.1, 4
  %exitcond94.1.not.3 = icmp eq i32 %571, 8
  br i1 %exitcond94.1.not.3, label %for_end_ax2.1, label %for_begin_ax3.preheader.1

for_end_ax2.1:
  %572 = getelementptr inbounds i8, ptr %param_1, i32 8
  %573 = load float, ptr %572, align 8
  %574 = getelementptr inbounds i8, ptr %conv2d_nchw_intermediate, i32 512
  br label %for_begin_ax3.preheader.2

for_begin_ax3.preheader.2:
  %ax260.2 = phi i32 [ 0, %for_end_ax2.1 ], [ %677, %for_begin_ax3.preheader.2 ]
  %.idx30.2 = shl nuw nsw i32 %ax260.2, 5
  %575 = getelementptr inbounds i8, ptr %574, i32 %.idx30.2
  %576 = load float, ptr %575, align 4
  %577 = fadd float %573, %576
  store float %577, ptr %575, align 4
  %578 = getelementptr inbounds i8, ptr %575, i32 4
  %579 = load float, ptr %578, align 4
  %580 = fadd float %573, %579
  store float %580, ptr %578, align 4
  %581 = getelementptr inbounds i8, ptr %575, i32 8
  %582 = load float, ptr %581, align 4
  %583 = fadd float %573, %582
  store float %583, ptr %581, align 4
  %584 = getelementptr inbounds i8, ptr %575, i32 12
  %585 = load float, ptr %584, align 4
  %586 = fadd float %573, %585
  store float %586, ptr %584, align 4
  %587 = getelementptr inbounds i8, ptr %575, i32 16
  %588 = load float, ptr %587, align 4
  %589 = fadd float %573, %588
  store float %589, ptr %587, align 4
  %590 = getelementptr inbounds i8, ptr %575, i32 20
  %591 = load float, ptr %590, align 4
  %592 = fadd float %573, %591
  store float %592, ptr %590, align 4
  %593 = getelementptr inbounds i8, ptr %575, i32 24
  %594 = load float, ptr %593, align 4
  %595 = fadd float %573, %594
  store float %595, ptr %593, align 4
  %596 = getelementptr inbounds i8, ptr %575, i32 28
  %597 = load float, ptr %596, align 4
  %598 = fadd float %573, %597
  store float %598, ptr %596, align 4
  %599 = shl i32 %ax260.2, 5
  %600 = getelementptr inbounds i8, ptr %574, i32 %599
  %601 = getelementptr inbounds i8, ptr %600, i32 32
  %602 = load float, ptr %601, align 4
  %603 = fadd float %573, %602
  store float %603, ptr %601, align 4
  %604 = getelementptr inbounds i8, ptr %600, i32 36
  %605 = load float, ptr %604, align 4
  %606 = fadd float %573, %605
  store float %606, ptr %604, align 4
  %607 = getelementptr inbounds i8, ptr %600, i32 40
  %608 = load float, ptr %607, align 4
  %609 = fadd float %573, %608
  store float %609, ptr %607, align 4
  %610 = getelementptr inbounds i8, ptr %600, i32 44
  %611 = load float, ptr %610, align 4
  %612 = fadd float %573, %611
  store float %612, ptr %610, align 4
  %613 = getelementptr inbounds i8, ptr %600, i32 48
  %614 = load float, ptr %613, align 4
  %615 = fadd float %573, %614
  store float %615, ptr %613, align 4
  %616 = getelementptr inbounds i8, ptr %600, i32 52
  %617 = load float, ptr %616, align 4
  %618 = fadd float %573, %617
  store float %618, ptr %616, align 4
  %619 = getelementptr inbounds i8, ptr %600, i32 56
  %620 = load float, ptr %619, align 4
  %621 = fadd float %573, %620
  store float %621, ptr %619, align 4
  %622 = getelementptr inbounds i8, ptr %600, i32 60
  %623 = load float, ptr %622, align 4
  %624 = fadd float %573, %623
  store float %624, ptr %622, align 4
  %625 = shl i32 %ax260.2, 5
  %626 = getelementptr inbounds i8, ptr %574, i32 %625
  %627 = getelementptr inbounds i8, ptr %626, i32 64
  %628 = load float, ptr %627, align 4
  %629 = fadd float %573, %628
  store float %629, ptr %627, align 4
  %630 = getelementptr inbounds i8, ptr %626, i32 68
  %631 = load float, ptr %630, align 4
  %632 = fadd float %573, %631
  store float %632, ptr %630, align 4
  %633 = getelementptr inbounds i8, ptr %626, i32 72
  %634 = load float, ptr %633, align 4
  %635 = fadd float %573, %634
  store float %635, ptr %633, align 4
  %636 = getelementptr inbounds i8, ptr %626, i32 76
  %637 = load float, ptr %636, align 4
  %638 = fadd float %573, %637
  store float %638, ptr %636, align 4
  %639 = getelementptr inbounds i8, ptr %626, i32 80
  %640 = load float, ptr %639, align 4
  %641 = fadd float %573, %640
  store float %641, ptr %639, align 4
  %642 = getelementptr inbounds i8, ptr %626, i32 84
  %643 = load float, ptr %642, align 4
  %644 = fadd float %573, %643
  store float %644, ptr %642, align 4
  %645 = getelementptr inbounds i8, ptr %626, i32 88
  %646 = load float, ptr %645, align 4
  %647 = fadd float %573, %646
  store float %647, ptr %645, align 4
  %648 = getelementptr inbounds i8, ptr %626, i32 92
  %649 = load float, ptr %648, align 4
  %650 = fadd float %573, %649
  store float %650, ptr %648, align 4
  %651 = shl i32 %ax260.2, 5
  %652 = getelementptr inbounds i8, ptr %574, i32 %651
  %653 = getelementptr inbounds i8, ptr %652, i32 96
  %654 = load float, ptr %653, align 4
  %655 = fadd float %573, %654
  store float %655, ptr %653, align 4
  %656 = getelementptr inbounds i8, ptr %652, i32 100
  %657 = load float, ptr %656, align 4
  %658 = fadd float %573, %657
  store float %658, ptr %656, align 4
  %659 = getelementptr inbounds i8, ptr %652, i32 104
  %660 = load float, ptr %659, align 4
  %661 = fadd float %573, %660
  store float %661, ptr %659, align 4
  %662 = getelementptr inbounds i8, ptr %652, i32 108
  %663 = load float, ptr %662, align 4
  %664 = fadd float %573, %663
  store float %664, ptr %662, align 4
  %665 = getelementptr inbounds i8, ptr %652, i32 112
  %666 = load float, ptr %665, align 4
  %667 = fadd float %573, %666
  store float %667, ptr %665, align 4
  %668 = getelementptr inbounds i8, ptr %652, i32 116
  %669 = load float, ptr %668, align 4
  %670 = fadd float %573, %669
  store float %670, ptr %668, align 4
  %671 = getelementptr inbounds i8, ptr %652, i32 120
  %672 = load float, ptr %671, align 4
  %673 = fadd float %573, %672
  store float %673, ptr %671, align 4
  %674 = getelementptr inbounds i8, ptr %652, i32 124
  %675 = load float, ptr %674, align 4
  %676 = fadd float %573, %675
  store float %676, ptr %674, align 4
  %677 = add nuw nsw i32 %ax260.2, 4
  %exitcond94.2.not.3 = icmp eq i32 %677, 8
  br i1 %exitcond94.2.not.3, label %for_end_ax2.2, label %for_begin_ax3.preheader.2

for_end_ax2.2:
  %678 = getelementptr inbounds i8, ptr %param_1, i32 12
  %679 = load float, ptr %678, align 4
  %680 = getelementptr inbounds i8, ptr %conv2d_nchw_intermediate, i32 768
  br label %for_begin_ax3.preheader.3

for_begin_ax3.preheader.3:
  %ax260.3 = phi i32 [ 0, %for_end_ax2.2 ], [ %783, %for_begin_ax3.preheader.3 ]
  %.idx30.3 = shl nuw nsw i32 %ax260.3, 5
  %681 = getelementptr inbounds i8, ptr %680, i32 %.idx30.3
  %682 = load float, ptr %681, align 4
  %683 = fadd float %679, %682
  store float %683, ptr %681, align 4
  %684 = getelementptr inbounds i8, ptr %681, i32 4
  %685 = load float, ptr %684, align 4
  %686 = fadd float %679, %685
  store float %686, ptr %684, align 4
  %687 = getelementptr inbounds i8, ptr %681, i32 8
  %688 = load float, ptr %687, align 4
  %689 = fadd float %679, %688
  store float %689, ptr %687, align 4
  %690 = getelementptr inbounds i8, ptr %681, i32 12
  %691 = load float, ptr %690, align 4
  %692 = fadd float %679, %691
  store float %692, ptr %690, align 4
  %693 = getelementptr inbounds i8, ptr %681, i32 16
  %694 = load float, ptr %693, align 4
  %695 = fadd float %679, %694
  store float %695, ptr %693, align 4
  %696 = getelementptr inbounds i8, ptr %681, i32 20
  %697 = load float, ptr %696, align 4
  %698 = fadd float %679, %697
  store float %698, ptr %696, align 4
  %699 = getelementptr inbounds i8, ptr %681, i32 24
  %700 = load float, ptr %699, align 4
  %701 = fadd float %679, %700
  store float %701, ptr %699, align 4
  %702 = getelementptr inbounds i8, ptr %681, i32 28
  %703 = load float, ptr %702, align 4
  %704 = fadd float %679, %703
  store float %704, ptr %702, align 4
  %705 = shl i32 %ax260.3, 5
  %706 = getelementptr inbounds i8, ptr %680, i32 %705
  %707 = getelementptr inbounds i8, ptr %706, i32 32
  %708 = load float, ptr %707, align 4
  %709 = fadd float %679, %708
  store float %709, ptr %707, align 4
  %710 = getelementptr inbounds i8, ptr %706, i32 36
  %711 = load float, ptr %710, align 4
  %712 = fadd float %679, %711
  store float %712, ptr %710, align 4
  %713 = getelementptr inbounds i8, ptr %706, i32 40
  %714 = load float, ptr %713, align 4
  %715 = fadd float %679, %714
  store float %715, ptr %713, align 4
  %716 = getelementptr inbounds i8, ptr %706, i32 44
  %717 = load float, ptr %716, align 4
  %718 = fadd float %679, %717
  store float %718, ptr %716, align 4
  %719 = getelementptr inbounds i8, ptr %706, i32 48
  %720 = load float, ptr %719, align 4
  %721 = fadd float %679, %720
  store float %721, ptr %719, align 4
  %722 = getelementptr inbounds i8, ptr %706, i32 52
  %723 = load float, ptr %722, align 4
  %724 = fadd float %679, %723
  store float %724, ptr %722, align 4
  %725 = getelementptr inbounds i8, ptr %706, i32 56
  %726 = load float, ptr %725, align 4
  %727 = fadd float %679, %726
  store float %727, ptr %725, align 4
  %728 = getelementptr inbounds i8, ptr %706, i32 60
  %729 = load float, ptr %728, align 4
  %730 = fadd float %679, %729
  store float %730, ptr %728, align 4
  %731 = shl i32 %ax260.3, 5
  %732 = getelementptr inbounds i8, ptr %680, i32 %731
  %733 = getelementptr inbounds i8, ptr %732, i32 64
  %734 = load float, ptr %733, align 4
  %735 = fadd float %679, %734
  store float %735, ptr %733, align 4
  %736 = getelementptr inbounds i8, ptr %732, i32 68
  %737 = load float, ptr %736, align 4
  %738 = fadd float %679, %737
  store float %738, ptr %736, align 4
  %739 = getelementptr inbounds i8, ptr %732, i32 72
  %740 = load float, ptr %739, align 4
  %741 = fadd float %679, %740
  store float %741, ptr %739, align 4
  %742 = getelementptr inbounds i8, ptr %732, i32 76
  %743 = load float, ptr %742, align 4
  %744 = fadd float %679, %743
  store float %744, ptr %742, align 4
  %745 = getelementptr inbounds i8, ptr %732, i32 80
  %746 = load float, ptr %745, align 4
  %747 = fadd float %679, %746
  store float %747, ptr %745, align 4
  %748 = getelementptr inbounds i8, ptr %732, i32 84
  %749 = load float, ptr %748, align 4
  %750 = fadd float %679, %749
  store float %750, ptr %748, align 4
  %751 = getelementptr inbounds i8, ptr %732, i32 88
  %752 = load float, ptr %751, align 4
  %753 = fadd float %679, %752
  store float %753, ptr %751, align 4
  %754 = getelementptr inbounds i8, ptr %732, i32 92
  %755 = load float, ptr %754, align 4
  %756 = fadd float %679, %755
  store float %756, ptr %754, align 4
  %757 = shl i32 %ax260.3, 5
  %758 = getelementptr inbounds i8, ptr %680, i32 %757
  %759 = getelementptr inbounds i8, ptr %758, i32 96
  %760 = load float, ptr %759, align 4
  %761 = fadd float %679, %760
  store float %761, ptr %759, align 4
  %762 = getelementptr inbounds i8, ptr %758, i32 100
  %763 = load float, ptr %762, align 4
  %764 = fadd float %679, %763
  store float %764, ptr %762, align 4
  %765 = getelementptr inbounds i8, ptr %758, i32 104
  %766 = load float, ptr %765, align 4
  %767 = fadd float %679, %766
  store float %767, ptr %765, align 4
  %768 = getelementptr inbounds i8, ptr %758, i32 108
  %769 = load float, ptr %768, align 4
  %770 = fadd float %679, %769
  store float %770, ptr %768, align 4
  %771 = getelementptr inbounds i8, ptr %758, i32 112
  %772 = load float, ptr %771, align 4
  %773 = fadd float %679, %772
  store float %773, ptr %771, align 4
  %774 = getelementptr inbounds i8, ptr %758, i32 116
  %775 = load float, ptr %774, align 4
  %776 = fadd float %679, %775
  store float %776, ptr %774, align 4
  %777 = getelementptr inbounds i8, ptr %758, i32 120
  %778 = load float, ptr %777, align 4
  %779 = fadd float %679, %778
  store float %779, ptr %777, align 4
  %780 = getelementptr inbounds i8, ptr %758, i32 124
  %781 = load float, ptr %780, align 4
  %782 = fadd float %679, %781
  store float %782, ptr %780, align 4
  %783 = add nuw nsw i32 %ax260.3, 4
  %exitcond94.3.not.3 = icmp eq i32 %783, 8
  br i1 %exitcond94.3.not.3, label %for_begin_i213.preheader, label %for_begin_ax3.preheader.3

for_begin_i213.preheader:
  %i11264 = phi i32 [ %873, %for_end_i215 ], [ 0, %for_begin_ax3.preheader.3 ]
  %784 = shl nuw nsw i32 %i11264, 6
  br label %for_begin_i318.preheader

for_end_i110:
  %785 = load ptr, ptr @__TVMBackendFreeWorkspace, align 4
  %786 = tail call i32 %785(i32 1, i32 %dev_id, ptr nonnull %conv2d_nchw_intermediate)
  %.not = icmp eq i32 %786, 0
  br i1 %.not, label %if_end24, label %common.ret

for_begin_i318.preheader:
  %i21763 = phi i32 [ 0, %for_begin_i213.preheader ], [ %872, %for_begin_i318.preheader ]
  %787 = shl nuw nsw i32 %i21763, 3
  %788 = add nuw nsw i32 %787, %784
  %789 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %788
  %790 = load float, ptr %789, align 4
  %791 = fcmp ogt float %790, 0.000000e+00
  %792 = select i1 %791, float %790, float 0.000000e+00
  %793 = getelementptr inbounds float, ptr %compute_intermediate, i32 %788
  store float %792, ptr %793, align 64
  %cse_v3.1 = or i32 %788, 1
  %794 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.1
  %795 = load float, ptr %794, align 4
  %796 = fcmp ogt float %795, 0.000000e+00
  %797 = select i1 %796, float %795, float 0.000000e+00
  %798 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.1
  store float %797, ptr %798, align 4
  %cse_v3.2 = or i32 %788, 2
  %799 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.2
  %800 = load float, ptr %799, align 4
  %801 = fcmp ogt float %800, 0.000000e+00
  %802 = select i1 %801, float %800, float 0.000000e+00
  %803 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.2
  store float %802, ptr %803, align 8
  %cse_v3.3 = or i32 %788, 3
  %804 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.3
  %805 = load float, ptr %804, align 4
  %806 = fcmp ogt float %805, 0.000000e+00
  %807 = select i1 %806, float %805, float 0.000000e+00
  %808 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.3
  store float %807, ptr %808, align 4
  %cse_v3.4 = or i32 %788, 4
  %809 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.4
  %810 = load float, ptr %809, align 4
  %811 = fcmp ogt float %810, 0.000000e+00
  %812 = select i1 %811, float %810, float 0.000000e+00
  %813 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.4
  store float %812, ptr %813, align 16
  %cse_v3.5 = or i32 %788, 5
  %814 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.5
  %815 = load float, ptr %814, align 4
  %816 = fcmp ogt float %815, 0.000000e+00
  %817 = select i1 %816, float %815, float 0.000000e+00
  %818 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.5
  store float %817, ptr %818, align 4
  %cse_v3.6 = or i32 %788, 6
  %819 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.6
  %820 = load float, ptr %819, align 4
  %821 = fcmp ogt float %820, 0.000000e+00
  %822 = select i1 %821, float %820, float 0.000000e+00
  %823 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.6
  store float %822, ptr %823, align 8
  %cse_v3.7 = or i32 %788, 7
  %824 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.7
  %825 = load float, ptr %824, align 4
  %826 = fcmp ogt float %825, 0.000000e+00
  %827 = select i1 %826, float %825, float 0.000000e+00
  %828 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.7
  store float %827, ptr %828, align 4
  %829 = shl i32 %i21763, 3
  %830 = or i32 %829, 8
  %831 = add nuw nsw i32 %830, %784
  %832 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %831
  %833 = load float, ptr %832, align 4
  %834 = fcmp ogt float %833, 0.000000e+00
  %835 = select i1 %834, float %833, float 0.000000e+00
  %836 = getelementptr inbounds float, ptr %compute_intermediate, i32 %831
  store float %835, ptr %836, align 32
  %cse_v3.1.1 = or i32 %831, 1
  %837 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.1.1
  %838 = load float, ptr %837, align 4
  %839 = fcmp ogt float %838, 0.000000e+00
  %840 = select i1 %839, float %838, float 0.000000e+00
  %841 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.1.1
  store float %840, ptr %841, align 4
  %cse_v3.2.1 = or i32 %831, 2
  %842 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.2.1
  %843 = load float, ptr %842, align 4
  %844 = fcmp ogt float %843, 0.000000e+00
  %845 = select i1 %844, float %843, float 0.000000e+00
  %846 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.2.1
  store float %845, ptr %846, align 8
  %cse_v3.3.1 = or i32 %831, 3
  %847 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.3.1
  %848 = load float, ptr %847, align 4
  %849 = fcmp ogt float %848, 0.000000e+00
  %850 = select i1 %849, float %848, float 0.000000e+00
  %851 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.3.1
  store float %850, ptr %851, align 4
  %cse_v3.4.1 = or i32 %831, 4
  %852 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.4.1
  %853 = load float, ptr %852, align 4
  %854 = fcmp ogt float %853, 0.000000e+00
  %855 = select i1 %854, float %853, float 0.000000e+00
  %856 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.4.1
  store float %855, ptr %856, align 16
  %cse_v3.5.1 = or i32 %831, 5
  %857 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.5.1
  %858 = load float, ptr %857, align 4
  %859 = fcmp ogt float %858, 0.000000e+00
  %860 = select i1 %859, float %858, float 0.000000e+00
  %861 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.5.1
  store float %860, ptr %861, align 4
  %cse_v3.6.1 = or i32 %831, 6
  %862 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.6.1
  %863 = load float, ptr %862, align 4
  %864 = fcmp ogt float %863, 0.000000e+00
  %865 = select i1 %864, float %863, float 0.000000e+00
  %866 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.6.1
  store float %865, ptr %866, align 8
  %cse_v3.7.1 = or i32 %831, 7
  %867 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i32 %cse_v3.7.1
  %868 = load float, ptr %867, align 4
  %869 = fcmp ogt float %868, 0.000000e+00
  %870 = select i1 %869, float %868, float 0.000000e+00
  %871 = getelementptr inbounds float, ptr %compute_intermediate, i32 %cse_v3.7.1
  store float %870, ptr %871, align 4
  %872 = add nuw nsw i32 %i21763, 2
  %exitcond97.not.1 = icmp eq i32 %872, 8
  br i1 %exitcond97.not.1, label %for_end_i215, label %for_begin_i318.preheader

for_end_i215:
  %873 = add nuw nsw i32 %i11264, 1
  %exitcond98.not = icmp eq i32 %873, 4
  br i1 %exitcond98.not, label %for_end_i110, label %for_begin_i213.preheader

if_end24:
  %874 = load ptr, ptr @__TVMBackendFreeWorkspace, align 4
  %875 = tail call i32 %874(i32 1, i32 %dev_id, ptr nonnull %pad_temp)
  %.not29 = icmp ne i32 %875, 0
  %. = sext i1 %.not29 to i32
  br label %common.ret
}

declare float @llvm.fmuladd.f32(float, float, float)

define internal fastcc void @fused_matmul_add1_compute_(ptr noalias readonly align 64 %lv6, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias writeonly align 64 %T_add_intermediate) unnamed_addr {
entry:
  call void @llvm.assume(i1 true) [ "align"(ptr %lv6, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %T_add_intermediate, i32 64) ]
  %0 = load float, ptr %lv6, align 64
  %1 = load float, ptr %param_0, align 64
  %2 = getelementptr inbounds i8, ptr %lv6, i32 4
  %3 = load float, ptr %2, align 4
  %gep.1 = getelementptr inbounds i8, ptr %param_0, i32 40
  %4 = load float, ptr %gep.1, align 8
  %5 = getelementptr inbounds i8, ptr %lv6, i32 8
  %6 = load float, ptr %5, align 8
  %gep.2 = getelementptr inbounds i8, ptr %param_0, i32 80
  %7 = load float, ptr %gep.2, align 16
  %8 = getelementptr inbounds i8, ptr %lv6, i32 12
  %9 = load float, ptr %8, align 4
  %gep.3 = getelementptr inbounds i8, ptr %param_0, i32 120
  %10 = load float, ptr %gep.3, align 8
  %invariant.gep.1 = getelementptr inbounds i8, ptr %param_0, i32 4
  %11 = load float, ptr %lv6, align 64
  %12 = load float, ptr %invariant.gep.1, align 4
  %13 = getelementptr inbounds i8, ptr %lv6, i32 4
  %14 = load float, ptr %13, align 4
  %gep.1.1 = getelementptr inbounds i8, ptr %param_0, i32 44
  %15 = load float, ptr %gep.1.1, align 4
  %16 = getelementptr inbounds i8, ptr %lv6, i32 8
  %17 = load float, ptr %16, align 8
  %gep.2.1 = getelementptr inbounds i8, ptr %param_0, i32 84
  %18 = load float, ptr %gep.2.1, align 4
  %19 = getelementptr inbounds i8, ptr %lv6, i32 12
  %20 = load float, ptr %19, align 4
  %gep.3.1 = getelementptr inbounds i8, ptr %param_0, i32 124
  %21 = load float, ptr %gep.3.1, align 4
  %invariant.gep.2 = getelementptr inbounds i8, ptr %param_0, i32 8
  %22 = load float, ptr %lv6, align 64
  %23 = load float, ptr %invariant.gep.2, align 8
  %24 = getelementptr inbounds i8, ptr %lv6, i32 4
  %25 = load float, ptr %24, align 4
  %gep.1.2 = getelementptr inbounds i8, ptr %param_0, i32 48
  %26 = load float, ptr %gep.1.2, align 16
  %27 = getelementptr inbounds i8, ptr %lv6, i32 8
  %28 = load float, ptr %27, align 8
  %gep.2.2 = getelementptr inbounds i8, ptr %param_0, i32 88
  %29 = load float, ptr %gep.2.2, align 8
  %30 = getelementptr inbounds i8, ptr %lv6, i32 12
  %31 = load float, ptr %30, align 4
  %gep.3.2 = getelementptr inbounds i8, ptr %param_0, i32 128
  %32 = load float, ptr %gep.3.2, align 64
  %invariant.gep.3 = getelementptr inbounds i8, ptr %param_0, i32 12
  %33 = load float, ptr %lv6, align 64
  %34 = load float, ptr %invariant.gep.3, align 4
  %35 = getelementptr inbounds i8, ptr %lv6, i32 4
  %36 = load float, ptr %35, align 4
  %gep.1.3 = getelementptr inbounds i8, ptr %param_0, i32 52
  %37 = load float, ptr %gep.1.3, align 4
  %38 = getelementptr inbounds i8, ptr %lv6, i32 8
  %39 = load float, ptr %38, align 8
  %gep.2.3 = getelementptr inbounds i8, ptr %param_0, i32 92
  %40 = load float, ptr %gep.2.3, align 4
  %41 = getelementptr inbounds i8, ptr %lv6, i32 12
  %42 = load float, ptr %41, align 4
  %gep.3.3 = getelementptr inbounds i8, ptr %param_0, i32 132
  %43 = load float, ptr %gep.3.3, align 4
  %invariant.gep.4 = getelementptr inbounds i8, ptr %param_0, i32 16
  %44 = load float, ptr %lv6, align 64
  %45 = load float, ptr %invariant.gep.4, align 16
  %46 = getelementptr inbounds i8, ptr %lv6, i32 4
  %47 = load float, ptr %46, align 4
  %gep.1.4 = getelementptr inbounds i8, ptr %param_0, i32 56
  %48 = load float, ptr %gep.1.4, align 8
  %49 = getelementptr inbounds i8, ptr %lv6, i32 8
  %50 = load float, ptr %49, align 8
  %gep.2.4 = getelementptr inbounds i8, ptr %param_0, i32 96
  %51 = load float, ptr %gep.2.4, align 32
  %52 = getelementptr inbounds i8, ptr %lv6, i32 12
  %53 = load float, ptr %52, align 4
  %gep.3.4 = getelementptr inbounds i8, ptr %param_0, i32 136
  %54 = load float, ptr %gep.3.4, align 8
  %invariant.gep.5 = getelementptr inbounds i8, ptr %param_0, i32 20
  %55 = load float, ptr %lv6, align 64
  %56 = load float, ptr %invariant.gep.5, align 4
  %57 = getelementptr inbounds i8, ptr %lv6, i32 4
  %58 = load float, ptr %57, align 4
  %gep.1.5 = getelementptr inbounds i8, ptr %param_0, i32 60
  %59 = load float, ptr %gep.1.5, align 4
  %60 = getelementptr inbounds i8, ptr %lv6, i32 8
  %61 = load float, ptr %60, align 8
  %gep.2.5 = getelementptr inbounds i8, ptr %param_0, i32 100
  %62 = load float, ptr %gep.2.5, align 4
  %63 = getelementptr inbounds i8, ptr %lv6, i32 12
  %64 = load float, ptr %63, align 4
  %gep.3.5 = getelementptr inbounds i8, ptr %param_0, i32 140
  %65 = load float, ptr %gep.3.5, align 4
  %invariant.gep.6 = getelementptr inbounds i8, ptr %param_0, i32 24
  %66 = load float, ptr %lv6, align 64
  %67 = load float, ptr %invariant.gep.6, align 8
  %68 = getelementptr inbounds i8, ptr %lv6, i32 4
  %69 = load float, ptr %68, align 4
  %gep.1.6 = getelementptr inbounds i8, ptr %param_0, i32 64
  %70 = load float, ptr %gep.1.6, align 64
  %71 = getelementptr inbounds i8, ptr %lv6, i32 8
  %72 = load float, ptr %71, align 8
  %gep.2.6 = getelementptr inbounds i8, ptr %param_0, i32 104
  %73 = load float, ptr %gep.2.6, align 8
  %74 = getelementptr inbounds i8, ptr %lv6, i32 12
  %75 = load float, ptr %74, align 4
  %gep.3.6 = getelementptr inbounds i8, ptr %param_0, i32 144
  %76 = load float, ptr %gep.3.6, align 16
  %invariant.gep.7 = getelementptr inbounds i8, ptr %param_0, i32 28
  %77 = load float, ptr %lv6, align 64
  %78 = load float, ptr %invariant.gep.7, align 4
  %79 = getelementptr inbounds i8, ptr %lv6, i32 4
  %80 = load float, ptr %79, align 4
  %gep.1.7 = getelementptr inbounds i8, ptr %param_0, i32 68
  %81 = load float, ptr %gep.1.7, align 4
  %82 = getelementptr inbounds i8, ptr %lv6, i32 8
  %83 = load float, ptr %82, align 8
  %gep.2.7 = getelementptr inbounds i8, ptr %param_0, i32 108
  %84 = load float, ptr %gep.2.7, align 4
  %85 = getelementptr inbounds i8, ptr %lv6, i32 12
  %86 = load float, ptr %85, align 4
  %gep.3.7 = getelementptr inbounds i8, ptr %param_0, i32 148
  %87 = load float, ptr %gep.3.7, align 4
  %invariant.gep.8 = getelementptr inbounds i8, ptr %param_0, i32 32
  %88 = load float, ptr %lv6, align 64
  %89 = load float, ptr %invariant.gep.8, align 32
  %90 = getelementptr inbounds i8, ptr %lv6, i32 4
  %91 = load float, ptr %90, align 4
  %gep.1.8 = getelementptr inbounds i8, ptr %param_0, i32 72
  %92 = load float, ptr %gep.1.8, align 8
  %93 = getelementptr inbounds i8, ptr %lv6, i32 8
  %94 = load float, ptr %93, align 8
  %gep.2.8 = getelementptr inbounds i8, ptr %param_0, i32 112
  %95 = load float, ptr %gep.2.8, align 16
  %96 = getelementptr inbounds i8, ptr %lv6, i32 12
  %97 = load float, ptr %96, align 4
  %gep.3.8 = getelementptr inbounds i8, ptr %param_0, i32 152
  %98 = load float, ptr %gep.3.8, align 8
  %gep.3.9 = getelementptr inbounds i8, ptr %param_0, i32 156
  %99 = load float, ptr %gep.3.9, align 4
  %100 = getelementptr inbounds i8, ptr %lv6, i32 8
  %101 = load float, ptr %100, align 8
  %gep.2.9 = getelementptr inbounds i8, ptr %param_0, i32 116
  %102 = load float, ptr %gep.2.9, align 4
  %103 = getelementptr inbounds i8, ptr %lv6, i32 4
  %104 = load float, ptr %103, align 4
  %gep.1.9 = getelementptr inbounds i8, ptr %param_0, i32 76
  %105 = load float, ptr %gep.1.9, align 4
  %106 = load float, ptr %lv6, align 64
  %invariant.gep.9 = getelementptr inbounds i8, ptr %param_0, i32 36
  %107 = load float, ptr %invariant.gep.9, align 4
  %108 = tail call float @llvm.fmuladd.f32(float %106, float %107, float 0.000000e+00)
  %109 = tail call float @llvm.fmuladd.f32(float %104, float %105, float %108)
  %110 = tail call float @llvm.fmuladd.f32(float %101, float %102, float %109)
  %111 = tail call float @llvm.fmuladd.f32(float %97, float %99, float %110)
  %112 = tail call float @llvm.fmuladd.f32(float %88, float %89, float 0.000000e+00)
  %113 = tail call float @llvm.fmuladd.f32(float %91, float %92, float %112)
  %114 = tail call float @llvm.fmuladd.f32(float %94, float %95, float %113)
  %115 = tail call float @llvm.fmuladd.f32(float %97, float %98, float %114)
  %116 = tail call float @llvm.fmuladd.f32(float %77, float %78, float 0.000000e+00)
  %117 = tail call float @llvm.fmuladd.f32(float %80, float %81, float %116)
  %118 = tail call float @llvm.fmuladd.f32(float %83, float %84, float %117)
  %119 = tail call float @llvm.fmuladd.f32(float %86, float %87, float %118)
  %120 = tail call float @llvm.fmuladd.f32(float %66, float %67, float 0.000000e+00)
  %121 = tail call float @llvm.fmuladd.f32(float %69, float %70, float %120)
  %122 = tail call float @llvm.fmuladd.f32(float %72, float %73, float %121)
  %123 = tail call float @llvm.fmuladd.f32(float %75, float %76, float %122)
  %124 = tail call float @llvm.fmuladd.f32(float %55, float %56, float 0.000000e+00)
  %125 = tail call float @llvm.fmuladd.f32(float %58, float %59, float %124)
  %126 = tail call float @llvm.fmuladd.f32(float %61, float %62, float %125)
  %127 = tail call float @llvm.fmuladd.f32(float %64, float %65, float %126)
  %128 = tail call float @llvm.fmuladd.f32(float %44, float %45, float 0.000000e+00)
  %129 = tail call float @llvm.fmuladd.f32(float %47, float %48, float %128)
  %130 = tail call float @llvm.fmuladd.f32(float %50, float %51, float %129)
  %131 = tail call float @llvm.fmuladd.f32(float %53, float %54, float %130)
  %132 = tail call float @llvm.fmuladd.f32(float %33, float %34, float 0.000000e+00)
  %133 = tail call float @llvm.fmuladd.f32(float %36, float %37, float %132)
  %134 = tail call float @llvm.fmuladd.f32(float %39, float %40, float %133)
  %135 = tail call float @llvm.fmuladd.f32(float %42, float %43, float %134)
  %136 = tail call float @llvm.fmuladd.f32(float %22, float %23, float 0.000000e+00)
  %137 = tail call float @llvm.fmuladd.f32(float %25, float %26, float %136)
  %138 = tail call float @llvm.fmuladd.f32(float %28, float %29, float %137)
  %139 = tail call float @llvm.fmuladd.f32(float %31, float %32, float %138)
  %140 = tail call float @llvm.fmuladd.f32(float %11, float %12, float 0.000000e+00)
  %141 = tail call float @llvm.fmuladd.f32(float %14, float %15, float %140)
  %142 = tail call float @llvm.fmuladd.f32(float %17, float %18, float %141)
  %143 = tail call float @llvm.fmuladd.f32(float %20, float %21, float %142)
  %144 = tail call float @llvm.fmuladd.f32(float %0, float %1, float 0.000000e+00)
  %145 = tail call float @llvm.fmuladd.f32(float %3, float %4, float %144)
  %146 = tail call float @llvm.fmuladd.f32(float %6, float %7, float %145)
  %147 = tail call float @llvm.fmuladd.f32(float %9, float %10, float %146)
  %148 = load float, ptr %param_1, align 64
  %149 = fadd float %148, %147
  store float %149, ptr %T_add_intermediate, align 64
  %150 = getelementptr inbounds i8, ptr %param_1, i32 4
  %151 = load float, ptr %150, align 4
  %152 = fadd float %151, %143
  %153 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 4
  store float %152, ptr %153, align 4
  %154 = getelementptr inbounds i8, ptr %param_1, i32 8
  %155 = load float, ptr %154, align 8
  %156 = fadd float %155, %139
  %157 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 8
  store float %156, ptr %157, align 8
  %158 = getelementptr inbounds i8, ptr %param_1, i32 12
  %159 = load float, ptr %158, align 4
  %160 = fadd float %159, %135
  %161 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 12
  store float %160, ptr %161, align 4
  %162 = getelementptr inbounds i8, ptr %param_1, i32 16
  %163 = load float, ptr %162, align 16
  %164 = fadd float %163, %131
  %165 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 16
  store float %164, ptr %165, align 16
  %166 = getelementptr inbounds i8, ptr %param_1, i32 20
  %167 = load float, ptr %166, align 4
  %168 = fadd float %167, %127
  %169 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 20
  store float %168, ptr %169, align 4
  %170 = getelementptr inbounds i8, ptr %param_1, i32 24
  %171 = load float, ptr %170, align 8
  %172 = fadd float %171, %123
  %173 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 24
  store float %172, ptr %173, align 8
  %174 = getelementptr inbounds i8, ptr %param_1, i32 28
  %175 = load float, ptr %174, align 4
  %176 = fadd float %175, %119
  %177 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 28
  store float %176, ptr %177, align 4
  %178 = getelementptr inbounds i8, ptr %param_1, i32 32
  %179 = load float, ptr %178, align 32
  %180 = fadd float %179, %115
  %181 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 32
  store float %180, ptr %181, align 32
  %182 = getelementptr inbounds i8, ptr %param_1, i32 36
  %183 = load float, ptr %182, align 4
  %184 = fadd float %183, %111
  %185 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 36
  store float %184, ptr %185, align 4
  ret void
}

define internal fastcc void @max_pool2d_compute_(ptr noalias readonly align 64 %lv3, ptr noalias writeonly align 64 %pool_max) unnamed_addr {
entry:
  call void @llvm.assume(i1 true) [ "align"(ptr %lv3, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %pool_max, i32 64) ]
  %0 = getelementptr inbounds i8, ptr %pool_max, i32 4
  %1 = getelementptr inbounds i8, ptr %pool_max, i32 8
  %2 = getelementptr inbounds i8, ptr %pool_max, i32 12
  br label %for_begin_ax2.preheader

for_begin_ax2.preheader:
  %ax111 = phi i32 [ 0, %entry ], [ %62, %for_end_ax2 ]
  %.idx = shl nuw nsw i32 %ax111, 8
  %3 = getelementptr inbounds i8, ptr %lv3, i32 %.idx
  %.idx13 = shl nuw nsw i32 %ax111, 6
  %invariant.gep = getelementptr inbounds i8, ptr %pool_max, i32 %.idx13
  %.idx13.1 = shl nuw nsw i32 %ax111, 6
  %invariant.gep1 = getelementptr inbounds i8, ptr %0, i32 %.idx13.1
  %.idx13.2 = shl nuw nsw i32 %ax111, 6
  %invariant.gep3 = getelementptr inbounds i8, ptr %1, i32 %.idx13.2
  %.idx13.3 = shl nuw nsw i32 %ax111, 6
  %invariant.gep5 = getelementptr inbounds i8, ptr %2, i32 %.idx13.3
  br label %for_begin_ax3.preheader

for_end_ax1:
  ret void

for_begin_ax3.preheader:
  %ax210 = phi i32 [ 0, %for_begin_ax2.preheader ], [ %61, %for_begin_ax3.preheader ]
  %.idx1 = shl nuw nsw i32 %ax210, 6
  %4 = getelementptr inbounds i8, ptr %3, i32 %.idx1
  %.idx12 = shl nuw nsw i32 %ax210, 4
  %gep = getelementptr inbounds i8, ptr %invariant.gep, i32 %.idx12
  %gep.1 = getelementptr inbounds i8, ptr %4, i32 32
  %5 = load float, ptr %4, align 64
  %6 = fcmp olt float %5, 0xC7EFFFFFE0000000
  %7 = select i1 %6, float 0xC7EFFFFFE0000000, float %5
  %8 = getelementptr inbounds i8, ptr %4, i32 4
  %9 = load float, ptr %8, align 4
  %10 = fcmp ogt float %7, %9
  %11 = select i1 %10, float %7, float %9
  %12 = load float, ptr %gep.1, align 32
  %13 = fcmp ogt float %11, %12
  %14 = select i1 %13, float %11, float %12
  %15 = getelementptr inbounds i8, ptr %4, i32 36
  %16 = load float, ptr %15, align 4
  %17 = fcmp ogt float %14, %16
  %18 = select i1 %17, float %14, float %16
  store float %18, ptr %gep, align 16
  %invariant.gep.1 = getelementptr inbounds i8, ptr %4, i32 8
  %.idx12.1 = shl nuw nsw i32 %ax210, 4
  %gep2 = getelementptr inbounds i8, ptr %invariant.gep1, i32 %.idx12.1
  %gep.1.1 = getelementptr inbounds i8, ptr %4, i32 40
  %19 = load float, ptr %invariant.gep.1, align 8
  %20 = fcmp olt float %19, 0xC7EFFFFFE0000000
  %21 = select i1 %20, float 0xC7EFFFFFE0000000, float %19
  %22 = getelementptr inbounds i8, ptr %4, i32 12
  %23 = load float, ptr %22, align 4
  %24 = fcmp ogt float %21, %23
  %25 = select i1 %24, float %21, float %23
  %26 = load float, ptr %gep.1.1, align 8
  %27 = fcmp ogt float %25, %26
  %28 = select i1 %27, float %25, float %26
  %29 = getelementptr inbounds i8, ptr %4, i32 44
  %30 = load float, ptr %29, align 4
  %31 = fcmp ogt float %28, %30
  %32 = select i1 %31, float %28, float %30
  store float %32, ptr %gep2, align 4
  %invariant.gep.2 = getelementptr inbounds i8, ptr %4, i32 16
  %.idx12.2 = shl nuw nsw i32 %ax210, 4
  %gep4 = getelementptr inbounds i8, ptr %invariant.gep3, i32 %.idx12.2
  %gep.1.2 = getelementptr inbounds i8, ptr %4, i32 48
  %33 = load float, ptr %invariant.gep.2, align 16
  %34 = fcmp olt float %33, 0xC7EFFFFFE0000000
  %35 = select i1 %34, float 0xC7EFFFFFE0000000, float %33
  %36 = getelementptr inbounds i8, ptr %4, i32 20
  %37 = load float, ptr %36, align 4
  %38 = fcmp ogt float %35, %37
  %39 = select i1 %38, float %35, float %37
  %40 = load float, ptr %gep.1.2, align 16
  %41 = fcmp ogt float %39, %40
  %42 = select i1 %41, float %39, float %40
  %43 = getelementptr inbounds i8, ptr %4, i32 52
  %44 = load float, ptr %43, align 4
  %45 = fcmp ogt float %42, %44
  %46 = select i1 %45, float %42, float %44
  store float %46, ptr %gep4, align 8
  %invariant.gep.3 = getelementptr inbounds i8, ptr %4, i32 24
  %.idx12.3 = shl nuw nsw i32 %ax210, 4
  %gep6 = getelementptr inbounds i8, ptr %invariant.gep5, i32 %.idx12.3
  %gep.1.3 = getelementptr inbounds i8, ptr %4, i32 56
  %47 = load float, ptr %invariant.gep.3, align 8
  %48 = fcmp olt float %47, 0xC7EFFFFFE0000000
  %49 = select i1 %48, float 0xC7EFFFFFE0000000, float %47
  %50 = getelementptr inbounds i8, ptr %4, i32 28
  %51 = load float, ptr %50, align 4
  %52 = fcmp ogt float %49, %51
  %53 = select i1 %52, float %49, float %51
  %54 = load float, ptr %gep.1.3, align 8
  %55 = fcmp ogt float %53, %54
  %56 = select i1 %55, float %53, float %54
  %57 = getelementptr inbounds i8, ptr %4, i32 60
  %58 = load float, ptr %57, align 4
  %59 = fcmp ogt float %56, %58
  %60 = select i1 %59, float %56, float %58
  store float %60, ptr %gep6, align 4
  %61 = add nuw nsw i32 %ax210, 1
  %exitcond.not = icmp eq i32 %61, 4
  br i1 %exitcond.not, label %for_end_ax2, label %for_begin_ax3.preheader

for_end_ax2:
  %62 = add nuw nsw i32 %ax111, 1
  %exitcond15.not = icmp eq i32 %62, 4
  br i1 %exitcond15.not, label %for_end_ax1, label %for_begin_ax2.preheader
}

define internal fastcc void @mean_compute_(ptr noalias readonly align 64 %lv4, ptr noalias writeonly align 64 %T_divide) unnamed_addr {
entry:
  call void @llvm.assume(i1 true) [ "align"(ptr %lv4, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %T_divide, i32 64) ]
  %0 = getelementptr inbounds i8, ptr %lv4, i32 48
  %1 = getelementptr inbounds i8, ptr %lv4, i32 44
  %2 = load float, ptr %1, align 4
  %3 = getelementptr inbounds i8, ptr %lv4, i32 40
  %4 = load float, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %lv4, i32 36
  %6 = load float, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %lv4, i32 32
  %8 = load float, ptr %7, align 32
  %9 = getelementptr inbounds i8, ptr %lv4, i32 28
  %10 = load float, ptr %9, align 4
  %11 = getelementptr inbounds i8, ptr %lv4, i32 24
  %12 = load float, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %lv4, i32 20
  %14 = load float, ptr %13, align 4
  %15 = getelementptr inbounds i8, ptr %lv4, i32 16
  %16 = load float, ptr %15, align 16
  %17 = getelementptr inbounds i8, ptr %lv4, i32 12
  %18 = load float, ptr %17, align 4
  %19 = getelementptr inbounds i8, ptr %lv4, i32 8
  %20 = load float, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %lv4, i32 4
  %22 = load float, ptr %21, align 4
  %23 = load float, ptr %lv4, align 64
  %24 = load float, ptr %0, align 16
  %25 = getelementptr inbounds i8, ptr %lv4, i32 52
  %26 = load float, ptr %25, align 4
  %27 = getelementptr inbounds i8, ptr %lv4, i32 56
  %28 = load float, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %lv4, i32 60
  %30 = load float, ptr %29, align 4
  %31 = getelementptr inbounds i8, ptr %lv4, i32 64
  %32 = getelementptr inbounds i8, ptr %lv4, i32 112
  %33 = getelementptr inbounds i8, ptr %lv4, i32 108
  %34 = load float, ptr %33, align 4
  %35 = getelementptr inbounds i8, ptr %lv4, i32 104
  %36 = load float, ptr %35, align 8
  %37 = getelementptr inbounds i8, ptr %lv4, i32 100
  %38 = load float, ptr %37, align 4
  %39 = getelementptr inbounds i8, ptr %lv4, i32 96
  %40 = load float, ptr %39, align 32
  %41 = getelementptr inbounds i8, ptr %lv4, i32 92
  %42 = load float, ptr %41, align 4
  %43 = getelementptr inbounds i8, ptr %lv4, i32 88
  %44 = load float, ptr %43, align 8
  %45 = getelementptr inbounds i8, ptr %lv4, i32 84
  %46 = load float, ptr %45, align 4
  %47 = getelementptr inbounds i8, ptr %lv4, i32 80
  %48 = load float, ptr %47, align 16
  %49 = getelementptr inbounds i8, ptr %lv4, i32 76
  %50 = load float, ptr %49, align 4
  %51 = getelementptr inbounds i8, ptr %lv4, i32 72
  %52 = load float, ptr %51, align 8
  %53 = getelementptr inbounds i8, ptr %lv4, i32 68
  %54 = load float, ptr %53, align 4
  %55 = load float, ptr %31, align 64
  %56 = load float, ptr %32, align 16
  %57 = getelementptr inbounds i8, ptr %lv4, i32 116
  %58 = load float, ptr %57, align 4
  %59 = getelementptr inbounds i8, ptr %lv4, i32 120
  %60 = load float, ptr %59, align 8
  %61 = getelementptr inbounds i8, ptr %lv4, i32 124
  %62 = load float, ptr %61, align 4
  %63 = getelementptr inbounds i8, ptr %lv4, i32 128
  %64 = getelementptr inbounds i8, ptr %lv4, i32 176
  %65 = getelementptr inbounds i8, ptr %lv4, i32 172
  %66 = load float, ptr %65, align 4
  %67 = getelementptr inbounds i8, ptr %lv4, i32 168
  %68 = load float, ptr %67, align 8
  %69 = getelementptr inbounds i8, ptr %lv4, i32 164
  %70 = load float, ptr %69, align 4
  %71 = getelementptr inbounds i8, ptr %lv4, i32 160
  %72 = load float, ptr %71, align 32
  %73 = getelementptr inbounds i8, ptr %lv4, i32 156
  %74 = load float, ptr %73, align 4
  %75 = getelementptr inbounds i8, ptr %lv4, i32 152
  %76 = load float, ptr %75, align 8
  %77 = getelementptr inbounds i8, ptr %lv4, i32 148
  %78 = load float, ptr %77, align 4
  %79 = getelementptr inbounds i8, ptr %lv4, i32 144
  %80 = load float, ptr %79, align 16
  %81 = getelementptr inbounds i8, ptr %lv4, i32 140
  %82 = load float, ptr %81, align 4
  %83 = getelementptr inbounds i8, ptr %lv4, i32 136
  %84 = load float, ptr %83, align 8
  %85 = getelementptr inbounds i8, ptr %lv4, i32 132
  %86 = load float, ptr %85, align 4
  %87 = load float, ptr %63, align 64
  %88 = load float, ptr %64, align 16
  %89 = getelementptr inbounds i8, ptr %lv4, i32 180
  %90 = load float, ptr %89, align 4
  %91 = getelementptr inbounds i8, ptr %lv4, i32 184
  %92 = load float, ptr %91, align 8
  %93 = getelementptr inbounds i8, ptr %lv4, i32 188
  %94 = load float, ptr %93, align 4
  %95 = getelementptr inbounds i8, ptr %lv4, i32 252
  %96 = load float, ptr %95, align 4
  %97 = getelementptr inbounds i8, ptr %lv4, i32 248
  %98 = load float, ptr %97, align 8
  %99 = getelementptr inbounds i8, ptr %lv4, i32 244
  %100 = load float, ptr %99, align 4
  %101 = getelementptr inbounds i8, ptr %lv4, i32 240
  %102 = load float, ptr %101, align 16
  %103 = getelementptr inbounds i8, ptr %lv4, i32 236
  %104 = load float, ptr %103, align 4
  %105 = getelementptr inbounds i8, ptr %lv4, i32 232
  %106 = load float, ptr %105, align 8
  %107 = getelementptr inbounds i8, ptr %lv4, i32 228
  %108 = load float, ptr %107, align 4
  %109 = getelementptr inbounds i8, ptr %lv4, i32 224
  %110 = load float, ptr %109, align 32
  %111 = getelementptr inbounds i8, ptr %lv4, i32 220
  %112 = load float, ptr %111, align 4
  %113 = getelementptr inbounds i8, ptr %lv4, i32 216
  %114 = load float, ptr %113, align 8
  %115 = getelementptr inbounds i8, ptr %lv4, i32 212
  %116 = load float, ptr %115, align 4
  %117 = getelementptr inbounds i8, ptr %lv4, i32 208
  %118 = load float, ptr %117, align 16
  %119 = getelementptr inbounds i8, ptr %lv4, i32 204
  %120 = load float, ptr %119, align 4
  %121 = getelementptr inbounds i8, ptr %lv4, i32 200
  %122 = load float, ptr %121, align 8
  %123 = getelementptr inbounds i8, ptr %lv4, i32 196
  %124 = load float, ptr %123, align 4
  %125 = getelementptr inbounds i8, ptr %lv4, i32 192
  %126 = load float, ptr %125, align 64
  %127 = fadd float %126, 0.000000e+00
  %128 = fadd float %124, %127
  %129 = fadd float %122, %128
  %130 = fadd float %120, %129
  %131 = fadd float %118, %130
  %132 = fadd float %116, %131
  %133 = fadd float %114, %132
  %134 = fadd float %112, %133
  %135 = fadd float %110, %134
  %136 = fadd float %108, %135
  %137 = fadd float %106, %136
  %138 = fadd float %104, %137
  %139 = fadd float %102, %138
  %140 = fadd float %100, %139
  %141 = fadd float %98, %140
  %142 = fadd float %96, %141
  %143 = fadd float %87, 0.000000e+00
  %144 = fadd float %86, %143
  %145 = fadd float %84, %144
  %146 = fadd float %82, %145
  %147 = fadd float %80, %146
  %148 = fadd float %78, %147
  %149 = fadd float %76, %148
  %150 = fadd float %74, %149
  %151 = fadd float %72, %150
  %152 = fadd float %70, %151
  %153 = fadd float %68, %152
  %154 = fadd float %66, %153
  %155 = fadd float %88, %154
  %156 = fadd float %90, %155
  %157 = fadd float %92, %156
  %158 = fadd float %94, %157
  %159 = fadd float %55, 0.000000e+00
  %160 = fadd float %54, %159
  %161 = fadd float %52, %160
  %162 = fadd float %50, %161
  %163 = fadd float %48, %162
  %164 = fadd float %46, %163
  %165 = fadd float %44, %164
  %166 = fadd float %42, %165
  %167 = fadd float %40, %166
  %168 = fadd float %38, %167
  %169 = fadd float %36, %168
  %170 = fadd float %34, %169
  %171 = fadd float %56, %170
  %172 = fadd float %58, %171
  %173 = fadd float %60, %172
  %174 = fadd float %62, %173
  %175 = fadd float %23, 0.000000e+00
  %176 = fadd float %22, %175
  %177 = fadd float %20, %176
  %178 = fadd float %18, %177
  %179 = fadd float %16, %178
  %180 = fadd float %14, %179
  %181 = fadd float %12, %180
  %182 = fadd float %10, %181
  %183 = fadd float %8, %182
  %184 = fadd float %6, %183
  %185 = fadd float %4, %184
  %186 = fadd float %2, %185
  %187 = fadd float %24, %186
  %188 = fadd float %26, %187
  %189 = fadd float %28, %188
  %190 = fadd float %30, %189
  %191 = fmul float %190, 6.250000e-02
  store float %191, ptr %T_divide, align 64
  %192 = fmul float %174, 6.250000e-02
  %193 = getelementptr inbounds i8, ptr %T_divide, i32 4
  store float %192, ptr %193, align 4
  %194 = fmul float %158, 6.250000e-02
  %195 = getelementptr inbounds i8, ptr %T_divide, i32 8
  store float %194, ptr %195, align 8
  %196 = fmul float %142, 6.250000e-02
  %197 = getelementptr inbounds i8, ptr %T_divide, i32 12
  store float %196, ptr %197, align 4
  ret void
}

define internal fastcc void @reshape1_compute_(ptr noalias readonly align 64 %lv5, ptr noalias writeonly align 64 %T_reshape) unnamed_addr {
entry:
  call void @llvm.assume(i1 true) [ "align"(ptr %lv5, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %T_reshape, i32 64) ]
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 64 dereferenceable(16) %T_reshape, ptr noundef nonnull align 64 dereferenceable(16) %lv5, i32 16, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly, ptr noalias readonly, i32, i1 immarg)
