// From generated C to functions that run in this process.
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include "kinetree/generated.hpp"
#include "kinetree/verify.hpp"
#include "symbolic/system_compiler.hpp"

namespace kinetree {
namespace {

/// The functions of a library, which stays loaded as long as they are.
struct Loaded : GeneratedFunctions {
  explicit Loaded(const std::string& library)
      : handle(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle == nullptr) {
      const char* const why = dlerror();  // NOLINT(concurrency-mt-unsafe): per thread in glibc
      throw FileError(fmt::format("{}: cannot be loaded: {}", library, why ? why : "?"));
    }
  }
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;
  ~Loaded() { dlclose(handle); }

  template <class F>
  void find(F*& function, const std::string& name) {
    function = reinterpret_cast<F*>(dlsym(handle, name.c_str()));  // NOLINT: as dlsym() is
  }
  void find_all(const std::string& prefix) {
    find(mass_matrix, prefix + "_mass_matrix");
    find(coriolis, prefix + "_coriolis");
    find(gravity, prefix + "_gravity");
    find(bias, prefix + "_bias");
    find(inverse_dynamics, prefix + "_inverse_dynamics");
    find(forward_dynamics, prefix + "_forward_dynamics");
  }

  void* handle;
};

/// Header and source; the test stays behind, for the evaluator is here to compare with.
GeneratedCode generate_library(const Model& model, bool armature) {
  GenerateOptions options;
  options.armature = armature;
  options.lanes = 0;
  options.vectors = 1;
  GeneratedCode code = generate(model, options);
  std::erase_if(code.files,
                [](const GeneratedFile& file) { return file.name.ends_with("_test.c"); });
  return code;
}

/// Not a test of rounding: a wrong library or a compiler's mistake is off by more than this.
void compare(const Model& model, const Options& with_code) {
  constexpr double tolerance = 1e-6;
  Options plain = with_code;
  plain.generated = nullptr;
  Evaluator reference(model, plain);
  for (const Quantity quantity : quantities()) {
    if (quantity == Quantity::forward_dynamics && !with_code.generated->forward_dynamics) continue;
    Options options = with_code;
    options.methods[quantity] = "generated";
    Evaluator generated(model, options);
    for (unsigned seed = 1; seed <= 2; ++seed) {
      const RandomState x = random_state(model, seed);
      const Matrix right = evaluate(reference, quantity, x);
      const double size = std::max(right.cwiseAbs().maxCoeff(), 1e-9);
      const double off = (evaluate(generated, quantity, x) - right).cwiseAbs().maxCoeff() / size;
      if (off <= tolerance) continue;
      throw Error(fmt::format(
          "{} of '{}' by the compiled code is off by {:.1e} of its size: nothing of it is used (is "
          "CC a compiler that works?)",
          to_string(quantity), model.name, off));
    }
  }
}

}  // namespace

CompiledCode compile_generated(const Model& model, const CompileOptions& options) {
  if (model.has_mimics()) {
    throw UsageError(
        fmt::format("generated: not for '{}', whose joints mimic others (make them independent: "
                    "--mimic off)",
                    model.name));
  }
  const std::vector<std::string> command = compiler_command(options.compiler);
  const std::filesystem::path cache = code_cache(options.cache);
  CompiledCode result;
  result.code = generate_library(model, options.armature);
  const std::vector<GeneratedFile>& files = result.code.files;
  const std::filesystem::path library =
      cache / fmt::format("{}-{}.so", result.code.prefix, fingerprint(files, command));
  result.library = library.string();
  result.compiled = !std::filesystem::exists(library);
  if (result.compiled) compile_library(files, command, library);
  auto loaded = std::make_shared<Loaded>(result.library);
  loaded->find_all(result.code.prefix);
  loaded->model = model.hash();
  loaded->armature = options.armature;
  result.functions = loaded;
  Options use;
  use.include.armature = options.armature;
  use.generated = result.functions;
  compare(model, use);
  return result;
}

}  // namespace kinetree
