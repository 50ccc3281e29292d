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
  %3 = getelementptr inbounds i8, ptr %args, i32 8
  %4 = load ptr, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %4, i32 24
  br label %if_end

if_else:
  %6 = getelementptr inbounds i8, ptr %args, i32 8
  %7 = load ptr, ptr %6, align 4
  br label %if_end

if_end:
  %lv2.handle = phi ptr [ %5, %if_then ], [ %7, %if_else ]
  %8 = getelementptr inbounds i8, ptr %args, i32 16
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
  %11 = getelementptr inbounds i8, ptr %args, i32 24
  %12 = load ptr, ptr %11, align 4
  %13 = getelementptr inbounds i8, ptr %12, i32 24
  br label %if_end9

if_else8:
  %14 = getelementptr inbounds i8, ptr %args, i32 24
  %15 = load ptr, ptr %14, align 4
  br label %if_end9

if_end9:
  %param_0.handle = phi ptr [ %13, %if_then7 ], [ %15, %if_else8 ]
  %16 = getelementptr inbounds i8, ptr %args, i32 32
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
  %19 = getelementptr inbounds i8, ptr %args, i32 40
  %20 = load ptr, ptr %19, align 4
  %21 = getelementptr inbounds i8, ptr %20, i32 24
  br label %if_end14

if_else13:
  %22 = getelementptr inbounds i8, ptr %args, i32 40
  %23 = load ptr, ptr %22, align 4
  br label %if_end14

if_end14:
  %param_1.handle = phi ptr [ %21, %if_then12 ], [ %23, %if_else13 ]
  %24 = getelementptr inbounds i8, ptr %args, i32 48
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
  %27 = getelementptr inbounds i8, ptr %args, i32 56
  %28 = load ptr, ptr %27, align 4
  %29 = getelementptr inbounds i8, ptr %28, i32 24
  br label %if_end19

if_else18:
  %30 = getelementptr inbounds i8, ptr %args, i32 56
  %31 = load ptr, ptr %30, align 4
  br label %if_end19

if_end19:
  %T_add_intermediate.handle = phi ptr [ %29, %if_then17 ], [ %31, %if_else18 ]
  %.not107 = icmp eq ptr %lv2.handle, null
  br i1 %.not107, label %assert_fail20, label %assert_end21

assert_fail20:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end21:
  %32 = getelementptr inbounds i8, ptr %lv2.handle, i32 12
  %33 = load i32, ptr %32, align 4
  %34 = icmp eq i32 %33, 2
  br i1 %34, label %assert_end23, label %assert_fail22

assert_fail22:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.17, ptr nonnull @.str.18, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.13)
  br label %common.ret

assert_end23:
  %35 = getelementptr inbounds i8, ptr %lv2.handle, i32 18
  %36 = load i16, ptr %35, align 2
  %37 = icmp eq i16 %36, 1
  %38 = getelementptr inbounds i8, ptr %lv2.handle, i32 17
  %39 = load i8, ptr %38, align 1
  %40 = icmp eq i8 %39, 32
  %41 = getelementptr inbounds i8, ptr %lv2.handle, i32 16
  %42 = load i8, ptr %41, align 2
  %43 = icmp eq i8 %42, 2
  %44 = and i1 %40, %43
  %45 = and i1 %37, %44
  br i1 %45, label %assert_end25, label %assert_fail24

assert_fail24:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.17, ptr nonnull @.str.19, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end25:
  %46 = getelementptr inbounds i8, ptr %lv2.handle, i32 20
  %fused_matmul1_add1.lv2_shape = load ptr, ptr %46, align 4
  %47 = getelementptr inbounds i8, ptr %lv2.handle, i32 24
  %fused_matmul1_add1.lv2_strides = load ptr, ptr %47, align 4
  %48 = getelementptr inbounds i8, ptr %lv2.handle, i32 4
  %49 = load i32, ptr %48, align 4
  %50 = icmp eq i32 %49, 1
  br i1 %50, label %assert_end27, label %assert_fail26

assert_fail26:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.17, ptr nonnull @.str.21, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end27:
  %51 = getelementptr inbounds i8, ptr %lv2.handle, i32 8
  %dev_id = load i32, ptr %51, align 4
  %.not108 = icmp eq ptr %param_0.handle, null
  br i1 %.not108, label %assert_fail28, label %assert_end29

assert_fail28:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end29:
  %52 = getelementptr inbounds i8, ptr %param_0.handle, i32 12
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %53, 2
  br i1 %54, label %assert_end31, label %assert_fail30

assert_fail30:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.18, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.13)
  br label %common.ret

assert_end31:
  %55 = getelementptr inbounds i8, ptr %param_0.handle, i32 18
  %56 = load i16, ptr %55, align 2
  %57 = icmp eq i16 %56, 1
  %58 = getelementptr inbounds i8, ptr %param_0.handle, i32 17
  %59 = load i8, ptr %58, align 1
  %60 = icmp eq i8 %59, 32
  %61 = getelementptr inbounds i8, ptr %param_0.handle, i32 16
  %62 = load i8, ptr %61, align 2
  %63 = icmp eq i8 %62, 2
  %64 = and i1 %60, %63
  %65 = and i1 %57, %64
  br i1 %65, label %assert_end33, label %assert_fail32

assert_fail32:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.19, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end33:
  %66 = getelementptr inbounds i8, ptr %param_0.handle, i32 20
  %fused_matmul1_add1.param_0_shape = load ptr, ptr %66, align 4
  %67 = getelementptr inbounds i8, ptr %param_0.handle, i32 24
  %fused_matmul1_add1.param_0_strides = load ptr, ptr %67, align 4
  %68 = getelementptr inbounds i8, ptr %param_0.handle, i32 4
  %69 = load i32, ptr %68, align 4
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
  %71 = getelementptr inbounds i8, ptr %param_1.handle, i32 12
  %72 = load i32, ptr %71, align 4
  %73 = icmp eq i32 %72, 1
  br i1 %73, label %assert_end39, label %assert_fail38

assert_fail38:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.18, ptr nonnull @.str.13, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.12)
  br label %common.ret

assert_end39:
  %74 = getelementptr inbounds i8, ptr %param_1.handle, i32 18
  %75 = load i16, ptr %74, align 2
  %76 = icmp eq i16 %75, 1
  %77 = getelementptr inbounds i8, ptr %param_1.handle, i32 17
  %78 = load i8, ptr %77, align 1
  %79 = icmp eq i8 %78, 32
  %80 = getelementptr inbounds i8, ptr %param_1.handle, i32 16
  %81 = load i8, ptr %80, align 2
  %82 = icmp eq i8 %81, 2
  %83 = and i1 %79, %82
  %84 = and i1 %76, %83
  br i1 %84, label %assert_end41, label %assert_fail40

assert_fail40:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.19, ptr nonnull @.str.13, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end41:
  %85 = getelementptr inbounds i8, ptr %param_1.handle, i32 20
  %fused_matmul1_add1.param_1_shape = load ptr, ptr %85, align 4
  %86 = getelementptr inbounds i8, ptr %param_1.handle, i32 24
  %fused_matmul1_add1.param_1_strides = load ptr, ptr %86, align 4
  %87 = getelementptr inbounds i8, ptr %param_1.handle, i32 4
  %88 = load i32, ptr %87, align 4
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
  %90 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i32 12
  %91 = load i32, ptr %90, align 4
  %92 = icmp eq i32 %91, 2
  br i1 %92, label %assert_end47, label %assert_fail46

