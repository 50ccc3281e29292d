/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The suite as a program. A board whose start-up code wants something else than
 * main calls acceptance_run itself and leaves this file out. */

#include "acceptance.h"

int main(void);

int main(void) { return acceptance_run() == 0 ? 0 : 1; }
