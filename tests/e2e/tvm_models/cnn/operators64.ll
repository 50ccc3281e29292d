; Operators of the model 'cnn', which tvm_models/record.py made by TVM 0.27.0.post1.

@__TVMBackendAllocWorkspace = linkonce dllexport local_unnamed_addr global ptr null, align 8
@__TVMBackendFreeWorkspace = linkonce dllexport local_unnamed_addr global ptr null, align 8
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

define dllexport i32 @__tvm_ffi_fused_conv2d_add_relu(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %image.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %image.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i64 8
  %2 = load ptr, ptr %1, align 8
  %image.handle.idx = select i1 %0, i64 24, i64 0
  %image.handle = getelementptr inbounds i8, ptr %2, i64 %image.handle.idx
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
  %15 = getelementptr inbounds i8, ptr %image.handle, i64 12
  %dev_id = load i32, ptr %15, align 4
  %image = load ptr, ptr %image.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %image, i64 64) ]
  %param_0 = load ptr, ptr %param_0.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i64 64) ]
  %param_1 = load ptr, ptr %param_1.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i64 64) ]
  %compute_intermediate = load ptr, ptr %compute_intermediate.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i64 64) ]
  %16 = tail call fastcc i32 @fused_conv2d_add_relu_compute_(i32 %dev_id, ptr %image, ptr %param_0, ptr %param_1, ptr %compute_intermediate)
  ret i32 %16
}

define dllexport noundef i32 @__tvm_ffi_fused_matmul_add1(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %lv6.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %lv6.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i64 8
  %2 = load ptr, ptr %1, align 8
  %lv6.handle.idx = select i1 %0, i64 24, i64 0
  %lv6.handle = getelementptr inbounds i8, ptr %2, i64 %lv6.handle.idx
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
  %T_add_intermediate.type_index = load i32, ptr %11, align 8
  %12 = icmp eq i32 %T_add_intermediate.type_index, 70
  %13 = getelementptr inbounds i8, ptr %args, i64 56
  %14 = load ptr, ptr %13, align 8
  %T_add_intermediate.handle.idx = select i1 %12, i64 24, i64 0
  %T_add_intermediate.handle = getelementptr inbounds i8, ptr %14, i64 %T_add_intermediate.handle.idx
  %lv6 = load ptr, ptr %lv6.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %lv6, i64 64) ]
  %param_0 = load ptr, ptr %param_0.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i64 64) ]
  %param_1 = load ptr, ptr %param_1.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i64 64) ]
  %T_add_intermediate = load ptr, ptr %T_add_intermediate.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %T_add_intermediate, i64 64) ]
  tail call fastcc void @fused_matmul_add1_compute_(ptr %lv6, ptr %param_0, ptr %param_1, ptr %T_add_intermediate)
  ret i32 0
}

define dllexport noundef i32 @__tvm_ffi_max_pool2d(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %lv3.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %lv3.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i64 8
  %2 = load ptr, ptr %1, align 8
  %lv3.handle.idx = select i1 %0, i64 24, i64 0
  %lv3.handle = getelementptr inbounds i8, ptr %2, i64 %lv3.handle.idx
  %3 = getelementptr inbounds i8, ptr %args, i64 16
  %pool_max.type_index = load i32, ptr %3, align 8
  %4 = icmp eq i32 %pool_max.type_index, 70
  %5 = getelementptr inbounds i8, ptr %args, i64 24
  %6 = load ptr, ptr %5, align 8
  %pool_max.handle.idx = select i1 %4, i64 24, i64 0
  %pool_max.handle = getelementptr inbounds i8, ptr %6, i64 %pool_max.handle.idx
  %lv3 = load ptr, ptr %lv3.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %lv3, i64 64) ]
  %pool_max = load ptr, ptr %pool_max.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %pool_max, i64 64) ]
  tail call fastcc void @max_pool2d_compute_(ptr %lv3, ptr %pool_max)
  ret i32 0
}

define dllexport noundef i32 @__tvm_ffi_mean(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %lv4.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %lv4.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i64 8
  %2 = load ptr, ptr %1, align 8
  %lv4.handle.idx = select i1 %0, i64 24, i64 0
  %lv4.handle = getelementptr inbounds i8, ptr %2, i64 %lv4.handle.idx
  %3 = getelementptr inbounds i8, ptr %args, i64 16
  %T_divide.type_index = load i32, ptr %3, align 8
  %4 = icmp eq i32 %T_divide.type_index, 70
  %5 = getelementptr inbounds i8, ptr %args, i64 24
  %6 = load ptr, ptr %5, align 8
  %T_divide.handle.idx = select i1 %4, i64 24, i64 0
  %T_divide.handle = getelementptr inbounds i8, ptr %6, i64 %T_divide.handle.idx
  %lv4 = load ptr, ptr %lv4.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %lv4, i64 64) ]
  %T_divide = load ptr, ptr %T_divide.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %T_divide, i64 64) ]
  tail call fastcc void @mean_compute_(ptr %lv4, ptr %T_divide)
  ret i32 0
}

define dllexport noundef i32 @__tvm_ffi_reshape1(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %lv5.type_index = load i32, ptr %args, align 4
  %0 = icmp eq i32 %lv5.type_index, 70
  %1 = getelementptr inbounds i8, ptr %args, i64 8
  %2 = load ptr, ptr %1, align 8
  %lv5.handle.idx = select i1 %0, i64 24, i64 0
  %lv5.handle = getelementptr inbounds i8, ptr %2, i64 %lv5.handle.idx
  %3 = getelementptr inbounds i8, ptr %args, i64 16
  %T_reshape.type_index = load i32, ptr %3, align 8
  %4 = icmp eq i32 %T_reshape.type_index, 70
  %5 = getelementptr inbounds i8, ptr %args, i64 24
  %6 = load ptr, ptr %5, align 8
  %T_reshape.handle.idx = select i1 %4, i64 24, i64 0
  %T_reshape.handle = getelementptr inbounds i8, ptr %6, i64 %T_reshape.handle.idx
  %lv5 = load ptr, ptr %lv5.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %lv5, i64 64) ]
  %T_reshape = load ptr, ptr %T_reshape.handle, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %T_reshape, i64 64) ]
  tail call fastcc void @reshape1_compute_(ptr %lv5, ptr %T_reshape)
  ret i32 0
}

declare void @llvm.assume(i1 noundef)