assert_fail46:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.25, ptr nonnull @.str.18, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.13)
  br label %common.ret

assert_end47:
  %93 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i32 18
  %94 = load i16, ptr %93, align 2
  %95 = icmp eq i16 %94, 1
  %96 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i32 17
  %97 = load i8, ptr %96, align 1
  %98 = icmp eq i8 %97, 32
  %99 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i32 16
  %100 = load i8, ptr %99, align 2
  %101 = icmp eq i8 %100, 2
  %102 = and i1 %98, %101
  %103 = and i1 %95, %102
  br i1 %103, label %assert_end49, label %assert_fail48

assert_fail48:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.25, ptr nonnull @.str.19, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end49:
  %104 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i32 20
  %fused_matmul1_add1.T_add_intermediate_shape = load ptr, ptr %104, align 4
  %105 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i32 24
  %fused_matmul1_add1.T_add_intermediate_strides = load ptr, ptr %105, align 4
  %106 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i32 4
  %107 = load i32, ptr %106, align 4
  %108 = icmp eq i32 %107, 1
  br i1 %108, label %assert_end51, label %assert_fail50

assert_fail50:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.25, ptr nonnull @.str.21, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end51:
  %.not111 = icmp eq ptr %fused_matmul1_add1.lv2_strides, null
  br i1 %.not111, label %if_end53, label %if_then52

if_then52:
  %109 = getelementptr inbounds i8, ptr %fused_matmul1_add1.lv2_strides, i32 8
  %110 = load i64, ptr %109, align 8
  %111 = icmp eq i64 %110, 1
  br i1 %111, label %if_end53, label %assert_fail54

if_end53:
  %112 = load ptr, ptr %lv2.handle, align 4
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
  %115 = getelementptr inbounds i8, ptr %fused_matmul1_add1.param_0_strides, i32 8
  %116 = load i64, ptr %115, align 8
  %117 = icmp eq i64 %116, 1
  %118 = and i1 %114, %117
  br i1 %118, label %if_end59, label %assert_fail60

if_end59:
  %119 = getelementptr inbounds i8, ptr %param_0.handle, i32 8
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
  %122 = load ptr, ptr %param_0.handle, align 4
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
  %125 = getelementptr inbounds i8, ptr %param_1.handle, i32 8
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
  %128 = load ptr, ptr %param_1.handle, align 4
  %.not116 = icmp eq ptr %128, null
  br i1 %.not116, label %assert_fail72, label %assert_end73

assert_fail72:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.15, i32 6, ptr nonnull @.str.24, ptr nonnull @.str.28, ptr nonnull @.str.13, ptr nonnull @.str.4, ptr nonnull @.str.5, ptr nonnull @.str.29)
  br label %common.ret

assert_end73:
  %.not117 = icmp eq ptr %fused_matmul1_add1.T_add_intermediate_strides, null
  br i1 %.not117, label %if_end75, label %if_then74

if_then74:
  %129 = getelementptr inbounds i8, ptr %fused_matmul1_add1.T_add_intermediate_strides, i32 8
  %130 = load i64, ptr %129, align 8
  %131 = icmp eq i64 %130, 1
  br i1 %131, label %if_end75, label %assert_fail76

if_end75:
  %132 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i32 8
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
  %135 = load ptr, ptr %T_add_intermediate.handle, align 4
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
  %138 = getelementptr inbounds i8, ptr %fused_matmul1_add1.lv2_shape, i32 8
  %139 = load i64, ptr %138, align 8
  %140 = icmp eq i64 %139, 32
  br i1 %140, label %assert_end85, label %assert_fail84

assert_fail84:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.38, ptr nonnull @.str.31, ptr nonnull @.str.9, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.39)
  br label %common.ret

assert_end85:
  %141 = getelementptr inbounds i8, ptr %lv2.handle, i32 32
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
  %146 = getelementptr inbounds i8, ptr %fused_matmul1_add1.param_0_shape, i32 8
  %147 = load i64, ptr %146, align 8
  %148 = icmp eq i64 %147, 4
  br i1 %148, label %assert_end91, label %assert_fail90

assert_fail90:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.42, ptr nonnull @.str.31, ptr nonnull @.str.12, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.2)
  br label %common.ret

assert_end91:
  %149 = getelementptr inbounds i8, ptr %param_0.handle, i32 32
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
  %154 = getelementptr inbounds i8, ptr %param_1.handle, i32 32
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
  %159 = getelementptr inbounds i8, ptr %fused_matmul1_add1.T_add_intermediate_shape, i32 8
  %160 = load i64, ptr %159, align 8
  %161 = icmp eq i64 %160, 4
  br i1 %161, label %assert_end101, label %assert_fail100

assert_fail100:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.47, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.2)
  br label %common.ret

assert_end101:
  %162 = getelementptr inbounds i8, ptr %T_add_intermediate.handle, i32 32
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %163, 0
  br i1 %164, label %assert_end103, label %assert_fail102

assert_fail102:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.48, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.5, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end103:
  call void @llvm.assume(i1 true) [ "align"(ptr %112, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %122, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %128, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %135, i32 64) ]
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
  %3 = getelementptr inbounds i8, ptr %args, i32 8
  %4 = load ptr, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %4, i32 24
  br label %if_end

if_else:
  %6 = getelementptr inbounds i8, ptr %args, i32 8
  %7 = load ptr, ptr %6, align 4
  br label %if_end

if_end:
  %x.handle = phi ptr [ %5, %if_then ], [ %7, %if_else ]
  %8 = getelementptr inbounds i8, ptr %args, i32 16
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
  %11 = getelementptr inbounds i8, ptr %args, i32 24
  %12 = load ptr, ptr %11, align 4
  %13 = getelementptr inbounds i8, ptr %12, i32 24
  br label %if_end9

if_else8:
  %14 = getelementptr inbounds i8, ptr %args, i32 24
  %15 = load ptr, ptr %14, align 4
  br label %if_end9

if_end9:
  %param_0.handle = phi ptr [ %13, %if_then7 ], [ %15, %if_else8 ]
  %16 = getelementptr inbounds i8, ptr %args, i32 32
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
  %19 = getelementptr inbounds i8, ptr %args, i32 40
  %20 = load ptr, ptr %19, align 4
  %21 = getelementptr inbounds i8, ptr %20, i32 24
  br label %if_end14

if_else13:
  %22 = getelementptr inbounds i8, ptr %args, i32 40
  %23 = load ptr, ptr %22, align 4
  br label %if_end14

if_end14:
  %param_1.handle = phi ptr [ %21, %if_then12 ], [ %23, %if_else13 ]
  %24 = getelementptr inbounds i8, ptr %args, i32 48
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
  %27 = getelementptr inbounds i8, ptr %args, i32 56
  %28 = load ptr, ptr %27, align 4
  %29 = getelementptr inbounds i8, ptr %28, i32 24
  br label %if_end19

