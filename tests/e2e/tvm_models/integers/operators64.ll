; Operators of the model 'integers', which tvm_models/record.py made by TVM 0.27.0.post1.

@.str = private constant [10 x i8] c"TypeError\00", align 1
@.str.1 = private constant [10 x i8] c"Expected \00", align 1
@.str.2 = private constant [2 x i8] c"2\00", align 1
@.str.3 = private constant [11 x i8] c" arguments\00", align 1
@.str.4 = private constant [19 x i8] c" when calling:\0A  `\00", align 1
@.str.5 = private constant [100 x i8] c"cast(x: Tensor([T.int64(1), T.int64(16)], int8), compute: Tensor([T.int64(1), T.int64(16)], int32))\00", align 1
@.str.6 = private constant [2 x i8] c"`\00", align 1
@.str.7 = private constant [21 x i8] c"args pointer is NULL\00", align 1
@.str.8 = private constant [30 x i8] c"Mismatched type on argument #\00", align 1
@.str.9 = private constant [2 x i8] c"0\00", align 1
@.str.10 = private constant [15 x i8] c"`,\0A  expected \00", align 1
@.str.11 = private constant [7 x i8] c"Tensor\00", align 1
@.str.12 = private constant [2 x i8] c"1\00", align 1
@.str.13 = private constant [11 x i8] c"ValueError\00", align 1
@.str.14 = private constant [12 x i8] c"Mismatched \00", align 1
@.str.15 = private constant [2 x i8] c"x\00", align 1
@.str.16 = private constant [20 x i8] c".ndim on argument #\00", align 1
@.str.17 = private constant [21 x i8] c".dtype on argument #\00", align 1
@.str.18 = private constant [5 x i8] c"int8\00", align 1
@.str.19 = private constant [27 x i8] c".device_type on argument #\00", align 1
@.str.20 = private constant [4 x i8] c"cpu\00", align 1
@.str.21 = private constant [8 x i8] c"compute\00", align 1
@.str.22 = private constant [6 x i8] c"int32\00", align 1
@.str.23 = private constant [23 x i8] c".strides on argument #\00", align 1
@.str.24 = private constant [34 x i8] c"`,\0A  expected to be compact array\00", align 1
@.str.25 = private constant [36 x i8] c" data pointer is NULL on argument #\00", align 1
@.str.26 = private constant [36 x i8] c"`,\0A  expected non-NULL data pointer\00", align 1
@.str.27 = private constant [18 x i8] c"compute.device_id\00", align 1
@.str.28 = private constant [15 x i8] c" on argument #\00", align 1
@.str.29 = private constant [24 x i8] c"`,\0A  expected to match \00", align 1
@.str.30 = private constant [12 x i8] c"x.device_id\00", align 1
@.str.31 = private constant [9 x i8] c"Invalid \00", align 1
@.str.32 = private constant [11 x i8] c"x.shape[0]\00", align 1
@.str.33 = private constant [11 x i8] c"x.shape[1]\00", align 1
@.str.34 = private constant [3 x i8] c"16\00", align 1
@.str.35 = private constant [14 x i8] c"x.byte_offset\00", align 1
@.str.36 = private constant [17 x i8] c"compute.shape[0]\00", align 1
@.str.37 = private constant [17 x i8] c"compute.shape[1]\00", align 1
@.str.38 = private constant [20 x i8] c"compute.byte_offset\00", align 1
@.str.39 = private constant [2 x i8] c"4\00", align 1
@.str.40 = private constant [237 x i8] c"fused_matmul_add_relu_divide_cast2(lv: Tensor([T.int64(1), T.int64(16)], int32), param_0: Tensor([T.int64(16), T.int64(10)], int32), param_1: Tensor([T.int64(10)], int32), compute_intermediate_1: Tensor([T.int64(1), T.int64(10)], int8))\00", align 1
@.str.41 = private constant [2 x i8] c"3\00", align 1
@.str.42 = private constant [3 x i8] c"lv\00", align 1
@.str.43 = private constant [8 x i8] c"param_0\00", align 1
@.str.44 = private constant [8 x i8] c"param_1\00", align 1
@.str.45 = private constant [23 x i8] c"compute_intermediate_1\00", align 1
@.str.46 = private constant [18 x i8] c"param_0.device_id\00", align 1
@.str.47 = private constant [13 x i8] c"lv.device_id\00", align 1
@.str.48 = private constant [18 x i8] c"param_1.device_id\00", align 1
@.str.49 = private constant [33 x i8] c"compute_intermediate_1.device_id\00", align 1
@.str.50 = private constant [12 x i8] c"lv.shape[0]\00", align 1
@.str.51 = private constant [12 x i8] c"lv.shape[1]\00", align 1
@.str.52 = private constant [15 x i8] c"lv.byte_offset\00", align 1
@.str.53 = private constant [17 x i8] c"param_0.shape[0]\00", align 1
@.str.54 = private constant [17 x i8] c"param_0.shape[1]\00", align 1
@.str.55 = private constant [3 x i8] c"10\00", align 1
@.str.56 = private constant [20 x i8] c"param_0.byte_offset\00", align 1
@.str.57 = private constant [17 x i8] c"param_1.shape[0]\00", align 1
@.str.58 = private constant [20 x i8] c"param_1.byte_offset\00", align 1
@.str.59 = private constant [32 x i8] c"compute_intermediate_1.shape[0]\00", align 1
@.str.60 = private constant [32 x i8] c"compute_intermediate_1.shape[1]\00", align 1
@.str.61 = private constant [35 x i8] c"compute_intermediate_1.byte_offset\00", align 1
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

define dllexport i32 @__tvm_ffi_cast(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %0 = icmp eq i32 %num_args, 2
  br i1 %0, label %assert_end, label %assert_fail

common.ret:
  %common.ret.op = phi i32 [ -1, %assert_fail ], [ -1, %assert_fail1 ], [ -1, %assert_fail3 ], [ -1, %assert_fail5 ], [ -1, %assert_fail10 ], [ -1, %assert_fail12 ], [ -1, %assert_fail14 ], [ -1, %assert_fail16 ], [ -1, %assert_fail18 ], [ -1, %assert_fail20 ], [ -1, %assert_fail22 ], [ -1, %assert_fail24 ], [ -1, %assert_fail28 ], [ -1, %assert_fail30 ], [ -1, %assert_fail34 ], [ -1, %assert_fail36 ], [ -1, %assert_fail38 ], [ -1, %assert_fail40 ], [ -1, %assert_fail42 ], [ -1, %assert_fail44 ], [ -1, %assert_fail46 ], [ -1, %assert_fail48 ], [ -1, %assert_fail50 ], [ 0, %assert_end51 ]
  ret i32 %common.ret.op

assert_fail:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.1, ptr nonnull @.str.2, ptr nonnull @.str.3, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.6)
  br label %common.ret

assert_end:
  %.not = icmp eq ptr %args, null
  br i1 %.not, label %assert_fail1, label %assert_end2

assert_fail1:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 4, ptr nonnull @.str.7, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.6, ptr null, ptr null)
  br label %common.ret

assert_end2:
  %x.type_index = load i32, ptr %args, align 4
  %x.type_index.fr = freeze i32 %x.type_index
  %1 = icmp sgt i32 %x.type_index.fr, 63
  br i1 %1, label %assert_end4, label %switch.early.test

switch.early.test:
  switch i32 %x.type_index.fr, label %assert_fail3 [
    i32 0, label %if_else
    i32 4, label %if_else
    i32 7, label %if_else
  ]

assert_fail3:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end4:
  %2 = icmp eq i32 %x.type_index.fr, 70
  br i1 %2, label %if_then, label %if_else

if_then:
  %3 = getelementptr inbounds i8, ptr %args, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 24
  br label %if_end

if_else:
  %6 = getelementptr inbounds i8, ptr %args, i64 8
  %7 = load ptr, ptr %6, align 8
  br label %if_end

