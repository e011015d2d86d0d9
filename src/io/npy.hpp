// The header of a NumPy array: what its numbers are, and how many.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/zip.hpp"

namespace kinetree {

struct NpyHeader {
  std::string type;  ///< "<f8"
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
  std::uint64_t bytes = 0;  ///< that the header takes
};

/// Takes the header off a stream: versions 1 to 3 of numpy/lib/format.py.
NpyHeader take_npy_header(const Zip& zip, ZipStream& stream);

/// "(1000, 6)"
std::string to_string(const std::vector<std::uint64_t>& shape);

}  // namespace kinetree
