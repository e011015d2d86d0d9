// Code for one robot: straight-line functions without loops, memory or libraries, in C, C++, Python
// or MATLAB, with test vectors that prove it.
//
//   kinetree::GenerateOptions options;
//   options.language = kinetree::Language::c;
//   for (const auto& file : kinetree::generate(model, options).files) save(file.name, file.text);
//
// The numbers of the model are folded into the code; docs/generated_code.md has the details.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/count.hpp"
#include "kinetree/model.hpp"

namespace kinetree {

enum class Language { c, cpp, python, matlab };
std::string_view to_string(Language language) noexcept;
Language find_language(std::string_view name);  ///< throws UsageError

struct GenerateOptions {
  Language language = Language::c;
  std::string prefix;    ///< of every name; taken from the model's where it is empty
  bool armature = true;  ///< rotor inertias are part of M
  std::string payload;   ///< link that carries an unknown body, given in every call; empty: none
  int lanes = 8;         ///< states at once in the functions for batches (C and C++); 0: none
  int vectors = 4;       ///< states in the test
  unsigned seed = 1;     ///< of those states
};

struct GeneratedFile {
  std::string name, text;
};
struct GeneratedFunction {
  std::string name;    ///< without the prefix: "mass_matrix"
  std::string method;  ///< "crba"
  Operations operations;
};
struct GeneratedCode {
  std::string prefix;
  std::vector<GeneratedFile> files;
  std::vector<GeneratedFunction> functions;
  std::vector<std::string> notes;  ///< what is missing, and why
};

/// Throws UsageError for options that make no sense, ModelError as Evaluator does. The same model
/// and options give the same text.
GeneratedCode generate(const Model& model, const GenerateOptions& options = {});

}  // namespace kinetree
