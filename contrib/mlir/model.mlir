// Two dense layers of 8-bit integers. Their constants are globals of either
// dialect; the bytes of the first layer's weight are a resource, at the end.
module @mlp {
  ml_program.global private @hidden_weight(
      dense_resource<hidden_weight> : tensor<16x8xi8>) : tensor<16x8xi8>
  memref.global "private" constant @hidden_bias : memref<8xi32> = dense<
      [6147, 5829, -13215, 11557, 6243, -15921, -7509, -15587]>
  memref.global "private" constant @output_weight : memref<8x4xi8> = dense<[
      [-22, 97, -45, -72], [46, -102, -76, -128], [-51, -77, 58, -115],
      [-92, -22, 64, -52], [1, 49, 58, 114], [-66, -69, 121, 110],
      [117, 119, 31, -85], [-55, -76, 47, 7]]>
  ml_program.global private @output_bias(
      dense<-40> : tensor<4xi32>) : tensor<4xi32>

  // max(data * weight + bias, 0) / 256, at most 127.
  func.func private @dense_relu(%data: tensor<1x16xi8>,
                                %weight: tensor<16x8xi8>,
                                %bias: tensor<8xi32>) -> tensor<1x8xi8> {
    %zero = arith.constant 0 : i32
    %shift = arith.constant 8 : i32
    %most = arith.constant 127 : i32
    %sums = tensor.empty() : tensor<1x8xi32>
    %zeros = linalg.fill ins(%zero : i32)
        outs(%sums : tensor<1x8xi32>) -> tensor<1x8xi32>
    %product = linalg.matmul
        ins(%data, %weight : tensor<1x16xi8>, tensor<16x8xi8>)
        outs(%zeros : tensor<1x8xi32>) -> tensor<1x8xi32>
    %narrow = tensor.empty() : tensor<1x8xi8>
    %result = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (i, j)>,
                         affine_map<(i, j) -> (j)>,
                         affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%product, %bias : tensor<1x8xi32>, tensor<8xi32>)
        outs(%narrow : tensor<1x8xi8>) {
      ^bb0(%of_product: i32, %of_bias: i32, %unused: i8):
        %sum = arith.addi %of_product, %of_bias : i32
        %positive = arith.maxsi %sum, %zero : i32
        %scaled = arith.shrsi %positive, %shift : i32
        %bounded = arith.minsi %scaled, %most : i32
        %byte = arith.trunci %bounded : i32 to i8
        linalg.yield %byte : i8
    } -> tensor<1x8xi8>
    return %result : tensor<1x8xi8>
  }

  // data * weight + bias
  func.func private @dense(%data: tensor<1x8xi8>, %weight: tensor<8x4xi8>,
                           %bias: tensor<4xi32>) -> tensor<1x4xi32> {
    %empty = tensor.empty() : tensor<1x4xi32>
    %biases = linalg.broadcast ins(%bias : tensor<4xi32>)
        outs(%empty : tensor<1x4xi32>) dimensions = [0]
    %result = linalg.matmul
        ins(%data, %weight : tensor<1x8xi8>, tensor<8x4xi8>)
        outs(%biases : tensor<1x4xi32>) -> tensor<1x4xi32>
    return %result : tensor<1x4xi32>
  }

  // The graph.
  func.func @main(%data: tensor<1x16xi8> loc("data")) -> tensor<1x4xi32> {
    %weight = ml_program.global_load_const @hidden_weight : tensor<16x8xi8>
    %bias_place = memref.get_global @hidden_bias : memref<8xi32>
    %bias = bufferization.to_tensor %bias_place restrict : memref<8xi32>
    %hidden = call @dense_relu(%data, %weight, %bias)
        : (tensor<1x16xi8>, tensor<16x8xi8>, tensor<8xi32>) -> tensor<1x8xi8>
    %weight_place = memref.get_global @output_weight : memref<8x4xi8>
    %output_weight =
        bufferization.to_tensor %weight_place restrict : memref<8x4xi8>
    %output_bias = ml_program.global_load_const @output_bias : tensor<4xi32>
    %scores = call @dense(%hidden, %output_weight, %output_bias)
        : (tensor<1x8xi8>, tensor<8x4xi8>, tensor<4xi32>) -> tensor<1x4xi32>
    return %scores : tensor<1x4xi32>
  }
}

// The first four bytes are the alignment.
{-#
  dialect_resources: {
    builtin: {
      hidden_weight: "0x0100000025CD4A98A5B03B9DED93AC5E56A3FBAE599EBFF29F4B99F197C41456C9BC1DDCB4E03EB1A09EE97E5A206E683919FFDCFCA9197D2F6513A5BC56D42FCD7A5794A7202E337E69A3AF0A72A19F1E641145318B6C35D6BB7C9EEF13C2FE4B487EA9D5654D0EC65C0E543742F6CDAADACDF6F78678DD061082CA563D23C09B69484B"
    }
  }
#-}