if_end:
  %x.handle = phi ptr [ %5, %if_then ], [ %7, %if_else ]
  %8 = getelementptr inbounds i8, ptr %args, i64 16
  %compute.type_index = load i32, ptr %8, align 4
  %compute.type_index.fr = freeze i32 %compute.type_index
  %9 = icmp sgt i32 %compute.type_index.fr, 63
  br i1 %9, label %assert_end6, label %switch.early.test52

switch.early.test52:
  switch i32 %compute.type_index.fr, label %assert_fail5 [
    i32 0, label %if_else8
    i32 4, label %if_else8
    i32 7, label %if_else8
  ]

assert_fail5:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end6:
  %10 = icmp eq i32 %compute.type_index.fr, 70
  br i1 %10, label %if_then7, label %if_else8

if_then7:
  %11 = getelementptr inbounds i8, ptr %args, i64 24
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 24
  br label %if_end9

if_else8:
  %14 = getelementptr inbounds i8, ptr %args, i64 24
  %15 = load ptr, ptr %14, align 8
  br label %if_end9

if_end9:
  %compute.handle = phi ptr [ %13, %if_then7 ], [ %15, %if_else8 ]
  %.not53 = icmp eq ptr %x.handle, null
  br i1 %.not53, label %assert_fail10, label %assert_end11

assert_fail10:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end11:
  %16 = getelementptr inbounds i8, ptr %x.handle, i64 16
  %17 = load i32, ptr %16, align 4
  %18 = icmp eq i32 %17, 2
  br i1 %18, label %assert_end13, label %assert_fail12

assert_fail12:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.15, ptr nonnull @.str.16, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.2)
  br label %common.ret

assert_end13:
  %19 = getelementptr inbounds i8, ptr %x.handle, i64 22
  %20 = load i16, ptr %19, align 2
  %21 = icmp eq i16 %20, 1
  %22 = getelementptr inbounds i8, ptr %x.handle, i64 21
  %23 = load i8, ptr %22, align 1
  %24 = icmp eq i8 %23, 8
  %25 = getelementptr inbounds i8, ptr %x.handle, i64 20
  %26 = load i8, ptr %25, align 2
  %27 = icmp eq i8 %26, 0
  %28 = and i1 %24, %27
  %29 = and i1 %21, %28
  br i1 %29, label %assert_end15, label %assert_fail14

assert_fail14:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.15, ptr nonnull @.str.17, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.18)
  br label %common.ret

assert_end15:
  %30 = getelementptr inbounds i8, ptr %x.handle, i64 24
  %cast.x_shape = load ptr, ptr %30, align 8
  %31 = getelementptr inbounds i8, ptr %x.handle, i64 32
  %cast.x_strides = load ptr, ptr %31, align 8
  %32 = getelementptr inbounds i8, ptr %x.handle, i64 8
  %33 = load i32, ptr %32, align 8
  %34 = icmp eq i32 %33, 1
  br i1 %34, label %assert_end17, label %assert_fail16

assert_fail16:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.15, ptr nonnull @.str.19, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end17:
  %35 = getelementptr inbounds i8, ptr %x.handle, i64 12
  %dev_id = load i32, ptr %35, align 4
  %.not54 = icmp eq ptr %compute.handle, null
  br i1 %.not54, label %assert_fail18, label %assert_end19

assert_fail18:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end19:
  %36 = getelementptr inbounds i8, ptr %compute.handle, i64 16
  %37 = load i32, ptr %36, align 4
  %38 = icmp eq i32 %37, 2
  br i1 %38, label %assert_end21, label %assert_fail20

assert_fail20:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.21, ptr nonnull @.str.16, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.2)
  br label %common.ret

assert_end21:
  %39 = getelementptr inbounds i8, ptr %compute.handle, i64 22
  %40 = load i16, ptr %39, align 2
  %41 = icmp eq i16 %40, 1
  %42 = getelementptr inbounds i8, ptr %compute.handle, i64 21
  %43 = load i8, ptr %42, align 1
  %44 = icmp eq i8 %43, 32
  %45 = getelementptr inbounds i8, ptr %compute.handle, i64 20
  %46 = load i8, ptr %45, align 2
  %47 = icmp eq i8 %46, 0
  %48 = and i1 %44, %47
  %49 = and i1 %41, %48
  br i1 %49, label %assert_end23, label %assert_fail22

assert_fail22:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.21, ptr nonnull @.str.17, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end23:
  %50 = getelementptr inbounds i8, ptr %compute.handle, i64 24
  %cast.compute_shape = load ptr, ptr %50, align 8
  %51 = getelementptr inbounds i8, ptr %compute.handle, i64 32
  %cast.compute_strides = load ptr, ptr %51, align 8
  %52 = getelementptr inbounds i8, ptr %compute.handle, i64 8
  %53 = load i32, ptr %52, align 8
  %54 = icmp eq i32 %53, 1
  br i1 %54, label %assert_end25, label %assert_fail24

assert_fail24:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.21, ptr nonnull @.str.19, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end25:
  %.not55 = icmp eq ptr %cast.x_strides, null
  br i1 %.not55, label %if_end27, label %if_then26

if_then26:
  %55 = getelementptr inbounds i8, ptr %cast.x_strides, i64 8
  %56 = load i64, ptr %55, align 8
  %57 = icmp eq i64 %56, 1
  br i1 %57, label %if_end27, label %assert_fail28

if_end27:
  %58 = load ptr, ptr %x.handle, align 8
  %.not56 = icmp eq ptr %58, null
  br i1 %.not56, label %assert_fail30, label %assert_end31

assert_fail28:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 7, ptr nonnull @.str.14, ptr nonnull @.str.15, ptr nonnull @.str.23, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.24, ptr null)
  br label %common.ret

assert_fail30:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.13, i32 6, ptr nonnull @.str.15, ptr nonnull @.str.25, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.26)
  br label %common.ret

assert_end31:
  %.not57 = icmp eq ptr %cast.compute_strides, null
  br i1 %.not57, label %if_end33, label %if_then32

if_then32:
  %59 = getelementptr inbounds i8, ptr %cast.compute_strides, i64 8
  %60 = load i64, ptr %59, align 8
  %61 = icmp eq i64 %60, 1
  br i1 %61, label %if_end33, label %assert_fail34

if_end33:
  %62 = getelementptr inbounds i8, ptr %compute.handle, i64 12
  %63 = load i32, ptr %62, align 4
  %64 = icmp eq i32 %dev_id, %63
  br i1 %64, label %assert_end37, label %assert_fail36

assert_fail34:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 7, ptr nonnull @.str.14, ptr nonnull @.str.21, ptr nonnull @.str.23, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.24, ptr null)
  br label %common.ret

assert_fail36:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.27, ptr nonnull @.str.28, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.29, ptr nonnull @.str.30)
  br label %common.ret

assert_end37:
  %65 = load ptr, ptr %compute.handle, align 8
  %.not58 = icmp eq ptr %65, null
  br i1 %.not58, label %assert_fail38, label %assert_end39

assert_fail38:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.13, i32 6, ptr nonnull @.str.21, ptr nonnull @.str.25, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.26)
  br label %common.ret

assert_end39:
  %66 = load i64, ptr %cast.x_shape, align 8
  %67 = icmp eq i64 %66, 1
  br i1 %67, label %assert_end41, label %assert_fail40

assert_fail40:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.32, ptr nonnull @.str.28, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.12)
  br label %common.ret

assert_end41:
  %68 = getelementptr inbounds i8, ptr %cast.x_shape, i64 8
  %69 = load i64, ptr %68, align 8
  %70 = icmp eq i64 %69, 16
  br i1 %70, label %assert_end43, label %assert_fail42

assert_fail42:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.33, ptr nonnull @.str.28, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.34)
  br label %common.ret

assert_end43:
  %71 = getelementptr inbounds i8, ptr %x.handle, i64 40
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %assert_end45, label %assert_fail44