define internal fastcc i32 @fused_conv2d_add_relu_compute_(i32 %dev_id, ptr noalias readonly align 64 %image, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias writeonly align 64 %compute_intermediate) unnamed_addr {
entry:
  %0 = load ptr, ptr @__TVMBackendAllocWorkspace, align 8
  %pad_temp = tail call ptr %0(i32 1, i32 %dev_id, i64 1200, i32 2, i32 32)
  %1 = icmp eq ptr %pad_temp, null
  br i1 %1, label %common.ret, label %if_end

common.ret:
  %common.ret.op = phi i32 [ -1, %for_end_i110 ], [ -1, %entry ], [ -1, %if_end ], [ %., %if_end24 ]
  ret i32 %common.ret.op

if_end:
  %2 = load ptr, ptr @__TVMBackendAllocWorkspace, align 8
  %conv2d_nchw_intermediate = tail call ptr %2(i32 1, i32 %dev_id, i64 1024, i32 2, i32 32)
  %3 = icmp eq ptr %conv2d_nchw_intermediate, null
  br i1 %3, label %common.ret, label %if_end2

if_end2:
  call void @llvm.assume(i1 true) [ "align"(ptr %image, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i64 64) ]
  br label %for_begin_i3.preheader

for_begin_i3.preheader:
  %indvars.iv = phi i64 [ 0, %if_end2 ], [ %indvars.iv.next, %if_end5.8 ]
  %4 = mul nuw nsw i64 %indvars.iv, 10
  %5 = shl nuw nsw i64 %indvars.iv, 3
  %6 = getelementptr inbounds float, ptr %pad_temp, i64 %4
  store float 0.000000e+00, ptr %6, align 4
  switch i64 %indvars.iv, label %if_then4.1 [
    i64 9, label %if_end5.1
    i64 0, label %if_end5.1
  ]

for_begin_i3.preheader.1:
  %indvars.iv.1 = phi i64 [ %indvars.iv.next.1, %if_end5.8.1 ], [ 0, %if_end5.8 ]
  %7 = mul nuw nsw i64 %indvars.iv.1, 10
  %8 = add nuw nsw i64 %7, 100
  %9 = shl nuw nsw i64 %indvars.iv.1, 3
  %10 = add nuw nsw i64 %9, 64
  %11 = getelementptr inbounds float, ptr %pad_temp, i64 %8
  store float 0.000000e+00, ptr %11, align 4
  switch i64 %indvars.iv.1, label %if_then4.1.1 [
    i64 9, label %if_end5.1.1
    i64 0, label %if_end5.1.1
  ]

if_then4.1.1:
  %12 = getelementptr float, ptr %image, i64 %10
  %13 = getelementptr i8, ptr %12, i64 -32
  %14 = load float, ptr %13, align 32
  br label %if_end5.1.1

if_end5.1.1:
  %15 = phi float [ %14, %if_then4.1.1 ], [ 0.000000e+00, %for_begin_i3.preheader.1 ], [ 0.000000e+00, %for_begin_i3.preheader.1 ]
  %16 = getelementptr inbounds float, ptr %pad_temp, i64 %8
  %17 = getelementptr inbounds i8, ptr %16, i64 4
  store float %15, ptr %17, align 4
  switch i64 %indvars.iv.1, label %if_then4.2.1 [
    i64 9, label %if_end5.2.1
    i64 0, label %if_end5.2.1
  ]

if_then4.2.1:
  %18 = getelementptr float, ptr %image, i64 %10
  %19 = getelementptr i8, ptr %18, i64 -28
  %20 = load float, ptr %19, align 4
  br label %if_end5.2.1

if_end5.2.1:
  %21 = phi float [ %20, %if_then4.2.1 ], [ 0.000000e+00, %if_end5.1.1 ], [ 0.000000e+00, %if_end5.1.1 ]
  %22 = getelementptr inbounds float, ptr %pad_temp, i64 %8
  %23 = getelementptr inbounds i8, ptr %22, i64 8
  store float %21, ptr %23, align 4
  switch i64 %indvars.iv.1, label %if_then4.3.1 [
    i64 9, label %if_end5.3.1
    i64 0, label %if_end5.3.1
  ]

if_then4.3.1:
  %24 = getelementptr float, ptr %image, i64 %10
  %25 = getelementptr i8, ptr %24, i64 -24
  %26 = load float, ptr %25, align 8
  br label %if_end5.3.1

if_end5.3.1:
  %27 = phi float [ %26, %if_then4.3.1 ], [ 0.000000e+00, %if_end5.2.1 ], [ 0.000000e+00, %if_end5.2.1 ]
  %28 = getelementptr inbounds float, ptr %pad_temp, i64 %8
  %29 = getelementptr inbounds i8, ptr %28, i64 12
  store float %27, ptr %29, align 4
  switch i64 %indvars.iv.1, label %if_then4.4.1 [
    i64 9, label %if_end5.4.1
    i64 0, label %if_end5.4.1
  ]

if_then4.4.1:
  %30 = getelementptr float, ptr %image, i64 %10
  %31 = getelementptr i8, ptr %30, i64 -20
  %32 = load float, ptr %31, align 4
  br label %if_end5.4.1

if_end5.4.1:
  %33 = phi float [ %32, %if_then4.4.1 ], [ 0.000000e+00, %if_end5.3.1 ], [ 0.000000e+00, %if_end5.3.1 ]
  %34 = getelementptr inbounds float, ptr %pad_temp, i64 %8
  %35 = getelementptr inbounds i8, ptr %34, i64 16
  store float %33, ptr %35, align 4
  switch i64 %indvars.iv.1, label %if_then4.5.1 [
    i64 9, label %if_end5.5.1
    i64 0, label %if_end5.5.1
  ]

if_then4.5.1:
  %36 = getelementptr float, ptr %image, i64 %10
  %37 = getelementptr i8, ptr %36, i64 -16
  %38 = load float, ptr %37, align 16
  br label %if_end5.5.1

if_end5.5.1:
  %39 = phi float [ %38, %if_then4.5.1 ], [ 0.000000e+00, %if_end5.4.1 ], [ 0.000000e+00, %if_end5.4.1 ]
  %40 = getelementptr inbounds float, ptr %pad_temp, i64 %8
  %41 = getelementptr inbounds i8, ptr %40, i64 20
  store float %39, ptr %41, align 4
  switch i64 %indvars.iv.1, label %if_then4.6.1 [
    i64 9, label %if_end5.6.1
    i64 0, label %if_end5.6.1
  ]

if_then4.6.1:
  %42 = getelementptr float, ptr %image, i64 %10
  %43 = getelementptr i8, ptr %42, i64 -12
  %44 = load float, ptr %43, align 4
  br label %if_end5.6.1

if_end5.6.1:
  %45 = phi float [ %44, %if_then4.6.1 ], [ 0.000000e+00, %if_end5.5.1 ], [ 0.000000e+00, %if_end5.5.1 ]
  %46 = getelementptr inbounds float, ptr %pad_temp, i64 %8
  %47 = getelementptr inbounds i8, ptr %46, i64 24
  store float %45, ptr %47, align 4
  switch i64 %indvars.iv.1, label %if_then4.7.1 [
    i64 9, label %if_end5.7.1
    i64 0, label %if_end5.7.1
  ]

if_then4.7.1:
  %48 = getelementptr float, ptr %image, i64 %10
  %49 = getelementptr i8, ptr %48, i64 -8
  %50 = load float, ptr %49, align 8
  br label %if_end5.7.1

if_end5.7.1:
  %51 = phi float [ %50, %if_then4.7.1 ], [ 0.000000e+00, %if_end5.6.1 ], [ 0.000000e+00, %if_end5.6.1 ]
  %52 = getelementptr inbounds float, ptr %pad_temp, i64 %8
  %53 = getelementptr inbounds i8, ptr %52, i64 28
  store float %51, ptr %53, align 4
  switch i64 %indvars.iv.1, label %if_then4.8.1 [
    i64 9, label %if_end5.8.1
    i64 0, label %if_end5.8.1
  ]

if_then4.8.1:
  %54 = getelementptr float, ptr %image, i64 %10
  %55 = getelementptr i8, ptr %54, i64 -4
  %56 = load float, ptr %55, align 4
  br label %if_end5.8.1

if_end5.8.1:
  %57 = phi float [ %56, %if_then4.8.1 ], [ 0.000000e+00, %if_end5.7.1 ], [ 0.000000e+00, %if_end5.7.1 ]
  %58 = getelementptr inbounds float, ptr %pad_temp, i64 %8
  %59 = getelementptr inbounds i8, ptr %58, i64 32
  store float %57, ptr %59, align 4
  %60 = getelementptr inbounds float, ptr %pad_temp, i64 %8
  %61 = getelementptr inbounds i8, ptr %60, i64 36
  store float 0.000000e+00, ptr %61, align 4
  %indvars.iv.next.1 = add nuw nsw i64 %indvars.iv.1, 1
  %exitcond.not.1 = icmp eq i64 %indvars.iv.next.1, 10
  br i1 %exitcond.not.1, label %for_begin_i3.preheader.2, label %for_begin_i3.preheader.1

for_begin_i3.preheader.2:
  %indvars.iv.2 = phi i64 [ %indvars.iv.next.2, %if_end5.8.2 ], [ 0, %if_end5.8.1 ]
  %62 = mul nuw nsw i64 %indvars.iv.2, 10
  %63 = add nuw nsw i64 %62, 200
  %64 = shl nuw nsw i64 %indvars.iv.2, 3
  %65 = add nuw nsw i64 %64, 128
  %66 = getelementptr inbounds float, ptr %pad_temp, i64 %63
  store float 0.000000e+00, ptr %66, align 4
  switch i64 %indvars.iv.2, label %if_then4.1.2 [
    i64 9, label %if_end5.1.2
    i64 0, label %if_end5.1.2
  ]

if_then4.1.2:
  %67 = getelementptr float, ptr %image, i64 %65
  %68 = getelementptr i8, ptr %67, i64 -32
  %69 = load float, ptr %68, align 32
  br label %if_end5.1.2

if_end5.1.2:
  %70 = phi float [ %69, %if_then4.1.2 ], [ 0.000000e+00, %for_begin_i3.preheader.2 ], [ 0.000000e+00, %for_begin_i3.preheader.2 ]
  %71 = getelementptr inbounds float, ptr %pad_temp, i64 %63
  %72 = getelementptr inbounds i8, ptr %71, i64 4
  store float %70, ptr %72, align 4
  switch i64 %indvars.iv.2, label %if_then4.2.2 [
    i64 9, label %if_end5.2.2
    i64 0, label %if_end5.2.2
  ]

if_then4.2.2:
  %73 = getelementptr float, ptr %image, i64 %65
  %74 = getelementptr i8, ptr %73, i64 -28
  %75 = load float, ptr %74, align 4
  br label %if_end5.2.2

if_end5.2.2:
  %76 = phi float [ %75, %if_then4.2.2 ], [ 0.000000e+00, %if_end5.1.2 ], [ 0.000000e+00, %if_end5.1.2 ]
  %77 = getelementptr inbounds float, ptr %pad_temp, i64 %63
  %78 = getelementptr inbounds i8, ptr %77, i64 8
  store float %76, ptr %78, align 4
  switch i64 %indvars.iv.2, label %if_then4.3.2 [
    i64 9, label %if_end5.3.2
    i64 0, label %if_end5.3.2
  ]

if_then4.3.2:
  %79 = getelementptr float, ptr %image, i64 %65
  %80 = getelementptr i8, ptr %79, i64 -24
  %81 = load float, ptr %80, align 8
  br label %if_end5.3.2

if_end5.3.2:
  %82 = phi float [ %81, %if_then4.3.2 ], [ 0.000000e+00, %if_end5.2.2 ], [ 0.000000e+00, %if_end5.2.2 ]
  %83 = getelementptr inbounds float, ptr %pad_temp, i64 %63
  %84 = getelementptr inbounds i8, ptr %83, i64 12
  store float %82, ptr %84, align 4
  switch i64 %indvars.iv.2, label %if_then4.4.2 [
    i64 9, label %if_end5.4.2
    i64 0, label %if_end5.4.2
  ]

if_then4.4.2:
  %85 = getelementptr float, ptr %image, i64 %65
  %86 = getelementptr i8, ptr %85, i64 -20
  %87 = load float, ptr %86, align 4
  br label %if_end5.4.2

if_end5.4.2:
  %88 = phi float [ %87, %if_then4.4.2 ], [ 0.000000e+00, %if_end5.3.2 ], [ 0.000000e+00, %if_end5.3.2 ]
  %89 = getelementptr inbounds float, ptr %pad_temp, i64 %63
  %90 = getelementptr inbounds i8, ptr %89, i64 16
  store float %88, ptr %90, align 4
  switch i64 %indvars.iv.2, label %if_then4.5.2 [
    i64 9, label %if_end5.5.2
    i64 0, label %if_end5.5.2
  ]

if_then4.5.2:
  %91 = getelementptr float, ptr %image, i64 %65
  %92 = getelementptr i8, ptr %91, i64 -16
  %93 = load float, ptr %92, align 16
  br label %if_end5.5.2

if_end5.5.2:
  %94 = phi float [ %93, %if_then4.5.2 ], [ 0.000000e+00, %if_end5.4.2 ], [ 0.000000e+00, %if_end5.4.2 ]
  %95 = getelementptr inbounds float, ptr %pad_temp, i64 %63
  %96 = getelementptr inbounds i8, ptr %95, i64 20
  store float %94, ptr %96, align 4
  switch i64 %indvars.iv.2, label %if_then4.6.2 [
    i64 9, label %if_end5.6.2
    i64 0, label %if_end5.6.2
  ]

if_then4.6.2:
  %97 = getelementptr float, ptr %image, i64 %65
  %98 = getelementptr i8, ptr %97, i64 -12
  %99 = load float, ptr %98, align 4
  br label %if_end5.6.2

if_end5.6.2:
  %100 = phi float [ %99, %if_then4.6.2 ], [ 0.000000e+00, %if_end5.5.2 ], [ 0.000000e+00, %if_end5.5.2 ]
  %101 = getelementptr inbounds float, ptr %pad_temp, i64 %63
  %102 = getelementptr inbounds i8, ptr %101, i64 24
  store float %100, ptr %102, align 4
  switch i64 %indvars.iv.2, label %if_then4.7.2 [
    i64 9, label %if_end5.7.2
    i64 0, label %if_end5.7.2
  ]

if_then4.7.2:
  %103 = getelementptr float, ptr %image, i64 %65
  %104 = getelementptr i8, ptr %103, i64 -8
  %105 = load float, ptr %104, align 8
  br label %if_end5.7.2

if_end5.7.2:
  %106 = phi float [ %105, %if_then4.7.2 ], [ 0.000000e+00, %if_end5.6.2 ], [ 0.000000e+00, %if_end5.6.2 ]
  %107 = getelementptr inbounds float, ptr %pad_temp, i64 %63
  %108 = getelementptr inbounds i8, ptr %107, i64 28
  store float %106, ptr %108, align 4
  switch i64 %indvars.iv.2, label %if_then4.8.2 [
    i64 9, label %if_end5.8.2
    i64 0, label %if_end5.8.2
  ]

if_then4.8.2:
  %109 = getelementptr float, ptr %image, i64 %65
  %110 = getelementptr i8, ptr %109, i64 -4
  %111 = load float, ptr %110, align 4
  br label %if_end5.8.2

if_end5.8.2:
  %112 = phi float [ %111, %if_then4.8.2 ], [ 0.000000e+00, %if_end5.7.2 ], [ 0.000000e+00, %if_end5.7.2 ]
  %113 = getelementptr inbounds float, ptr %pad_temp, i64 %63
  %114 = getelementptr inbounds i8, ptr %113, i64 32
  store float %112, ptr %114, align 4
  %115 = getelementptr inbounds float, ptr %pad_temp, i64 %63
  %116 = getelementptr inbounds i8, ptr %115, i64 36
  store float 0.000000e+00, ptr %116, align 4
  %indvars.iv.next.2 = add nuw nsw i64 %indvars.iv.2, 1
  %exitcond.not.2 = icmp eq i64 %indvars.iv.next.2, 10
  br i1 %exitcond.not.2, label %for_begin_yy.preheader, label %for_begin_i3.preheader.2

if_then4.1:
  %117 = getelementptr float, ptr %image, i64 %5
  %118 = getelementptr i8, ptr %117, i64 -32
  %119 = load float, ptr %118, align 32
  br label %if_end5.1

if_end5.1:
  %120 = phi float [ %119, %if_then4.1 ], [ 0.000000e+00, %for_begin_i3.preheader ], [ 0.000000e+00, %for_begin_i3.preheader ]
  %121 = getelementptr inbounds float, ptr %pad_temp, i64 %4
  %122 = getelementptr inbounds i8, ptr %121, i64 4
  store float %120, ptr %122, align 4
  switch i64 %indvars.iv, label %if_then4.2 [
    i64 9, label %if_end5.2
    i64 0, label %if_end5.2
  ]

if_then4.2:
  %123 = getelementptr float, ptr %image, i64 %5
  %124 = getelementptr i8, ptr %123, i64 -28
  %125 = load float, ptr %124, align 4
  br label %if_end5.2

if_end5.2:
  %126 = phi float [ %125, %if_then4.2 ], [ 0.000000e+00, %if_end5.1 ], [ 0.000000e+00, %if_end5.1 ]
  %127 = getelementptr inbounds float, ptr %pad_temp, i64 %4
  %128 = getelementptr inbounds i8, ptr %127, i64 8
  store float %126, ptr %128, align 4
  switch i64 %indvars.iv, label %if_then4.3 [
    i64 9, label %if_end5.3
    i64 0, label %if_end5.3
  ]

if_then4.3:
  %129 = getelementptr float, ptr %image, i64 %5
  %130 = getelementptr i8, ptr %129, i64 -24
  %131 = load float, ptr %130, align 8
  br label %if_end5.3

if_end5.3:
  %132 = phi float [ %131, %if_then4.3 ], [ 0.000000e+00, %if_end5.2 ], [ 0.000000e+00, %if_end5.2 ]
  %133 = getelementptr inbounds float, ptr %pad_temp, i64 %4
  %134 = getelementptr inbounds i8, ptr %133, i64 12
  store float %132, ptr %134, align 4
  switch i64 %indvars.iv, label %if_then4.4 [
    i64 9, label %if_end5.4
    i64 0, label %if_end5.4
  ]

if_then4.4:
  %135 = getelementptr float, ptr %image, i64 %5
  %136 = getelementptr i8, ptr %135, i64 -20
  %137 = load float, ptr %136, align 4
  br label %if_end5.4

if_end5.4:
  %138 = phi float [ %137, %if_then4.4 ], [ 0.000000e+00, %if_end5.3 ], [ 0.000000e+00, %if_end5.3 ]
  %139 = getelementptr inbounds float, ptr %pad_temp, i64 %4
  %140 = getelementptr inbounds i8, ptr %139, i64 16
  store float %138, ptr %140, align 4
  switch i64 %indvars.iv, label %if_then4.5 [
    i64 9, label %if_end5.5
    i64 0, label %if_end5.5
  ]

if_then4.5:
  %141 = getelementptr float, ptr %image, i64 %5
  %142 = getelementptr i8, ptr %141, i64 -16
  %143 = load float, ptr %142, align 16
  br label %if_end5.5

if_end5.5:
  %144 = phi float [ %143, %if_then4.5 ], [ 0.000000e+00, %if_end5.4 ], [ 0.000000e+00, %if_end5.4 ]
  %145 = getelementptr inbounds float, ptr %pad_temp, i64 %4
  %146 = getelementptr inbounds i8, ptr %145, i64 20
  store float %144, ptr %146, align 4
  switch i64 %indvars.iv, label %if_then4.6 [
    i64 9, label %if_end5.6
    i64 0, label %if_end5.6
  ]

if_then4.6:
  %147 = getelementptr float, ptr %image, i64 %5
  %148 = getelementptr i8, ptr %147, i64 -12
  %149 = load float, ptr %148, align 4
  br label %if_end5.6

if_end5.6:
  %150 = phi float [ %149, %if_then4.6 ], [ 0.000000e+00, %if_end5.5 ], [ 0.000000e+00, %if_end5.5 ]
  %151 = getelementptr inbounds float, ptr %pad_temp, i64 %4
  %152 = getelementptr inbounds i8, ptr %151, i64 24
  store float %150, ptr %152, align 4
  switch i64 %indvars.iv, label %if_then4.7 [
    i64 9, label %if_end5.7
    i64 0, label %if_end5.7
  ]

if_then4.7:
  %153 = getelementptr float, ptr %image, i64 %5
  %154 = getelementptr i8, ptr %153, i64 -8
  %155 = load float, ptr %154, align 8
  br label %if_end5.7

if_end5.7:
  %156 = phi float [ %155, %if_then4.7 ], [ 0.000000e+00, %if_end5.6 ], [ 0.000000e+00, %if_end5.6 ]
  %157 = getelementptr inbounds float, ptr %pad_temp, i64 %4
  %158 = getelementptr inbounds i8, ptr %157, i64 28
  store float %156, ptr %158, align 4
  switch i64 %indvars.iv, label %if_then4.8 [
    i64 9, label %if_end5.8
    i64 0, label %if_end5.8
  ]

if_then4.8:
  %159 = getelementptr float, ptr %image, i64 %5
  %160 = getelementptr i8, ptr %159, i64 -4
  %161 = load float, ptr %160, align 4
  br label %if_end5.8

if_end5.8:
  %162 = phi float [ %161, %if_then4.8 ], [ 0.000000e+00, %if_end5.7 ], [ 0.000000e+00, %if_end5.7 ]
  %163 = getelementptr inbounds float, ptr %pad_temp, i64 %4
  %164 = getelementptr inbounds i8, ptr %163, i64 32
  store float %162, ptr %164, align 4
  %165 = getelementptr inbounds float, ptr %pad_temp, i64 %4
  %166 = getelementptr inbounds i8, ptr %165, i64 36
  store float 0.000000e+00, ptr %166, align 4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 10
  br i1 %exitcond.not, label %for_begin_i3.preheader.1, label %for_begin_i3.preheader

for_begin_yy.preheader:
  %indvars.iv80 = phi i64 [ %indvars.iv.next81, %for_end_yy ], [ 0, %if_end5.8.2 ]
  %167 = mul nuw nsw i64 %indvars.iv80, 27
  %168 = getelementptr inbounds float, ptr %param_0, i64 %167
  %169 = getelementptr inbounds i8, ptr %168, i64 32
  %170 = load float, ptr %169, align 4
  %171 = getelementptr inbounds float, ptr %param_0, i64 %167
  %172 = getelementptr inbounds i8, ptr %171, i64 28
  %173 = load float, ptr %172, align 4
  %174 = getelementptr inbounds float, ptr %param_0, i64 %167
  %175 = getelementptr inbounds i8, ptr %174, i64 24
  %176 = load float, ptr %175, align 4
  %177 = getelementptr inbounds float, ptr %param_0, i64 %167
  %178 = getelementptr inbounds i8, ptr %177, i64 20
  %179 = load float, ptr %178, align 4
  %180 = getelementptr inbounds float, ptr %param_0, i64 %167
  %181 = getelementptr inbounds i8, ptr %180, i64 16
  %182 = load float, ptr %181, align 4
  %183 = getelementptr inbounds float, ptr %param_0, i64 %167
  %184 = getelementptr inbounds i8, ptr %183, i64 12
  %185 = load float, ptr %184, align 4
  %186 = getelementptr inbounds float, ptr %param_0, i64 %167
  %187 = getelementptr inbounds i8, ptr %186, i64 8
  %188 = load float, ptr %187, align 4
  %189 = getelementptr inbounds float, ptr %param_0, i64 %167
  %190 = getelementptr inbounds i8, ptr %189, i64 4
  %191 = load float, ptr %190, align 4
  %192 = getelementptr inbounds float, ptr %param_0, i64 %167
  %193 = load float, ptr %192, align 4
  %.idx110 = shl nuw nsw i64 %indvars.iv80, 8
  %invariant.gep113 = getelementptr inbounds i8, ptr %conv2d_nchw_intermediate, i64 %.idx110
  %194 = add nuw nsw i64 %167, 9
  %195 = getelementptr inbounds float, ptr %param_0, i64 %194
  %196 = getelementptr inbounds i8, ptr %195, i64 20
  %197 = load float, ptr %196, align 4
  %198 = getelementptr inbounds float, ptr %param_0, i64 %194
  %199 = getelementptr inbounds i8, ptr %198, i64 16
  %200 = load float, ptr %199, align 4
  %201 = getelementptr inbounds float, ptr %param_0, i64 %194
  %202 = getelementptr inbounds i8, ptr %201, i64 12
  %203 = load float, ptr %202, align 4
  %204 = getelementptr inbounds float, ptr %param_0, i64 %194
  %205 = getelementptr inbounds i8, ptr %204, i64 8
  %206 = load float, ptr %205, align 4
  %207 = getelementptr inbounds float, ptr %param_0, i64 %194
  %208 = getelementptr inbounds i8, ptr %207, i64 4
  %209 = load float, ptr %208, align 4
  %210 = getelementptr inbounds float, ptr %param_0, i64 %194
  %211 = load float, ptr %210, align 4
  %212 = getelementptr inbounds float, ptr %param_0, i64 %194
  %213 = getelementptr inbounds i8, ptr %212, i64 24
  %214 = load float, ptr %213, align 4
  %215 = getelementptr inbounds float, ptr %param_0, i64 %194
  %216 = getelementptr inbounds i8, ptr %215, i64 28
  %217 = load float, ptr %216, align 4
  %218 = getelementptr inbounds float, ptr %param_0, i64 %194
  %219 = getelementptr inbounds i8, ptr %218, i64 32
  %220 = load float, ptr %219, align 4
  %221 = add nuw nsw i64 %167, 18
  %222 = getelementptr inbounds float, ptr %param_0, i64 %221
  %223 = getelementptr inbounds i8, ptr %222, i64 20
  %224 = load float, ptr %223, align 4
  %225 = getelementptr inbounds float, ptr %param_0, i64 %221
  %226 = getelementptr inbounds i8, ptr %225, i64 16
  %227 = load float, ptr %226, align 4
  %228 = getelementptr inbounds float, ptr %param_0, i64 %221
  %229 = getelementptr inbounds i8, ptr %228, i64 12
  %230 = load float, ptr %229, align 4
  %231 = getelementptr inbounds float, ptr %param_0, i64 %221
  %232 = getelementptr inbounds i8, ptr %231, i64 8
  %233 = load float, ptr %232, align 4
  %234 = getelementptr inbounds float, ptr %param_0, i64 %221
  %235 = getelementptr inbounds i8, ptr %234, i64 4
  %236 = load float, ptr %235, align 4
  %237 = getelementptr inbounds float, ptr %param_0, i64 %221
  %238 = load float, ptr %237, align 4
  %239 = getelementptr inbounds float, ptr %param_0, i64 %221
  %240 = getelementptr inbounds i8, ptr %239, i64 24
  %241 = load float, ptr %240, align 4
  %242 = getelementptr inbounds float, ptr %param_0, i64 %221
  %243 = getelementptr inbounds i8, ptr %242, i64 28
  %244 = load float, ptr %243, align 4
  %245 = getelementptr inbounds float, ptr %param_0, i64 %221
  %246 = getelementptr inbounds i8, ptr %245, i64 32
  %247 = load float, ptr %246, align 4
  br label %for_begin_xx.preheader

for_begin_xx.preheader:
  %indvars.iv76 = phi i64 [ 0, %for_begin_yy.preheader ], [ %indvars.iv.next77, %for_end_xx ]
  %248 = mul nuw i64 %indvars.iv76, 10
  %249 = add nuw i64 %248, 20
  %250 = mul nuw i64 %indvars.iv76, 10
  %251 = add nuw i64 %250, 10
  %252 = mul nuw nsw i64 %indvars.iv76, 10
  %.idx = shl nuw nsw i64 %indvars.iv76, 5
  %gep = getelementptr inbounds i8, ptr %invariant.gep113, i64 %.idx
  %253 = mul nuw i64 %indvars.iv76, 10
  %254 = add nuw i64 %253, 20
  %255 = mul nuw i64 %indvars.iv76, 10
  %256 = add nuw i64 %255, 10
  %257 = mul nuw nsw i64 %indvars.iv76, 10
  %258 = mul nuw i64 %indvars.iv76, 10
  %259 = add nuw i64 %258, 20
  %260 = mul nuw i64 %indvars.iv76, 10
  %261 = add nuw i64 %260, 10
  %262 = mul nuw nsw i64 %indvars.iv76, 10
  br label %for_begin_rc.preheader

for_end_yy:
  %indvars.iv.next81 = add nuw nsw i64 %indvars.iv80, 1
  %exitcond83.not = icmp eq i64 %indvars.iv.next81, 4
  br i1 %exitcond83.not, label %for_begin_ax2.preheader, label %for_begin_yy.preheader

for_begin_rc.preheader:
  %indvars.iv71 = phi i64 [ 0, %for_begin_xx.preheader ], [ %indvars.iv.next72, %for_begin_rc.preheader ]
  %263 = add nuw nsw i64 %indvars.iv71, %249
  %264 = getelementptr inbounds float, ptr %pad_temp, i64 %263
  %265 = getelementptr inbounds i8, ptr %264, i64 8
  %266 = load float, ptr %265, align 4
  %267 = getelementptr inbounds float, ptr %pad_temp, i64 %263
  %268 = getelementptr inbounds i8, ptr %267, i64 4
  %269 = load float, ptr %268, align 4
  %270 = getelementptr inbounds float, ptr %pad_temp, i64 %263
  %271 = load float, ptr %270, align 4
  %272 = add nuw nsw i64 %indvars.iv71, %251
  %273 = getelementptr inbounds float, ptr %pad_temp, i64 %272
  %274 = getelementptr inbounds i8, ptr %273, i64 8
  %275 = load float, ptr %274, align 4
  %276 = getelementptr inbounds float, ptr %pad_temp, i64 %272
  %277 = getelementptr inbounds i8, ptr %276, i64 4
  %278 = load float, ptr %277, align 4
  %279 = getelementptr inbounds float, ptr %pad_temp, i64 %272
  %280 = load float, ptr %279, align 4
  %281 = add nuw nsw i64 %indvars.iv71, %252
  %282 = getelementptr inbounds float, ptr %pad_temp, i64 %281
  %283 = getelementptr inbounds i8, ptr %282, i64 8
  %284 = load float, ptr %283, align 4
  %285 = getelementptr inbounds float, ptr %pad_temp, i64 %281
  %286 = getelementptr inbounds i8, ptr %285, i64 4
  %287 = load float, ptr %286, align 4
  %288 = getelementptr inbounds float, ptr %pad_temp, i64 %281
  %289 = load float, ptr %288, align 4
  %290 = tail call float @llvm.fmuladd.f32(float %289, float %193, float 0.000000e+00)
  %291 = tail call float @llvm.fmuladd.f32(float %287, float %191, float %290)
  %292 = tail call float @llvm.fmuladd.f32(float %284, float %188, float %291)
  %293 = tail call float @llvm.fmuladd.f32(float %280, float %185, float %292)
  %294 = tail call float @llvm.fmuladd.f32(float %278, float %182, float %293)
  %295 = tail call float @llvm.fmuladd.f32(float %275, float %179, float %294)
  %296 = tail call float @llvm.fmuladd.f32(float %271, float %176, float %295)
  %297 = tail call float @llvm.fmuladd.f32(float %269, float %173, float %296)
  %298 = tail call float @llvm.fmuladd.f32(float %266, float %170, float %297)
  %gep112 = getelementptr inbounds float, ptr %gep, i64 %indvars.iv71
  %299 = add nuw nsw i64 %indvars.iv71, 100
  %300 = add nuw nsw i64 %299, %254
  %301 = add nuw nsw i64 %299, %256
  %302 = getelementptr inbounds float, ptr %pad_temp, i64 %301
  %303 = getelementptr inbounds i8, ptr %302, i64 8
  %304 = load float, ptr %303, align 4
  %305 = getelementptr inbounds float, ptr %pad_temp, i64 %301
  %306 = getelementptr inbounds i8, ptr %305, i64 4
  %307 = load float, ptr %306, align 4
  %308 = getelementptr inbounds float, ptr %pad_temp, i64 %301
  %309 = load float, ptr %308, align 4
  %310 = add nuw nsw i64 %299, %257
  %311 = getelementptr inbounds float, ptr %pad_temp, i64 %310
  %312 = getelementptr inbounds i8, ptr %311, i64 8
  %313 = load float, ptr %312, align 4
  %314 = getelementptr inbounds float, ptr %pad_temp, i64 %310
  %315 = getelementptr inbounds i8, ptr %314, i64 4
  %316 = load float, ptr %315, align 4
  %317 = getelementptr inbounds float, ptr %pad_temp, i64 %310
  %318 = load float, ptr %317, align 4
  %319 = tail call float @llvm.fmuladd.f32(float %318, float %211, float %298)
  %320 = tail call float @llvm.fmuladd.f32(float %316, float %209, float %319)
  %321 = tail call float @llvm.fmuladd.f32(float %313, float %206, float %320)
  %322 = tail call float @llvm.fmuladd.f32(float %309, float %203, float %321)
  %323 = tail call float @llvm.fmuladd.f32(float %307, float %200, float %322)
  %324 = tail call float @llvm.fmuladd.f32(float %304, float %197, float %323)
  %325 = getelementptr inbounds float, ptr %pad_temp, i64 %300
  %326 = load float, ptr %325, align 4
  %327 = tail call float @llvm.fmuladd.f32(float %326, float %214, float %324)
  %328 = getelementptr inbounds float, ptr %pad_temp, i64 %300
  %329 = getelementptr inbounds i8, ptr %328, i64 4
  %330 = load float, ptr %329, align 4
  %331 = tail call float @llvm.fmuladd.f32(float %330, float %217, float %327)
  %332 = getelementptr inbounds float, ptr %pad_temp, i64 %300
  %333 = getelementptr inbounds i8, ptr %332, i64 8
  %334 = load float, ptr %333, align 4
  %335 = tail call float @llvm.fmuladd.f32(float %334, float %220, float %331)
  %336 = add nuw nsw i64 %indvars.iv71, 200
  %337 = add nuw nsw i64 %336, %259
  %338 = add nuw nsw i64 %336, %261
  %339 = getelementptr inbounds float, ptr %pad_temp, i64 %338
  %340 = getelementptr inbounds i8, ptr %339, i64 8
  %341 = load float, ptr %340, align 4
  %342 = getelementptr inbounds float, ptr %pad_temp, i64 %338
  %343 = getelementptr inbounds i8, ptr %342, i64 4
  %344 = load float, ptr %343, align 4
  %345 = getelementptr inbounds float, ptr %pad_temp, i64 %338
  %346 = load float, ptr %345, align 4
  %347 = add nuw nsw i64 %336, %262
  %348 = getelementptr inbounds float, ptr %pad_temp, i64 %347
  %349 = getelementptr inbounds i8, ptr %348, i64 8
  %350 = load float, ptr %349, align 4
  %351 = getelementptr inbounds float, ptr %pad_temp, i64 %347
  %352 = getelementptr inbounds i8, ptr %351, i64 4
  %353 = load float, ptr %352, align 4
  %354 = getelementptr inbounds float, ptr %pad_temp, i64 %347
  %355 = load float, ptr %354, align 4
  %356 = tail call float @llvm.fmuladd.f32(float %355, float %238, float %335)
  %357 = tail call float @llvm.fmuladd.f32(float %353, float %236, float %356)
  %358 = tail call float @llvm.fmuladd.f32(float %350, float %233, float %357)
  %359 = tail call float @llvm.fmuladd.f32(float %346, float %230, float %358)
  %360 = tail call float @llvm.fmuladd.f32(float %344, float %227, float %359)
  %361 = tail call float @llvm.fmuladd.f32(float %341, float %224, float %360)
  %362 = getelementptr inbounds float, ptr %pad_temp, i64 %337
  %363 = load float, ptr %362, align 4
  %364 = tail call float @llvm.fmuladd.f32(float %363, float %241, float %361)
  %365 = getelementptr inbounds float, ptr %pad_temp, i64 %337
  %366 = getelementptr inbounds i8, ptr %365, i64 4
  %367 = load float, ptr %366, align 4
  %368 = tail call float @llvm.fmuladd.f32(float %367, float %244, float %364)
  %369 = getelementptr inbounds float, ptr %pad_temp, i64 %337
  %370 = getelementptr inbounds i8, ptr %369, i64 8
  %371 = load float, ptr %370, align 4
  %372 = tail call float @llvm.fmuladd.f32(float %371, float %247, float %368)
  store float %372, ptr %gep112, align 4
  %indvars.iv.next72 = add nuw nsw i64 %indvars.iv71, 1
  %exitcond75.not = icmp eq i64 %indvars.iv.next72, 8
  br i1 %exitcond75.not, label %for_end_xx, label %for_begin_rc.preheader

for_end_xx:
  %indvars.iv.next77 = add nuw nsw i64 %indvars.iv76, 1
  %exitcond79.not = icmp eq i64 %indvars.iv.next77, 8
  br i1 %exitcond79.not, label %for_end_yy, label %for_begin_xx.preheader

for_begin_ax2.preheader:
  %373 = load float, ptr %param_1, align 64
  br label %for_begin_ax3.preheader

for_begin_ax3.preheader:
  %indvars.iv89 = phi i64 [ 0, %for_begin_ax2.preheader ], [ %indvars.iv.next90, %for_begin_ax3.preheader ]
  %374 = shl nuw nsw i64 %indvars.iv89, 3
  %375 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %374
  %376 = load float, ptr %375, align 4
  %377 = fadd float %373, %376
  store float %377, ptr %375, align 4
  %378 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %374
  %379 = getelementptr inbounds i8, ptr %378, i64 4
  %380 = load float, ptr %379, align 4
  %381 = fadd float %373, %380
  store float %381, ptr %379, align 4
  %382 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %374
  %383 = getelementptr inbounds i8, ptr %382, i64 8
  %384 = load float, ptr %383, align 4
  %385 = fadd float %373, %384
  store float %385, ptr %383, align 4
  %386 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %374
  %387 = getelementptr inbounds i8, ptr %386, i64 12
  %388 = load float, ptr %387, align 4
  %389 = fadd float %373, %388
  store float %389, ptr %387, align 4
  %390 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %374
  %391 = getelementptr inbounds i8, ptr %390, i64 16
  %392 = load float, ptr %391, align 4
  %393 = fadd float %373, %392
  store float %393, ptr %391, align 4
  %394 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %374
  %395 = getelementptr inbounds i8, ptr %394, i64 20
  %396 = load float, ptr %395, align 4
  %397 = fadd float %373, %396
  store float %397, ptr %395, align 4
  %398 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %374
  %399 = getelementptr inbounds i8, ptr %398, i64 24
  %400 = load float, ptr %399, align 4
  %401 = fadd float %373, %400
  store float %401, ptr %399, align 4
  %402 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %374
  %403 = getelementptr inbounds i8, ptr %402, i64 28
  %404 = load float, ptr %403, align 4
  %405 = fadd float %373, %404
  store float %405, ptr %403, align 4
  %indvars.iv.next90 = add nuw nsw i64 %indvars.iv89, 1
  %exitcond92.not = icmp eq i64 %indvars.iv.next90, 8
  br i1 %exitcond92.not, label %for_end_ax2, label %for_begin_ax3.preheader

for_end_ax2:
  %406 = getelementptr inbounds i8, ptr %param_1, i64 4
  %407 = load float, ptr %406, align 4
  br label %for_begin_ax3.preheader.1

for_begin_ax3.preheader.1:
  %indvars.iv89.1 = phi i64 [ 0, %for_end_ax2 ], [ %indvars.iv.next90.1, %for_begin_ax3.preheader.1 ]
  %408 = shl nuw nsw i64 %indvars.iv89.1, 3
  %409 = add nuw nsw i64 %408, 64
  %410 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %409
  %411 = load float, ptr %410, align 4
  %412 = fadd float %407, %411
  store float %412, ptr %410, align 4
  %413 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %409
  %414 = getelementptr inbounds i8, ptr %413, i64 4
  %415 = load float, ptr %414, align 4
  %416 = fadd float %407, %415
  store float %416, ptr %414, align 4
  %417 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %409
  %418 = getelementptr inbounds i8, ptr %417, i64 8
  %419 = load float, ptr %418, align 4
  %420 = fadd float %407, %419
  store float %420, ptr %418, align 4
  %421 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %409
  %422 = getelementptr inbounds i8, ptr %421, i64 12
  %423 = load float, ptr %422, align 4
  %424 = fadd float %407, %423
  store float %424, ptr %422, align 4
  %425 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %409
  %426 = getelementptr inbounds i8, ptr %425, i64 16
  %427 = load float, ptr %426, align 4
  %428 = fadd float %407, %427
  store float %428, ptr %426, align 4
  %429 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %409
  %430 = getelementptr inbounds i8, ptr %429, i64 20
  %431 = load float, ptr %430, align 4
  %432 = fadd float %407, %431
  store float %432, ptr %430, align 4
  %433 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %409
  %434 = getelementptr inbounds i8, ptr %433, i64 24
  %435 = load float, ptr %434, align 4
  %436 = fadd float %407, %435
  store float %436, ptr %434, align 4
  %437 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %409
  %438 = getelementptr inbounds i8, ptr %437, i64 28
  %439 = load float, ptr %438, align 4
  %440 = fadd float %407, %439
  store float %440, ptr %438, align 4
  %indvars.iv.next90.1 = add nuw nsw i64 %indvars.iv89.1, 1
  %exitcond92.not.1 = icmp eq i64 %indvars.iv.next90.1, 8
  br i1 %exitcond92.not.1, label %for_end_ax2.1, label %for_begin_ax3.preheader.1

for_end_ax2.1:
  %441 = getelementptr inbounds i8, ptr %param_1, i64 8
  %442 = load float, ptr %441, align 8
  br label %for_begin_ax3.preheader.2

for_begin_ax3.preheader.2:
  %indvars.iv89.2 = phi i64 [ 0, %for_end_ax2.1 ], [ %indvars.iv.next90.2, %for_begin_ax3.preheader.2 ]
  %443 = shl nuw nsw i64 %indvars.iv89.2, 3
  %444 = add nuw nsw i64 %443, 128
  %445 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %444
  %446 = load float, ptr %445, align 4
  %447 = fadd float %442, %446
  store float %447, ptr %445, align 4
  %448 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %444
  %449 = getelementptr inbounds i8, ptr %448, i64 4
  %450 = load float, ptr %449, align 4
  %451 = fadd float %442, %450
  store float %451, ptr %449, align 4
  %452 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %444
  %453 = getelementptr inbounds i8, ptr %452, i64 8
  %454 = load float, ptr %453, align 4
  %455 = fadd float %442, %454
  store float %455, ptr %453, align 4
  %456 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %444
  %457 = getelementptr inbounds i8, ptr %456, i64 12
  %458 = load float, ptr %457, align 4
  %459 = fadd float %442, %458
  store float %459, ptr %457, align 4
  %460 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %444
  %461 = getelementptr inbounds i8, ptr %460, i64 16
  %462 = load float, ptr %461, align 4
  %463 = fadd float %442, %462
  store float %463, ptr %461, align 4
  %464 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %444
  %465 = getelementptr inbounds i8, ptr %464, i64 20
  %466 = load float, ptr %465, align 4
  %467 = fadd float %442, %466
  store float %467, ptr %465, align 4
  %468 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %444
  %469 = getelementptr inbounds i8, ptr %468, i64 24
  %470 = load float, ptr %469, align 4
  %471 = fadd float %442, %470
  store float %471, ptr %469, align 4
  %472 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %444
  %473 = getelementptr inbounds i8, ptr %472, i64 28
  %474 = load float, ptr %473, align 4
  %475 = fadd float %442, %474
  store float %475, ptr %473, align 4
  %indvars.iv.next90.2 = add nuw nsw i64 %indvars.iv89.2, 1
  %exitcond92.not.2 = icmp eq i64 %indvars.iv.next90.2, 8
  br i1 %exitcond92.not.2, label %for_end_ax2.2, label %for_begin_ax3.preheader.2

for_end_ax2.2:
  %476 = getelementptr inbounds i8, ptr %param_1, i64 12
  %477 = load float, ptr %476, align 4
  br label %for_begin_ax3.preheader.3

for_begin_ax3.preheader.3:
  %indvars.iv89.3 = phi i64 [ 0, %for_end_ax2.2 ], [ %indvars.iv.next90.3, %for_begin_ax3.preheader.3 ]
  %478 = shl nuw nsw i64 %indvars.iv89.3, 3
  %479 = add nuw nsw i64 %478, 192
  %480 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %479
  %481 = load float, ptr %480, align 4
  %482 = fadd float %477, %481
  store float %482, ptr %480, align 4
  %483 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %479
  %484 = getelementptr inbounds i8, ptr %483, i64 4
  %485 = load float, ptr %484, align 4
  %486 = fadd float %477, %485
  store float %486, ptr %484, align 4
  %487 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %479
  %488 = getelementptr inbounds i8, ptr %487, i64 8
  %489 = load float, ptr %488, align 4
  %490 = fadd float %477, %489
  store float %490, ptr %488, align 4
  %491 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %479
  %492 = getelementptr inbounds i8, ptr %491, i64 12
  %493 = load float, ptr %492, align 4
  %494 = fadd float %477, %493
  store float %494, ptr %492, align 4
  %495 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %479
  %496 = getelementptr inbounds i8, ptr %495, i64 16
  %497 = load float, ptr %496, align 4
  %498 = fadd float %477, %497
  store float %498, ptr %496, align 4
  %499 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %479
  %500 = getelementptr inbounds i8, ptr %499, i64 20
  %501 = load float, ptr %500, align 4
  %502 = fadd float %477, %501
  store float %502, ptr %500, align 4
  %503 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %479
  %504 = getelementptr inbounds i8, ptr %503, i64 24
  %505 = load float, ptr %504, align 4
  %506 = fadd float %477, %505
  store float %506, ptr %504, align 4
  %507 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %479
  %508 = getelementptr inbounds i8, ptr %507, i64 28
  %509 = load float, ptr %508, align 4
  %510 = fadd float %477, %509
  store float %510, ptr %508, align 4
  %indvars.iv.next90.3 = add nuw nsw i64 %indvars.iv89.3, 1
  %exitcond92.not.3 = icmp eq i64 %indvars.iv.next90.3, 8
  br i1 %exitcond92.not.3, label %for_begin_i213.preheader, label %for_begin_ax3.preheader.3

for_begin_i213.preheader:
  %indvars.iv106 = phi i64 [ %indvars.iv.next107, %for_end_i215 ], [ 0, %for_begin_ax3.preheader.3 ]
  %511 = shl nuw nsw i64 %indvars.iv106, 6
  br label %for_begin_i318.preheader

for_end_i110:
  %512 = load ptr, ptr @__TVMBackendFreeWorkspace, align 8
  %513 = tail call i32 %512(i32 1, i32 %dev_id, ptr nonnull %conv2d_nchw_intermediate)
  %.not = icmp eq i32 %513, 0
  br i1 %.not, label %if_end24, label %common.ret

for_begin_i318.preheader:
  %indvars.iv102 = phi i64 [ 0, %for_begin_i213.preheader ], [ %indvars.iv.next103, %for_begin_i318.preheader ]
  %514 = shl nuw nsw i64 %indvars.iv102, 3
  %515 = add nuw nsw i64 %514, %511
  %516 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %515
  %517 = load float, ptr %516, align 4
  %518 = fcmp ogt float %517, 0.000000e+00
  %519 = select i1 %518, float %517, float 0.000000e+00
  %520 = getelementptr inbounds float, ptr %compute_intermediate, i64 %515
  store float %519, ptr %520, align 32
  %521 = or i64 %515, 1
  %522 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %521
  %523 = load float, ptr %522, align 4
  %524 = fcmp ogt float %523, 0.000000e+00
  %525 = select i1 %524, float %523, float 0.000000e+00
  %526 = getelementptr inbounds float, ptr %compute_intermediate, i64 %521
  store float %525, ptr %526, align 4
  %527 = or i64 %515, 2
  %528 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %527
  %529 = load float, ptr %528, align 4
  %530 = fcmp ogt float %529, 0.000000e+00
  %531 = select i1 %530, float %529, float 0.000000e+00
  %532 = getelementptr inbounds float, ptr %compute_intermediate, i64 %527
  store float %531, ptr %532, align 8
  %533 = or i64 %515, 3
  %534 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %533
  %535 = load float, ptr %534, align 4
  %536 = fcmp ogt float %535, 0.000000e+00
  %537 = select i1 %536, float %535, float 0.000000e+00
  %538 = getelementptr inbounds float, ptr %compute_intermediate, i64 %533
  store float %537, ptr %538, align 4
  %539 = or i64 %515, 4
  %540 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %539
  %541 = load float, ptr %540, align 4
  %542 = fcmp ogt float %541, 0.000000e+00
  %543 = select i1 %542, float %541, float 0.000000e+00
  %544 = getelementptr inbounds float, ptr %compute_intermediate, i64 %539
  store float %543, ptr %544, align 16
  %545 = or i64 %515, 5
  %546 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %545
  %547 = load float, ptr %546, align 4
  %548 = fcmp ogt float %547, 0.000000e+00
  %549 = select i1 %548, float %547, float 0.000000e+00
  %550 = getelementptr inbounds float, ptr %compute_intermediate, i64 %545
  store float %549, ptr %550, align 4
  %551 = or i64 %515, 6
  %552 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %551
  %553 = load float, ptr %552, align 4
  %554 = fcmp ogt float %553, 0.000000e+00
  %555 = select i1 %554, float %553, float 0.000000e+00
  %556 = getelementptr inbounds float, ptr %compute_intermediate, i64 %551
  store float %555, ptr %556, align 8
  %557 = or i64 %515, 7
  %558 = getelementptr inbounds float, ptr %conv2d_nchw_intermediate, i64 %557
  %559 = load float, ptr %558, align 4
  %560 = fcmp ogt float %559, 0.000000e+00
  %561 = select i1 %560, float %559, float 0.000000e+00
  %562 = getelementptr inbounds float, ptr %compute_intermediate, i64 %557
  store float %561, ptr %562, align 4
  %indvars.iv.next103 = add nuw nsw i64 %indvars.iv102, 1
  %exitcond105.not = icmp eq i64 %indvars.iv.next103, 8
  br i1 %exitcond105.not, label %for_end_i215, label %for_begin_i318.preheader

for_end_i215:
  %indvars.iv.next107 = add nuw nsw i64 %indvars.iv106, 1
  %exitcond109.not = icmp eq i64 %indvars.iv.next107, 4
  br i1 %exitcond109.not, label %for_end_i110, label %for_begin_i213.preheader

if_end24:
  %563 = load ptr, ptr @__TVMBackendFreeWorkspace, align 8
  %564 = tail call i32 %563(i32 1, i32 %dev_id, ptr nonnull %pad_temp)
  %.not29 = icmp ne i32 %564, 0
  %. = sext i1 %.not29 to i32
  br label %common.ret
}