if_else18:
  %30 = getelementptr inbounds i8, ptr %args, i32 56
  %31 = load ptr, ptr %30, align 4
  br label %if_end19

if_end19:
  %compute_intermediate.handle = phi ptr [ %29, %if_then17 ], [ %31, %if_else18 ]
  %.not107 = icmp eq ptr %x.handle, null
  br i1 %.not107, label %assert_fail20, label %assert_end21

assert_fail20:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.9, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end21:
  %32 = getelementptr inbounds i8, ptr %x.handle, i32 12
  %33 = load i32, ptr %32, align 4
  %34 = icmp eq i32 %33, 2
  br i1 %34, label %assert_end23, label %assert_fail22

assert_fail22:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.50, ptr nonnull @.str.18, ptr nonnull @.str.9, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.13)
  br label %common.ret

assert_end23:
  %35 = getelementptr inbounds i8, ptr %x.handle, i32 18
  %36 = load i16, ptr %35, align 2
  %37 = icmp eq i16 %36, 1
  %38 = getelementptr inbounds i8, ptr %x.handle, i32 17
  %39 = load i8, ptr %38, align 1
  %40 = icmp eq i8 %39, 32
  %41 = getelementptr inbounds i8, ptr %x.handle, i32 16
  %42 = load i8, ptr %41, align 2
  %43 = icmp eq i8 %42, 2
  %44 = and i1 %40, %43
  %45 = and i1 %37, %44
  br i1 %45, label %assert_end25, label %assert_fail24

assert_fail24:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.50, ptr nonnull @.str.19, ptr nonnull @.str.9, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end25:
  %46 = getelementptr inbounds i8, ptr %x.handle, i32 20
  %fused_matmul_add_relu.x_shape = load ptr, ptr %46, align 4
  %47 = getelementptr inbounds i8, ptr %x.handle, i32 24
  %fused_matmul_add_relu.x_strides = load ptr, ptr %47, align 4
  %48 = getelementptr inbounds i8, ptr %x.handle, i32 4
  %49 = load i32, ptr %48, align 4
  %50 = icmp eq i32 %49, 1
  br i1 %50, label %assert_end27, label %assert_fail26

assert_fail26:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.50, ptr nonnull @.str.21, ptr nonnull @.str.9, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end27:
  %51 = getelementptr inbounds i8, ptr %x.handle, i32 8
  %dev_id = load i32, ptr %51, align 4
  %.not108 = icmp eq ptr %param_0.handle, null
  br i1 %.not108, label %assert_fail28, label %assert_end29

assert_fail28:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str, i32 6, ptr nonnull @.str.8, ptr nonnull @.str.12, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.11)
  br label %common.ret

assert_end29:
  %52 = getelementptr inbounds i8, ptr %param_0.handle, i32 12
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %53, 2
  br i1 %54, label %assert_end31, label %assert_fail30

assert_fail30:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.18, ptr nonnull @.str.12, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.13)
  br label %common.ret

assert_end31:
  %55 = getelementptr inbounds i8, ptr %param_0.handle, i32 18
  %56 = load i16, ptr %55, align 2
  %57 = icmp eq i16 %56, 1
  %58 = getelementptr inbounds i8, ptr %param_0.handle, i32 17
  %59 = load i8, ptr %58, align 1
  %60 = icmp eq i8 %59, 32
  %61 = getelementptr inbounds i8, ptr %param_0.handle, i32 16
  %62 = load i8, ptr %61, align 2
  %63 = icmp eq i8 %62, 2
  %64 = and i1 %60, %63
  %65 = and i1 %57, %64
  br i1 %65, label %assert_end33, label %assert_fail32

assert_fail32:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.23, ptr nonnull @.str.19, ptr nonnull @.str.12, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end33:
  %66 = getelementptr inbounds i8, ptr %param_0.handle, i32 20
  %fused_matmul_add_relu.param_0_shape = load ptr, ptr %66, align 4
  %67 = getelementptr inbounds i8, ptr %param_0.handle, i32 24
  %fused_matmul_add_relu.param_0_strides = load ptr, ptr %67, align 4
  %68 = getelementptr inbounds i8, ptr %param_0.handle, i32 4
  %69 = load i32, ptr %68, align 4
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
  %71 = getelementptr inbounds i8, ptr %param_1.handle, i32 12
  %72 = load i32, ptr %71, align 4
  %73 = icmp eq i32 %72, 1
  br i1 %73, label %assert_end39, label %assert_fail38

assert_fail38:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.18, ptr nonnull @.str.13, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.12)
  br label %common.ret

assert_end39:
  %74 = getelementptr inbounds i8, ptr %param_1.handle, i32 18
  %75 = load i16, ptr %74, align 2
  %76 = icmp eq i16 %75, 1
  %77 = getelementptr inbounds i8, ptr %param_1.handle, i32 17
  %78 = load i8, ptr %77, align 1
  %79 = icmp eq i8 %78, 32
  %80 = getelementptr inbounds i8, ptr %param_1.handle, i32 16
  %81 = load i8, ptr %80, align 2
  %82 = icmp eq i8 %81, 2
  %83 = and i1 %79, %82
  %84 = and i1 %76, %83
  br i1 %84, label %assert_end41, label %assert_fail40

assert_fail40:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.24, ptr nonnull @.str.19, ptr nonnull @.str.13, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end41:
  %85 = getelementptr inbounds i8, ptr %param_1.handle, i32 20
  %fused_matmul_add_relu.param_1_shape = load ptr, ptr %85, align 4
  %86 = getelementptr inbounds i8, ptr %param_1.handle, i32 24
  %fused_matmul_add_relu.param_1_strides = load ptr, ptr %86, align 4
  %87 = getelementptr inbounds i8, ptr %param_1.handle, i32 4
  %88 = load i32, ptr %87, align 4
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
  %90 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i32 12
  %91 = load i32, ptr %90, align 4
  %92 = icmp eq i32 %91, 2
  br i1 %92, label %assert_end47, label %assert_fail46

assert_fail46:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.51, ptr nonnull @.str.18, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.13)
  br label %common.ret

assert_end47:
  %93 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i32 18
  %94 = load i16, ptr %93, align 2
  %95 = icmp eq i16 %94, 1
  %96 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i32 17
  %97 = load i8, ptr %96, align 1
  %98 = icmp eq i8 %97, 32
  %99 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i32 16
  %100 = load i8, ptr %99, align 2
  %101 = icmp eq i8 %100, 2
  %102 = and i1 %98, %101
  %103 = and i1 %95, %102
  br i1 %103, label %assert_end49, label %assert_fail48

assert_fail48:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.51, ptr nonnull @.str.19, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.20)
  br label %common.ret

assert_end49:
  %104 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i32 20
  %fused_matmul_add_relu.compute_intermediate_shape = load ptr, ptr %104, align 4
  %105 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i32 24
  %fused_matmul_add_relu.compute_intermediate_strides = load ptr, ptr %105, align 4
  %106 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i32 4
  %107 = load i32, ptr %106, align 4
  %108 = icmp eq i32 %107, 1
  br i1 %108, label %assert_end51, label %assert_fail50

assert_fail50:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.16, ptr nonnull @.str.51, ptr nonnull @.str.21, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.22)
  br label %common.ret