assert_fail44:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.35, ptr nonnull @.str.28, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end45:
  %74 = load i64, ptr %cast.compute_shape, align 8
  %75 = icmp eq i64 %74, 1
  br i1 %75, label %assert_end47, label %assert_fail46

assert_fail46:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.36, ptr nonnull @.str.28, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.12)
  br label %common.ret

assert_end47:
  %76 = getelementptr inbounds i8, ptr %cast.compute_shape, i64 8
  %77 = load i64, ptr %76, align 8
  %78 = icmp eq i64 %77, 16
  br i1 %78, label %assert_end49, label %assert_fail48

assert_fail48:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.37, ptr nonnull @.str.28, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.34)
  br label %common.ret

assert_end49:
  %79 = getelementptr inbounds i8, ptr %compute.handle, i64 40
  %80 = load i64, ptr %79, align 8
  %81 = icmp eq i64 %80, 0
  br i1 %81, label %assert_end51, label %assert_fail50

assert_fail50:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.38, ptr nonnull @.str.28, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end51:
  call void @llvm.assume(i1 true) [ "align"(ptr %58, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %65, i64 64) ]
  tail call fastcc void @cast_compute_(ptr nonnull %58, ptr nonnull %65)
  br label %common.ret
}

define dllexport i32 @__tvm_ffi_fused_matmul_add_relu_divide_cast2(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %0 = icmp eq i32 %num_args, 4
  br i1 %0, label %assert_end, label %assert_fail

common.ret:
  %common.ret.op = phi i32 [ -1, %assert_fail ], [ -1, %assert_fail1 ], [ -1, %assert_fail3 ], [ -1, %assert_fail5 ], [ -1, %assert_fail10 ], [ -1, %assert_fail15 ], [ -1, %assert_fail20 ], [ -1, %assert_fail22 ], [ -1, %assert_fail24 ], [ -1, %assert_fail26 ], [ -1, %assert_fail28 ], [ -1, %assert_fail30 ], [ -1, %assert_fail32 ], [ -1, %assert_fail34 ], [ -1, %assert_fail36 ], [ -1, %assert_fail38 ], [ -1, %assert_fail40 ], [ -1, %assert_fail42 ], [ -1, %assert_fail44 ], [ -1, %assert_fail46 ], [ -1, %assert_fail48 ], [ -1, %assert_fail50 ], [ -1, %assert_fail54 ], [ -1, %assert_fail56 ], [ -1, %assert_fail60 ], [ -1, %assert_fail62 ], [ -1, %assert_fail64 ], [ -1, %assert_fail68 ], [ -1, %assert_fail70 ], [ -1, %assert_fail72 ], [ -1, %assert_fail76 ], [ -1, %assert_fail78 ], [ -1, %assert_fail80 ], [ -1, %assert_fail82 ], [ -1, %assert_fail84 ], [ -1, %assert_fail86 ], [ -1, %assert_fail88 ], [ -1, %assert_fail90 ], [ -1, %assert_fail92 ], [ -1, %assert_fail94 ], [ -1, %assert_fail96 ], [ -1, %assert_fail98 ], [ -1, %assert_fail100 ], [ -1, %assert_fail102 ], [ 0, %assert_end103 ]
  ret i32 %common.ret.op

assert_fail:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.1, ptr nonnull @.str.39, ptr nonnull @.str.3, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.6)
  br label %common.ret

assert_end:
  %.not = icmp eq ptr %args, null
  br i1 %.not, label %assert_fail1, label %assert_end2

assert_fail1:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 4, ptr nonnull @.str.7, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.6, ptr null, ptr null)
  br label %common.ret

assert_end2:
  %lv.type_index = load i32, ptr %args, align 4
  %lv.type_index.fr = freeze i32 %lv.type_index
  %1 = icmp sgt i32 %lv.type_index.fr, 63
  br i1 %1, label %assert_end4, label %switch.early.test

switch.early.test:
  switch i32 %lv.type_index.fr, label %assert_fail3 [
    i32 0, label %if_else
    i32 4, label %if_else
    i32 7, label %if_else
  ]

assert_fail3:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end4:
  %2 = icmp eq i32 %lv.type_index.fr, 70
  br i1 %2, label %if_then, label %if_else

if_then:
  %3 = getelementptr inbounds i8, ptr %args, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 24
  br label %if_end

if_else:
  %6 = getelementptr inbounds i8, ptr %args, i64 8
  %7 = load ptr, ptr %6, align 8
  br label %if_end

if_end:
  %lv.handle = phi ptr [ %5, %if_then ], [ %7, %if_else ]
  %8 = getelementptr inbounds i8, ptr %args, i64 16
  %param_0.type_index = load i32, ptr %8, align 4
  %param_0.type_index.fr = freeze i32 %param_0.type_index
  %9 = icmp sgt i32 %param_0.type_index.fr, 63
  br i1 %9, label %assert_end6, label %switch.early.test104

switch.early.test104:
  switch i32 %param_0.type_index.fr, label %assert_fail5 [
    i32 0, label %if_else8
    i32 4, label %if_else8
    i32 7, label %if_else8
  ]

assert_fail5:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end6:
  %10 = icmp eq i32 %param_0.type_index.fr, 70
  br i1 %10, label %if_then7, label %if_else8

if_then7:
  %11 = getelementptr inbounds i8, ptr %args, i64 24
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 24
  br label %if_end9

if_else8:
  %14 = getelementptr inbounds i8, ptr %args, i64 24
  %15 = load ptr, ptr %14, align 8
  br label %if_end9

if_end9:
  %param_0.handle = phi ptr [ %13, %if_then7 ], [ %15, %if_else8 ]
  %16 = getelementptr inbounds i8, ptr %args, i64 32
  %param_1.type_index = load i32, ptr %16, align 4
  %param_1.type_index.fr = freeze i32 %param_1.type_index
  %17 = icmp sgt i32 %param_1.type_index.fr, 63
  br i1 %17, label %assert_end11, label %switch.early.test105

switch.early.test105:
  switch i32 %param_1.type_index.fr, label %assert_fail10 [
    i32 0, label %if_else13
    i32 4, label %if_else13
    i32 7, label %if_else13
  ]

assert_fail10:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.2, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end11:
  %18 = icmp eq i32 %param_1.type_index.fr, 70
  br i1 %18, label %if_then12, label %if_else13

if_then12:
  %19 = getelementptr inbounds i8, ptr %args, i64 40
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %20, i64 24
  br label %if_end14

if_else13:
  %22 = getelementptr inbounds i8, ptr %args, i64 40
  %23 = load ptr, ptr %22, align 8
  br label %if_end14

if_end14:
  %param_1.handle = phi ptr [ %21, %if_then12 ], [ %23, %if_else13 ]
  %24 = getelementptr inbounds i8, ptr %args, i64 48
  %compute_intermediate_1.type_index = load i32, ptr %24, align 4
  %compute_intermediate_1.type_index.fr = freeze i32 %compute_intermediate_1.type_index
  %25 = icmp sgt i32 %compute_intermediate_1.type_index.fr, 63
  br i1 %25, label %assert_end16, label %switch.early.test106

switch.early.test106:
  switch i32 %compute_intermediate_1.type_index.fr, label %assert_fail15 [
    i32 0, label %if_else18
    i32 4, label %if_else18
    i32 7, label %if_else18
  ]

assert_fail15:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.41, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end16:
  %26 = icmp eq i32 %compute_intermediate_1.type_index.fr, 70
  br i1 %26, label %if_then17, label %if_else18

if_then17:
  %27 = getelementptr inbounds i8, ptr %args, i64 56
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %28, i64 24
  br label %if_end19

if_else18:
  %30 = getelementptr inbounds i8, ptr %args, i64 56
  %31 = load ptr, ptr %30, align 8
  br label %if_end19

if_end19:
  %compute_intermediate_1.handle = phi ptr [ %29, %if_then17 ], [ %31, %if_else18 ]
  %.not107 = icmp eq ptr %lv.handle, null
  br i1 %.not107, label %assert_fail20, label %assert_end21

