; Operators of the model 'mlp', which tvm_models/record.py made by TVM 0.27.0.post1.

@.str = private constant [10 x i8] c"TypeError\00", align 1
@.str.1 = private constant [10 x i8] c"Expected \00", align 1
@.str.2 = private constant [2 x i8] c"4\00", align 1
@.str.3 = private constant [11 x i8] c" arguments\00", align 1
@.str.4 = private constant [19 x i8] c" when calling:\0A  `\00", align 1
@.str.5 = private constant [224 x i8] c"fused_matmul1_add1(lv2: Tensor([T.int64(1), T.int64(32)], float32), param_0: Tensor([T.int64(32), T.int64(4)], float32), param_1: Tensor([T.int64(4)], float32), T_add_intermediate: Tensor([T.int64(1), T.int64(4)], float32))\00", align 1
@.str.6 = private constant [2 x i8] c"`\00", align 1
@.str.7 = private constant [21 x i8] c"args pointer is NULL\00", align 1
@.str.8 = private constant [30 x i8] c"Mismatched type on argument #\00", align 1
@.str.9 = private constant [2 x i8] c"0\00", align 1
@.str.10 = private constant [15 x i8] c"`,\0A  expected \00", align 1
@.str.11 = private constant [7 x i8] c"Tensor\00", align 1
@.str.12 = private constant [2 x i8] c"1\00", align 1
@.str.13 = private constant [2 x i8] c"2\00", align 1
@.str.14 = private constant [2 x i8] c"3\00", align 1
@.str.15 = private constant [11 x i8] c"ValueError\00", align 1
@.str.16 = private constant [12 x i8] c"Mismatched \00", align 1
@.str.17 = private constant [4 x i8] c"lv2\00", align 1
@.str.18 = private constant [20 x i8] c".ndim on argument #\00", align 1
@.str.19 = private constant [21 x i8] c".dtype on argument #\00", align 1
@.str.20 = private constant [8 x i8] c"float32\00", align 1
@.str.21 = private constant [27 x i8] c".device_type on argument #\00", align 1
@.str.22 = private constant [4 x i8] c"cpu\00", align 1
@.str.23 = private constant [8 x i8] c"param_0\00", align 1
@.str.24 = private constant [8 x i8] c"param_1\00", align 1
@.str.25 = private constant [19 x i8] c"T_add_intermediate\00", align 1
@.str.26 = private constant [23 x i8] c".strides on argument #\00", align 1
@.str.27 = private constant [34 x i8] c"`,\0A  expected to be compact array\00", align 1
@.str.28 = private constant [36 x i8] c" data pointer is NULL on argument #\00", align 1
@.str.29 = private constant [36 x i8] c"`,\0A  expected non-NULL data pointer\00", align 1
@.str.30 = private constant [18 x i8] c"param_0.device_id\00", align 1
@.str.31 = private constant [15 x i8] c" on argument #\00", align 1
@.str.32 = private constant [24 x i8] c"`,\0A  expected to match \00", align 1
@.str.33 = private constant [14 x i8] c"lv2.device_id\00", align 1
@.str.34 = private constant [18 x i8] c"param_1.device_id\00", align 1
@.str.35 = private constant [29 x i8] c"T_add_intermediate.device_id\00", align 1
@.str.36 = private constant [9 x i8] c"Invalid \00", align 1
@.str.37 = private constant [13 x i8] c"lv2.shape[0]\00", align 1
@.str.38 = private constant [13 x i8] c"lv2.shape[1]\00", align 1
@.str.39 = private constant [3 x i8] c"32\00", align 1
@.str.40 = private constant [16 x i8] c"lv2.byte_offset\00", align 1
@.str.41 = private constant [17 x i8] c"param_0.shape[0]\00", align 1
@.str.42 = private constant [17 x i8] c"param_0.shape[1]\00", align 1
@.str.43 = private constant [20 x i8] c"param_0.byte_offset\00", align 1
@.str.44 = private constant [17 x i8] c"param_1.shape[0]\00", align 1
@.str.45 = private constant [20 x i8] c"param_1.byte_offset\00", align 1
@.str.46 = private constant [28 x i8] c"T_add_intermediate.shape[0]\00", align 1
@.str.47 = private constant [28 x i8] c"T_add_intermediate.shape[1]\00", align 1
@.str.48 = private constant [31 x i8] c"T_add_intermediate.byte_offset\00", align 1
@.str.49 = private constant [230 x i8] c"fused_matmul_add_relu(x: Tensor([T.int64(1), T.int64(16)], float32), param_0: Tensor([T.int64(16), T.int64(32)], float32), param_1: Tensor([T.int64(32)], float32), compute_intermediate: Tensor([T.int64(1), T.int64(32)], float32))\00", align 1
@.str.50 = private constant [2 x i8] c"x\00", align 1
@.str.51 = private constant [21 x i8] c"compute_intermediate\00", align 1
@.str.52 = private constant [12 x i8] c"x.device_id\00", align 1
@.str.53 = private constant [31 x i8] c"compute_intermediate.device_id\00", align 1
@.str.54 = private constant [11 x i8] c"x.shape[0]\00", align 1
@.str.55 = private constant [11 x i8] c"x.shape[1]\00", align 1
@.str.56 = private constant [3 x i8] c"16\00", align 1
@.str.57 = private constant [14 x i8] c"x.byte_offset\00", align 1
@.str.58 = private constant [30 x i8] c"compute_intermediate.shape[0]\00", align 1
@.str.59 = private constant [30 x i8] c"compute_intermediate.shape[1]\00", align 1
@.str.60 = private constant [33 x i8] c"compute_intermediate.byte_offset\00", align 1
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

define dllexport i32 @__tvm_ffi_fused_matmul1_add1(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %0 = icmp eq i32 %num_args, 4
  br i1 %0, label %assert_end, label %assert_fail

common.ret:
  %common.ret.op = phi i32 [ -1, %assert_fail ], [ -1, %assert_fail1 ], [ -1, %assert_fail3 ], [ -1, %assert_fail5 ], [ -1, %assert_fail10 ], [ -1, %assert_fail15 ], [ -1, %assert_fail20 ], [ -1, %assert_fail22 ], [ -1, %assert_fail24 ], [ -1, %assert_fail26 ], [ -1, %assert_fail28 ], [ -1, %assert_fail30 ], [ -1, %assert_fail32 ], [ -1, %assert_fail34 ], [ -1, %assert_fail36 ], [ -1, %assert_fail38 ], [ -1, %assert_fail40 ], [ -1, %assert_fail42 ], [ -1, %assert_fail44 ], [ -1, %assert_fail46 ], [ -1, %assert_fail48 ], [ -1, %assert_fail50 ], [ -1, %assert_fail54 ], [ -1, %assert_fail56 ], [ -1, %assert_fail60 ], [ -1, %assert_fail62 ], [ -1, %assert_fail64 ], [ -1, %assert_fail68 ], [ -1, %assert_fail70 ], [ -1, %assert_fail72 ], [ -1, %assert_fail76 ], [ -1, %assert_fail78 ], [ -1, %assert_fail80 ], [ -1, %assert_fail82 ], [ -1, %assert_fail84 ], [ -1, %assert_fail86 ], [ -1, %assert_fail88 ], [ -1, %assert_fail90 ], [ -1, %assert_fail92 ], [ -1, %assert_fail94 ], [ -1, %assert_fail96 ], [ -1, %assert_fail98 ], [ -1, %assert_fail100 ], [ -1, %assert_fail102 ], [ 0, %assert_end103 ]
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
  %lv2.type_index = load i32, ptr %args, align 4
  %lv2.type_index.fr = freeze i32 %lv2.type_index
  %1 = icmp sgt i32 %lv2.type_index.fr, 63
  br i1 %1, label %assert_end4, label %switch.early.test

switch.early.test:
  switch i32 %lv2.type_index.fr, label %assert_fail3 [
    i32 0, label %if_else
    i32 4, label %if_else
    i32 7, label %if_else
  ]

assert_fail3:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end4:
  %2 = icmp eq i32 %lv2.type_index.fr, 70
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
  %lv2.handle = phi ptr [ %5, %if_then ], [ %7, %if_else ]
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
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
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
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.13, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
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
  %T_add_intermediate.type_index = load i32, ptr %24, align 4
  %T_add_intermediate.type_index.fr = freeze i32 %T_add_intermediate.type_index
  %25 = icmp sgt i32 %T_add_intermediate.type_index.fr, 63
  br i1 %25, label %assert_end16, label %switch.early.test106

switch.early.test106:
  switch i32 %T_add_intermediate.type_index.fr, label %assert_fail15 [
    i32 0, label %if_else18
    i32 4, label %if_else18
    i32 7, label %if_else18
  ]

assert_fail15:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.14, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end16:
  %26 = icmp eq i32 %T_add_intermediate.type_index.fr, 70
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
  %T_add_intermediate.handle = phi ptr [ %29, %if_then17 ], [ %31, %if_else18 ]
  %.not107 = icmp eq ptr %lv2.handle, null
  br i1 %.not107, label %assert_fail20, label %assert_end21

assert_fail20:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end21:
  %32 = getelementptr inbounds i8, ptr %lv2.handle, i64 16
  %33 = load i32, ptr %32, align 4
  %34 = icmp eq i32 %33, 2
  br i1 %34, label %assert_end23, label %assert_fail22

assert_fail22:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.17, ptr nonnull @.str.18, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.13)
  br label %common.ret

