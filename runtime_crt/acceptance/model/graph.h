/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* graph.json; make_model.py writes this file. */

#ifndef RUNTIME_CRT_ACCEPTANCE_MODEL_GRAPH_H_
#define RUNTIME_CRT_ACCEPTANCE_MODEL_GRAPH_H_

static const char acceptance_graph[] =
    "{\"nodes\":[{\"op\":\"null\",\"name\":\"x\",\"inputs\":[]},{\"op\":\"null\","
    "\"name\":\"weights\",\"inputs\":[]},{\"op\":\"tvm_op\",\"name\":\"tvmgen_"
    "acceptance_fused_dense\",\"attrs\":{\"func_name\":\"tvmgen_accepta"
    "nce_fused_dense\",\"num_inputs\":\"2\",\"num_outputs\":\"1\",\"flatten"
    "_data\":\"0\"},\"inputs\":[[0,0,0],[1,0,0]]},{\"op\":\"null\",\"name\":"
    "\"bias\",\"inputs\":[]},{\"op\":\"tvm_op\",\"name\":\"tvmgen_acceptance"
    "_fused_bias_relu\",\"attrs\":{\"func_name\":\"tvmgen_acceptance_fu"
    "sed_bias_relu\",\"num_inputs\":\"2\",\"num_outputs\":\"1\",\"flatten_d"
    "ata\":\"0\"},\"inputs\":[[2,0,0],[3,0,0]]},{\"op\":\"null\",\"name\":\"s"
    "cale\",\"inputs\":[]},{\"op\":\"null\",\"name\":\"offset\",\"inputs\":[]}"
    ",{\"op\":\"null\",\"name\":\"mask\",\"inputs\":[]},{\"op\":\"tvm_op\",\"nam"
    "e\":\"tvmgen_acceptance_fused_quantize\",\"attrs\":{\"func_name\":\""
    "tvmgen_acceptance_fused_quantize\",\"num_inputs\":\"4\",\"num_outp"
    "uts\":\"1\",\"flatten_data\":\"0\"},\"inputs\":[[4,0,0],[5,0,0],[6,0,"
    "0],[7,0,0]]}],\"arg_nodes\":[0,1,3,5,6,7],\"heads\":[[8,0,0]],\"a"
    "ttrs\":{\"dltype\":[\"list_str\",[\"float32\",\"float32\",\"float32\",\""
    "float32\",\"float32\",\"int16\",\"int64\",\"bool\",\"int64\"]],\"shape\":"
    "[\"list_shape\",[[4],[3,4],[3],[3],[3],[3],[1],[3],[3]]],\"stor"
    "age_id\":[\"list_int\",[0,1,2,3,4,5,6,7,8]]},\"node_row_ptr\":[0,"
    "1,2,3,4,5,6,7,8,9]}";

#endif /* RUNTIME_CRT_ACCEPTANCE_MODEL_GRAPH_H_ */