assert_fail20:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end21:
  %32 = getelementptr inbounds i8, ptr %lv.handle, i64 16
  %33 = load i32, ptr %32, align 4
  %34 = icmp eq i32 %33, 2
  br i1 %34, label %assert_end23, label %assert_fail22

assert_fail22:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.42, ptr nonnull @.str.16, ptr nonnull @.str.9, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.2)
  br label %common.ret

assert_end23:
  %35 = getelementptr inbounds i8, ptr %lv.handle, i64 22
  %36 = load i16, ptr %35, align 2
  %37 = icmp eq i16 %36, 1
  %38 = getelementptr inbounds i8, ptr %lv.handle, i64 21
  %39 = load i8, ptr %38, align 1
  %40 = icmp eq i8 %39, 32
  %41 = getelementptr inbounds i8, ptr %lv.handle, i64 20
  %42 = load i8, ptr %41, align 2
  %43 = icmp eq i8 %42, 0
  %44 = and i1 %40, %43
  %45 = and i1 %37, %44
  br i1 %45, label %assert_end25, label %assert_fail24

assert_fail24:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.42, ptr nonnull @.str.17, ptr nonnull @.str.9, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end25:
  %46 = getelementptr inbounds i8, ptr %lv.handle, i64 24
  %fused_matmul_add_relu_divide_cast2.lv_shape = load ptr, ptr %46, align 8
  %47 = getelementptr inbounds i8, ptr %lv.handle, i64 32
  %fused_matmul_add_relu_divide_cast2.lv_strides = load ptr, ptr %47, align 8
  %48 = getelementptr inbounds i8, ptr %lv.handle, i64 8
  %49 = load i32, ptr %48, align 8
  %50 = icmp eq i32 %49, 1
  br i1 %50, label %assert_end27, label %assert_fail26

assert_fail26:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.42, ptr nonnull @.str.19, ptr nonnull @.str.9, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end27:
  %51 = getelementptr inbounds i8, ptr %lv.handle, i64 12
  %dev_id = load i32, ptr %51, align 4
  %.not108 = icmp eq ptr %param_0.handle, null
  br i1 %.not108, label %assert_fail28, label %assert_end29

assert_fail28:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end29:
  %52 = getelementptr inbounds i8, ptr %param_0.handle, i64 16
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %53, 2
  br i1 %54, label %assert_end31, label %assert_fail30

assert_fail30:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.43, ptr nonnull @.str.16, ptr nonnull @.str.12, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.2)
  br label %common.ret

assert_end31:
  %55 = getelementptr inbounds i8, ptr %param_0.handle, i64 22
  %56 = load i16, ptr %55, align 2
  %57 = icmp eq i16 %56, 1
  %58 = getelementptr inbounds i8, ptr %param_0.handle, i64 21
  %59 = load i8, ptr %58, align 1
  %60 = icmp eq i8 %59, 32
  %61 = getelementptr inbounds i8, ptr %param_0.handle, i64 20
  %62 = load i8, ptr %61, align 2
  %63 = icmp eq i8 %62, 0
  %64 = and i1 %60, %63
  %65 = and i1 %57, %64
  br i1 %65, label %assert_end33, label %assert_fail32

assert_fail32:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.43, ptr nonnull @.str.17, ptr nonnull @.str.12, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end33:
  %66 = getelementptr inbounds i8, ptr %param_0.handle, i64 24
  %fused_matmul_add_relu_divide_cast2.param_0_shape = load ptr, ptr %66, align 8
  %67 = getelementptr inbounds i8, ptr %param_0.handle, i64 32
  %fused_matmul_add_relu_divide_cast2.param_0_strides = load ptr, ptr %67, align 8
  %68 = getelementptr inbounds i8, ptr %param_0.handle, i64 8
  %69 = load i32, ptr %68, align 8
  %70 = icmp eq i32 %69, 1
  br i1 %70, label %assert_end35, label %assert_fail34

assert_fail34:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.43, ptr nonnull @.str.19, ptr nonnull @.str.12, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end35:
  %.not109 = icmp eq ptr %param_1.handle, null
  br i1 %.not109, label %assert_fail36, label %assert_end37

assert_fail36:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.2, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end37:
  %71 = getelementptr inbounds i8, ptr %param_1.handle, i64 16
  %72 = load i32, ptr %71, align 4
  %73 = icmp eq i32 %72, 1
  br i1 %73, label %assert_end39, label %assert_fail38

assert_fail38:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.44, ptr nonnull @.str.16, ptr nonnull @.str.2, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.12)
  br label %common.ret

assert_end39:
  %74 = getelementptr inbounds i8, ptr %param_1.handle, i64 22
  %75 = load i16, ptr %74, align 2
  %76 = icmp eq i16 %75, 1
  %77 = getelementptr inbounds i8, ptr %param_1.handle, i64 21
  %78 = load i8, ptr %77, align 1
  %79 = icmp eq i8 %78, 32
  %80 = getelementptr inbounds i8, ptr %param_1.handle, i64 20
  %81 = load i8, ptr %80, align 2
  %82 = icmp eq i8 %81, 0
  %83 = and i1 %79, %82
  %84 = and i1 %76, %83
  br i1 %84, label %assert_end41, label %assert_fail40

assert_fail40:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.44, ptr nonnull @.str.17, ptr nonnull @.str.2, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end41:
  %85 = getelementptr inbounds i8, ptr %param_1.handle, i64 24
  %fused_matmul_add_relu_divide_cast2.param_1_shape = load ptr, ptr %85, align 8
  %86 = getelementptr inbounds i8, ptr %param_1.handle, i64 32
  %fused_matmul_add_relu_divide_cast2.param_1_strides = load ptr, ptr %86, align 8
  %87 = getelementptr inbounds i8, ptr %param_1.handle, i64 8
  %88 = load i32, ptr %87, align 8
  %89 = icmp eq i32 %88, 1
  br i1 %89, label %assert_end43, label %assert_fail42

assert_fail42:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.44, ptr nonnull @.str.19, ptr nonnull @.str.2, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end43:
  %.not110 = icmp eq ptr %compute_intermediate_1.handle, null
  br i1 %.not110, label %assert_fail44, label %assert_end45

assert_fail44:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.41, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end45:
  %90 = getelementptr inbounds i8, ptr %compute_intermediate_1.handle, i64 16
  %91 = load i32, ptr %90, align 4
  %92 = icmp eq i32 %91, 2
  br i1 %92, label %assert_end47, label %assert_fail46

assert_fail46:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.45, ptr nonnull @.str.16, ptr nonnull @.str.41, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.2)
  br label %common.ret

assert_end47:
  %93 = getelementptr inbounds i8, ptr %compute_intermediate_1.handle, i64 22
  %94 = load i16, ptr %93, align 2
  %95 = icmp eq i16 %94, 1
  %96 = getelementptr inbounds i8, ptr %compute_intermediate_1.handle, i64 21
  %97 = load i8, ptr %96, align 1
  %98 = icmp eq i8 %97, 8
  %99 = getelementptr inbounds i8, ptr %compute_intermediate_1.handle, i64 20
  %100 = load i8, ptr %99, align 2
  %101 = icmp eq i8 %100, 0
  %102 = and i1 %98, %101
  %103 = and i1 %95, %102
  br i1 %103, label %assert_end49, label %assert_fail48

assert_fail48:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.45, ptr nonnull @.str.17, ptr nonnull @.str.41, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.18)
  br label %common.ret

assert_end49:
  %104 = getelementptr inbounds i8, ptr %compute_intermediate_1.handle, i64 24
  %fused_matmul_add_relu_divide_cast2.compute_intermediate_1_shape = load ptr, ptr %104, align 8
  %105 = getelementptr inbounds i8, ptr %compute_intermediate_1.handle, i64 32
  %fused_matmul_add_relu_divide_cast2.compute_intermediate_1_strides = load ptr, ptr %105, align 8
  %106 = getelementptr inbounds i8, ptr %compute_intermediate_1.handle, i64 8
  %107 = load i32, ptr %106, align 8
  %108 = icmp eq i32 %107, 1
  br i1 %108, label %assert_end51, label %assert_fail50