assert_end23:
  %35 = getelementptr inbounds i8, ptr %lv2.handle, i64 22
  %36 = load i16, ptr %35, align 2
  %37 = icmp eq i16 %36, 1
  %38 = getelementptr inbounds i8, ptr %lv2.handle, i64 21
  %39 = load i8, ptr %38, align 1
  %40 = icmp eq i8 %39, 32
  %41 = getelementptr inbounds i8, ptr %lv2.handle, i64 20
  %42 = load i8, ptr %41, align 2
  %43 = icmp eq i8 %42, 2
  %44 = and i1 %40, %43
  %45 = and i1 %37, %44
  br i1 %45, label %assert_end25, label %assert_fail24

assert_fail24:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.17, ptr nonnull @.str.19, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end25:
  %46 = getelementptr inbounds i8, ptr %lv2.handle, i64 24
  %fused_matmul1_add1.lv2_shape = load ptr, ptr %46, align 8
  %47 = getelementptr inbounds i8, ptr %lv2.handle, i64 32
  %fused_matmul1_add1.lv2_strides = load ptr, ptr %47, align 8
  %48 = getelementptr inbounds i8, ptr %lv2.handle, i64 8
  %49 = load i32, ptr %48, align 8
  %50 = icmp eq i32 %49, 1
  br i1 %50, label %assert_end27, label %assert_fail26

assert_fail26:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.17, ptr nonnull @.str.21, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end27:
  %51 = getelementptr inbounds i8, ptr %lv2.handle, i64 12
  %dev_id = load i32, ptr %51, align 4
  %.not108 = icmp eq ptr %param_0.handle, null
  br i1 %.not108, label %assert_fail28, label %assert_end29

assert_fail28:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end29:
  %52 = getelementptr inbounds i8, ptr %param_0.handle, i64 16
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %53, 2
  br i1 %54, label %assert_end31, label %assert_fail30

assert_fail30:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.18, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.13)
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
  %63 = icmp eq i8 %62, 2
  %64 = and i1 %60, %63
  %65 = and i1 %57, %64
  br i1 %65, label %assert_end33, label %assert_fail32

assert_fail32:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.19, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end33:
  %66 = getelementptr inbounds i8, ptr %param_0.handle, i64 24
  %fused_matmul1_add1.param_0_shape = load ptr, ptr %66, align 8
  %67 = getelementptr inbounds i8, ptr %param_0.handle, i64 32
  %fused_matmul1_add1.param_0_strides = load ptr, ptr %67, align 8
  %68 = getelementptr inbounds i8, ptr %param_0.handle, i64 8
  %69 = load i32, ptr %68, align 8
  %70 = icmp eq i32 %69, 1
  br i1 %70, label %assert_end35, label %assert_fail34

assert_fail34:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.21, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end35:
  %.not109 = icmp eq ptr %param_1.handle, null
  br i1 %.not109, label %assert_fail36, label %assert_end37

assert_fail36:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.13, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end37:
  %71 = getelementptr inbounds i8, ptr %param_1.handle, i64 16
  %72 = load i32, ptr %71, align 4
  %73 = icmp eq i32 %72, 1
  br i1 %73, label %assert_end39, label %assert_fail38

assert_fail38:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.18, ptr nonnull @.str.13, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.12)
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
  %82 = icmp eq i8 %81, 2
  %83 = and i1 %79, %82
  %84 = and i1 %76, %83
  br i1 %84, label %assert_end41, label %assert_fail40

assert_fail40:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.19, ptr nonnull @.str.13, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end41:
  %85 = getelementptr inbounds i8, ptr %param_1.handle, i64 24
  %fused_matmul1_add1.param_1_shape = load ptr, ptr %85, align 8
  %86 = getelementptr inbounds i8, ptr %param_1.handle, i64 32
  %fused_matmul1_add1.param_1_strides = load ptr, ptr %86, align 8
  %87 = getelementptr inbounds i8, ptr %param_1.handle, i64 8
  %88 = load i32, ptr %87, align 8
  %89 = icmp eq i32 %88, 1
  br i1 %89, label %assert_end43, label %assert_fail42

assert_fail42:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.21, ptr nonnull @.str.13, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end43:
  %.not110 = icmp eq ptr %T_add_intermediate.handle, null
  br i1 %.not110, label %assert_fail44, label %assert_end45

assert_fail44:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.14, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end45:
  %90 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i64 16
  %91 = load i32, ptr %90, align 4
  %92 = icmp eq i32 %91, 2
  br i1 %92, label %assert_end47, label %assert_fail46

assert_fail46:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.25, ptr nonnull @.str.18, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.13)
  br label %common.ret

assert_end47:
  %93 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i64 22
  %94 = load i16, ptr %93, align 2
  %95 = icmp eq i16 %94, 1
  %96 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i64 21
  %97 = load i8, ptr %96, align 1
  %98 = icmp eq i8 %97, 32
  %99 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i64 20
  %100 = load i8, ptr %99, align 2
  %101 = icmp eq i8 %100, 2
  %102 = and i1 %98, %101
  %103 = and i1 %95, %102
  br i1 %103, label %assert_end49, label %assert_fail48

assert_fail48:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.25, ptr nonnull @.str.19, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end49:
  %104 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i64 24
  %fused_matmul1_add1.T_add_intermediate_shape = load ptr, ptr %104, align 8
  %105 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i64 32
  %fused_matmul1_add1.T_add_intermediate_strides = load ptr, ptr %105, align 8
  %106 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i64 8
  %107 = load i32, ptr %106, align 8
  %108 = icmp eq i32 %107, 1
  br i1 %108, label %assert_end51, label %assert_fail50

assert_fail50:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.25, ptr nonnull @.str.21, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end51:
  %.not111 = icmp eq ptr %fused_matmul1_add1.lv2_strides, null
  br i1 %.not111, label %if_end53, label %if_then52

