// The folder of reference values that lies beside the repository, where there is one.
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kinetree/link.hpp"

namespace kinetree::testing {

inline std::filesystem::path shared_folder() {
  if (const char* set = std::getenv("KINETREE_SHARED")) return set;
  return std::filesystem::path(KINETREE_SOURCE_DIR) / ".." / "shared";
}

/// Files of a sub-folder with this extension, by name; empty where the folder is absent.
inline std::vector<std::string> shared_files(const std::string& below, const std::string& ending) {
  std::vector<std::string> files;
  const auto folder = shared_folder() / below;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ending) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline nlohmann::json read_json(const std::string& file) {
  std::ifstream stream(file);
  return nlohmann::json::parse(stream);
}

inline Vector to_vector(const nlohmann::json& list) {
  Vector x(static_cast<Eigen::Index>(list.size()));
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = list[static_cast<std::size_t>(i)];
  return x;
}

inline Matrix to_matrix(const nlohmann::json& rows) {
  Matrix x(static_cast<Eigen::Index>(rows.size()),
           static_cast<Eigen::Index>(rows.empty() ? 0 : rows[0].size()));
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    x.row(i) = to_vector(rows[static_cast<std::size_t>(i)]).transpose();
  }
  return x;
}

/// Last part of a path without its ending, fit for a test's name.
inline std::string test_name(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

}  // namespace kinetree::testing

// Only a missing folder is a reason to skip; where it is there, its files must be.
#define KINETREE_NEEDS_SHARED()                        \
  if (!std::filesystem::is_directory(shared_folder())) \
  GTEST_SKIP() << "no reference values: set KINETREE_SHARED to their folder"
#define KINETREE_NEEDS(files) \
  KINETREE_NEEDS_SHARED();    \
  ASSERT_FALSE((files).empty())