assert_fail50:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.45, ptr nonnull @.str.19, ptr nonnull @.str.41, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end51:
  %.not111 = icmp eq ptr %fused_matmul_add_relu_divide_cast2.lv_strides, null
  br i1 %.not111, label %if_end53, label %if_then52

if_then52:
  %109 = getelementptr inbounds i8, ptr %fused_matmul_add_relu_divide_cast2.lv_strides, i64 8
  %110 = load i64, ptr %109, align 8
  %111 = icmp eq i64 %110, 1
  br i1 %111, label %if_end53, label %assert_fail54

if_end53:
  %112 = load ptr, ptr %lv.handle, align 8
  %.not112 = icmp eq ptr %112, null
  br i1 %.not112, label %assert_fail56, label %assert_end57

assert_fail54:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 7, ptr nonnull @.str.14, ptr nonnull @.str.42, ptr nonnull @.str.23, ptr nonnull @.str.9, ptr nonnull @.str.40, ptr nonnull @.str.24, ptr null)
  br label %common.ret

assert_fail56:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.13, i32 6, ptr nonnull @.str.42, ptr nonnull @.str.25, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.26)
  br label %common.ret

assert_end57:
  %.not113 = icmp eq ptr %fused_matmul_add_relu_divide_cast2.param_0_strides, null
  br i1 %.not113, label %if_end59, label %if_then58

if_then58:
  %113 = load i64, ptr %fused_matmul_add_relu_divide_cast2.param_0_strides, align 8
  %114 = icmp eq i64 %113, 10
  %115 = getelementptr inbounds i8, ptr %fused_matmul_add_relu_divide_cast2.param_0_strides, i64 8
  %116 = load i64, ptr %115, align 8
  %117 = icmp eq i64 %116, 1
  %118 = and i1 %114, %117
  br i1 %118, label %if_end59, label %assert_fail60

if_end59:
  %119 = getelementptr inbounds i8, ptr %param_0.handle, i64 12
  %120 = load i32, ptr %119, align 4
  %121 = icmp eq i32 %dev_id, %120
  br i1 %121, label %assert_end63, label %assert_fail62

assert_fail60:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 7, ptr nonnull @.str.14, ptr nonnull @.str.43, ptr nonnull @.str.23, ptr nonnull @.str.12, ptr nonnull @.str.40, ptr nonnull @.str.24, ptr null)
  br label %common.ret

assert_fail62:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.46, ptr nonnull @.str.28, ptr nonnull @.str.12, ptr nonnull @.str.40, ptr nonnull @.str.29, ptr nonnull @.str.47)
  br label %common.ret

assert_end63:
  %122 = load ptr, ptr %param_0.handle, align 8
  %.not114 = icmp eq ptr %122, null
  br i1 %.not114, label %assert_fail64, label %assert_end65

assert_fail64:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.13, i32 6, ptr nonnull @.str.43, ptr nonnull @.str.25, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.26)
  br label %common.ret

assert_end65:
  %.not115 = icmp eq ptr %fused_matmul_add_relu_divide_cast2.param_1_strides, null
  br i1 %.not115, label %if_end67, label %if_then66

if_then66:
  %123 = load i64, ptr %fused_matmul_add_relu_divide_cast2.param_1_strides, align 8
  %124 = icmp eq i64 %123, 1
  br i1 %124, label %if_end67, label %assert_fail68

if_end67:
  %125 = getelementptr inbounds i8, ptr %param_1.handle, i64 12
  %126 = load i32, ptr %125, align 4
  %127 = icmp eq i32 %dev_id, %126
  br i1 %127, label %assert_end71, label %assert_fail70

assert_fail68:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 7, ptr nonnull @.str.14, ptr nonnull @.str.44, ptr nonnull @.str.23, ptr nonnull @.str.2, ptr nonnull @.str.40, ptr nonnull @.str.24, ptr null)
  br label %common.ret

assert_fail70:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.48, ptr nonnull @.str.28, ptr nonnull @.str.2, ptr nonnull @.str.40, ptr nonnull @.str.29, ptr nonnull @.str.47)
  br label %common.ret

assert_end71:
  %128 = load ptr, ptr %param_1.handle, align 8
  %.not116 = icmp eq ptr %128, null
  br i1 %.not116, label %assert_fail72, label %assert_end73

assert_fail72:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.13, i32 6, ptr nonnull @.str.44, ptr nonnull @.str.25, ptr nonnull @.str.2, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.26)
  br label %common.ret

assert_end73:
  %.not117 = icmp eq ptr %fused_matmul_add_relu_divide_cast2.compute_intermediate_1_strides, null
  br i1 %.not117, label %if_end75, label %if_then74

if_then74:
  %129 = getelementptr inbounds i8, ptr %fused_matmul_add_relu_divide_cast2.compute_intermediate_1_strides, i64 8
  %130 = load i64, ptr %129, align 8
  %131 = icmp eq i64 %130, 1
  br i1 %131, label %if_end75, label %assert_fail76

if_end75:
  %132 = getelementptr inbounds i8, ptr %compute_intermediate_1.handle, i64 12
  %133 = load i32, ptr %132, align 4
  %134 = icmp eq i32 %dev_id, %133
  br i1 %134, label %assert_end79, label %assert_fail78

assert_fail76:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 7, ptr nonnull @.str.14, ptr nonnull @.str.45, ptr nonnull @.str.23, ptr nonnull @.str.41, ptr nonnull @.str.40, ptr nonnull @.str.24, ptr null)
  br label %common.ret

assert_fail78:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.28, ptr nonnull @.str.41, ptr nonnull @.str.40, ptr nonnull @.str.29, ptr nonnull @.str.47)
  br label %common.ret

assert_end79:
  %135 = load ptr, ptr %compute_intermediate_1.handle, align 8
  %.not118 = icmp eq ptr %135, null
  br i1 %.not118, label %assert_fail80, label %assert_end81

assert_fail80:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.13, i32 6, ptr nonnull @.str.45, ptr nonnull @.str.25, ptr nonnull @.str.41, ptr nonnull @.str.4, ptr nonnull @.str.40, ptr nonnull @.str.26)
  br label %common.ret

assert_end81:
  %136 = load i64, ptr %fused_matmul_add_relu_divide_cast2.lv_shape, align 8
  %137 = icmp eq i64 %136, 1
  br i1 %137, label %assert_end83, label %assert_fail82

assert_fail82:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.50, ptr nonnull @.str.28, ptr nonnull @.str.9, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.12)
  br label %common.ret

assert_end83:
  %138 = getelementptr inbounds i8, ptr %fused_matmul_add_relu_divide_cast2.lv_shape, i64 8
  %139 = load i64, ptr %138, align 8
  %140 = icmp eq i64 %139, 16
  br i1 %140, label %assert_end85, label %assert_fail84

assert_fail84:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.51, ptr nonnull @.str.28, ptr nonnull @.str.9, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.34)
  br label %common.ret

assert_end85:
  %141 = getelementptr inbounds i8, ptr %lv.handle, i64 40
  %142 = load i64, ptr %141, align 8
  %143 = icmp eq i64 %142, 0
  br i1 %143, label %assert_end87, label %assert_fail86

assert_fail86:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.52, ptr nonnull @.str.28, ptr nonnull @.str.9, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end87:
  %144 = load i64, ptr %fused_matmul_add_relu_divide_cast2.param_0_shape, align 8
  %145 = icmp eq i64 %144, 16
  br i1 %145, label %assert_end89, label %assert_fail88

assert_fail88:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.53, ptr nonnull @.str.28, ptr nonnull @.str.12, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.34)
  br label %common.ret