if_then52:
  %109 = getelementptr inbounds i8, ptr %fused_matmul1_add1.lv2_strides, i64 8
  %110 = load i64, ptr %109, align 8
  %111 = icmp eq i64 %110, 1
  br i1 %111, label %if_end53, label %assert_fail54

if_end53:
  %112 = load ptr, ptr %lv2.handle, align 8
  %.not112 = icmp eq ptr %112, null
  br i1 %.not112, label %assert_fail56, label %assert_end57

assert_fail54:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 7, ptr nonnull @.str.16, ptr nonnull @.str.17, ptr nonnull @.str.26, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.27, ptr null)
  br label %common.ret

assert_fail56:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.15, i32 6, ptr nonnull @.str.17, ptr nonnull @.str.28, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.29)
  br label %common.ret

assert_end57:
  %.not113 = icmp eq ptr %fused_matmul1_add1.param_0_strides, null
  br i1 %.not113, label %if_end59, label %if_then58

if_then58:
  %113 = load i64, ptr %fused_matmul1_add1.param_0_strides, align 8
  %114 = icmp eq i64 %113, 4
  %115 = getelementptr inbounds i8, ptr %fused_matmul1_add1.param_0_strides, i64 8
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
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 7, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.26, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.27, ptr null)
  br label %common.ret

assert_fail62:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.30, ptr nonnull @.str.31, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.32, ptr nonnull @.str.33)
  br label %common.ret

assert_end63:
  %122 = load ptr, ptr %param_0.handle, align 8
  %.not114 = icmp eq ptr %122, null
  br i1 %.not114, label %assert_fail64, label %assert_end65

assert_fail64:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.15, i32 6, ptr nonnull @.str.23, ptr nonnull @.str.28, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.29)
  br label %common.ret

assert_end65:
  %.not115 = icmp eq ptr %fused_matmul1_add1.param_1_strides, null
  br i1 %.not115, label %if_end67, label %if_then66

if_then66:
  %123 = load i64, ptr %fused_matmul1_add1.param_1_strides, align 8
  %124 = icmp eq i64 %123, 1
  br i1 %124, label %if_end67, label %assert_fail68

if_end67:
  %125 = getelementptr inbounds i8, ptr %param_1.handle, i64 12
  %126 = load i32, ptr %125, align 4
  %127 = icmp eq i32 %dev_id, %126
  br i1 %127, label %assert_end71, label %assert_fail70

assert_fail68:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 7, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.26, ptr nonnull @.str.13, ptr nonnull @.str.5, ptr nonnull @.str.27, ptr null)
  br label %common.ret

assert_fail70:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.34, ptr nonnull @.str.31, ptr nonnull @.str.13, ptr nonnull @.str.5, ptr nonnull @.str.32, ptr nonnull @.str.33)
  br label %common.ret

assert_end71:
  %128 = load ptr, ptr %param_1.handle, align 8
  %.not116 = icmp eq ptr %128, null
  br i1 %.not116, label %assert_fail72, label %assert_end73

assert_fail72:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.15, i32 6, ptr nonnull @.str.24, ptr nonnull @.str.28, ptr nonnull @.str.13, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.29)
  br label %common.ret

assert_end73:
  %.not117 = icmp eq ptr %fused_matmul1_add1.T_add_intermediate_strides, null
  br i1 %.not117, label %if_end75, label %if_then74

if_then74:
  %129 = getelementptr inbounds i8, ptr %fused_matmul1_add1.T_add_intermediate_strides, i64 8
  %130 = load i64, ptr %129, align 8
  %131 = icmp eq i64 %130, 1
  br i1 %131, label %if_end75, label %assert_fail76

if_end75:
  %132 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i64 12
  %133 = load i32, ptr %132, align 4
  %134 = icmp eq i32 %dev_id, %133
  br i1 %134, label %assert_end79, label %assert_fail78

assert_fail76:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 7, ptr nonnull @.str.16, ptr nonnull @.str.25, ptr nonnull @.str.26, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.27, ptr null)
  br label %common.ret

assert_fail78:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.35, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.32, ptr nonnull @.str.33)
  br label %common.ret

assert_end79:
  %135 = load ptr, ptr %T_add_intermediate.handle, align 8
  %.not118 = icmp eq ptr %135, null
  br i1 %.not118, label %assert_fail80, label %assert_end81

assert_fail80:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.15, i32 6, ptr nonnull @.str.25, ptr nonnull @.str.28, ptr nonnull @.str.14, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.29)
  br label %common.ret

assert_end81:
  %136 = load i64, ptr %fused_matmul1_add1.lv2_shape, align 8
  %137 = icmp eq i64 %136, 1
  br i1 %137, label %assert_end83, label %assert_fail82

assert_fail82:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.37, ptr nonnull @.str.31, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.12)
  br label %common.ret

assert_end83:
  %138 = getelementptr inbounds i8, ptr %fused_matmul1_add1.lv2_shape, i64 8
  %139 = load i64, ptr %138, align 8
  %140 = icmp eq i64 %139, 32
  br i1 %140, label %assert_end85, label %assert_fail84

assert_fail84:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.38, ptr nonnull @.str.31, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.39)
  br label %common.ret

assert_end85:
  %141 = getelementptr inbounds i8, ptr %lv2.handle, i64 40
  %142 = load i64, ptr %141, align 8
  %143 = icmp eq i64 %142, 0
  br i1 %143, label %assert_end87, label %assert_fail86

assert_fail86:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.40, ptr nonnull @.str.31, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end87:
  %144 = load i64, ptr %fused_matmul1_add1.param_0_shape, align 8
  %145 = icmp eq i64 %144, 32
  br i1 %145, label %assert_end89, label %assert_fail88

assert_fail88:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.41, ptr nonnull @.str.31, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.39)
  br label %common.ret

assert_end89:
  %146 = getelementptr inbounds i8, ptr %fused_matmul1_add1.param_0_shape, i64 8
  %147 = load i64, ptr %146, align 8
  %148 = icmp eq i64 %147, 4
  br i1 %148, label %assert_end91, label %assert_fail90

assert_fail90:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.42, ptr nonnull @.str.31, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.2)
  br label %common.ret

assert_end91:
  %149 = getelementptr inbounds i8, ptr %param_0.handle, i64 40
  %150 = load i64, ptr %149, align 8
  %151 = icmp eq i64 %150, 0
  br i1 %151, label %assert_end93, label %assert_fail92

assert_fail92:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.43, ptr nonnull @.str.31, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end93:
  %152 = load i64, ptr %fused_matmul1_add1.param_1_shape, align 8
  %153 = icmp eq i64 %152, 4
  br i1 %153, label %assert_end95, label %assert_fail94

assert_fail94:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.44, ptr nonnull @.str.31, ptr nonnull @.str.13, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.2)
  br label %common.ret

assert_end95:
  %154 = getelementptr inbounds i8, ptr %param_1.handle, i64 40
  %155 = load i64, ptr %154, align 8
  %156 = icmp eq i64 %155, 0
  br i1 %156, label %assert_end97, label %assert_fail96

assert_fail96:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.45, ptr nonnull @.str.31, ptr nonnull @.str.13, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end97:
  %157 = load i64, ptr %fused_matmul1_add1.T_add_intermediate_shape, align 8
  %158 = icmp eq i64 %157, 1
  br i1 %158, label %assert_end99, label %assert_fail98

assert_fail98:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.46, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.12)
  br label %common.ret

assert_end99:
  %159 = getelementptr inbounds i8, ptr %fused_matmul1_add1.T_add_intermediate_shape, i64 8
  %160 = load i64, ptr %159, align 8
  %161 = icmp eq i64 %160, 4
  br i1 %161, label %assert_end101, label %assert_fail100

