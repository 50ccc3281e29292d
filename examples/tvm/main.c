// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the network once and says which word it hears. Built by build.py's
// files and board.h, the one thing that it needs from a machine.
#include "board.h"
#include "keywords.h"
#include "values.h"

enum { WORDS = sizeof(answer) / sizeof(answer[0]) };

int main(void);

int main(void) {
  static float words[WORDS] __attribute__((aligned(64)));
  static char text[] = "word __, as TVM hears it\n";
  struct tvmgen_keywords_inputs inputs = {(void *)spectrum};
  struct tvmgen_keywords_outputs outputs = {words};
  int heard = 0, wanted = 0;
  if (tvmgen_keywords_run(&inputs, &outputs) != 0)
    return 1;
  for (int i = 1; i < WORDS; i++) {
    if (words[i] > words[heard])
      heard = i;
    if (answer[i] > answer[wanted])
      wanted = i;
  }
  // Targets that fuse a product and a sum round once where others round twice.
  for (int i = 0; i < WORDS; i++) {
    float difference = words[i] - answer[i];
    if (difference > 1e-4f || difference < -1e-4f)
      return 2;
  }
  if (heard != wanted)
    return 3;
  text[5] = (char)('0' + heard / 10);
  text[6] = (char)('0' + heard % 10);
  board_write(text, sizeof(text) - 1);
  return 0;
}