assert_end89:
  %146 = getelementptr inbounds i8, ptr %fused_matmul_add_relu_divide_cast2.param_0_shape, i64 8
  %147 = load i64, ptr %146, align 8
  %148 = icmp eq i64 %147, 10
  br i1 %148, label %assert_end91, label %assert_fail90

assert_fail90:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.54, ptr nonnull @.str.28, ptr nonnull @.str.12, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.55)
  br label %common.ret

assert_end91:
  %149 = getelementptr inbounds i8, ptr %param_0.handle, i64 40
  %150 = load i64, ptr %149, align 8
  %151 = icmp eq i64 %150, 0
  br i1 %151, label %assert_end93, label %assert_fail92

assert_fail92:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.56, ptr nonnull @.str.28, ptr nonnull @.str.12, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end93:
  %152 = load i64, ptr %fused_matmul_add_relu_divide_cast2.param_1_shape, align 8
  %153 = icmp eq i64 %152, 10
  br i1 %153, label %assert_end95, label %assert_fail94

assert_fail94:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.57, ptr nonnull @.str.28, ptr nonnull @.str.2, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.55)
  br label %common.ret

assert_end95:
  %154 = getelementptr inbounds i8, ptr %param_1.handle, i64 40
  %155 = load i64, ptr %154, align 8
  %156 = icmp eq i64 %155, 0
  br i1 %156, label %assert_end97, label %assert_fail96

assert_fail96:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.58, ptr nonnull @.str.28, ptr nonnull @.str.2, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end97:
  %157 = load i64, ptr %fused_matmul_add_relu_divide_cast2.compute_intermediate_1_shape, align 8
  %158 = icmp eq i64 %157, 1
  br i1 %158, label %assert_end99, label %assert_fail98

assert_fail98:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.59, ptr nonnull @.str.28, ptr nonnull @.str.41, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.12)
  br label %common.ret

assert_end99:
  %159 = getelementptr inbounds i8, ptr %fused_matmul_add_relu_divide_cast2.compute_intermediate_1_shape, i64 8
  %160 = load i64, ptr %159, align 8
  %161 = icmp eq i64 %160, 10
  br i1 %161, label %assert_end101, label %assert_fail100

assert_fail100:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.60, ptr nonnull @.str.28, ptr nonnull @.str.41, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.55)
  br label %common.ret

assert_end101:
  %162 = getelementptr inbounds i8, ptr %compute_intermediate_1.handle, i64 40
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %163, 0
  br i1 %164, label %assert_end103, label %assert_fail102

assert_fail102:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.13, i32 8, ptr nonnull @.str.31, ptr nonnull @.str.61, ptr nonnull @.str.28, ptr nonnull @.str.41, ptr nonnull @.str.40, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end103:
  call void @llvm.assume(i1 true) [ "align"(ptr %112, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %122, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %128, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %135, i64 64) ]
  tail call fastcc void @fused_matmul_add_relu_divide_cast2_compute_(ptr nonnull %112, ptr nonnull %122, ptr nonnull %128, ptr nonnull %135)
  br label %common.ret
}

define internal fastcc void @__tvm_set_raised_6(ptr %0, i32 %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7) unnamed_addr {
entry:
  %8 = alloca [6 x ptr], align 8
  store ptr %2, ptr %8, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 8
  store ptr %3, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %8, i64 16
  store ptr %4, ptr %10, align 8
  %11 = getelementptr inbounds i8, ptr %8, i64 24
  store ptr %5, ptr %11, align 8
  %12 = getelementptr inbounds i8, ptr %8, i64 32
  store ptr %6, ptr %12, align 8
  %13 = getelementptr inbounds i8, ptr %8, i64 40
  store ptr %7, ptr %13, align 8
  call void @TVMFFIErrorSetRaisedFromCStrParts(ptr %0, ptr nonnull %8, i32 %1)
  ret void
}

declare void @TVMFFIErrorSetRaisedFromCStrParts(ptr, ptr, i32) local_unnamed_addr

define internal fastcc void @__tvm_set_raised_12(ptr %0, i32 %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7, ptr %8) unnamed_addr {
entry:
  %9 = alloca [12 x ptr], align 8
  store ptr %2, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %9, i64 8
  store ptr %3, ptr %10, align 8
  %11 = getelementptr inbounds i8, ptr %9, i64 16
  store ptr %4, ptr %11, align 8
  %12 = getelementptr inbounds i8, ptr %9, i64 24
  store ptr %5, ptr %12, align 8
  %13 = getelementptr inbounds i8, ptr %9, i64 32
  store ptr @.str.4, ptr %13, align 8
  %14 = getelementptr inbounds i8, ptr %9, i64 40
  store ptr %6, ptr %14, align 8
  %15 = getelementptr inbounds i8, ptr %9, i64 48
  store ptr %7, ptr %15, align 8
  %16 = getelementptr inbounds i8, ptr %9, i64 56
  store ptr %8, ptr %16, align 8
  %17 = getelementptr inbounds i8, ptr %9, i64 64
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %17, i8 0, i64 32, i1 false)
  call void @TVMFFIErrorSetRaisedFromCStrParts(ptr %0, ptr nonnull %9, i32 %1)
  ret void
}

declare void @llvm.assume(i1 noundef)

define internal fastcc void @cast_compute_(ptr noalias readonly align 64 %x, ptr noalias writeonly align 64 %compute) unnamed_addr {
entry:
  call void @llvm.assume(i1 true) [ "align"(ptr %x, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %compute, i64 64) ]
  %0 = load i8, ptr %x, align 64
  %1 = sext i8 %0 to i32
  store i32 %1, ptr %compute, align 64
  %2 = getelementptr inbounds i8, ptr %x, i64 1
  %3 = load i8, ptr %2, align 1
  %4 = sext i8 %3 to i32
  %5 = getelementptr inbounds i8, ptr %compute, i64 4
  store i32 %4, ptr %5, align 4
  %6 = getelementptr inbounds i8, ptr %x, i64 2
  %7 = load i8, ptr %6, align 2
  %8 = sext i8 %7 to i32
  %9 = getelementptr inbounds i8, ptr %compute, i64 8
  store i32 %8, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %x, i64 3
  %11 = load i8, ptr %10, align 1
  %12 = sext i8 %11 to i32
  %13 = getelementptr inbounds i8, ptr %compute, i64 12
  store i32 %12, ptr %13, align 4
  %14 = getelementptr inbounds i8, ptr %x, i64 4
  %15 = load i8, ptr %14, align 4
  %16 = sext i8 %15 to i32
  %17 = getelementptr inbounds i8, ptr %compute, i64 16
  store i32 %16, ptr %17, align 16
  %18 = getelementptr inbounds i8, ptr %x, i64 5
  %19 = load i8, ptr %18, align 1
  %20 = sext i8 %19 to i32
  %21 = getelementptr inbounds i8, ptr %compute, i64 20
  store i32 %20, ptr %21, align 4
  %22 = getelementptr inbounds i8, ptr %x, i64 6
  %23 = load i8, ptr %22, align 2
  %24 = sext i8 %23 to i32
  %25 = getelementptr inbounds i8, ptr %compute, i64 24
  store i32 %24, ptr %25, align 8
  %26 = getelementptr inbounds i8, ptr %x, i64 7
  %27 = load i8, ptr %26, align 1
  %28 = sext i8 %27 to i32
  %29 = getelementptr inbounds i8, ptr %compute, i64 28
  store i32 %28, ptr %29, align 4
  %30 = getelementptr inbounds i8, ptr %x, i64 8
  %31 = load i8, ptr %30, align 8
  %32 = sext i8 %31 to i32
  %33 = getelementptr inbounds i8, ptr %compute, i64 32
  store i32 %32, ptr %33, align 32
  %34 = getelementptr inbounds i8, ptr %x, i64 9
  %35 = load i8, ptr %34, align 1
  %36 = sext i8 %35 to i32
  %37 = getelementptr inbounds i8, ptr %compute, i64 36
  store i32 %36, ptr %37, align 4
  %38 = getelementptr inbounds i8, ptr %x, i64 10
  %39 = load i8, ptr %38, align 2
  %40 = sext i8 %39 to i32
  %41 = getelementptr inbounds i8, ptr %compute, i64 40
  store i32 %40, ptr %41, align 8
  %42 = getelementptr inbounds i8, ptr %x, i64 11
  %43 = load i8, ptr %42, align 1
  %44 = sext i8 %43 to i32
  %45 = getelementptr inbounds i8, ptr %compute, i64 44
  store i32 %44, ptr %45, align 4
  %46 = getelementptr inbounds i8, ptr %x, i64 12
  %47 = load i8, ptr %46, align 4
  %48 = sext i8 %47 to i32
  %49 = getelementptr inbounds i8, ptr %compute, i64 48
  store i32 %48, ptr %49, align 16
  %50 = getelementptr inbounds i8, ptr %x, i64 13
  %51 = load i8, ptr %50, align 1
  %52 = sext i8 %51 to i32
  %53 = getelementptr inbounds i8, ptr %compute, i64 52
  store i32 %52, ptr %53, align 4
  %54 = getelementptr inbounds i8, ptr %x, i64 14
  %55 = load i8, ptr %54, align 2
  %56 = sext i8 %55 to i32
  %57 = getelementptr inbounds i8, ptr %compute, i64 56
  store i32 %56, ptr %57, align 8
  %58 = getelementptr inbounds i8, ptr %x, i64 15
  %59 = load i8, ptr %58, align 1
  %60 = sext i8 %59 to i32
  %61 = getelementptr inbounds i8, ptr %compute, i64 60
  store i32 %60, ptr %61, align 4
  ret void
}

