//===- RegisteredModel.cpp - A model in the list of an image --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "Abi/Symbols.h"
#include "metaobj-c/metaobj_abi.h"

using namespace llvm;
using namespace metaobj;

// typedef struct metaobj_model { ... } metaobj_model_t;
static constexpr Field ModelFields[] = {
    Field::number(2, "uint16_t version"), Field::number(2, "uint16_t size"),
    Field::pointer("const char *name"),   Field::pointer("const void *module"),
    Field::pointer("const void *params"),
};
static constexpr Record ModelType = {"metaobj_model_t", ModelFields};

// static const char _metaobj_model_name[] = "net";
// static const metaobj_model_t _metaobj_model = {...};
// static const metaobj_model_t *const _metaobj_model_pointer[1] = {
//     &_metaobj_model};
//
// Linkers collect pointers and not the structures: these may grow, and where a
// linker leaves a gap, there is a null pointer.
void ModelTables::addRegistered() {
  TableAdder Add(Registered, "model");
  const Table &Name = Add.text(symbols::ModelName, [this](TableSink &Sink) {
    Sink.text(*Additional.RegisteredName);
  });

  Table &TheModelTable = Add.structure(
      symbols::RegisteredModel, ModelType, [this, &Name](TableSink &Sink) {
        Sink.number(METAOBJ_MODEL_VERSION, "METAOBJ_MODEL_VERSION");
        Sink.sizeOf(ModelType);
        Sink.pointer(Address::table(Name));
        Sink.pointer(Address::table(Registry.back()));
        Sink.pointer(Address::table(lastOf(Params)));
      });
  TheModelTable.Comment = "For programs that look for models by their names.";

  Table &Pointer = Add.rows(
      symbols::ModelPointer, Field::pointer("const metaobj_model_t *const"), 1,
      [&TheModelTable](TableSink &Sink, uint64_t /*Row*/) {
        Sink.pointer(Address::table(TheModelTable));
      });
  Pointer.IsCollected = true;
}