assert_fail100:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.47, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.2)
  br label %common.ret

assert_end101:
  %162 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i64 40
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %163, 0
  br i1 %164, label %assert_end103, label %assert_fail102

assert_fail102:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.48, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end103:
  call void @llvm.assume(i1 true) [ "align"(ptr %112, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %122, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %128, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %135, i64 64) ]
  tail call fastcc void @fused_matmul1_add1_compute_(ptr nonnull %112, ptr nonnull %122, ptr nonnull %128, ptr nonnull %135)
  br label %common.ret
}

define dllexport i32 @__tvm_ffi_fused_matmul_add_relu(ptr noalias readnone %self_handle, ptr noalias readonly %args, i32 %num_args, ptr noalias readnone %result) local_unnamed_addr {
entry:
  %0 = icmp eq i32 %num_args, 4
  br i1 %0, label %assert_end, label %assert_fail

common.ret:
  %common.ret.op = phi i32 [ -1, %assert_fail ], [ -1, %assert_fail1 ], [ -1, %assert_fail3 ], [ -1, %assert_fail5 ], [ -1, %assert_fail10 ], [ -1, %assert_fail15 ], [ -1, %assert_fail20 ], [ -1, %assert_fail22 ], [ -1, %assert_fail24 ], [ -1, %assert_fail26 ], [ -1, %assert_fail28 ], [ -1, %assert_fail30 ], [ -1, %assert_fail32 ], [ -1, %assert_fail34 ], [ -1, %assert_fail36 ], [ -1, %assert_fail38 ], [ -1, %assert_fail40 ], [ -1, %assert_fail42 ], [ -1, %assert_fail44 ], [ -1, %assert_fail46 ], [ -1, %assert_fail48 ], [ -1, %assert_fail50 ], [ -1, %assert_fail54 ], [ -1, %assert_fail56 ], [ -1, %assert_fail60 ], [ -1, %assert_fail62 ], [ -1, %assert_fail64 ], [ -1, %assert_fail68 ], [ -1, %assert_fail70 ], [ -1, %assert_fail72 ], [ -1, %assert_fail76 ], [ -1, %assert_fail78 ], [ -1, %assert_fail80 ], [ -1, %assert_fail82 ], [ -1, %assert_fail84 ], [ -1, %assert_fail86 ], [ -1, %assert_fail88 ], [ -1, %assert_fail90 ], [ -1, %assert_fail92 ], [ -1, %assert_fail94 ], [ -1, %assert_fail96 ], [ -1, %assert_fail98 ], [ -1, %assert_fail100 ], [ -1, %assert_fail102 ], [ 0, %assert_end103 ]
  ret i32 %common.ret.op

assert_fail:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.1, ptr nonnull @.str.2, ptr nonnull @.str.3, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.6)
  br label %common.ret

assert_end:
  %.not = icmp eq ptr %args, null
  br i1 %.not, label %assert_fail1, label %assert_end2

assert_fail1:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 4, ptr nonnull @.str.7, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.6, ptr null, ptr null)
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
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.11)
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
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.11)
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
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.13, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.11)
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
  %compute_intermediate.type_index = load i32, ptr %24, align 4
  %compute_intermediate.type_index.fr = freeze i32 %compute_intermediate.type_index
  %25 = icmp sgt i32 %compute_intermediate.type_index.fr, 63
  br i1 %25, label %assert_end16, label %switch.early.test106

switch.early.test106:
  switch i32 %compute_intermediate.type_index.fr, label %assert_fail15 [
    i32 0, label %if_else18
    i32 4, label %if_else18
    i32 7, label %if_else18
  ]

assert_fail15:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.14, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end16:
  %26 = icmp eq i32 %compute_intermediate.type_index.fr, 70
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
  %compute_intermediate.handle = phi ptr [ %29, %if_then17 ], [ %31, %if_else18 ]
  %.not107 = icmp eq ptr %x.handle, null
  br i1 %.not107, label %assert_fail20, label %assert_end21

assert_fail20:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end21:
  %32 = getelementptr inbounds i8, ptr %x.handle, i64 16
  %33 = load i32, ptr %32, align 4
  %34 = icmp eq i32 %33, 2
  br i1 %34, label %assert_end23, label %assert_fail22

assert_fail22:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.50, ptr nonnull @.str.18, ptr nonnull @.str.9, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.13)
  br label %common.ret

assert_end23:
  %35 = getelementptr inbounds i8, ptr %x.handle, i64 22
  %36 = load i16, ptr %35, align 2
  %37 = icmp eq i16 %36, 1
  %38 = getelementptr inbounds i8, ptr %x.handle, i64 21
  %39 = load i8, ptr %38, align 1
  %40 = icmp eq i8 %39, 32
  %41 = getelementptr inbounds i8, ptr %x.handle, i64 20
  %42 = load i8, ptr %41, align 2
  %43 = icmp eq i8 %42, 2
  %44 = and i1 %40, %43
  %45 = and i1 %37, %44
  br i1 %45, label %assert_end25, label %assert_fail24

assert_fail24:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.50, ptr nonnull @.str.19, ptr nonnull @.str.9, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end25:
  %46 = getelementptr inbounds i8, ptr %x.handle, i64 24
  %fused_matmul_add_relu.x_shape = load ptr, ptr %46, align 8
  %47 = getelementptr inbounds i8, ptr %x.handle, i64 32
  %fused_matmul_add_relu.x_strides = load ptr, ptr %47, align 8
  %48 = getelementptr inbounds i8, ptr %x.handle, i64 8
  %49 = load i32, ptr %48, align 8
  %50 = icmp eq i32 %49, 1
  br i1 %50, label %assert_end27, label %assert_fail26

assert_fail26:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.50, ptr nonnull @.str.21, ptr nonnull @.str.9, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end27:
  %51 = getelementptr inbounds i8, ptr %x.handle, i64 12
  %dev_id = load i32, ptr %51, align 4
  %.not108 = icmp eq ptr %param_0.handle, null
  br i1 %.not108, label %assert_fail28, label %assert_end29

assert_fail28:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end29:
  %52 = getelementptr inbounds i8, ptr %param_0.handle, i64 16
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %53, 2
  br i1 %54, label %assert_end31, label %assert_fail30

assert_fail30:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.18, ptr nonnull @.str.12, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.13)
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
  %63 = icmp eq i8 %62, 2
  %64 = and i1 %60, %63
  %65 = and i1 %57, %64
  br i1 %65, label %assert_end33, label %assert_fail32

assert_fail32:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.19, ptr nonnull @.str.12, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end33:
  %66 = getelementptr inbounds i8, ptr %param_0.handle, i64 24
  %fused_matmul_add_relu.param_0_shape = load ptr, ptr %66, align 8
  %67 = getelementptr inbounds i8, ptr %param_0.handle, i64 32
  %fused_matmul_add_relu.param_0_strides = load ptr, ptr %67, align 8
  %68 = getelementptr inbounds i8, ptr %param_0.handle, i64 8
  %69 = load i32, ptr %68, align 8
  %70 = icmp eq i32 %69, 1
  br i1 %70, label %assert_end35, label %assert_fail34

assert_fail34:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.21, ptr nonnull @.str.12, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end35:
  %.not109 = icmp eq ptr %param_1.handle, null
  br i1 %.not109, label %assert_fail36, label %assert_end37

assert_fail36:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.13, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end37:
  %71 = getelementptr inbounds i8, ptr %param_1.handle, i64 16
  %72 = load i32, ptr %71, align 4
  %73 = icmp eq i32 %72, 1
  br i1 %73, label %assert_end39, label %assert_fail38