define internal fastcc void @fused_matmul_add_relu_divide_cast2_compute_(ptr noalias readonly align 64 %lv, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias writeonly align 64 %compute_intermediate_1) unnamed_addr {
entry:
  %matmul_intermediate16 = alloca [10 x i32], align 16
  call void @llvm.assume(i1 true) [ "align"(ptr %lv, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate_1, i64 64) ]
  %0 = load i32, ptr %lv, align 64
  %1 = getelementptr inbounds i8, ptr %lv, i64 4
  %2 = load i32, ptr %1, align 4
  %3 = getelementptr inbounds i8, ptr %lv, i64 8
  %4 = load i32, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %lv, i64 12
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %lv, i64 16
  %8 = load i32, ptr %7, align 16
  %9 = getelementptr inbounds i8, ptr %lv, i64 20
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds i8, ptr %lv, i64 24
  %12 = load i32, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %lv, i64 28
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds i8, ptr %lv, i64 32
  %16 = load i32, ptr %15, align 32
  %17 = getelementptr inbounds i8, ptr %lv, i64 36
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds i8, ptr %lv, i64 40
  %20 = load i32, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %lv, i64 44
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds i8, ptr %lv, i64 48
  %24 = load i32, ptr %23, align 16
  %25 = getelementptr inbounds i8, ptr %lv, i64 52
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds i8, ptr %lv, i64 56
  %28 = load i32, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %lv, i64 60
  %30 = load i32, ptr %29, align 4
  br label %for_begin_k.preheader

for_begin_k.preheader:
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for_begin_k.preheader ]
  %31 = getelementptr inbounds i32, ptr %matmul_intermediate16, i64 %indvars.iv
  %32 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %33 = load i32, ptr %32, align 4
  %34 = mul nsw i32 %0, %33
  %35 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %36 = getelementptr inbounds i8, ptr %35, i64 40
  %37 = load i32, ptr %36, align 4
  %38 = mul nsw i32 %2, %37
  %39 = add nsw i32 %34, %38
  %40 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %41 = getelementptr inbounds i8, ptr %40, i64 80
  %42 = load i32, ptr %41, align 4
  %43 = mul nsw i32 %4, %42
  %44 = add nsw i32 %39, %43
  %45 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %46 = getelementptr inbounds i8, ptr %45, i64 120
  %47 = load i32, ptr %46, align 4
  %48 = mul nsw i32 %6, %47
  %49 = add nsw i32 %44, %48
  %50 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %51 = getelementptr inbounds i8, ptr %50, i64 160
  %52 = load i32, ptr %51, align 4
  %53 = mul nsw i32 %8, %52
  %54 = add nsw i32 %49, %53
  %55 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %56 = getelementptr inbounds i8, ptr %55, i64 200
  %57 = load i32, ptr %56, align 4
  %58 = mul nsw i32 %10, %57
  %59 = add nsw i32 %54, %58
  %60 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %61 = getelementptr inbounds i8, ptr %60, i64 240
  %62 = load i32, ptr %61, align 4
  %63 = mul nsw i32 %12, %62
  %64 = add nsw i32 %59, %63
  %65 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %66 = getelementptr inbounds i8, ptr %65, i64 280
  %67 = load i32, ptr %66, align 4
  %68 = mul nsw i32 %14, %67
  %69 = add nsw i32 %64, %68
  %70 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %71 = getelementptr inbounds i8, ptr %70, i64 320
  %72 = load i32, ptr %71, align 4
  %73 = mul nsw i32 %16, %72
  %74 = add nsw i32 %69, %73
  %75 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %76 = getelementptr inbounds i8, ptr %75, i64 360
  %77 = load i32, ptr %76, align 4
  %78 = mul nsw i32 %18, %77
  %79 = add nsw i32 %74, %78
  %80 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %81 = getelementptr inbounds i8, ptr %80, i64 400
  %82 = load i32, ptr %81, align 4
  %83 = mul nsw i32 %20, %82
  %84 = add nsw i32 %79, %83
  %85 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %86 = getelementptr inbounds i8, ptr %85, i64 440
  %87 = load i32, ptr %86, align 4
  %88 = mul nsw i32 %22, %87
  %89 = add nsw i32 %84, %88
  %90 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %91 = getelementptr inbounds i8, ptr %90, i64 480
  %92 = load i32, ptr %91, align 4
  %93 = mul nsw i32 %24, %92
  %94 = add nsw i32 %89, %93
  %95 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %96 = getelementptr inbounds i8, ptr %95, i64 520
  %97 = load i32, ptr %96, align 4
  %98 = mul nsw i32 %26, %97
  %99 = add nsw i32 %94, %98
  %100 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %101 = getelementptr inbounds i8, ptr %100, i64 560
  %102 = load i32, ptr %101, align 4
  %103 = mul nsw i32 %28, %102
  %104 = add nsw i32 %99, %103
  %105 = getelementptr inbounds i32, ptr %param_0, i64 %indvars.iv
  %106 = getelementptr inbounds i8, ptr %105, i64 600
  %107 = load i32, ptr %106, align 4
  %108 = mul nsw i32 %30, %107
  %109 = add nsw i32 %104, %108
  store i32 %109, ptr %31, align 4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 10
  br i1 %exitcond.not, label %for_body_ax1, label %for_begin_k.preheader

