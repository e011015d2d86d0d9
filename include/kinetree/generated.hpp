// Generated code as a method of the evaluator.
//
//   kinetree::Options options;
//   options.generated = kinetree::compile_generated(model).functions;
//   options.methods.inverse_dynamics = "generated";
//   kinetree::Evaluator evaluator(model, options);
//
// And of the batch evaluator:
//
//   kinetree::BatchOptions options;
//   options.generated = kinetree::compile_generated(model, {.batch = true}).functions;
//   kinetree::BatchEvaluator batch(model, options);
//
// docs/generated_code.md has the details.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "kinetree/generate.hpp"

namespace kinetree {

/// Addresses of the C functions of one robot; a null one is missing.
struct GeneratedAddresses {
  void (*mass_matrix)(const double* q, double* M) = nullptr;
  void (*coriolis)(const double* q, const double* v, double* C) = nullptr;
  void (*gravity)(const double* q, double* g) = nullptr;
  void (*bias)(const double* q, const double* v, double* h) = nullptr;
  void (*inverse_dynamics)(const double* q, const double* v, const double* a,
                           double* tau) = nullptr;
  void (*forward_dynamics)(const double* q, const double* v, const double* tau,
                           double* a) = nullptr;
};

/// The C functions of one robot (generate.hpp): of a library that compile_generated() loaded, or
/// linked into the program. Matrices come row by row.
struct GeneratedFunctions : GeneratedAddresses {
  /// For one block of states, as BatchEvaluator has them: number k of state w at [k · lanes + w].
  struct Batch : GeneratedAddresses {
    void (*packed_mass_matrix)(const double* q, double* M) = nullptr;
    int lanes = 0;      ///< states at once; 0: there are no such functions
    bool rows = false;  ///< C row by row, as `kinetree generate` writes it; else column by column
  };
  Batch batch;
  std::uint64_t model = 0;  ///< hash() of the model they were made for: no other may use them
  bool armature = true;     ///< whether rotor inertias are part of it
};

struct CompileOptions {
  bool armature = true;
  bool batch = false;    ///< functions for batches as well, for the instruction set in use: simd()
  std::string compiler;  ///< command, with options of its own; empty: $CC, or cc
  /// Folder where compiled code is kept for next time; empty: $KINETREE_CACHE, or kinetree in
  /// $XDG_CACHE_HOME or ~/.cache.
  std::string cache;
};

struct CompiledCode {
  std::shared_ptr<const GeneratedFunctions> functions;  ///< keeps the library loaded
  std::string library;                                  ///< the file
  std::string batch_library;                            ///< the one for batches; empty: none
  bool compiled = false;                                ///< now, and not found in the cache
  GeneratedCode code;
};

/// Generates C, compiles it with the system's compiler unless that was done before, loads it, and
/// compares it with the evaluators in a few states. Throws FileError where there is no
/// compiler or it fails, or the cache cannot be written; Error where code and evaluator disagree.
/// Not for control loops: it takes a second, or minutes for a humanoid.
CompiledCode compile_generated(const Model& model, const CompileOptions& options = {});

}  // namespace kinetree