assert_end51:
  %.not111 = icmp eq ptr %fused_matmul_add_relu.x_strides, null
  br i1 %.not111, label %if_end53, label %if_then52

if_then52:
  %109 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.x_strides, i32 8
  %110 = load i64, ptr %109, align 8
  %111 = icmp eq i64 %110, 1
  br i1 %111, label %if_end53, label %assert_fail54

if_end53:
  %112 = load ptr, ptr %x.handle, align 4
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
  %115 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.param_0_strides, i32 8
  %116 = load i64, ptr %115, align 8
  %117 = icmp eq i64 %116, 1
  %118 = and i1 %114, %117
  br i1 %118, label %if_end59, label %assert_fail60

if_end59:
  %119 = getelementptr inbounds i8, ptr %param_0.handle, i32 8
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
  %122 = load ptr, ptr %param_0.handle, align 4
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
  %125 = getelementptr inbounds i8, ptr %param_1.handle, i32 8
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
  %128 = load ptr, ptr %param_1.handle, align 4
  %.not116 = icmp eq ptr %128, null
  br i1 %.not116, label %assert_fail72, label %assert_end73

assert_fail72:
  tail call fastcc void @__tvm_set_raised_6(ptr nonnull @.str.15, i32 6, ptr nonnull @.str.24, ptr nonnull @.str.28, ptr nonnull @.str.13, ptr nonnull @.str.4, ptr nonnull @.str.49, ptr nonnull @.str.29)
  br label %common.ret

assert_end73:
  %.not117 = icmp eq ptr %fused_matmul_add_relu.compute_intermediate_strides, null
  br i1 %.not117, label %if_end75, label %if_then74

if_then74:
  %129 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.compute_intermediate_strides, i32 8
  %130 = load i64, ptr %129, align 8
  %131 = icmp eq i64 %130, 1
  br i1 %131, label %if_end75, label %assert_fail76

if_end75:
  %132 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i32 8
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
  %135 = load ptr, ptr %compute_intermediate.handle, align 4
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
  %138 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.x_shape, i32 8
  %139 = load i64, ptr %138, align 8
  %140 = icmp eq i64 %139, 16
  br i1 %140, label %assert_end85, label %assert_fail84

assert_fail84:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.55, ptr nonnull @.str.31, ptr nonnull @.str.9, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.56)
  br label %common.ret

assert_end85:
  %141 = getelementptr inbounds i8, ptr %x.handle, i32 32
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
  %146 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.param_0_shape, i32 8
  %147 = load i64, ptr %146, align 8
  %148 = icmp eq i64 %147, 32
  br i1 %148, label %assert_end91, label %assert_fail90

assert_fail90:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.42, ptr nonnull @.str.31, ptr nonnull @.str.12, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.39)
  br label %common.ret

assert_end91:
  %149 = getelementptr inbounds i8, ptr %param_0.handle, i32 32
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
  %154 = getelementptr inbounds i8, ptr %param_1.handle, i32 32
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
  %159 = getelementptr inbounds i8, ptr %fused_matmul_add_relu.compute_intermediate_shape, i32 8
  %160 = load i64, ptr %159, align 8
  %161 = icmp eq i64 %160, 32
  br i1 %161, label %assert_end101, label %assert_fail100

assert_fail100:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.59, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.39)
  br label %common.ret

assert_end101:
  %162 = getelementptr inbounds i8, ptr %compute_intermediate.handle, i32 32
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %163, 0
  br i1 %164, label %assert_end103, label %assert_fail102

assert_fail102:
  tail call fastcc void @__tvm_set_raised_12(ptr nonnull @.str.15, i32 8, ptr nonnull @.str.36, ptr nonnull @.str.60, ptr nonnull @.str.31, ptr nonnull @.str.14, ptr nonnull @.str.49, ptr nonnull @.str.10, ptr nonnull @.str.9)
  br label %common.ret

assert_end103:
  call void @llvm.assume(i1 true) [ "align"(ptr %112, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %122, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %128, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %135, i32 64) ]
  tail call fastcc void @fused_matmul_add_relu_compute_(ptr nonnull %112, ptr nonnull %122, ptr nonnull %128, ptr nonnull %135)
  br label %common.ret
}

define internal fastcc void @__tvm_set_raised_6(ptr %0, i32 %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7) unnamed_addr {
entry:
  %8 = alloca [6 x ptr], align 4
  store ptr %2, ptr %8, align 4
  %9 = getelementptr inbounds i8, ptr %8, i32 4
  store ptr %3, ptr %9, align 4
  %10 = getelementptr inbounds i8, ptr %8, i32 8
  store ptr %4, ptr %10, align 4
  %11 = getelementptr inbounds i8, ptr %8, i32 12
  store ptr %5, ptr %11, align 4
  %12 = getelementptr inbounds i8, ptr %8, i32 16
  store ptr %6, ptr %12, align 4
  %13 = getelementptr inbounds i8, ptr %8, i32 20
  store ptr %7, ptr %13, align 4
  call void @TVMFFIErrorSetRaisedFromCStrParts(ptr %0, ptr nonnull %8, i32 %1)
  ret void
}

declare void @TVMFFIErrorSetRaisedFromCStrParts(ptr, ptr, i32) local_unnamed_addr

define internal fastcc void @__tvm_set_raised_12(ptr %0, i32 %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7, ptr %8) unnamed_addr {
entry:
  %9 = alloca [12 x ptr], align 4
  store ptr %2, ptr %9, align 4
  %10 = getelementptr inbounds i8, ptr %9, i32 4
  store ptr %3, ptr %10, align 4
  %11 = getelementptr inbounds i8, ptr %9, i32 8
  store ptr %4, ptr %11, align 4
  %12 = getelementptr inbounds i8, ptr %9, i32 12
  store ptr %5, ptr %12, align 4
  %13 = getelementptr inbounds i8, ptr %9, i32 16
  store ptr @.str.4, ptr %13, align 4
  %14 = getelementptr inbounds i8, ptr %9, i32 20
  store ptr %6, ptr %14, align 4
  %15 = getelementptr inbounds i8, ptr %9, i32 24
  store ptr %7, ptr %15, align 4
  %16 = getelementptr inbounds i8, ptr %9, i32 28
  store ptr %8, ptr %16, align 4
  %17 = getelementptr inbounds i8, ptr %9, i32 32
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %17, i8 0, i64 16, i1 false)
  call void @TVMFFIErrorSetRaisedFromCStrParts(ptr %0, ptr nonnull %9, i32 %1)
  ret void
}

declare void @llvm.assume(i1 noundef)

define internal fastcc void @fused_matmul1_add1_compute_(ptr noalias readonly align 64 %lv2, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias writeonly align 64 %T_add_intermediate) unnamed_addr {
entry:
  call void @llvm.assume(i1 true) [ "align"(ptr %lv2, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_0, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %param_1, i32 64) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %T_add_intermediate, i32 64) ]
  %0 = load float, ptr %lv2, align 64
  %1 = load float, ptr %param_0, align 64
  %2 = tail call float @llvm.fmuladd.f32(float %0, float %1, float 0.000000e+00)
  br label %for_body_k

