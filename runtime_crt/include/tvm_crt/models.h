/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file models.h
 * Models of one image, by their names. `metaobj emit --register` adds a pointer
 * to each model to a list that the linker collects; metaobj_abi.h finds the
 * list:
 *
 *     const TVMRegisteredModel *model =
 *         TVMFindModel(metaobj_models_begin(), metaobj_models_end(), "wake");
 *     if (model != NULL) {
 *       error = TVMModCreateFromCModule(model->module, &module);
 *     }
 */

#ifndef TVM_CRT_MODELS_H_
#define TVM_CRT_MODELS_H_

#include <stdint.h>

#include <tvm/runtime/crt/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of TVMRegisteredModel that this header describes. Later versions
 * only add members at the end. */
#define TVM_CRT_MODEL_VERSION 1

/** A model: metaobj_model_t of metaobj_abi.h. */
typedef struct TVMRegisteredModel {
  uint16_t version;
  /** Bytes of the structure. */
  uint16_t size;
  const char *name;
  const TVMModule *module;
  /** The metaobj_param_table_t; NULL without parameters. */
  const void *params;
} TVMRegisteredModel;

/**
 * Find a model in a list of pointers to TVMRegisteredModel. Pointers that are
 * NULL are skipped: a linker may leave gaps.
 *
 * \param begin The first pointer.
 * \param end Behind the last one.
 * \param name The name to find.
 * \return The first model with this name, which lives as long as the image.
 * NULL if there is none, or name is NULL.
 */
const TVMRegisteredModel *TVMFindModel(const void *begin, const void *end,
                                       const char *name) TVM_CRT_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_MODELS_H_ */
