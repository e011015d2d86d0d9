// From generated C to functions that run in this process.
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kinetree/batch.hpp"
#include "kinetree/generated.hpp"
#include "kinetree/verify.hpp"
#include "symbolic/library_code.hpp"
#include "symbolic/system_compiler.hpp"

namespace kinetree {
namespace {

/// A library, loaded as long as this is there.
class Library {
 public:
  explicit Library(const std::string& file) : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) {
      const char* const why = dlerror();  // NOLINT(concurrency-mt-unsafe): per thread in glibc
      throw FileError(fmt::format("{}: cannot be loaded: {}", file, why ? why : "?"));
    }
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() { dlclose(handle_); }

  template <class F>
  void find(F*& function, const std::string& name) const {
    function = reinterpret_cast<F*>(dlsym(handle_, name.c_str()));  // NOLINT: as dlsym() is
  }
  void find_all(GeneratedAddresses& functions, const std::string& prefix,
                const std::string& suffix) const {
    find(functions.mass_matrix, prefix + "_mass_matrix" + suffix);
    find(functions.coriolis, prefix + "_coriolis" + suffix);
    find(functions.gravity, prefix + "_gravity" + suffix);
    find(functions.bias, prefix + "_bias" + suffix);
    find(functions.inverse_dynamics, prefix + "_inverse_dynamics" + suffix);
    find(functions.forward_dynamics, prefix + "_forward_dynamics" + suffix);
  }

 private:
  void* handle_;
};

/// The functions of libraries, which stay loaded as long as they are.
struct Loaded : GeneratedFunctions {
  std::unique_ptr<Library> one_state, many_states;
};

/// Not a test of rounding: a wrong library or a compiler's mistake is off by more than this.
void expect_close(const Model& model, std::string_view what, const Matrix& is,
                  const Matrix& right) {
  constexpr double tolerance = 1e-6;
  const double size = std::max(right.cwiseAbs().maxCoeff(), 1e-9);
  const double off = (is - right).cwiseAbs().maxCoeff() / size;
  if (off <= tolerance) return;
  throw Error(fmt::format(
      "{} of '{}' by the compiled code is off by {:.1e} of its size: nothing of it is used (is "
      "CC a compiler that works?)",
      what, model.name, off));
}

void compare(const Model& model, const Options& with_code) {
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
      expect_close(model, to_string(quantity), evaluate(generated, quantity, x),
                   evaluate(reference, quantity, x));
    }
  }
}

/// Every lane of two blocks has a state of its own.
void compare_batch(const Model& model, const BatchOptions& with_code) {
  BatchOptions plain = with_code;
  plain.generated = nullptr;
  BatchEvaluator reference(model, plain), generated(model, with_code);
  std::vector<double> q, v, x;
  const int states = 2 * reference.lanes(), n = model.nv();
  for (int k = 0; k < states; ++k) {
    const RandomState state = random_state(model, static_cast<unsigned>(k + 1));
    q.insert(q.end(), state.q.begin(), state.q.end());
    v.insert(v.end(), state.v.begin(), state.v.end());
    x.insert(x.end(), state.a.begin(), state.a.end());
  }
  const BatchBuffer Q = reference.to_blocks(q, model.nq()), V = reference.to_blocks(v, n),
                    X = reference.to_blocks(x, n);
  const auto check = [&](std::string_view what, int width, auto run) {
    const auto size = static_cast<std::size_t>(states) * static_cast<std::size_t>(width);
    BatchBuffer is(size), right(size);
    run(generated, is);
    run(reference, right);
    const auto numbers = [&](BatchBuffer& from) {
      return Eigen::Map<Vector>(from.data(), static_cast<Eigen::Index>(size));
    };
    expect_close(model, fmt::format("{} of a batch", what), numbers(is), numbers(right));
  };
  using Batch = BatchEvaluator;
  check("mass_matrix", n * n, [&](Batch& b, BatchBuffer& M) { b.mass_matrix(Q, M); });
  check("packed mass_matrix", static_cast<int>(reference.pattern().size()),
        [&](Batch& b, BatchBuffer& M) { b.packed_mass_matrix(Q, M); });
  check("coriolis", n * n, [&](Batch& b, BatchBuffer& C) { b.coriolis(Q, V, C); });
  check("gravity", n, [&](Batch& b, BatchBuffer& g) { b.gravity(Q, g); });
  check("bias", n, [&](Batch& b, BatchBuffer& h) { b.bias(Q, V, h); });
  check("inverse_dynamics", n,
        [&](Batch& b, BatchBuffer& tau) { b.inverse_dynamics(Q, V, X, tau); });
  if (!with_code.generated->batch.forward_dynamics) return;
  check("forward_dynamics", n, [&](Batch& b, BatchBuffer& a) { b.forward_dynamics(Q, V, X, a); });
}

/// Where the files are compiled to; compiles them unless that was done before.
std::string compile_once(const std::vector<GeneratedFile>& files, const std::string& name,
                         const std::vector<std::string>& command,
                         const std::filesystem::path& cache, bool& now) {
  const std::filesystem::path library =
      cache / fmt::format("{}-{}.so", name, fingerprint(files, command));
  if (!std::filesystem::exists(library)) {
    compile_library(files, command, library);
    now = true;
  }
  return library.string();
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
  const SimdSet* const set = options.batch ? &simd() : nullptr;
  LibraryCode made = generate_library(model, options.armature, set ? set->lanes : 0);
  CompiledCode result;
  result.code = std::move(made.code);
  const std::string& prefix = result.code.prefix;
  auto loaded = std::make_shared<Loaded>();
  loaded->model = model.hash();
  loaded->armature = options.armature;
  result.library = compile_once(result.code.files, prefix, command, cache, result.compiled);
  loaded->one_state = std::make_unique<Library>(result.library);
  loaded->one_state->find_all(*loaded, prefix, "");
  if (set) {
    result.batch_library = compile_once(made.batch, prefix + "_batch",
                                        compiler_command(options.compiler, batch_target(*set)),
                                        cache, result.compiled);
    loaded->many_states = std::make_unique<Library>(result.batch_library);
    loaded->many_states->find_all(loaded->batch, prefix, "_batch");
    loaded->many_states->find(loaded->batch.packed_mass_matrix,
                              prefix + "_packed_mass_matrix_batch");
    loaded->batch.lanes = set->lanes;
  }
  result.functions = loaded;
  Options use;
  use.include.armature = options.armature;
  use.generated = result.functions;
  compare(model, use);
  if (set) compare_batch(model, {.include = use.include, .generated = result.functions});
  return result;
}

}  // namespace kinetree