declare float @llvm.fmuladd.f32(float, float, float)

define internal fastcc void @fused_matmul_add1_compute_(ptr noalias readonly align 64 %lv6, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias writeonly align 64 %T_add_intermediate) unnamed_addr {
entry:
  call void @llvm.assume(i1 true) [ "align"(ptr %lv6, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %T_add_intermediate, i64 64) ]
  %0 = load float, ptr %lv6, align 64
  %1 = load float, ptr %param_0, align 64
  %2 = getelementptr inbounds i8, ptr %lv6, i64 4
  %3 = load float, ptr %2, align 4
  %4 = getelementptr inbounds i8, ptr %param_0, i64 40
  %5 = load float, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %lv6, i64 8
  %7 = load float, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %param_0, i64 80
  %9 = load float, ptr %8, align 16
  %10 = getelementptr inbounds i8, ptr %lv6, i64 12
  %11 = load float, ptr %10, align 4
  %12 = getelementptr inbounds i8, ptr %param_0, i64 120
  %13 = load float, ptr %12, align 8
  %14 = load float, ptr %lv6, align 64
  %15 = getelementptr inbounds i8, ptr %param_0, i64 4
  %16 = load float, ptr %15, align 4
  %17 = getelementptr inbounds i8, ptr %lv6, i64 4
  %18 = load float, ptr %17, align 4
  %19 = getelementptr inbounds i8, ptr %param_0, i64 44
  %20 = load float, ptr %19, align 4
  %21 = getelementptr inbounds i8, ptr %lv6, i64 8
  %22 = load float, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %param_0, i64 84
  %24 = load float, ptr %23, align 4
  %25 = getelementptr inbounds i8, ptr %lv6, i64 12
  %26 = load float, ptr %25, align 4
  %27 = getelementptr inbounds i8, ptr %param_0, i64 124
  %28 = load float, ptr %27, align 4
  %29 = load float, ptr %lv6, align 64
  %30 = getelementptr inbounds i8, ptr %param_0, i64 8
  %31 = load float, ptr %30, align 8
  %32 = getelementptr inbounds i8, ptr %lv6, i64 4
  %33 = load float, ptr %32, align 4
  %34 = getelementptr inbounds i8, ptr %param_0, i64 48
  %35 = load float, ptr %34, align 16
  %36 = getelementptr inbounds i8, ptr %lv6, i64 8
  %37 = load float, ptr %36, align 8
  %38 = getelementptr inbounds i8, ptr %param_0, i64 88
  %39 = load float, ptr %38, align 8
  %40 = getelementptr inbounds i8, ptr %lv6, i64 12
  %41 = load float, ptr %40, align 4
  %42 = getelementptr inbounds i8, ptr %param_0, i64 128
  %43 = load float, ptr %42, align 64
  %44 = load float, ptr %lv6, align 64
  %45 = getelementptr inbounds i8, ptr %param_0, i64 12
  %46 = load float, ptr %45, align 4
  %47 = getelementptr inbounds i8, ptr %lv6, i64 4
  %48 = load float, ptr %47, align 4
  %49 = getelementptr inbounds i8, ptr %param_0, i64 52
  %50 = load float, ptr %49, align 4
  %51 = getelementptr inbounds i8, ptr %lv6, i64 8
  %52 = load float, ptr %51, align 8
  %53 = getelementptr inbounds i8, ptr %param_0, i64 92
  %54 = load float, ptr %53, align 4
  %55 = getelementptr inbounds i8, ptr %lv6, i64 12
  %56 = load float, ptr %55, align 4
  %57 = getelementptr inbounds i8, ptr %param_0, i64 132
  %58 = load float, ptr %57, align 4
  %59 = load float, ptr %lv6, align 64
  %60 = getelementptr inbounds i8, ptr %param_0, i64 16
  %61 = load float, ptr %60, align 16
  %62 = getelementptr inbounds i8, ptr %lv6, i64 4
  %63 = load float, ptr %62, align 4
  %64 = getelementptr inbounds i8, ptr %param_0, i64 56
  %65 = load float, ptr %64, align 8
  %66 = getelementptr inbounds i8, ptr %lv6, i64 8
  %67 = load float, ptr %66, align 8
  %68 = getelementptr inbounds i8, ptr %param_0, i64 96
  %69 = load float, ptr %68, align 32
  %70 = getelementptr inbounds i8, ptr %lv6, i64 12
  %71 = load float, ptr %70, align 4
  %72 = getelementptr inbounds i8, ptr %param_0, i64 136
  %73 = load float, ptr %72, align 8
  %74 = load float, ptr %lv6, align 64
  %75 = getelementptr inbounds i8, ptr %param_0, i64 20
  %76 = load float, ptr %75, align 4
  %77 = getelementptr inbounds i8, ptr %lv6, i64 4
  %78 = load float, ptr %77, align 4
  %79 = getelementptr inbounds i8, ptr %param_0, i64 60
  %80 = load float, ptr %79, align 4
  %81 = getelementptr inbounds i8, ptr %lv6, i64 8
  %82 = load float, ptr %81, align 8
  %83 = getelementptr inbounds i8, ptr %param_0, i64 100
  %84 = load float, ptr %83, align 4
  %85 = getelementptr inbounds i8, ptr %lv6, i64 12
  %86 = load float, ptr %85, align 4
  %87 = getelementptr inbounds i8, ptr %param_0, i64 140
  %88 = load float, ptr %87, align 4
  %89 = load float, ptr %lv6, align 64
  %90 = getelementptr inbounds i8, ptr %param_0, i64 24
  %91 = load float, ptr %90, align 8
  %92 = getelementptr inbounds i8, ptr %lv6, i64 4
  %93 = load float, ptr %92, align 4
  %94 = getelementptr inbounds i8, ptr %param_0, i64 64
  %95 = load float, ptr %94, align 64
  %96 = getelementptr inbounds i8, ptr %lv6, i64 8
  %97 = load float, ptr %96, align 8
  %98 = getelementptr inbounds i8, ptr %param_0, i64 104
  %99 = load float, ptr %98, align 8
  %100 = getelementptr inbounds i8, ptr %lv6, i64 12
  %101 = load float, ptr %100, align 4
  %102 = getelementptr inbounds i8, ptr %param_0, i64 144
  %103 = load float, ptr %102, align 16
  %104 = load float, ptr %lv6, align 64
  %105 = getelementptr inbounds i8, ptr %param_0, i64 28
  %106 = load float, ptr %105, align 4
  %107 = getelementptr inbounds i8, ptr %lv6, i64 4
  %108 = load float, ptr %107, align 4
  %109 = getelementptr inbounds i8, ptr %param_0, i64 68
  %110 = load float, ptr %109, align 4
  %111 = getelementptr inbounds i8, ptr %lv6, i64 8
  %112 = load float, ptr %111, align 8
  %113 = getelementptr inbounds i8, ptr %param_0, i64 108
  %114 = load float, ptr %113, align 4
  %115 = getelementptr inbounds i8, ptr %lv6, i64 12
  %116 = load float, ptr %115, align 4
  %117 = getelementptr inbounds i8, ptr %param_0, i64 148
  %118 = load float, ptr %117, align 4
  %119 = load float, ptr %lv6, align 64
  %120 = getelementptr inbounds i8, ptr %param_0, i64 32
  %121 = load float, ptr %120, align 32
  %122 = getelementptr inbounds i8, ptr %lv6, i64 4
  %123 = load float, ptr %122, align 4
  %124 = getelementptr inbounds i8, ptr %param_0, i64 72
  %125 = load float, ptr %124, align 8
  %126 = getelementptr inbounds i8, ptr %lv6, i64 8
  %127 = load float, ptr %126, align 8
  %128 = getelementptr inbounds i8, ptr %param_0, i64 112
  %129 = load float, ptr %128, align 16
  %130 = getelementptr inbounds i8, ptr %lv6, i64 12
  %131 = load float, ptr %130, align 4
  %132 = getelementptr inbounds i8, ptr %param_0, i64 152
  %133 = load float, ptr %132, align 8
  %134 = getelementptr inbounds i8, ptr %param_0, i64 156
  %135 = load float, ptr %134, align 4
  %136 = getelementptr inbounds i8, ptr %lv6, i64 8
  %137 = load float, ptr %136, align 8
  %138 = getelementptr inbounds i8, ptr %param_0, i64 116
  %139 = load float, ptr %138, align 4
  %140 = getelementptr inbounds i8, ptr %lv6, i64 4
  %141 = load float, ptr %140, align 4
  %142 = getelementptr inbounds i8, ptr %param_0, i64 76
  %143 = load float, ptr %142, align 4
  %144 = load float, ptr %lv6, align 64
  %145 = getelementptr inbounds i8, ptr %param_0, i64 36
  %146 = load float, ptr %145, align 4
  %147 = tail call float @llvm.fmuladd.f32(float %144, float %146, float 0.000000e+00)
  %148 = tail call float @llvm.fmuladd.f32(float %141, float %143, float %147)
  %149 = tail call float @llvm.fmuladd.f32(float %137, float %139, float %148)
  %150 = tail call float @llvm.fmuladd.f32(float %131, float %135, float %149)
  %151 = tail call float @llvm.fmuladd.f32(float %119, float %121, float 0.000000e+00)
  %152 = tail call float @llvm.fmuladd.f32(float %123, float %125, float %151)
  %153 = tail call float @llvm.fmuladd.f32(float %127, float %129, float %152)
  %154 = tail call float @llvm.fmuladd.f32(float %131, float %133, float %153)
  %155 = tail call float @llvm.fmuladd.f32(float %104, float %106, float 0.000000e+00)
  %156 = tail call float @llvm.fmuladd.f32(float %108, float %110, float %155)
  %157 = tail call float @llvm.fmuladd.f32(float %112, float %114, float %156)
  %158 = tail call float @llvm.fmuladd.f32(float %116, float %118, float %157)
  %159 = tail call float @llvm.fmuladd.f32(float %89, float %91, float 0.000000e+00)
  %160 = tail call float @llvm.fmuladd.f32(float %93, float %95, float %159)
  %161 = tail call float @llvm.fmuladd.f32(float %97, float %99, float %160)
  %162 = tail call float @llvm.fmuladd.f32(float %101, float %103, float %161)
  %163 = tail call float @llvm.fmuladd.f32(float %74, float %76, float 0.000000e+00)
  %164 = tail call float @llvm.fmuladd.f32(float %78, float %80, float %163)
  %165 = tail call float @llvm.fmuladd.f32(float %82, float %84, float %164)
  %166 = tail call float @llvm.fmuladd.f32(float %86, float %88, float %165)
  %167 = tail call float @llvm.fmuladd.f32(float %59, float %61, float 0.000000e+00)
  %168 = tail call float @llvm.fmuladd.f32(float %63, float %65, float %167)
  %169 = tail call float @llvm.fmuladd.f32(float %67, float %69, float %168)
  %170 = tail call float @llvm.fmuladd.f32(float %71, float %73, float %169)
  %171 = tail call float @llvm.fmuladd.f32(float %44, float %46, float 0.000000e+00)
  %172 = tail call float @llvm.fmuladd.f32(float %48, float %50, float %171)
  %173 = tail call float @llvm.fmuladd.f32(float %52, float %54, float %172)
  %174 = tail call float @llvm.fmuladd.f32(float %56, float %58, float %173)
  %175 = tail call float @llvm.fmuladd.f32(float %29, float %31, float 0.000000e+00)
  %176 = tail call float @llvm.fmuladd.f32(float %33, float %35, float %175)
  %177 = tail call float @llvm.fmuladd.f32(float %37, float %39, float %176)
  %178 = tail call float @llvm.fmuladd.f32(float %41, float %43, float %177)
  %179 = tail call float @llvm.fmuladd.f32(float %14, float %16, float 0.000000e+00)
  %180 = tail call float @llvm.fmuladd.f32(float %18, float %20, float %179)
  %181 = tail call float @llvm.fmuladd.f32(float %22, float %24, float %180)
  %182 = tail call float @llvm.fmuladd.f32(float %26, float %28, float %181)
  %183 = tail call float @llvm.fmuladd.f32(float %0, float %1, float 0.000000e+00)
  %184 = tail call float @llvm.fmuladd.f32(float %3, float %5, float %183)
  %185 = tail call float @llvm.fmuladd.f32(float %7, float %9, float %184)
  %186 = tail call float @llvm.fmuladd.f32(float %11, float %13, float %185)
  %187 = load float, ptr %param_1, align 64
  %188 = fadd float %187, %186
  store float %188, ptr %T_add_intermediate, align 64
  %189 = getelementptr inbounds i8, ptr %param_1, i64 4
  %190 = load float, ptr %189, align 4
  %191 = fadd float %190, %182
  %192 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 4
  store float %191, ptr %192, align 4
  %193 = getelementptr inbounds i8, ptr %param_1, i64 8
  %194 = load float, ptr %193, align 8
  %195 = fadd float %194, %178
  %196 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 8
  store float %195, ptr %196, align 8
  %197 = getelementptr inbounds i8, ptr %param_1, i64 12
  %198 = load float, ptr %197, align 4
  %199 = fadd float %198, %174
  %200 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 12
  store float %199, ptr %200, align 4
  %201 = getelementptr inbounds i8, ptr %param_1, i64 16
  %202 = load float, ptr %201, align 16
  %203 = fadd float %202, %170
  %204 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 16
  store float %203, ptr %204, align 16
  %205 = getelementptr inbounds i8, ptr %param_1, i64 20
  %206 = load float, ptr %205, align 4
  %207 = fadd float %206, %166
  %208 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 20
  store float %207, ptr %208, align 4
  %209 = getelementptr inbounds i8, ptr %param_1, i64 24
  %210 = load float, ptr %209, align 8
  %211 = fadd float %210, %162
  %212 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 24
  store float %211, ptr %212, align 8
  %213 = getelementptr inbounds i8, ptr %param_1, i64 28
  %214 = load float, ptr %213, align 4
  %215 = fadd float %214, %158
  %216 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 28
  store float %215, ptr %216, align 4
  %217 = getelementptr inbounds i8, ptr %param_1, i64 32
  %218 = load float, ptr %217, align 32
  %219 = fadd float %218, %154
  %220 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 32
  store float %219, ptr %220, align 32
  %221 = getelementptr inbounds i8, ptr %param_1, i64 36
  %222 = load float, ptr %221, align 4
  %223 = fadd float %222, %150
  %224 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 36
  store float %223, ptr %224, align 4
  ret void
}

