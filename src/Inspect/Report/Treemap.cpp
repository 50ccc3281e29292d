//===- Treemap.cpp - Rectangles with areas by weight ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/Treemap.h"

#include <algorithm>
#include <numeric>

using namespace llvm;
using namespace metaobj;

/// How far from a square the worst rectangle of a row is. The row has areas
/// from \p Least to \p Most, \p Sum in all, and lies along \p Side.
static double worstShape(double Least, double Most, double Sum, double Side) {
  double Depth = Sum / Side;
  double Longest = Most / Depth / Depth, Shortest = Depth * Depth / Least;
  return std::max(Longest, Shortest);
}

/// The number of \p Areas that make the best row along \p Side.
static size_t bestRow(ArrayRef<double> Areas, double Side) {
  double Sum = Areas.front();
  double Shape = worstShape(Sum, Sum, Sum, Side);
  size_t Count = 1;
  for (; Count != Areas.size(); ++Count) {
    double Next =
        worstShape(Areas[Count], Areas.front(), Sum + Areas[Count], Side);
    if (Next > Shape)
      break;
    Shape = Next;
    Sum += Areas[Count];
  }
  return Count;
}

std::vector<Rectangle> metaobj::treemap(ArrayRef<double> Weights,
                                        Rectangle Whole) {
  double Sum = std::accumulate(Weights.begin(), Weights.end(), 0.0);
  std::vector<double> Areas;
  for (double Weight : Weights)
    Areas.push_back(Weight / Sum * Whole.Width * Whole.Height);

  std::vector<Rectangle> Result;
  for (ArrayRef<double> Rest = Areas; !Rest.empty();) {
    // A row lies along the shorter side of what is left.
    bool IsColumn = Whole.Width > Whole.Height;
    double Side = IsColumn ? Whole.Height : Whole.Width;
    ArrayRef<double> Row = Rest.take_front(bestRow(Rest, Side));
    Rest = Rest.drop_front(Row.size());
    double Area = std::accumulate(Row.begin(), Row.end(), 0.0);
    double Depth = Area / Side, Bytes = 0;
    for (double Value : Row) {
      double Length = Value / Depth;
      Result.push_back(
          IsColumn ? Rectangle{Whole.Left, Whole.Top + Bytes, Depth, Length}
                   : Rectangle{Whole.Left + Bytes, Whole.Top, Length, Depth});
      Bytes += Length;
    }
    (IsColumn ? Whole.Left : Whole.Top) += Depth;
    (IsColumn ? Whole.Width : Whole.Height) -= Depth;
  }
  return Result;
}
