/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A program whose own macros have the names of attributes, before every public
 * header. The list of headers is written by clients.sh. */

#define aligned broken aligned
#define always_inline broken always_inline
#define deprecated broken deprecated
#define format broken format
#define hidden broken hidden
#define noinline broken noinline
#define noreturn broken noreturn
#define packed broken packed
#define printf tfp_printf
#define section broken section
#define unused broken unused
#define visibility broken visibility
#define warn_unused_result broken warn_unused_result
#define weak broken weak

#include "headers.h"

#ifdef __cplusplus
/* Without extern "C" around it. */
METAOBJ_DECLARE_PARAMS(tvmgen_first);
namespace inside {
METAOBJ_DECLARE_PARAMS(tvmgen_second);
}
extern "C" {
METAOBJ_DECLARE_PARAMS(tvmgen_third);
}
#define tvmgen_second_params inside::tvmgen_second_params
#else
METAOBJ_DECLARE_PARAMS(tvmgen_first);
METAOBJ_DECLARE_PARAMS(tvmgen_second);
METAOBJ_DECLARE_PARAMS(tvmgen_third);
#endif

int main(void) {
  return tvmgen_first_params()->num_params == 1 &&
                 tvmgen_second_params()->num_params == 1 &&
                 tvmgen_third_params()->num_params == 1
             ? 0
             : 1;
}