define internal fastcc void @max_pool2d_compute_(ptr noalias readonly align 64 %lv3, ptr noalias writeonly align 64 %pool_max) unnamed_addr {
entry:
  call void @llvm.assume(i1 true) [ "align"(ptr %lv3, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %pool_max, i64 64) ]
  br label %for_begin_ax2.preheader

for_begin_ax2.preheader:
  %indvars.iv17 = phi i64 [ 0, %entry ], [ %indvars.iv.next18, %for_end_ax2 ]
  %0 = shl nuw nsw i64 %indvars.iv17, 4
  %1 = shl nuw nsw i64 %indvars.iv17, 6
  br label %for_begin_ax3.preheader

for_end_ax1:
  ret void

for_begin_ax3.preheader:
  %indvars.iv = phi i64 [ 0, %for_begin_ax2.preheader ], [ %indvars.iv.next, %for_begin_ax3.preheader ]
  %2 = shl nuw nsw i64 %indvars.iv, 2
  %3 = add nuw nsw i64 %2, %0
  %4 = shl nuw nsw i64 %indvars.iv, 4
  %5 = add nuw nsw i64 %4, %1
  %6 = getelementptr inbounds float, ptr %pool_max, i64 %3
  %7 = getelementptr inbounds float, ptr %lv3, i64 %5
  %8 = load float, ptr %7, align 64
  %9 = fcmp olt float %8, 0xC7EFFFFFE0000000
  %10 = select i1 %9, float 0xC7EFFFFFE0000000, float %8
  %11 = getelementptr inbounds float, ptr %lv3, i64 %5
  %12 = getelementptr inbounds i8, ptr %11, i64 4
  %13 = load float, ptr %12, align 4
  %14 = fcmp ogt float %10, %13
  %15 = select i1 %14, float %10, float %13
  %16 = getelementptr inbounds float, ptr %lv3, i64 %5
  %17 = getelementptr inbounds i8, ptr %16, i64 32
  %18 = load float, ptr %17, align 32
  %19 = fcmp ogt float %15, %18
  %20 = select i1 %19, float %15, float %18
  %21 = getelementptr inbounds float, ptr %lv3, i64 %5
  %22 = getelementptr inbounds i8, ptr %21, i64 36
  %23 = load float, ptr %22, align 4
  %24 = fcmp ogt float %20, %23
  %25 = select i1 %24, float %20, float %23
  store float %25, ptr %6, align 16
  %26 = getelementptr inbounds float, ptr %pool_max, i64 %3
  %27 = getelementptr inbounds i8, ptr %26, i64 4
  %28 = getelementptr inbounds float, ptr %lv3, i64 %5
  %29 = getelementptr inbounds i8, ptr %28, i64 8
  %30 = load float, ptr %29, align 8
  %31 = fcmp olt float %30, 0xC7EFFFFFE0000000
  %32 = select i1 %31, float 0xC7EFFFFFE0000000, float %30
  %33 = getelementptr inbounds float, ptr %lv3, i64 %5
  %34 = getelementptr inbounds i8, ptr %33, i64 12
  %35 = load float, ptr %34, align 4
  %36 = fcmp ogt float %32, %35
  %37 = select i1 %36, float %32, float %35
  %38 = getelementptr inbounds float, ptr %lv3, i64 %5
  %39 = getelementptr inbounds i8, ptr %38, i64 40
  %40 = load float, ptr %39, align 8
  %41 = fcmp ogt float %37, %40
  %42 = select i1 %41, float %37, float %40
  %43 = getelementptr inbounds float, ptr %lv3, i64 %5
  %44 = getelementptr inbounds i8, ptr %43, i64 44
  %45 = load float, ptr %44, align 4
  %46 = fcmp ogt float %42, %45
  %47 = select i1 %46, float %42, float %45
  store float %47, ptr %27, align 4
  %48 = getelementptr inbounds float, ptr %pool_max, i64 %3
  %49 = getelementptr inbounds i8, ptr %48, i64 8
  %50 = getelementptr inbounds float, ptr %lv3, i64 %5
  %51 = getelementptr inbounds i8, ptr %50, i64 16
  %52 = load float, ptr %51, align 16
  %53 = fcmp olt float %52, 0xC7EFFFFFE0000000
  %54 = select i1 %53, float 0xC7EFFFFFE0000000, float %52
  %55 = getelementptr inbounds float, ptr %lv3, i64 %5
  %56 = getelementptr inbounds i8, ptr %55, i64 20
  %57 = load float, ptr %56, align 4
  %58 = fcmp ogt float %54, %57
  %59 = select i1 %58, float %54, float %57
  %60 = getelementptr inbounds float, ptr %lv3, i64 %5
  %61 = getelementptr inbounds i8, ptr %60, i64 48
  %62 = load float, ptr %61, align 16
  %63 = fcmp ogt float %59, %62
  %64 = select i1 %63, float %59, float %62
  %65 = getelementptr inbounds float, ptr %lv3, i64 %5
  %66 = getelementptr inbounds i8, ptr %65, i64 52
  %67 = load float, ptr %66, align 4
  %68 = fcmp ogt float %64, %67
  %69 = select i1 %68, float %64, float %67
  store float %69, ptr %49, align 8
  %70 = getelementptr inbounds float, ptr %pool_max, i64 %3
  %71 = getelementptr inbounds i8, ptr %70, i64 12
  %72 = getelementptr inbounds float, ptr %lv3, i64 %5
  %73 = getelementptr inbounds i8, ptr %72, i64 24
  %74 = load float, ptr %73, align 8
  %75 = fcmp olt float %74, 0xC7EFFFFFE0000000
  %76 = select i1 %75, float 0xC7EFFFFFE0000000, float %74
  %77 = getelementptr inbounds float, ptr %lv3, i64 %5
  %78 = getelementptr inbounds i8, ptr %77, i64 28
  %79 = load float, ptr %78, align 4
  %80 = fcmp ogt float %76, %79
  %81 = select i1 %80, float %76, float %79
  %82 = getelementptr inbounds float, ptr %lv3, i64 %5
  %83 = getelementptr inbounds i8, ptr %82, i64 56
  %84 = load float, ptr %83, align 8
  %85 = fcmp ogt float %81, %84
  %86 = select i1 %85, float %81, float %84
  %87 = getelementptr inbounds float, ptr %lv3, i64 %5
  %88 = getelementptr inbounds i8, ptr %87, i64 60
  %89 = load float, ptr %88, align 4
  %90 = fcmp ogt float %86, %89
  %91 = select i1 %90, float %86, float %89
  store float %91, ptr %71, align 4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 4
  br i1 %exitcond.not, label %for_end_ax2, label %for_begin_ax3.preheader

for_end_ax2:
  %indvars.iv.next18 = add nuw nsw i64 %indvars.iv17, 1
  %exitcond20.not = icmp eq i64 %indvars.iv.next18, 4
  br i1 %exitcond20.not, label %for_end_ax1, label %for_begin_ax2.preheader
}