for_body_k:
  %3 = phi float [ %2, %entry ], [ %22, %for_body_k.318 ]
  %k2 = phi i32 [ 1, %entry ], [ %23, %for_body_k.318 ]
  %4 = getelementptr inbounds float, ptr %lv2, i32 %k2
  %5 = load float, ptr %4, align 4
  %.idx = shl nuw nsw i32 %k2, 4
  %gep = getelementptr inbounds i8, ptr %param_0, i32 %.idx
  %6 = load float, ptr %gep, align 16
  %7 = tail call float @llvm.fmuladd.f32(float %5, float %6, float %3)
  %8 = add nuw nsw i32 %k2, 1
  %9 = getelementptr inbounds float, ptr %lv2, i32 %8
  %10 = load float, ptr %9, align 8
  %.idx.18 = shl nuw nsw i32 %8, 4
  %gep.19 = getelementptr inbounds i8, ptr %param_0, i32 %.idx.18
  %11 = load float, ptr %gep.19, align 32
  %12 = tail call float @llvm.fmuladd.f32(float %10, float %11, float %7)
  %13 = add nuw nsw i32 %k2, 2
  %14 = getelementptr inbounds float, ptr %lv2, i32 %13
  %15 = load float, ptr %14, align 4
  %.idx.212 = shl nuw nsw i32 %13, 4
  %gep.213 = getelementptr inbounds i8, ptr %param_0, i32 %.idx.212
  %16 = load float, ptr %gep.213, align 16
  %17 = tail call float @llvm.fmuladd.f32(float %15, float %16, float %12)
  %18 = add nuw nsw i32 %k2, 3
  %exitcond.not.2 = icmp eq i32 %18, 32
  br i1 %exitcond.not.2, label %for_end_k, label %for_body_k.318

for_body_k.318:
  %19 = getelementptr inbounds float, ptr %lv2, i32 %18
  %20 = load float, ptr %19, align 16
  %.idx.316 = shl nuw nsw i32 %18, 4
  %gep.317 = getelementptr inbounds i8, ptr %param_0, i32 %.idx.316
  %21 = load float, ptr %gep.317, align 64
  %22 = tail call float @llvm.fmuladd.f32(float %20, float %21, float %17)
  %23 = add nuw nsw i32 %k2, 4
  br label %for_body_k

for_end_k:
  %invariant.gep.1 = getelementptr inbounds i8, ptr %param_0, i32 4
  %24 = load float, ptr %lv2, align 64
  %25 = load float, ptr %invariant.gep.1, align 4
  %26 = tail call float @llvm.fmuladd.f32(float %24, float %25, float 0.000000e+00)
  br label %for_body_k.1

for_body_k.1:
  %27 = phi float [ %26, %for_end_k ], [ %46, %for_body_k.1.3 ]
  %k2.1 = phi i32 [ 1, %for_end_k ], [ %47, %for_body_k.1.3 ]
  %28 = getelementptr inbounds float, ptr %lv2, i32 %k2.1
  %29 = load float, ptr %28, align 4
  %.idx.1 = shl nuw nsw i32 %k2.1, 4
  %gep.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 %.idx.1
  %30 = load float, ptr %gep.1, align 4
  %31 = tail call float @llvm.fmuladd.f32(float %29, float %30, float %27)
  %32 = add nuw nsw i32 %k2.1, 1
  %33 = getelementptr inbounds float, ptr %lv2, i32 %32
  %34 = load float, ptr %33, align 8
  %.idx.1.1 = shl nuw nsw i32 %32, 4
  %gep.1.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 %.idx.1.1
  %35 = load float, ptr %gep.1.1, align 4
  %36 = tail call float @llvm.fmuladd.f32(float %34, float %35, float %31)
  %37 = add nuw nsw i32 %k2.1, 2
  %38 = getelementptr inbounds float, ptr %lv2, i32 %37
  %39 = load float, ptr %38, align 4
  %.idx.1.2 = shl nuw nsw i32 %37, 4
  %gep.1.2 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 %.idx.1.2
  %40 = load float, ptr %gep.1.2, align 4
  %41 = tail call float @llvm.fmuladd.f32(float %39, float %40, float %36)
  %42 = add nuw nsw i32 %k2.1, 3
  %exitcond.1.not.2 = icmp eq i32 %42, 32
  br i1 %exitcond.1.not.2, label %for_end_k.1, label %for_body_k.1.3

for_body_k.1.3:
  %43 = getelementptr inbounds float, ptr %lv2, i32 %42
  %44 = load float, ptr %43, align 16
  %.idx.1.3 = shl nuw nsw i32 %42, 4
  %gep.1.3 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 %.idx.1.3
  %45 = load float, ptr %gep.1.3, align 4
  %46 = tail call float @llvm.fmuladd.f32(float %44, float %45, float %41)
  %47 = add nuw nsw i32 %k2.1, 4
  br label %for_body_k.1

for_end_k.1:
  %invariant.gep.2 = getelementptr inbounds i8, ptr %param_0, i32 8
  %48 = load float, ptr %lv2, align 64
  %49 = load float, ptr %invariant.gep.2, align 8
  %50 = tail call float @llvm.fmuladd.f32(float %48, float %49, float 0.000000e+00)
  br label %for_body_k.2

for_body_k.2:
  %51 = phi float [ %50, %for_end_k.1 ], [ %70, %for_body_k.2.3 ]
  %k2.2 = phi i32 [ 1, %for_end_k.1 ], [ %71, %for_body_k.2.3 ]
  %52 = getelementptr inbounds float, ptr %lv2, i32 %k2.2
  %53 = load float, ptr %52, align 4
  %.idx.2 = shl nuw nsw i32 %k2.2, 4
  %gep.2 = getelementptr inbounds i8, ptr %invariant.gep.2, i32 %.idx.2
  %54 = load float, ptr %gep.2, align 8
  %55 = tail call float @llvm.fmuladd.f32(float %53, float %54, float %51)
  %56 = add nuw nsw i32 %k2.2, 1
  %57 = getelementptr inbounds float, ptr %lv2, i32 %56
  %58 = load float, ptr %57, align 8
  %.idx.2.1 = shl nuw nsw i32 %56, 4
  %gep.2.1 = getelementptr inbounds i8, ptr %invariant.gep.2, i32 %.idx.2.1
  %59 = load float, ptr %gep.2.1, align 8
  %60 = tail call float @llvm.fmuladd.f32(float %58, float %59, float %55)
  %61 = add nuw nsw i32 %k2.2, 2
  %62 = getelementptr inbounds float, ptr %lv2, i32 %61
  %63 = load float, ptr %62, align 4
  %.idx.2.2 = shl nuw nsw i32 %61, 4
  %gep.2.2 = getelementptr inbounds i8, ptr %invariant.gep.2, i32 %.idx.2.2
  %64 = load float, ptr %gep.2.2, align 8
  %65 = tail call float @llvm.fmuladd.f32(float %63, float %64, float %60)
  %66 = add nuw nsw i32 %k2.2, 3
  %exitcond.2.not.2 = icmp eq i32 %66, 32
  br i1 %exitcond.2.not.2, label %for_end_k.2, label %for_body_k.2.3

