//===- Conversion.cpp - Files of other frameworks -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/Conversion.h"

#include "Read/FileFormats.h"
#include "Read/Packages/VmExecutable.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/LEB128.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral PyTorchHint =
    "convert it: python3 -c \"import torch, safetensors.torch as s; "
    "s.save_file({k: v.contiguous() for k, v in torch.load('net.pt', "
    "map_location='cpu', weights_only=True).items()}, 'net.safetensors')\"";

const ForeignFormat metaobj::PyTorchArchive = {"a PyTorch file", PyTorchHint};

const ForeignFormat metaobj::KerasArchive = {
    "a Keras model",
    "convert it: python3 -c \"import keras, numpy; numpy.savez('net.npz', "
    "**{v.path: numpy.asarray(v) for v in "
    "keras.saving.load_model('net.keras').weights})\""};

static constexpr ForeignFormat PyTorchPickle = {"a PyTorch file (legacy)",
                                                PyTorchHint};

static constexpr ForeignFormat Pickle = {
    "a Python pickle",
    "load it with the program that wrote it, and save the arrays with "
    "numpy.savez"};

static constexpr ForeignFormat SavedModel = {
    "a TensorFlow SavedModel",
    "convert its parameters: python3 -c \"import numpy, tensorflow as tf; "
    "numpy.savez('net.npz', **{v.name: v.numpy() for v in "
    "tf.saved_model.load('folder').variables})\""};

static constexpr ForeignFormat MxNet = {
    "an MXNet params file",
    "convert it: python3 -c \"import mxnet, numpy; numpy.savez('net.npz', "
    "**{k: v.asnumpy() for k, v in mxnet.nd.load('net.params').items()})\""};

static constexpr ForeignFormat Hdf5 = {
    "an HDF5 file",
    "convert it: python3 -c \"import h5py, numpy; d = {}; "
    "h5py.File('net.h5').visititems(lambda k, v: d.update({k: v[()]}) if "
    "isinstance(v, h5py.Dataset) else None); numpy.savez('net.npz', **d)\""};

static constexpr ForeignFormat LfsPointer = {
    "a pointer of Git LFS, not the file itself",
    "fetch the file: git lfs pull"};

static constexpr ForeignFormat WebPage = {
    "an HTML page",
    "a server may have sent it in place of the file: download the file again"};

static constexpr ForeignFormat CSource = {
    "C source",
    "compile it and give the object; what a C array holds, such as a graph or "
    "parameters, is read from the file that the array was made from"};

static constexpr ForeignFormat TensorFlowJs = {
    "a model of TensorFlow.js",
    "its weights are raw bytes in the files of 'paths', one after the other: a "
    "manifest can say what lies where"};

static constexpr ForeignFormat SafetensorsIndex = {
    "an index of safetensors files, which has no parameters itself",
    "give the files that it names"};

static constexpr ForeignFormat RelaxExecutable = {
    "a Relax executable",
    "give it as an input, beside the operators that TVM compiled with it "
    "(lib0.o)"};

/// PyTorch before 1.6: a pickle of the number 0x1950A86A20F9469CFC6C.
static constexpr StringLiteral PyTorchMagic =
    "\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19.";

/// A pickle of protocol 2 or later: 0x80, the number, then an opcode. Those
/// that frames, containers, numbers and names start with.
static bool isPickle(StringRef Head) {
  return Head.size() > 2 && Head[0] == '\x80' && Head[1] >= 2 && Head[1] <= 5 &&
         (StringRef("}](ck").contains(Head[2]) || Head[2] == '\x95' ||
          Head[2] == '\x8A');
}

/// A small number in field 1, with which messages of protobuf of TensorFlow and
/// ONNX start.
static bool startsWithVersion(StringRef Head) {
  return Head.size() >= 4 && Head[0] == 0x08 && Head[1] >= 1 && Head[1] <= 32;
}

/// 1 for the version, then a message (field 2), which itself starts with a
/// message (field 1).
static bool isSavedModel(StringRef Head) {
  if (!startsWithVersion(Head) || Head[1] != 1 || Head[2] != 0x12)
    return false;
  const char *Error = nullptr;
  unsigned Size = 0;
  decodeULEB128(Head.bytes_begin() + 3, &Size, Head.bytes_end(), &Error);
  return !Error && Head.drop_front(3 + Size).starts_with("\x0A");
}

/// Behind the version (ir_version) comes another of ModelProto's fields: texts,
/// the number of the model's version, the graph, the operator sets.
bool metaobj::startsLikeOnnx(StringRef Head) {
  return startsWithVersion(Head) && !isSavedModel(Head) &&
         StringRef("\x12\x1A\x22\x28\x32\x3A\x42").contains(Head[2]);
}

static bool isHdf5(StringRef Head) {
  // A block for the user may come before it, of a power of two from 512 on.
  for (size_t Offset : {0, 512, 1024, 2048})
    if (Head.substr(Offset).starts_with("\x89HDF\r\n\x1A\n"))
      return true;
  return false;
}

bool metaobj::isWebPage(StringRef Head) {
  Head.consume_front("\xEF\xBB\xBF");
  Head = Head.ltrim(" \t\r\n");
  return Head.starts_with_insensitive("<!doctype html") ||
         Head.starts_with_insensitive("<html");
}

/// Text with a line that only C and C++ have: of the preprocessor, or a
/// declaration.
static bool looksLikeC(StringRef Head) {
  static constexpr StringLiteral Directives[] = {
      "#include ", "#include<", "#ifndef ", "#ifdef ", "#define ", "#pragma "};
  static constexpr StringLiteral Types[] = {
      "static ", "const ", "unsigned ", "char ", "extern ", "void ", "int "};
  auto StartsWithAny = [](StringRef Line, ArrayRef<StringLiteral> Words) {
    return any_of(Words,
                  [&](StringRef Word) { return Line.starts_with(Word); });
  };
  while (!Head.empty()) {
    auto [Line, Rest] = Head.split('\n');
    Head = Rest;
    if (StartsWithAny(Line, Directives) ||
        (StartsWithAny(Line, Types) && Line.find_first_of("=[;(") != Line.npos))
      return true;
  }
  return false;
}

const ForeignFormat *metaobj::substituteOf(StringRef Head) {
  if (Head.starts_with("version https://git-lfs.github.com/spec/"))
    return &LfsPointer;
  return isWebPage(Head) ? &WebPage : nullptr;
}

const ForeignFormat *metaobj::foreignFormatOf(StringRef Head) {
  if (const ForeignFormat *Substitute = substituteOf(Head))
    return Substitute;
  if (startsLikeVmExecutable(Head))
    return &RelaxExecutable;
  if (isPickle(Head))
    return Head.drop_front(2).starts_with(PyTorchMagic) ? &PyTorchPickle
                                                        : &Pickle;
  // kMXAPINDArrayListMagic, and a number that is kept for later.
  if (Head.starts_with(StringRef("\x12\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16)))
    return &MxNet;
  if (isHdf5(Head))
    return &Hdf5;
  if (isSavedModel(Head))
    return &SavedModel;
  return looksLikeC(Head) ? &CSource : nullptr;
}

const ForeignFormat *metaobj::foreignJsonOf(const json::Object &Root) {
  if (Root.get("weightsManifest"))
    return &TensorFlowJs;
  if (Root.get("weight_map"))
    return &SafetensorsIndex;
  return nullptr;
}
