// Elements of matrices and vectors as they are typed: 'M[2,4]', 'g[shoulder]'.
#pragma once
#include <string>
#include <vector>

#include "kinetree/model.hpp"

namespace kinetree::cli {

/// 'M[2,4]' taken apart, not yet looked up.
struct Wanted {
  std::string symbol, u, k;
};

/// Every way to read the text: a name may hold a comma, so there may be several.
std::vector<Wanted> readings(const std::string& typed);

/// What may have been meant by something that is not M[u,k]: its first three words.
Wanted guess(const std::string& text);

/// A number from 1 on, or the name of a velocity. Not found: what comes nearest.
struct Place {
  int index = -1;
  std::string nearest;
};
Place find_place(const std::string& text, const std::vector<std::string>& names);

/// An element of any quantity that has some, counted from 0; vectors have column 0. Throws
/// UsageError with the nearest spelling.
struct ElementPlace {
  std::string symbol;
  int row = 0, column = 0;
};
ElementPlace read_element(const std::string& typed, const Model& model);

}  // namespace kinetree::cli