for_body_k.2.3:
  %67 = getelementptr inbounds float, ptr %lv2, i32 %66
  %68 = load float, ptr %67, align 16
  %.idx.2.3 = shl nuw nsw i32 %66, 4
  %gep.2.3 = getelementptr inbounds i8, ptr %invariant.gep.2, i32 %.idx.2.3
  %69 = load float, ptr %gep.2.3, align 8
  %70 = tail call float @llvm.fmuladd.f32(float %68, float %69, float %65)
  %71 = add nuw nsw i32 %k2.2, 4
  br label %for_body_k.2

for_end_k.2:
  %invariant.gep.3 = getelementptr inbounds i8, ptr %param_0, i32 12
  %72 = load float, ptr %lv2, align 64
  %73 = load float, ptr %invariant.gep.3, align 4
  %74 = tail call float @llvm.fmuladd.f32(float %72, float %73, float 0.000000e+00)
  br label %for_body_k.3

for_body_k.3:
  %75 = phi float [ %74, %for_end_k.2 ], [ %94, %for_body_k.3.3 ]
  %k2.3 = phi i32 [ 1, %for_end_k.2 ], [ %95, %for_body_k.3.3 ]
  %76 = getelementptr inbounds float, ptr %lv2, i32 %k2.3
  %77 = load float, ptr %76, align 4
  %.idx.3 = shl nuw nsw i32 %k2.3, 4
  %gep.3 = getelementptr inbounds i8, ptr %invariant.gep.3, i32 %.idx.3
  %78 = load float, ptr %gep.3, align 4
  %79 = tail call float @llvm.fmuladd.f32(float %77, float %78, float %75)
  %80 = add nuw nsw i32 %k2.3, 1
  %81 = getelementptr inbounds float, ptr %lv2, i32 %80
  %82 = load float, ptr %81, align 8
  %.idx.3.1 = shl nuw nsw i32 %80, 4
  %gep.3.1 = getelementptr inbounds i8, ptr %invariant.gep.3, i32 %.idx.3.1
  %83 = load float, ptr %gep.3.1, align 4
  %84 = tail call float @llvm.fmuladd.f32(float %82, float %83, float %79)
  %85 = add nuw nsw i32 %k2.3, 2
  %86 = getelementptr inbounds float, ptr %lv2, i32 %85
  %87 = load float, ptr %86, align 4
  %.idx.3.2 = shl nuw nsw i32 %85, 4
  %gep.3.2 = getelementptr inbounds i8, ptr %invariant.gep.3, i32 %.idx.3.2
  %88 = load float, ptr %gep.3.2, align 4
  %89 = tail call float @llvm.fmuladd.f32(float %87, float %88, float %84)
  %90 = add nuw nsw i32 %k2.3, 3
  %exitcond.3.not.2 = icmp eq i32 %90, 32
  br i1 %exitcond.3.not.2, label %for_body_ax1, label %for_body_k.3.3

for_body_k.3.3:
  %91 = getelementptr inbounds float, ptr %lv2, i32 %90
  %92 = load float, ptr %91, align 16
  %.idx.3.3 = shl nuw nsw i32 %90, 4
  %gep.3.3 = getelementptr inbounds i8, ptr %invariant.gep.3, i32 %.idx.3.3
  %93 = load float, ptr %gep.3.3, align 4
  %94 = tail call float @llvm.fmuladd.f32(float %92, float %93, float %89)
  %95 = add nuw nsw i32 %k2.3, 4
  br label %for_body_k.3

for_body_ax1:
  %96 = load float, ptr %param_1, align 64
  %97 = fadd float %96, %17
  store float %97, ptr %T_add_intermediate, align 64
  %98 = getelementptr inbounds i8, ptr %param_1, i32 4
  %99 = load float, ptr %98, align 4
  %100 = fadd float %99, %41
  %101 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 4
  store float %100, ptr %101, align 4
  %102 = getelementptr inbounds i8, ptr %param_1, i32 8
  %103 = load float, ptr %102, align 8
  %104 = fadd float %103, %65
  %105 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 8
  store float %104, ptr %105, align 8
  %106 = getelementptr inbounds i8, ptr %param_1, i32 12
  %107 = load float, ptr %106, align 4
  %108 = fadd float %107, %89
  %109 = getelementptr inbounds i8, ptr %T_add_intermediate, i32 12
  store float %108, ptr %109, align 4
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)