for_body_ax1:
  %110 = load i32, ptr %param_1, align 64
  %111 = load i32, ptr %matmul_intermediate16, align 16
  %112 = add nsw i32 %111, %110
  store i32 %112, ptr %matmul_intermediate16, align 16
  %113 = getelementptr inbounds i8, ptr %param_1, i64 4
  %114 = load i32, ptr %113, align 4
  %115 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 4
  %116 = load i32, ptr %115, align 4
  %117 = add nsw i32 %116, %114
  store i32 %117, ptr %115, align 4
  %118 = getelementptr inbounds i8, ptr %param_1, i64 8
  %119 = load i32, ptr %118, align 8
  %120 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 8
  %121 = load i32, ptr %120, align 8
  %122 = add nsw i32 %121, %119
  store i32 %122, ptr %120, align 8
  %123 = getelementptr inbounds i8, ptr %param_1, i64 12
  %124 = load i32, ptr %123, align 4
  %125 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 12
  %126 = load i32, ptr %125, align 4
  %127 = add nsw i32 %126, %124
  store i32 %127, ptr %125, align 4
  %128 = getelementptr inbounds i8, ptr %param_1, i64 16
  %129 = load i32, ptr %128, align 16
  %130 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 16
  %131 = load i32, ptr %130, align 16
  %132 = add nsw i32 %131, %129
  store i32 %132, ptr %130, align 16
  %133 = getelementptr inbounds i8, ptr %param_1, i64 20
  %134 = load i32, ptr %133, align 4
  %135 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 20
  %136 = load i32, ptr %135, align 4
  %137 = add nsw i32 %136, %134
  store i32 %137, ptr %135, align 4
  %138 = getelementptr inbounds i8, ptr %param_1, i64 24
  %139 = load i32, ptr %138, align 8
  %140 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 24
  %141 = load i32, ptr %140, align 8
  %142 = add nsw i32 %141, %139
  store i32 %142, ptr %140, align 8
  %143 = getelementptr inbounds i8, ptr %param_1, i64 28
  %144 = load i32, ptr %143, align 4
  %145 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 28
  %146 = load i32, ptr %145, align 4
  %147 = add nsw i32 %146, %144
  store i32 %147, ptr %145, align 4
  %148 = getelementptr inbounds i8, ptr %param_1, i64 32
  %149 = load i32, ptr %148, align 32
  %150 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 32
  %151 = load i32, ptr %150, align 16
  %152 = add nsw i32 %151, %149
  store i32 %152, ptr %150, align 16
  %153 = getelementptr inbounds i8, ptr %param_1, i64 36
  %154 = load i32, ptr %153, align 4
  %155 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 36
  %156 = load i32, ptr %155, align 4
  %157 = add nsw i32 %156, %154
  store i32 %157, ptr %155, align 4
  %158 = load i32, ptr %matmul_intermediate16, align 16
  %159 = tail call i32 @llvm.smax.i32(i32 %158, i32 0)
  store i32 %159, ptr %matmul_intermediate16, align 16
  %160 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 4
  %161 = load i32, ptr %160, align 4
  %162 = tail call i32 @llvm.smax.i32(i32 %161, i32 0)
  store i32 %162, ptr %160, align 4
  %163 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 8
  %164 = load i32, ptr %163, align 8
  %165 = tail call i32 @llvm.smax.i32(i32 %164, i32 0)
  store i32 %165, ptr %163, align 8
  %166 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 12
  %167 = load i32, ptr %166, align 4
  %168 = tail call i32 @llvm.smax.i32(i32 %167, i32 0)
  store i32 %168, ptr %166, align 4
  %169 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 16
  %170 = load i32, ptr %169, align 16
  %171 = tail call i32 @llvm.smax.i32(i32 %170, i32 0)
  store i32 %171, ptr %169, align 16
  %172 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 20
  %173 = load i32, ptr %172, align 4
  %174 = tail call i32 @llvm.smax.i32(i32 %173, i32 0)
  store i32 %174, ptr %172, align 4
  %175 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 24
  %176 = load i32, ptr %175, align 8
  %177 = tail call i32 @llvm.smax.i32(i32 %176, i32 0)
  store i32 %177, ptr %175, align 8
  %178 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 28
  %179 = load i32, ptr %178, align 4
  %180 = tail call i32 @llvm.smax.i32(i32 %179, i32 0)
  store i32 %180, ptr %178, align 4
  %181 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 32
  %182 = load i32, ptr %181, align 16
  %183 = tail call i32 @llvm.smax.i32(i32 %182, i32 0)
  store i32 %183, ptr %181, align 16
  %184 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 36
  %185 = load i32, ptr %184, align 4
  %186 = tail call i32 @llvm.smax.i32(i32 %185, i32 0)
  store i32 %186, ptr %184, align 4
  %187 = load i32, ptr %matmul_intermediate16, align 16
  %188 = sdiv i32 %187, 4096
  store i32 %188, ptr %matmul_intermediate16, align 16
  %189 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 4
  %190 = load i32, ptr %189, align 4
  %191 = sdiv i32 %190, 4096
  store i32 %191, ptr %189, align 4
  %192 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 8
  %193 = load i32, ptr %192, align 8
  %194 = sdiv i32 %193, 4096
  store i32 %194, ptr %192, align 8
  %195 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 12
  %196 = load i32, ptr %195, align 4
  %197 = sdiv i32 %196, 4096
  store i32 %197, ptr %195, align 4
  %198 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 16
  %199 = load i32, ptr %198, align 16
  %200 = sdiv i32 %199, 4096
  store i32 %200, ptr %198, align 16
  %201 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 20
  %202 = load i32, ptr %201, align 4
  %203 = sdiv i32 %202, 4096
  store i32 %203, ptr %201, align 4
  %204 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 24
  %205 = load i32, ptr %204, align 8
  %206 = sdiv i32 %205, 4096
  store i32 %206, ptr %204, align 8
  %207 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 28
  %208 = load i32, ptr %207, align 4
  %209 = sdiv i32 %208, 4096
  store i32 %209, ptr %207, align 4
  %210 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 32
  %211 = load i32, ptr %210, align 16
  %212 = sdiv i32 %211, 4096
  store i32 %212, ptr %210, align 16
  %213 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 36
  %214 = load i32, ptr %213, align 4
  %215 = sdiv i32 %214, 4096
  store i32 %215, ptr %213, align 4
  %216 = load i32, ptr %matmul_intermediate16, align 16
  %217 = trunc i32 %216 to i8
  store i8 %217, ptr %compute_intermediate_1, align 64
  %218 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 4
  %219 = load i32, ptr %218, align 4
  %220 = trunc i32 %219 to i8
  %221 = getelementptr inbounds i8, ptr %compute_intermediate_1, i64 1
  store i8 %220, ptr %221, align 1
  %222 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 8
  %223 = load i32, ptr %222, align 8
  %224 = trunc i32 %223 to i8
  %225 = getelementptr inbounds i8, ptr %compute_intermediate_1, i64 2
  store i8 %224, ptr %225, align 2
  %226 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 12
  %227 = load i32, ptr %226, align 4
  %228 = trunc i32 %227 to i8
  %229 = getelementptr inbounds i8, ptr %compute_intermediate_1, i64 3
  store i8 %228, ptr %229, align 1
  %230 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 16
  %231 = load i32, ptr %230, align 16
  %232 = trunc i32 %231 to i8
  %233 = getelementptr inbounds i8, ptr %compute_intermediate_1, i64 4
  store i8 %232, ptr %233, align 4
  %234 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 20
  %235 = load i32, ptr %234, align 4
  %236 = trunc i32 %235 to i8
  %237 = getelementptr inbounds i8, ptr %compute_intermediate_1, i64 5
  store i8 %236, ptr %237, align 1
  %238 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 24
  %239 = load i32, ptr %238, align 8
  %240 = trunc i32 %239 to i8
  %241 = getelementptr inbounds i8, ptr %compute_intermediate_1, i64 6
  store i8 %240, ptr %241, align 2
  %242 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 28
  %243 = load i32, ptr %242, align 4
  %244 = trunc i32 %243 to i8
  %245 = getelementptr inbounds i8, ptr %compute_intermediate_1, i64 7
  store i8 %244, ptr %245, align 1
  %246 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 32
  %247 = load i32, ptr %246, align 16
  %248 = trunc i32 %247 to i8
  %249 = getelementptr inbounds i8, ptr %compute_intermediate_1, i64 8
  store i8 %248, ptr %249, align 8
  %250 = getelementptr inbounds i8, ptr %matmul_intermediate16, i64 36
  %251 = load i32, ptr %250, align 4
  %252 = trunc i32 %251 to i8
  %253 = getelementptr inbounds i8, ptr %compute_intermediate_1, i64 9
  store i8 %252, ptr %253, align 1
  ret void
}

declare i32 @llvm.smax.i32(i32, i32)

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg)