assert_fail38:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.18, ptr nonnull @.str.13, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.12)
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
  %82 = icmp eq i8 %81, 2
  %83 = and i1 %79, %82
  %84 = and i1 %76, %83
  br i1 %84, label %assert_end41, label %assert_fail40

assert_fail40:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.19, ptr nonnull @.str.13, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end41:
  %85 = getelementptr inbounds i8, ptr %param_1.handle, i64 24
  %fused_matmul_add_relu.param_1_shape = load ptr, ptr %85, align 8
  %86 = getelementptr inbounds i8, ptr %param_1.handle, i64 32
  %fused_matmul_add_relu.param_1_strides = load ptr, ptr %86, align 8
  %87 = getelementptr inbounds i8, ptr %param_1.handle, i64 8
  %88 = load i32, ptr %87, align 8
  %89 = icmp eq i32 %88, 1
  br i1 %89, label %assert_end43, label %assert_fail42

assert_fail42:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.21, ptr nonnull @.str.13, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end43:
  %.not110 = icmp eq ptr %compute_intermediate.handle, null
  br i1 %.not110, label %assert_fail44, label %assert_end45

assert_fail44:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.14, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end45:
  %90 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i64 16
  %91 = load i32, ptr %90, align 4
  %92 = icmp eq i32 %91, 2
  br i1 %92, label %assert_end47, label %assert_fail46

assert_fail46:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.51, ptr nonnull @.str.18, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.13)
  br label %common.ret

assert_end47:
  %93 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i64 22
  %94 = load i16, ptr %93, align 2
  %95 = icmp eq i16 %94, 1
  %96 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i64 21
  %97 = load i8, ptr %96, align 1
  %98 = icmp eq i8 %97, 32
  %99 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i64 20
  %100 = load i8, ptr %99, align 2
  %101 = icmp eq i8 %100, 2
  %102 = and i1 %98, %101
  %103 = and i1 %95, %102
  br i1 %103, label %assert_end49, label %assert_fail48

assert_fail48:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.51, ptr nonnull @.str.19, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end49:
  %104 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i64 24
  %fused_matmul_add_relu.compute_intermediate_shape = load ptr, ptr %104, align 8
  %105 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i64 32
  %fused_matmul_add_relu.compute_intermediate_strides = load ptr, ptr %105, align 8
  %106 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i64 8
  %107 = load i32, ptr %106, align 8
  %108 = icmp eq i32 %107, 1
  br i1 %108, label %assert_end51, label %assert_fail50

assert_fail50:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.51, ptr nonnull @.str.21, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end51:
  %.not111 = icmp eq ptr %fused_matmul_add_relu.x_strides, null
  br i1 %.not111, label %if_end53, label %if_then52

if_then52:
  %109 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.x_strides, i64 8
  %110 = load i64, ptr %109, align 8
  %111 = icmp eq i64 %110, 1
  br i1 %111, label %if_end53, label %assert_fail54

if_end53:
  %112 = load ptr, ptr %x.handle, align 8
  %.not112 = icmp eq ptr %112, null
  br i1 %.not112, label %assert_fail56, label %assert_end57

assert_fail54:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 7, ptr nonnull @.str.16, ptr nonnull @.str.50, ptr nonnull @.str.26, ptr nonnull @.str.9, ptr nonnull @.str.49, ptr nonnull @.str.27, ptr null)
  br label %common.ret

assert_fail56:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.15, i32 6, ptr nonnull @.str.50, ptr nonnull @.str.28, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.29)
  br label %common.ret

assert_end57:
  %.not113 = icmp eq ptr %fused_matmul_add_relu.param_0_strides, null
  br i1 %.not113, label %if_end59, label %if_then58

if_then58:
  %113 = load i64, ptr %fused_matmul_add_relu.param_0_strides, align 8
  %114 = icmp eq i64 %113, 32
  %115 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.param_0_strides, i64 8
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
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 7, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.26, ptr nonnull @.str.12, ptr nonnull @.str.49, ptr nonnull @.str.27, ptr null)
  br label %common.ret

assert_fail62:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.30, ptr nonnull @.str.31, ptr nonnull @.str.12, ptr nonnull @.str.49, ptr nonnull @.str.32, ptr nonnull @.str.52)
  br label %common.ret

assert_end63:
  %122 = load ptr, ptr %param_0.handle, align 8
  %.not114 = icmp eq ptr %122, null
  br i1 %.not114, label %assert_fail64, label %assert_end65

assert_fail64:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.15, i32 6, ptr nonnull @.str.23, ptr nonnull @.str.28, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.29)
  br label %common.ret

assert_end65:
  %.not115 = icmp eq ptr %fused_matmul_add_relu.param_1_strides, null
  br i1 %.not115, label %if_end67, label %if_then66

if_then66:
  %123 = load i64, ptr %fused_matmul_add_relu.param_1_strides, align 8
  %124 = icmp eq i64 %123, 1
  br i1 %124, label %if_end67, label %assert_fail68

if_end67:
  %125 = getelementptr inbounds i8, ptr %param_1.handle, i64 12
  %126 = load i32, ptr %125, align 4
  %127 = icmp eq i32 %dev_id, %126
  br i1 %127, label %assert_end71, label %assert_fail70

assert_fail68:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 7, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.26, ptr nonnull @.str.13, ptr nonnull @.str.49, ptr nonnull @.str.27, ptr null)
  br label %common.ret

assert_fail70:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.34, ptr nonnull @.str.31, ptr nonnull @.str.13, ptr nonnull @.str.49, ptr nonnull @.str.32, ptr nonnull @.str.52)
  br label %common.ret

assert_end71:
  %128 = load ptr, ptr %param_1.handle, align 8
  %.not116 = icmp eq ptr %128, null
  br i1 %.not116, label %assert_fail72, label %assert_end73

assert_fail72:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.15, i32 6, ptr nonnull @.str.24, ptr nonnull @.str.28, ptr nonnull @.str.13, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.29)
  br label %common.ret

assert_end73:
  %.not117 = icmp eq ptr %fused_matmul_add_relu.compute_intermediate_strides, null
  br i1 %.not117, label %if_end75, label %if_then74

if_then74:
  %129 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.compute_intermediate_strides, i64 8
  %130 = load i64, ptr %129, align 8
  %131 = icmp eq i64 %130, 1
  br i1 %131, label %if_end75, label %assert_fail76

if_end75:
  %132 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i64 12
  %133 = load i32, ptr %132, align 4
  %134 = icmp eq i32 %dev_id, %133
  br i1 %134, label %assert_end79, label %assert_fail78

assert_fail76:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 7, ptr nonnull @.str.16, ptr nonnull @.str.51, ptr nonnull @.str.26, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.27, ptr null)
  br label %common.ret

assert_fail78:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.53, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.32, ptr nonnull @.str.52)
  br label %common.ret

assert_end79:
  %135 = load ptr, ptr %compute_intermediate.handle, align 8
  %.not118 = icmp eq ptr %135, null
  br i1 %.not118, label %assert_fail80, label %assert_end81

assert_fail80:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.15, i32 6, ptr nonnull @.str.51, ptr nonnull @.str.28, ptr nonnull @.str.14, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.29)
  br label %common.ret

assert_end81:
  %136 = load i64, ptr %fused_matmul_add_relu.x_shape, align 8
  %137 = icmp eq i64 %136, 1
  br i1 %137, label %assert_end83, label %assert_fail82

assert_fail82:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.54, ptr nonnull @.str.31, ptr nonnull @.str.9, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.12)
  br label %common.ret

assert_end83:
  %138 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.x_shape, i64 8
  %139 = load i64, ptr %138, align 8
  %140 = icmp eq i64 %139, 16
  br i1 %140, label %assert_end85, label %assert_fail84

