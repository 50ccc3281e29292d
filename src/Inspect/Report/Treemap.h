//===- Treemap.h - Rectangles with areas by weight --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_REPORT_TREEMAP_H
#define METAOBJ_INSPECT_REPORT_TREEMAP_H

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace metaobj {

struct Rectangle {
  double Left, Top, Width, Height;
};

/// Divides \p Whole into a rectangle for each of \p Weights, which are positive
/// and do not increase. Areas are in proportion to the weights, and the shapes
/// are near squares: "Squarified Treemaps" of Bruls, Huizing and van Wijk.
std::vector<Rectangle> treemap(llvm::ArrayRef<double> Weights, Rectangle Whole);

} // namespace metaobj

#endif // METAOBJ_INSPECT_REPORT_TREEMAP_H