define internal fastcc void @mean_compute_(ptr noalias readonly align 64 %lv4, ptr noalias writeonly align 64 %T_divide) unnamed_addr {
entry:
  call void @llvm.assume(i1 true) [ "align"(ptr %lv4, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %T_divide, i64 64) ]
  %0 = getelementptr inbounds i8, ptr %lv4, i64 44
  %1 = load float, ptr %0, align 4
  %2 = getelementptr inbounds i8, ptr %lv4, i64 40
  %3 = load float, ptr %2, align 8
  %4 = getelementptr inbounds i8, ptr %lv4, i64 36
  %5 = load float, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %lv4, i64 32
  %7 = load float, ptr %6, align 32
  %8 = getelementptr inbounds i8, ptr %lv4, i64 28
  %9 = load float, ptr %8, align 4
  %10 = getelementptr inbounds i8, ptr %lv4, i64 24
  %11 = load float, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %lv4, i64 20
  %13 = load float, ptr %12, align 4
  %14 = getelementptr inbounds i8, ptr %lv4, i64 16
  %15 = load float, ptr %14, align 16
  %16 = getelementptr inbounds i8, ptr %lv4, i64 12
  %17 = load float, ptr %16, align 4
  %18 = getelementptr inbounds i8, ptr %lv4, i64 8
  %19 = load float, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %lv4, i64 4
  %21 = load float, ptr %20, align 4
  %22 = load float, ptr %lv4, align 64
  %23 = getelementptr inbounds i8, ptr %lv4, i64 48
  %24 = load float, ptr %23, align 16
  %25 = getelementptr inbounds i8, ptr %lv4, i64 52
  %26 = load float, ptr %25, align 4
  %27 = getelementptr inbounds i8, ptr %lv4, i64 56
  %28 = load float, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %lv4, i64 60
  %30 = load float, ptr %29, align 4
  %31 = getelementptr inbounds i8, ptr %lv4, i64 108
  %32 = load float, ptr %31, align 4
  %33 = getelementptr inbounds i8, ptr %lv4, i64 104
  %34 = load float, ptr %33, align 8
  %35 = getelementptr inbounds i8, ptr %lv4, i64 100
  %36 = load float, ptr %35, align 4
  %37 = getelementptr inbounds i8, ptr %lv4, i64 96
  %38 = load float, ptr %37, align 32
  %39 = getelementptr inbounds i8, ptr %lv4, i64 92
  %40 = load float, ptr %39, align 4
  %41 = getelementptr inbounds i8, ptr %lv4, i64 88
  %42 = load float, ptr %41, align 8
  %43 = getelementptr inbounds i8, ptr %lv4, i64 84
  %44 = load float, ptr %43, align 4
  %45 = getelementptr inbounds i8, ptr %lv4, i64 80
  %46 = load float, ptr %45, align 16
  %47 = getelementptr inbounds i8, ptr %lv4, i64 76
  %48 = load float, ptr %47, align 4
  %49 = getelementptr inbounds i8, ptr %lv4, i64 72
  %50 = load float, ptr %49, align 8
  %51 = getelementptr inbounds i8, ptr %lv4, i64 68
  %52 = load float, ptr %51, align 4
  %53 = getelementptr inbounds i8, ptr %lv4, i64 64
  %54 = load float, ptr %53, align 64
  %55 = getelementptr inbounds i8, ptr %lv4, i64 112
  %56 = load float, ptr %55, align 16
  %57 = getelementptr inbounds i8, ptr %lv4, i64 116
  %58 = load float, ptr %57, align 4
  %59 = getelementptr inbounds i8, ptr %lv4, i64 120
  %60 = load float, ptr %59, align 8
  %61 = getelementptr inbounds i8, ptr %lv4, i64 124
  %62 = load float, ptr %61, align 4
  %63 = getelementptr inbounds i8, ptr %lv4, i64 172
  %64 = load float, ptr %63, align 4
  %65 = getelementptr inbounds i8, ptr %lv4, i64 168
  %66 = load float, ptr %65, align 8
  %67 = getelementptr inbounds i8, ptr %lv4, i64 164
  %68 = load float, ptr %67, align 4
  %69 = getelementptr inbounds i8, ptr %lv4, i64 160
  %70 = load float, ptr %69, align 32
  %71 = getelementptr inbounds i8, ptr %lv4, i64 156
  %72 = load float, ptr %71, align 4
  %73 = getelementptr inbounds i8, ptr %lv4, i64 152
  %74 = load float, ptr %73, align 8
  %75 = getelementptr inbounds i8, ptr %lv4, i64 148
  %76 = load float, ptr %75, align 4
  %77 = getelementptr inbounds i8, ptr %lv4, i64 144
  %78 = load float, ptr %77, align 16
  %79 = getelementptr inbounds i8, ptr %lv4, i64 140
  %80 = load float, ptr %79, align 4
  %81 = getelementptr inbounds i8, ptr %lv4, i64 136
  %82 = load float, ptr %81, align 8
  %83 = getelementptr inbounds i8, ptr %lv4, i64 132
  %84 = load float, ptr %83, align 4
  %85 = getelementptr inbounds i8, ptr %lv4, i64 128
  %86 = load float, ptr %85, align 64
  %87 = getelementptr inbounds i8, ptr %lv4, i64 176
  %88 = load float, ptr %87, align 16
  %89 = getelementptr inbounds i8, ptr %lv4, i64 180
  %90 = load float, ptr %89, align 4
  %91 = getelementptr inbounds i8, ptr %lv4, i64 184
  %92 = load float, ptr %91, align 8
  %93 = getelementptr inbounds i8, ptr %lv4, i64 188
  %94 = load float, ptr %93, align 4
  %95 = getelementptr inbounds i8, ptr %lv4, i64 252
  %96 = load float, ptr %95, align 4
  %97 = getelementptr inbounds i8, ptr %lv4, i64 248
  %98 = load float, ptr %97, align 8
  %99 = getelementptr inbounds i8, ptr %lv4, i64 244
  %100 = load float, ptr %99, align 4
  %101 = getelementptr inbounds i8, ptr %lv4, i64 240
  %102 = load float, ptr %101, align 16
  %103 = getelementptr inbounds i8, ptr %lv4, i64 236
  %104 = load float, ptr %103, align 4
  %105 = getelementptr inbounds i8, ptr %lv4, i64 232
  %106 = load float, ptr %105, align 8
  %107 = getelementptr inbounds i8, ptr %lv4, i64 228
  %108 = load float, ptr %107, align 4
  %109 = getelementptr inbounds i8, ptr %lv4, i64 224
  %110 = load float, ptr %109, align 32
  %111 = getelementptr inbounds i8, ptr %lv4, i64 220
  %112 = load float, ptr %111, align 4
  %113 = getelementptr inbounds i8, ptr %lv4, i64 216
  %114 = load float, ptr %113, align 8
  %115 = getelementptr inbounds i8, ptr %lv4, i64 212
  %116 = load float, ptr %115, align 4
  %117 = getelementptr inbounds i8, ptr %lv4, i64 208
  %118 = load float, ptr %117, align 16
  %119 = getelementptr inbounds i8, ptr %lv4, i64 204
  %120 = load float, ptr %119, align 4
  %121 = getelementptr inbounds i8, ptr %lv4, i64 200
  %122 = load float, ptr %121, align 8
  %123 = getelementptr inbounds i8, ptr %lv4, i64 196
  %124 = load float, ptr %123, align 4
  %125 = getelementptr inbounds i8, ptr %lv4, i64 192
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
  %143 = fadd float %86, 0.000000e+00
  %144 = fadd float %84, %143
  %145 = fadd float %82, %144
  %146 = fadd float %80, %145
  %147 = fadd float %78, %146
  %148 = fadd float %76, %147
  %149 = fadd float %74, %148
  %150 = fadd float %72, %149
  %151 = fadd float %70, %150
  %152 = fadd float %68, %151
  %153 = fadd float %66, %152
  %154 = fadd float %64, %153
  %155 = fadd float %88, %154
  %156 = fadd float %90, %155
  %157 = fadd float %92, %156
  %158 = fadd float %94, %157
  %159 = fadd float %54, 0.000000e+00
  %160 = fadd float %52, %159
  %161 = fadd float %50, %160
  %162 = fadd float %48, %161
  %163 = fadd float %46, %162
  %164 = fadd float %44, %163
  %165 = fadd float %42, %164
  %166 = fadd float %40, %165
  %167 = fadd float %38, %166
  %168 = fadd float %36, %167
  %169 = fadd float %34, %168
  %170 = fadd float %32, %169
  %171 = fadd float %56, %170
  %172 = fadd float %58, %171
  %173 = fadd float %60, %172
  %174 = fadd float %62, %173
  %175 = fadd float %22, 0.000000e+00
  %176 = fadd float %21, %175
  %177 = fadd float %19, %176
  %178 = fadd float %17, %177
  %179 = fadd float %15, %178
  %180 = fadd float %13, %179
  %181 = fadd float %11, %180
  %182 = fadd float %9, %181
  %183 = fadd float %7, %182
  %184 = fadd float %5, %183
  %185 = fadd float %3, %184
  %186 = fadd float %1, %185
  %187 = fadd float %24, %186
  %188 = fadd float %26, %187
  %189 = fadd float %28, %188
  %190 = fadd float %30, %189
  %191 = fmul float %190, 6.250000e-02
  store float %191, ptr %T_divide, align 64
  %192 = fmul float %174, 6.250000e-02
  %193 = getelementptr inbounds i8, ptr %T_divide, i64 4
  store float %192, ptr %193, align 4
  %194 = fmul float %158, 6.250000e-02
  %195 = getelementptr inbounds i8, ptr %T_divide, i64 8
  store float %194, ptr %195, align 8
  %196 = fmul float %142, 6.250000e-02
  %197 = getelementptr inbounds i8, ptr %T_divide, i64 12
  store float %196, ptr %197, align 4
  ret void
}

define internal fastcc void @reshape1_compute_(ptr noalias readonly align 64 %lv5, ptr noalias writeonly align 64 %T_reshape) unnamed_addr {
entry:
  call void @llvm.assume(i1 true) [ "align"(ptr %lv5, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %T_reshape, i64 64) ]
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 64 dereferenceable(16) %T_reshape, ptr noundef nonnull align 64 dereferenceable(16) %lv5, i64 16, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg)