assert_fail84:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.55, ptr nonnull @.str.31, ptr nonnull @.str.9, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.56)
  br label %common.ret

assert_end85:
  %141 = getelementptr inbounds i8, ptr %x.handle, i64 40
  %142 = load i64, ptr %141, align 8
  %143 = icmp eq i64 %142, 0
  br i1 %143, label %assert_end87, label %assert_fail86

assert_fail86:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.57, ptr nonnull @.str.31, ptr nonnull @.str.9, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end87:
  %144 = load i64, ptr %fused_matmul_add_relu.param_0_shape, align 8
  %145 = icmp eq i64 %144, 16
  br i1 %145, label %assert_end89, label %assert_fail88

assert_fail88:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.41, ptr nonnull @.str.31, ptr nonnull @.str.12, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.56)
  br label %common.ret

assert_end89:
  %146 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.param_0_shape, i64 8
  %147 = load i64, ptr %146, align 8
  %148 = icmp eq i64 %147, 32
  br i1 %148, label %assert_end91, label %assert_fail90

assert_fail90:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.42, ptr nonnull @.str.31, ptr nonnull @.str.12, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.39)
  br label %common.ret

assert_end91:
  %149 = getelementptr inbounds i8, ptr %param_0.handle, i64 40
  %150 = load i64, ptr %149, align 8
  %151 = icmp eq i64 %150, 0
  br i1 %151, label %assert_end93, label %assert_fail92

assert_fail92:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.43, ptr nonnull @.str.31, ptr nonnull @.str.12, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end93:
  %152 = load i64, ptr %fused_matmul_add_relu.param_1_shape, align 8
  %153 = icmp eq i64 %152, 32
  br i1 %153, label %assert_end95, label %assert_fail94

assert_fail94:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.44, ptr nonnull @.str.31, ptr nonnull @.str.13, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.39)
  br label %common.ret

assert_end95:
  %154 = getelementptr inbounds i8, ptr %param_1.handle, i64 40
  %155 = load i64, ptr %154, align 8
  %156 = icmp eq i64 %155, 0
  br i1 %156, label %assert_end97, label %assert_fail96

assert_fail96:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.45, ptr nonnull @.str.31, ptr nonnull @.str.13, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end97:
  %157 = load i64, ptr %fused_matmul_add_relu.compute_intermediate_shape, align 8
  %158 = icmp eq i64 %157, 1
  br i1 %158, label %assert_end99, label %assert_fail98

assert_fail98:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.58, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.12)
  br label %common.ret

assert_end99:
  %159 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.compute_intermediate_shape, i64 8
  %160 = load i64, ptr %159, align 8
  %161 = icmp eq i64 %160, 32
  br i1 %161, label %assert_end101, label %assert_fail100

assert_fail100:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.59, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.39)
  br label %common.ret

assert_end101:
  %162 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i64 40
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %163, 0
  br i1 %164, label %assert_end103, label %assert_fail102

assert_fail102:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.60, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end103:
  call void @llvm.assume(i1 true) [ "align"(ptr %112, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %122, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %128, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %135, i64 64) ]
  tail call fastcc void @fused_matmul_add_relu_compute_(ptr nonnull %112, ptr nonnull %122, ptr nonnull %128, ptr nonnull %135)
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