define internal fastcc void @fused_matmul_add_relu_compute_(ptr noalias readonly align 64 %x, ptr noalias readonly align 64 %param_0, ptr noalias readonly align 64 %param_1, ptr noalias writeonly align 64 %compute_intermediate) unnamed_addr {
entry:
  %matmul_intermediate6 = alloca [32 x float], align 16
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
  %gep = getelementptr inbounds i8, ptr %invariant.gep, i32 128
  %34 = load float, ptr %gep, align 8
  %35 = tail call float @llvm.fmuladd.f32(float %2, float %34, float %32)
  %gep.1 = getelementptr inbounds i8, ptr %invariant.gep, i32 256
  %36 = load float, ptr %gep.1, align 8
  %37 = tail call float @llvm.fmuladd.f32(float %4, float %36, float %35)
  %gep.2 = getelementptr inbounds i8, ptr %invariant.gep, i32 384
  %38 = load float, ptr %gep.2, align 8
  %39 = tail call float @llvm.fmuladd.f32(float %6, float %38, float %37)
  %gep.3 = getelementptr inbounds i8, ptr %invariant.gep, i32 512
  %40 = load float, ptr %gep.3, align 8
  %41 = tail call float @llvm.fmuladd.f32(float %8, float %40, float %39)
  %gep.4 = getelementptr inbounds i8, ptr %invariant.gep, i32 640
  %42 = load float, ptr %gep.4, align 8
  %43 = tail call float @llvm.fmuladd.f32(float %10, float %42, float %41)
  %gep.5 = getelementptr inbounds i8, ptr %invariant.gep, i32 768
  %44 = load float, ptr %gep.5, align 8
  %45 = tail call float @llvm.fmuladd.f32(float %12, float %44, float %43)
  %gep.6 = getelementptr inbounds i8, ptr %invariant.gep, i32 896
  %46 = load float, ptr %gep.6, align 8
  %47 = tail call float @llvm.fmuladd.f32(float %14, float %46, float %45)
  %gep.7 = getelementptr inbounds i8, ptr %invariant.gep, i32 1024
  %48 = load float, ptr %gep.7, align 8
  %49 = tail call float @llvm.fmuladd.f32(float %16, float %48, float %47)
  %gep.8 = getelementptr inbounds i8, ptr %invariant.gep, i32 1152
  %50 = load float, ptr %gep.8, align 8
  %51 = tail call float @llvm.fmuladd.f32(float %18, float %50, float %49)
  %gep.9 = getelementptr inbounds i8, ptr %invariant.gep, i32 1280
  %52 = load float, ptr %gep.9, align 8
  %53 = tail call float @llvm.fmuladd.f32(float %20, float %52, float %51)
  %gep.10 = getelementptr inbounds i8, ptr %invariant.gep, i32 1408
  %54 = load float, ptr %gep.10, align 8
  %55 = tail call float @llvm.fmuladd.f32(float %22, float %54, float %53)
  %gep.11 = getelementptr inbounds i8, ptr %invariant.gep, i32 1536
  %56 = load float, ptr %gep.11, align 8
  %57 = tail call float @llvm.fmuladd.f32(float %24, float %56, float %55)
  %gep.12 = getelementptr inbounds i8, ptr %invariant.gep, i32 1664
  %58 = load float, ptr %gep.12, align 8
  %59 = tail call float @llvm.fmuladd.f32(float %26, float %58, float %57)
  %gep.13 = getelementptr inbounds i8, ptr %invariant.gep, i32 1792
  %60 = load float, ptr %gep.13, align 8
  %61 = tail call float @llvm.fmuladd.f32(float %28, float %60, float %59)
  %gep.14 = getelementptr inbounds i8, ptr %invariant.gep, i32 1920
  %62 = load float, ptr %gep.14, align 8
  %63 = tail call float @llvm.fmuladd.f32(float %30, float %62, float %61)
  store float %63, ptr %33, align 8
  %64 = or i32 %i18, 1
  %invariant.gep.1 = getelementptr inbounds float, ptr %param_0, i32 %64
  %65 = load float, ptr %invariant.gep.1, align 4
  %66 = tail call float @llvm.fmuladd.f32(float %1, float %65, float 0.000000e+00)
  %67 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %64
  %gep.15 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 128
  %68 = load float, ptr %gep.15, align 4
  %69 = tail call float @llvm.fmuladd.f32(float %2, float %68, float %66)
  %gep.1.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 256
  %70 = load float, ptr %gep.1.1, align 4
  %71 = tail call float @llvm.fmuladd.f32(float %4, float %70, float %69)
  %gep.2.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 384
  %72 = load float, ptr %gep.2.1, align 4
  %73 = tail call float @llvm.fmuladd.f32(float %6, float %72, float %71)
  %gep.3.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 512
  %74 = load float, ptr %gep.3.1, align 4
  %75 = tail call float @llvm.fmuladd.f32(float %8, float %74, float %73)
  %gep.4.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 640
  %76 = load float, ptr %gep.4.1, align 4
  %77 = tail call float @llvm.fmuladd.f32(float %10, float %76, float %75)
  %gep.5.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 768
  %78 = load float, ptr %gep.5.1, align 4
  %79 = tail call float @llvm.fmuladd.f32(float %12, float %78, float %77)
  %gep.6.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 896
  %80 = load float, ptr %gep.6.1, align 4
  %81 = tail call float @llvm.fmuladd.f32(float %14, float %80, float %79)
  %gep.7.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1024
  %82 = load float, ptr %gep.7.1, align 4
  %83 = tail call float @llvm.fmuladd.f32(float %16, float %82, float %81)
  %gep.8.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1152
  %84 = load float, ptr %gep.8.1, align 4
  %85 = tail call float @llvm.fmuladd.f32(float %18, float %84, float %83)
  %gep.9.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1280
  %86 = load float, ptr %gep.9.1, align 4
  %87 = tail call float @llvm.fmuladd.f32(float %20, float %86, float %85)
  %gep.10.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1408
  %88 = load float, ptr %gep.10.1, align 4
  %89 = tail call float @llvm.fmuladd.f32(float %22, float %88, float %87)
  %gep.11.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1536
  %90 = load float, ptr %gep.11.1, align 4
  %91 = tail call float @llvm.fmuladd.f32(float %24, float %90, float %89)
  %gep.12.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1664
  %92 = load float, ptr %gep.12.1, align 4
  %93 = tail call float @llvm.fmuladd.f32(float %26, float %92, float %91)
  %gep.13.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1792
  %94 = load float, ptr %gep.13.1, align 4
  %95 = tail call float @llvm.fmuladd.f32(float %28, float %94, float %93)
  %gep.14.1 = getelementptr inbounds i8, ptr %invariant.gep.1, i32 1920
  %96 = load float, ptr %gep.14.1, align 4
  %97 = tail call float @llvm.fmuladd.f32(float %30, float %96, float %95)
  store float %97, ptr %67, align 4
  %98 = add nuw nsw i32 %i18, 2
  %exitcond12.not.1 = icmp eq i32 %98, 32
  br i1 %exitcond12.not.1, label %for_body_ax1, label %for_begin_k.preheader

for_body_ax1:
  %ax19 = phi i32 [ %194, %for_body_ax1 ], [ 0, %for_begin_k.preheader ]
  %99 = getelementptr inbounds float, ptr %param_1, i32 %ax19
  %100 = load float, ptr %99, align 64
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
  %122 = or i32 %ax19, 4
  %123 = getelementptr inbounds float, ptr %param_1, i32 %122
  %124 = load float, ptr %123, align 16
  %125 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %122
  %126 = load float, ptr %125, align 16
  %127 = fadd float %124, %126
  store float %127, ptr %125, align 16
  %128 = or i32 %ax19, 5
  %129 = getelementptr inbounds float, ptr %param_1, i32 %128
  %130 = load float, ptr %129, align 4
  %131 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %128
  %132 = load float, ptr %131, align 4
  %133 = fadd float %130, %132
  store float %133, ptr %131, align 4
  %134 = or i32 %ax19, 6
  %135 = getelementptr inbounds float, ptr %param_1, i32 %134
  %136 = load float, ptr %135, align 8
  %137 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %134
  %138 = load float, ptr %137, align 8
  %139 = fadd float %136, %138
  store float %139, ptr %137, align 8
  %140 = or i32 %ax19, 7
  %141 = getelementptr inbounds float, ptr %param_1, i32 %140
  %142 = load float, ptr %141, align 4
  %143 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %140
  %144 = load float, ptr %143, align 4
  %145 = fadd float %142, %144
  store float %145, ptr %143, align 4
  %146 = or i32 %ax19, 8
  %147 = getelementptr inbounds float, ptr %param_1, i32 %146
  %148 = load float, ptr %147, align 32
  %149 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %146
  %150 = load float, ptr %149, align 16
  %151 = fadd float %148, %150
  store float %151, ptr %149, align 16
  %152 = or i32 %ax19, 9
  %153 = getelementptr inbounds float, ptr %param_1, i32 %152
  %154 = load float, ptr %153, align 4
  %155 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %152
  %156 = load float, ptr %155, align 4
  %157 = fadd float %154, %156
  store float %157, ptr %155, align 4
  %158 = or i32 %ax19, 10
  %159 = getelementptr inbounds float, ptr %param_1, i32 %158
  %160 = load float, ptr %159, align 8
  %161 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %158
  %162 = load float, ptr %161, align 8
  %163 = fadd float %160, %162
  store float %163, ptr %161, align 8
  %164 = or i32 %ax19, 11
  %165 = getelementptr inbounds float, ptr %param_1, i32 %164
  %166 = load float, ptr %165, align 4
  %167 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %164
  %168 = load float, ptr %167, align 4
  %169 = fadd float %166, %168
  store float %169, ptr %167, align 4
  %170 = or i32 %ax19, 12
  %171 = getelementptr inbounds float, ptr %param_1, i32 %170
  %172 = load float, ptr %171, align 16
  %173 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %170
  %174 = load float, ptr %173, align 16
  %175 = fadd float %172, %174
  store float %175, ptr %173, align 16
  %176 = or i32 %ax19, 13
  %177 = getelementptr inbounds float, ptr %param_1, i32 %176
  %178 = load float, ptr %177, align 4
  %179 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %176
  %180 = load float, ptr %179, align 4
  %181 = fadd float %178, %180
  store float %181, ptr %179, align 4
  %182 = or i32 %ax19, 14
  %183 = getelementptr inbounds float, ptr %param_1, i32 %182
  %184 = load float, ptr %183, align 8
  %185 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %182
  %186 = load float, ptr %185, align 8
  %187 = fadd float %184, %186
  store float %187, ptr %185, align 8
  %188 = or i32 %ax19, 15
  %189 = getelementptr inbounds float, ptr %param_1, i32 %188
  %190 = load float, ptr %189, align 4
  %191 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %188
  %192 = load float, ptr %191, align 4
  %193 = fadd float %190, %192
  store float %193, ptr %191, align 4
  %194 = add nuw nsw i32 %ax19, 16
  %exitcond13.not.15 = icmp eq i32 %194, 32
  br i1 %exitcond13.not.15, label %for_body_i12, label %for_body_ax1

for_body_i12:
  %i1510 = phi i32 [ %290, %for_body_i12 ], [ 0, %for_body_ax1 ]
  %195 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %i1510
  %196 = load float, ptr %195, align 16
  %197 = fcmp ogt float %196, 0.000000e+00
  %198 = select i1 %197, float %196, float 0.000000e+00
  %199 = getelementptr inbounds float, ptr %compute_intermediate, i32 %i1510
  store float %198, ptr %199, align 64
  %200 = or i32 %i1510, 1
  %201 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %200
  %202 = load float, ptr %201, align 4
  %203 = fcmp ogt float %202, 0.000000e+00
  %204 = select i1 %203, float %202, float 0.000000e+00
  %205 = getelementptr inbounds float, ptr %compute_intermediate, i32 %200
  store float %204, ptr %205, align 4
  %206 = or i32 %i1510, 2
  %207 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %206
  %208 = load float, ptr %207, align 8
  %209 = fcmp ogt float %208, 0.000000e+00
  %210 = select i1 %209, float %208, float 0.000000e+00
  %211 = getelementptr inbounds float, ptr %compute_intermediate, i32 %206
  store float %210, ptr %211, align 8
  %212 = or i32 %i1510, 3
  %213 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %212
  %214 = load float, ptr %213, align 4
  %215 = fcmp ogt float %214, 0.000000e+00
  %216 = select i1 %215, float %214, float 0.000000e+00
  %217 = getelementptr inbounds float, ptr %compute_intermediate, i32 %212
  store float %216, ptr %217, align 4
  %218 = or i32 %i1510, 4
  %219 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %218
  %220 = load float, ptr %219, align 16
  %221 = fcmp ogt float %220, 0.000000e+00
  %222 = select i1 %221, float %220, float 0.000000e+00
  %223 = getelementptr inbounds float, ptr %compute_intermediate, i32 %218
  store float %222, ptr %223, align 16
  %224 = or i32 %i1510, 5
  %225 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %224
  %226 = load float, ptr %225, align 4
  %227 = fcmp ogt float %226, 0.000000e+00
  %228 = select i1 %227, float %226, float 0.000000e+00
  %229 = getelementptr inbounds float, ptr %compute_intermediate, i32 %224
  store float %228, ptr %229, align 4
  %230 = or i32 %i1510, 6
  %231 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %230
  %232 = load float, ptr %231, align 8
  %233 = fcmp ogt float %232, 0.000000e+00
  %234 = select i1 %233, float %232, float 0.000000e+00
  %235 = getelementptr inbounds float, ptr %compute_intermediate, i32 %230
  store float %234, ptr %235, align 8
  %236 = or i32 %i1510, 7
  %237 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %236
  %238 = load float, ptr %237, align 4
  %239 = fcmp ogt float %238, 0.000000e+00
  %240 = select i1 %239, float %238, float 0.000000e+00
  %241 = getelementptr inbounds float, ptr %compute_intermediate, i32 %236
  store float %240, ptr %241, align 4
  %242 = or i32 %i1510, 8
  %243 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %242
  %244 = load float, ptr %243, align 16
  %245 = fcmp ogt float %244, 0.000000e+00
  %246 = select i1 %245, float %244, float 0.000000e+00
  %247 = getelementptr inbounds float, ptr %compute_intermediate, i32 %242
  store float %246, ptr %247, align 32
  %248 = or i32 %i1510, 9
  %249 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %248
  %250 = load float, ptr %249, align 4
  %251 = fcmp ogt float %250, 0.000000e+00
  %252 = select i1 %251, float %250, float 0.000000e+00
  %253 = getelementptr inbounds float, ptr %compute_intermediate, i32 %248
  store float %252, ptr %253, align 4
  %254 = or i32 %i1510, 10
  %255 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %254
  %256 = load float, ptr %255, align 8
  %257 = fcmp ogt float %256, 0.000000e+00
  %258 = select i1 %257, float %256, float 0.000000e+00
  %259 = getelementptr inbounds float, ptr %compute_intermediate, i32 %254
  store float %258, ptr %259, align 8
  %260 = or i32 %i1510, 11
  %261 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %260
  %262 = load float, ptr %261, align 4
  %263 = fcmp ogt float %262, 0.000000e+00
  %264 = select i1 %263, float %262, float 0.000000e+00
  %265 = getelementptr inbounds float, ptr %compute_intermediate, i32 %260
  store float %264, ptr %265, align 4
  %266 = or i32 %i1510, 12
  %267 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %266
  %268 = load float, ptr %267, align 16
  %269 = fcmp ogt float %268, 0.000000e+00
  %270 = select i1 %269, float %268, float 0.000000e+00
  %271 = getelementptr inbounds float, ptr %compute_intermediate, i32 %266
  store float %270, ptr %271, align 16
  %272 = or i32 %i1510, 13
  %273 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %272
  %274 = load float, ptr %273, align 4
  %275 = fcmp ogt float %274, 0.000000e+00
  %276 = select i1 %275, float %274, float 0.000000e+00
  %277 = getelementptr inbounds float, ptr %compute_intermediate, i32 %272
  store float %276, ptr %277, align 4
  %278 = or i32 %i1510, 14
  %279 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %278
  %280 = load float, ptr %279, align 8
  %281 = fcmp ogt float %280, 0.000000e+00
  %282 = select i1 %281, float %280, float 0.000000e+00
  %283 = getelementptr inbounds float, ptr %compute_intermediate, i32 %278
  store float %282, ptr %283, align 8
  %284 = or i32 %i1510, 15
  %285 = getelementptr inbounds float, ptr %matmul_intermediate6, i32 %284
  %286 = load float, ptr %285, align 4
  %287 = fcmp ogt float %286, 0.000000e+00
  %288 = select i1 %287, float %286, float 0.000000e+00
  %289 = getelementptr inbounds float, ptr %compute_intermediate, i32 %284
  store float %288, ptr %289, align 4
  %290 = add nuw nsw i32 %i1510, 16
  %exitcond14.not.15 = icmp eq i32 %290, 32
  br i1 %exitcond14.not.15, label %for_end_i13, label %for_body_i12

for_end_i13:
  ret void
}

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg)
