// NumPy arrays as bytes: format version 2.0 of numpy/lib/format.py.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kinetree::report {

/// Appends the low `count` bytes of `value`, at most 8, lowest first.
void put(std::string& bytes, std::uint64_t value, int count);
void put_doubles(std::string& bytes, const double* values, std::size_t count);

using Shape = std::vector<std::size_t>;

/// Magic and header of a .npy file: a Python dictionary padded so that the values are aligned. It
/// has as many bytes for every first number of the shape, so that it can be written last.
std::string npy_header(std::string_view type, const Shape& shape);

/// An array of fixed-width UTF-32 text.
std::string npy_texts(const Shape& shape, const std::vector<std::string>& texts);

}  // namespace kinetree::report