define internal fastcc void @fused_matmul1_add1_compute_(ptr noalias readonly align 64 %lv2, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias writeonly align 64 %T_add_intermediate) unnamed_addr {
entry:
  call void @llvm.assume(i1 true) [ "align"(ptr %lv2, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %T_add_intermediate, i64 64) ]
  %0 = load float, ptr %lv2, align 64
  %1 = load float, ptr %param_0, align 64
  %2 = tail call float @llvm.fmuladd.f32(float %0, float %1, float 0.000000e+00)
  br label %for_body_k

for_body_k:
  %indvars.iv = phi i64 [ 1, %entry ], [ %indvars.iv.next.314, %for_body_k.315 ]
  %3 = phi float [ %2, %entry ], [ %23, %for_body_k.315 ]
  %4 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv
  %5 = load float, ptr %4, align 4
  %.idx = shl nuw nsw i64 %indvars.iv, 4
  %6 = getelementptr inbounds i8, ptr %param_0, i64 %.idx
  %7 = load float, ptr %6, align 16
  %8 = tail call float @llvm.fmuladd.f32(float %5, float %7, float %3)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %9 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next
  %10 = load float, ptr %9, align 8
  %.idx.1 = shl nuw nsw i64 %indvars.iv.next, 4
  %11 = getelementptr inbounds i8, ptr %param_0, i64 %.idx.1
  %12 = load float, ptr %11, align 32
  %13 = tail call float @llvm.fmuladd.f32(float %10, float %12, float %8)
  %indvars.iv.next.18 = add nuw nsw i64 %indvars.iv, 2
  %14 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next.18
  %15 = load float, ptr %14, align 4
  %.idx.2 = shl nuw nsw i64 %indvars.iv.next.18, 4
  %16 = getelementptr inbounds i8, ptr %param_0, i64 %.idx.2
  %17 = load float, ptr %16, align 16
  %18 = tail call float @llvm.fmuladd.f32(float %15, float %17, float %13)
  %indvars.iv.next.211 = add nuw nsw i64 %indvars.iv, 3
  %exitcond.not.2 = icmp eq i64 %indvars.iv.next.211, 32
  br i1 %exitcond.not.2, label %for_body_k.peel.1, label %for_body_k.315

for_body_k.315:
  %19 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next.211
  %20 = load float, ptr %19, align 16
  %.idx.3 = shl nuw nsw i64 %indvars.iv.next.211, 4
  %21 = getelementptr inbounds i8, ptr %param_0, i64 %.idx.3
  %22 = load float, ptr %21, align 64
  %23 = tail call float @llvm.fmuladd.f32(float %20, float %22, float %18)
  %indvars.iv.next.314 = add nuw nsw i64 %indvars.iv, 4
  br label %for_body_k

for_body_k.peel.1:
  %24 = load float, ptr %lv2, align 64
  %25 = getelementptr inbounds i8, ptr %param_0, i64 4
  %26 = load float, ptr %25, align 4
  %27 = tail call float @llvm.fmuladd.f32(float %24, float %26, float 0.000000e+00)
  br label %for_body_k.1

for_body_k.1:
  %indvars.iv.1 = phi i64 [ 1, %for_body_k.peel.1 ], [ %indvars.iv.next.1.3, %for_body_k.1.3 ]
  %28 = phi float [ %27, %for_body_k.peel.1 ], [ %52, %for_body_k.1.3 ]
  %29 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.1
  %30 = load float, ptr %29, align 4
  %.idx15 = shl nuw nsw i64 %indvars.iv.1, 4
  %31 = getelementptr inbounds i8, ptr %param_0, i64 %.idx15
  %32 = getelementptr inbounds i8, ptr %31, i64 4
  %33 = load float, ptr %32, align 4
  %34 = tail call float @llvm.fmuladd.f32(float %30, float %33, float %28)
  %indvars.iv.next.1 = add nuw nsw i64 %indvars.iv.1, 1
  %35 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next.1
  %36 = load float, ptr %35, align 8
  %.idx15.1 = shl nuw nsw i64 %indvars.iv.next.1, 4
  %37 = getelementptr inbounds i8, ptr %param_0, i64 %.idx15.1
  %38 = getelementptr inbounds i8, ptr %37, i64 4
  %39 = load float, ptr %38, align 4
  %40 = tail call float @llvm.fmuladd.f32(float %36, float %39, float %34)
  %indvars.iv.next.1.1 = add nuw nsw i64 %indvars.iv.1, 2
  %41 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next.1.1
  %42 = load float, ptr %41, align 4
  %.idx15.2 = shl nuw nsw i64 %indvars.iv.next.1.1, 4
  %43 = getelementptr inbounds i8, ptr %param_0, i64 %.idx15.2
  %44 = getelementptr inbounds i8, ptr %43, i64 4
  %45 = load float, ptr %44, align 4
  %46 = tail call float @llvm.fmuladd.f32(float %42, float %45, float %40)
  %indvars.iv.next.1.2 = add nuw nsw i64 %indvars.iv.1, 3
  %exitcond.1.not.2 = icmp eq i64 %indvars.iv.next.1.2, 32
  br i1 %exitcond.1.not.2, label %for_body_k.peel.2, label %for_body_k.1.3

for_body_k.1.3:
  %47 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next.1.2
  %48 = load float, ptr %47, align 16
  %.idx15.3 = shl nuw nsw i64 %indvars.iv.next.1.2, 4
  %49 = getelementptr inbounds i8, ptr %param_0, i64 %.idx15.3
  %50 = getelementptr inbounds i8, ptr %49, i64 4
  %51 = load float, ptr %50, align 4
  %52 = tail call float @llvm.fmuladd.f32(float %48, float %51, float %46)
  %indvars.iv.next.1.3 = add nuw nsw i64 %indvars.iv.1, 4
  br label %for_body_k.1

for_body_k.peel.2:
  %53 = load float, ptr %lv2, align 64
  %54 = getelementptr inbounds i8, ptr %param_0, i64 8
  %55 = load float, ptr %54, align 8
  %56 = tail call float @llvm.fmuladd.f32(float %53, float %55, float 0.000000e+00)
  br label %for_body_k.2

for_body_k.2:
  %indvars.iv.2 = phi i64 [ 1, %for_body_k.peel.2 ], [ %indvars.iv.next.2.3, %for_body_k.2.3 ]
  %57 = phi float [ %56, %for_body_k.peel.2 ], [ %81, %for_body_k.2.3 ]
  %58 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.2
  %59 = load float, ptr %58, align 4
  %.idx16 = shl nuw nsw i64 %indvars.iv.2, 4
  %60 = getelementptr inbounds i8, ptr %param_0, i64 %.idx16
  %61 = getelementptr inbounds i8, ptr %60, i64 8
  %62 = load float, ptr %61, align 8
  %63 = tail call float @llvm.fmuladd.f32(float %59, float %62, float %57)
  %indvars.iv.next.2 = add nuw nsw i64 %indvars.iv.2, 1
  %64 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next.2
  %65 = load float, ptr %64, align 8
  %.idx16.1 = shl nuw nsw i64 %indvars.iv.next.2, 4
  %66 = getelementptr inbounds i8, ptr %param_0, i64 %.idx16.1
  %67 = getelementptr inbounds i8, ptr %66, i64 8
  %68 = load float, ptr %67, align 8
  %69 = tail call float @llvm.fmuladd.f32(float %65, float %68, float %63)
  %indvars.iv.next.2.1 = add nuw nsw i64 %indvars.iv.2, 2
  %70 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next.2.1
  %71 = load float, ptr %70, align 4
  %.idx16.2 = shl nuw nsw i64 %indvars.iv.next.2.1, 4
  %72 = getelementptr inbounds i8, ptr %param_0, i64 %.idx16.2
  %73 = getelementptr inbounds i8, ptr %72, i64 8
  %74 = load float, ptr %73, align 8
  %75 = tail call float @llvm.fmuladd.f32(float %71, float %74, float %69)
  %indvars.iv.next.2.2 = add nuw nsw i64 %indvars.iv.2, 3
  %exitcond.2.not.2 = icmp eq i64 %indvars.iv.next.2.2, 32
  br i1 %exitcond.2.not.2, label %for_body_k.peel.3, label %for_body_k.2.3

for_body_k.2.3:
  %76 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next.2.2
  %77 = load float, ptr %76, align 16
  %.idx16.3 = shl nuw nsw i64 %indvars.iv.next.2.2, 4
  %78 = getelementptr inbounds i8, ptr %param_0, i64 %.idx16.3
  %79 = getelementptr inbounds i8, ptr %78, i64 8
  %80 = load float, ptr %79, align 8
  %81 = tail call float @llvm.fmuladd.f32(float %77, float %80, float %75)
  %indvars.iv.next.2.3 = add nuw nsw i64 %indvars.iv.2, 4
  br label %for_body_k.2

for_body_k.peel.3:
  %82 = load float, ptr %lv2, align 64
  %83 = getelementptr inbounds i8, ptr %param_0, i64 12
  %84 = load float, ptr %83, align 4
  %85 = tail call float @llvm.fmuladd.f32(float %82, float %84, float 0.000000e+00)
  br label %for_body_k.3

for_body_k.3:
  %indvars.iv.3 = phi i64 [ 1, %for_body_k.peel.3 ], [ %indvars.iv.next.3.3, %for_body_k.3.3 ]
  %86 = phi float [ %85, %for_body_k.peel.3 ], [ %110, %for_body_k.3.3 ]
  %87 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.3
  %88 = load float, ptr %87, align 4
  %.idx17 = shl nuw nsw i64 %indvars.iv.3, 4
  %89 = getelementptr inbounds i8, ptr %param_0, i64 %.idx17
  %90 = getelementptr inbounds i8, ptr %89, i64 12
  %91 = load float, ptr %90, align 4
  %92 = tail call float @llvm.fmuladd.f32(float %88, float %91, float %86)
  %indvars.iv.next.3 = add nuw nsw i64 %indvars.iv.3, 1
  %93 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next.3
  %94 = load float, ptr %93, align 8
  %.idx17.1 = shl nuw nsw i64 %indvars.iv.next.3, 4
  %95 = getelementptr inbounds i8, ptr %param_0, i64 %.idx17.1
  %96 = getelementptr inbounds i8, ptr %95, i64 12
  %97 = load float, ptr %96, align 4
  %98 = tail call float @llvm.fmuladd.f32(float %94, float %97, float %92)
  %indvars.iv.next.3.1 = add nuw nsw i64 %indvars.iv.3, 2
  %99 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next.3.1
  %100 = load float, ptr %99, align 4
  %.idx17.2 = shl nuw nsw i64 %indvars.iv.next.3.1, 4
  %101 = getelementptr inbounds i8, ptr %param_0, i64 %.idx17.2
  %102 = getelementptr inbounds i8, ptr %101, i64 12
  %103 = load float, ptr %102, align 4
  %104 = tail call float @llvm.fmuladd.f32(float %100, float %103, float %98)
  %indvars.iv.next.3.2 = add nuw nsw i64 %indvars.iv.3, 3
  %exitcond.3.not.2 = icmp eq i64 %indvars.iv.next.3.2, 32
  br i1 %exitcond.3.not.2, label %for_body_ax1, label %for_body_k.3.3

for_body_k.3.3:
  %105 = getelementptr inbounds float, ptr %lv2, i64 %indvars.iv.next.3.2
  %106 = load float, ptr %105, align 16
  %.idx17.3 = shl nuw nsw i64 %indvars.iv.next.3.2, 4
  %107 = getelementptr inbounds i8, ptr %param_0, i64 %.idx17.3
  %108 = getelementptr inbounds i8, ptr %107, i64 12
  %109 = load float, ptr %108, align 4
  %110 = tail call float @llvm.fmuladd.f32(float %106, float %109, float %104)
  %indvars.iv.next.3.3 = add nuw nsw i64 %indvars.iv.3, 4
  br label %for_body_k.3

for_body_ax1:
  %111 = load float, ptr %param_1, align 64
  %112 = fadd float %111, %18
  store float %112, ptr %T_add_intermediate, align 64
  %113 = getelementptr inbounds i8, ptr %param_1, i64 4
  %114 = load float, ptr %113, align 4
  %115 = fadd float %114, %46
  %116 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 4
  store float %115, ptr %116, align 4
  %117 = getelementptr inbounds i8, ptr %param_1, i64 8
  %118 = load float, ptr %117, align 8
  %119 = fadd float %118, %75
  %120 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 8
  store float %119, ptr %120, align 8
  %121 = getelementptr inbounds i8, ptr %param_1, i64 12
  %122 = load float, ptr %121, align 4
  %123 = fadd float %122, %104
  %124 = getelementptr inbounds i8, ptr %T_add_intermediate, i64 12
  store float %123, ptr %124, align 4
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)

