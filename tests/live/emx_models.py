# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""emx_models.py <folder>: ONNX models, and C that emx-onnx-cgen makes of them.

Each model has a folder with model.onnx, an input, the output by ONNX Runtime, and
C with its weights in two places: `c` as text of C, and `file` as emx-onnx-cgen has
it by default, where large ones are read from model.bin into variables.
"""

import pathlib
import sys
import sysconfig

import emx_onnx_cgen.cli
import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

PACKAGES = pathlib.Path(sysconfig.get_paths()["purelib"])
CLASSIFIER = "rapidocr_onnxruntime/models/ch_ppocr_mobile_v2.0_cls_infer.onnx"

FLAGS = {"c": ["--large-weight-threshold=0"], "file": []}

SOURCE = numpy.random.default_rng(41)


def model_of(nodes, shape, outputs, parameters):
    graph = helper.make_graph(
        nodes, "test",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, outputs])],
        [numpy_helper.from_array(
            array if isinstance(array, numpy.ndarray) else
            SOURCE.standard_normal(array).astype("float32"), name)
         for name, array in parameters.items()])
    return helper.make_model(graph, ir_version=10,
                             opset_imports=[helper.make_opsetid("", 18)])


def conv():
    """Names in capitals, a parameter of another type, and a `Constant` node."""
    half = helper.make_tensor("any", TensorProto.FLOAT, [], [0.5])
    return model_of(
        [helper.make_node("Conv", ["x", "Conv1.Weight", "Conv1.Bias"], ["a"]),
         helper.make_node("Relu", ["a"], ["b"]),
         helper.make_node("Conv", ["b", "Conv2.Weight"], ["c"], strides=[2, 2]),
         helper.make_node("Constant", [], ["Half"], value=half),
         helper.make_node("Mul", ["c", "Half"], ["d"]),
         helper.make_node("GlobalAveragePool", ["d"], ["e"]),
         helper.make_node("Reshape", ["e", "Shape"], ["f"]),
         helper.make_node("Gemm", ["f", "Last.Weight", "Last.Bias"], ["y"])],
        [1, 1, 16, 16], 4,
        {"Conv1.Weight": (8, 1, 3, 3), "Conv1.Bias": (8,),
         "Conv2.Weight": (16, 8, 3, 3), "Shape": numpy.array([1, 16], "int64"),
         "Last.Weight": (16, 4), "Last.Bias": (4,)})


def gemm():
    """More than 100 KB, and a parameter that nothing uses, which
    emx-onnx-cgen leaves out."""
    return model_of(
        [helper.make_node("MatMul", ["x", "w0"], ["a"]),
         helper.make_node("Add", ["a", "b0"], ["b"]),
         helper.make_node("Tanh", ["b"], ["c"]),
         helper.make_node("Gemm", ["c", "w1", "b1"], ["y"], transB=1)],
        [1, 128], 10,
        {"unused": (4,), "w0": (128, 256), "b0": (256,), "w1": (10, 256),
         "b1": (10,)})


def classifier():
    """RapidOCR's, of 53 convolutions: which way up is a line of text?"""
    model = onnx.load(PACKAGES / CLASSIFIER)
    for value, shape in ((model.graph.input[0], [1, 3, 48, 192]),
                         (model.graph.output[0], [1, 2])):
        for dim, extent in zip(value.type.tensor_type.shape.dim, shape):
            dim.Clear()
            dim.dim_value = extent
    return model


def write(place, model):
    place.mkdir(parents=True)
    onnx.save(model, place / "model.onnx")
    shape = [dim.dim_value
             for dim in model.graph.input[0].type.tensor_type.shape.dim]
    given = SOURCE.random(shape).astype("float32")
    (place / "input.bin").write_bytes(given.tobytes())
    (output,) = onnxruntime.InferenceSession(
        place / "model.onnx", providers=["CPUExecutionProvider"]).run(
            None, {model.graph.input[0].name: given})
    (place / "output.bin").write_bytes(output.tobytes())
    for kind, flags in FLAGS.items():
        (place / kind).mkdir()
        status = emx_onnx_cgen.cli.main(
            ["compile", str(place / "model.onnx"),
             str(place / kind / "model.c"), "--emit-data-file", *flags])
        if status:
            sys.exit(f"emx-onnx-cgen ended with {status}")


def main():
    for make in (conv, gemm, classifier):
        write(pathlib.Path(sys.argv[1], make.__name__), make())


if __name__ == "__main__":
    main()