define internal fastcc void @fused_matmul_add_relu_compute_(ptr noalias readonly align 64 %x, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias writeonly align 64 %compute_intermediate) unnamed_addr {
entry:
  %matmul_intermediate6 = alloca [32 x float], align 16
  call void @llvm.assume(i1 true) [ "align"(ptr %x, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i64 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %compute_intermediate, i64 64) ]
  %0 = getelementptr inbounds i8, ptr %x, i64 4
  %1 = load float, ptr %x, align 64
  %2 = load float, ptr %0, align 4
  %3 = getelementptr inbounds i8, ptr %param_0, i64 128
  %4 = getelementptr inbounds i8, ptr %x, i64 8
  %5 = load float, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %param_0, i64 256
  %7 = getelementptr inbounds i8, ptr %x, i64 12
  %8 = load float, ptr %7, align 4
  %9 = getelementptr inbounds i8, ptr %param_0, i64 384
  %10 = getelementptr inbounds i8, ptr %x, i64 16
  %11 = load float, ptr %10, align 16
  %12 = getelementptr inbounds i8, ptr %param_0, i64 512
  %13 = getelementptr inbounds i8, ptr %x, i64 20
  %14 = load float, ptr %13, align 4
  %15 = getelementptr inbounds i8, ptr %param_0, i64 640
  %16 = getelementptr inbounds i8, ptr %x, i64 24
  %17 = load float, ptr %16, align 8
  %18 = getelementptr inbounds i8, ptr %param_0, i64 768
  %19 = getelementptr inbounds i8, ptr %x, i64 28
  %20 = load float, ptr %19, align 4
  %21 = getelementptr inbounds i8, ptr %param_0, i64 896
  %22 = getelementptr inbounds i8, ptr %x, i64 32
  %23 = load float, ptr %22, align 32
  %24 = getelementptr inbounds i8, ptr %param_0, i64 1024
  %25 = getelementptr inbounds i8, ptr %x, i64 36
  %26 = load float, ptr %25, align 4
  %27 = getelementptr inbounds i8, ptr %param_0, i64 1152
  %28 = getelementptr inbounds i8, ptr %x, i64 40
  %29 = load float, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %param_0, i64 1280
  %31 = getelementptr inbounds i8, ptr %x, i64 44
  %32 = load float, ptr %31, align 4
  %33 = getelementptr inbounds i8, ptr %param_0, i64 1408
  %34 = getelementptr inbounds i8, ptr %x, i64 48
  %35 = load float, ptr %34, align 16
  %36 = getelementptr inbounds i8, ptr %param_0, i64 1536
  %37 = getelementptr inbounds i8, ptr %x, i64 52
  %38 = load float, ptr %37, align 4
  %39 = getelementptr inbounds i8, ptr %param_0, i64 1664
  %40 = getelementptr inbounds i8, ptr %x, i64 56
  %41 = load float, ptr %40, align 8
  %42 = getelementptr inbounds i8, ptr %param_0, i64 1792
  %43 = getelementptr inbounds i8, ptr %x, i64 60
  %44 = load float, ptr %43, align 4
  %45 = getelementptr inbounds i8, ptr %param_0, i64 1920
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
  %exitcond16.not = icmp eq i64 %indvars.iv.next14, 32
  br i1 %exitcond16.not, label %for_body_ax1, label %for_begin_k.preheader

for_body_ax1:
  %indvars.iv17 = phi i64 [ %indvars.iv.next18.3, %for_body_ax1 ], [ 0, %for_begin_k.preheader ]
  %95 = getelementptr inbounds float, ptr %param_1, i64 %indvars.iv17
  %96 = load float, ptr %95, align 16
  %97 = getelementptr inbounds float, ptr %matmul_intermediate6, i64 %indvars.iv17
  %98 = load float, ptr %97, align 16
  %99 = fadd float %96, %98
  store float %99, ptr %97, align 16
  %indvars.iv.next18 = or i64 %indvars.iv17, 1
  %100 = getelementptr inbounds float, ptr %param_1, i64 %indvars.iv.next18
  %101 = load float, ptr %100, align 4
  %102 = getelementptr inbounds float, ptr %matmul_intermediate6, i64 %indvars.iv.next18
  %103 = load float, ptr %102, align 4
  %104 = fadd float %101, %103
  store float %104, ptr %102, align 4
  %indvars.iv.next18.1 = or i64 %indvars.iv17, 2
  %105 = getelementptr inbounds float, ptr %param_1, i64 %indvars.iv.next18.1
  %106 = load float, ptr %105, align 8
  %107 = getelementptr inbounds float, ptr %matmul_intermediate6, i64 %indvars.iv.next18.1
  %108 = load float, ptr %107, align 8
  %109 = fadd float %106, %108
  store float %109, ptr %107, align 8
  %indvars.iv.next18.2 = or i64 %indvars.iv17, 3
  %110 = getelementptr inbounds float, ptr %param_1, i64 %indvars.iv.next18.2
  %111 = load float, ptr %110, align 4
  %112 = getelementptr inbounds float, ptr %matmul_intermediate6, i64 %indvars.iv.next18.2
  %113 = load float, ptr %112, align 4
  %114 = fadd float %111, %113
  store float %114, ptr %112, align 4
  %indvars.iv.next18.3 = add nuw nsw i64 %indvars.iv17, 4
  %exitcond20.not.3 = icmp eq i64 %indvars.iv.next18.3, 32
  br i1 %exitcond20.not.3, label %for_body_i12, label %for_body_ax1

for_body_i12:
  %indvars.iv21 = phi i64 [ %indvars.iv.next22.1, %for_body_i12 ], [ 0, %for_body_ax1 ]
  %115 = getelementptr inbounds float, ptr %matmul_intermediate6, i64 %indvars.iv21
  %116 = load float, ptr %115, align 8
  %117 = fcmp ogt float %116, 0.000000e+00
  %118 = select i1 %117, float %116, float 0.000000e+00
  %119 = getelementptr inbounds float, ptr %compute_intermediate, i64 %indvars.iv21
  store float %118, ptr %119, align 8
  %indvars.iv.next22 = or i64 %indvars.iv21, 1
  %120 = getelementptr inbounds float, ptr %matmul_intermediate6, i64 %indvars.iv.next22
  %121 = load float, ptr %120, align 4
  %122 = fcmp ogt float %121, 0.000000e+00
  %123 = select i1 %122, float %121, float 0.000000e+00
  %124 = getelementptr inbounds float, ptr %compute_intermediate, i64 %indvars.iv.next22
  store float %123, ptr %124, align 4
  %indvars.iv.next22.1 = add nuw nsw i64 %indvars.iv21, 2
  %exitcond24.not.1 = icmp eq i64 %indvars.iv.next22.1, 32
  br i1 %exitcond24.not.1, label %for_end_i13, label %for_body_i12

for_end_i13:
  ret void
}

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg)
