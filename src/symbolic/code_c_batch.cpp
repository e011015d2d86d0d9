// Batches in C99: the same assignments on registers of several states.
//
// A register is GCC's vector extension where the compiler has it, never wider than those of the
// processor that is compiled for: wider ones go through memory in gcc, ten times slower. Elsewhere
// it is a double. The C library would be called for every state's sines, which then took most of
// the time; the text therefore has a sine of its own, that of scalar/sin_cos_kernel.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "symbolic/code_c.hpp"

namespace kinetree {
namespace {

/// @ is the prefix, & the same in capitals.
constexpr std::string_view registers_text = R"(/*
 * States a register holds: no more than those of the processor that this is compiled for.
 */
#if defined(__GNUC__) && defined(__AVX512F__) && defined(__AVX512DQ__) && &_LANES % 8 == 0
#define &_WIDTH 8
#elif defined(__GNUC__) && defined(__AVX2__) && &_LANES % 4 == 0
#define &_WIDTH 4
#elif defined(__GNUC__) && (defined(__SSE2__) || defined(__aarch64__)) && &_LANES % 2 == 0
#define &_WIDTH 2
#else
#define &_WIDTH 1
#endif

#if &_WIDTH > 1
typedef double @_pack __attribute__((vector_size(8 * &_WIDTH)));
typedef double @_memory __attribute__((vector_size(8 * &_WIDTH), aligned(8), may_alias));
#else
typedef double @_pack;
typedef double @_memory;
#endif
/* One number of all states of a block. */
typedef @_memory @_lanes[&_LANES / &_WIDTH];

/* Straight lines are faster with what does not wait for each other side by side: gcc is told. */
#if defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(__clang__) && &_WIDTH > 2
#define &_SIDE_BY_SIDE __attribute__((optimize("schedule-insns", "sched-pressure")))
#else
#define &_SIDE_BY_SIDE
#endif

)";
/// Of longer functions, registers hold so little that more is saved to memory and back than gained.
constexpr long most_side_by_side = 2000;

constexpr std::string_view sines_text = R"(/*
 * Sines and cosines of several angles, within two units of the last digit. An angle is brought to
 * |r| <= pi/4 by taking off n pi/2, with pi/2 in four parts: products with n < 2^20 are exact, and
 * what r2 lost comes back before the rest is taken off. The polynomials are those of fdlibm (Sun
 * Microsystems 1993). Angles beyond a million are left to the C library.
 */
#if &_WIDTH > 1
typedef long long @_bits __attribute__((vector_size(8 * &_WIDTH)));

&_SIDE_BY_SIDE
static void @_sin_cos(int count, const @_pack *angle, @_pack *sine, @_pack *cosine)
{
  const double magic = 0x1.8p+52; /* leaves the integer of what it is added to in the last bits */
  const long long sign = (long long)(1ULL << 63);
  @_pack squares = {0}; /* more than 1e12 where an angle is beyond a million */
  for (int k = 0; k < count; ++k) {
    const @_pack x = angle[k];
    const @_pack shifted = x * 0x1.45f306dc9c883p-1 + magic;
    const @_pack n = shifted - magic;
    const @_pack r1 = x - n * 0x1.921fb54400000p+0;
    const @_pack r2 = r1 - n * 0x1.0b4611a600000p-34;
    const @_pack lost = (r1 - r2) - n * 0x1.0b4611a600000p-34;
    const @_pack r3 = r2 + (lost - n * 0x1.3198a2e000000p-69);
    const @_pack r = r3 - n * 0x1.b839a252049c1p-104;

    const @_pack z = r * r;
    const @_pack p =
        -1.66666666666666324348e-01 +
        z * (8.33333333332248946124e-03 +
             z * (-1.98412698298579493134e-04 +
                  z * (2.75573137070700676789e-06 +
                       z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10))));
    const @_pack o =
        -0.5 +
        z * (4.16666666666666019037e-02 +
             z * (-1.38888888888741095749e-03 +
                  z * (2.48015872894767294178e-05 +
                       z * (-2.75573143513906633035e-07 +
                            z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    const @_pack s = r + z * r * p;
    const @_pack c = 1.0 + z * o;

    /* Odd quarters of a turn: sine and cosine change places; and signs. */
    const @_bits quarter = (@_bits)shifted;
    const @_bits both = ((@_bits)s ^ (@_bits)c) & -(quarter & 1);
    sine[k] = (@_pack)((@_bits)s ^ both ^ ((quarter << 62) & sign));
    cosine[k] = (@_pack)((@_bits)c ^ both ^ (((quarter + 1) << 62) & sign));
    squares += x * x;
  }
  const @_bits outside = (@_bits)(squares > 1e12);
  long long any = 0;
  for (int w = 0; w < &_WIDTH; ++w) {
    any |= outside[w];
  }
  if (any != 0) {
    for (int k = 0; k < count; ++k) {
      for (int w = 0; w < &_WIDTH; ++w) {
        if (angle[k][w] > 1e6 || angle[k][w] < -1e6) {
          sine[k][w] = sin(angle[k][w]);
          cosine[k][w] = cos(angle[k][w]);
        }
      }
    }
  }
}
#else
static void @_sin_cos(int count, const @_pack *angle, @_pack *sine, @_pack *cosine)
{
  for (int k = 0; k < count; ++k) {
    sine[k] = sin(angle[k]);
    cosine[k] = cos(angle[k]);
  }
}
#endif

)";

constexpr std::string_view root_text = R"(static @_pack @_sqrt(@_pack x)
{
#if &_WIDTH > 1
  for (int w = 0; w < &_WIDTH; ++w) {
    x[w] = sqrt(x[w]);
  }
  return x;
#else
  return sqrt(x);
#endif
}

)";

std::string filled_in(std::string_view text, const Emission& e) {
  std::string all;
  const std::string capitals = c_upper(e.prefix);
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool capital = text[k] == '&' && k + 1 < text.size() && text[k + 1] == '_';
    if (text[k] == '@') {
      all += e.prefix;
    } else if (capital) {
      all += capitals;
    } else {
      all += text[k];
    }
  }
  return all;
}

Syntax c_packs(const Emission& e) {
  const int n = e.nv();
  const bool columns = e.columns;
  return {"    ",
          fmt::format("const {}_pack ", e.prefix),
          ";",
          [](std::string_view array, int i) { return fmt::format("{}[{}][w]", array, i); },
          [=](std::string_view array, int i, int j) {
            return fmt::format("{}[{}][w]", array, columns ? j * n + i : i * n + j);
          },
          "",
          e.prefix + "_sqrt",
          " + zero"};
}

std::string take_turns(const Emission& e, const std::vector<Turn>& all) {
  if (all.empty()) return "";
  std::string text = fmt::format("    {0}_pack angle[{1}];\n    {0}_pack sine[{1}];\n", e.prefix,
                                 all.size()),
              names;
  text += fmt::format("    {}_pack cosine[{}];\n", e.prefix, all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    text += fmt::format("    angle[{}] = {};\n", k, all[k].angle);
    for (const auto& [name, array] : {std::pair(all[k].sine, "sine"), {all[k].cosine, "cosine"}}) {
      if (name.empty()) continue;
      names += fmt::format("    const {}_pack {} = {}[{}];\n", e.prefix, name, array, k);
    }
  }
  return text + fmt::format("    {}_sin_cos({}, angle, sine, cosine);\n", e.prefix, all.size()) +
         names;
}

/// The parameters are arrays of numbers; behind them are arrays of registers.
std::string define_c_batch(const Emission& e, const Routine& r) {
  const Program program(e.robot.graph, r.outputs);
  std::vector<std::string> parameters;
  std::string views, nobody;
  for (const Input& input : inputs(e, r)) {
    const std::string name = input.name + "_numbers";
    parameters.push_back("const double *restrict " + name);
    if (program.uses_any(*input.symbols)) {
      views += fmt::format("  const {0}_lanes *const {1} = (const {0}_lanes *){2};\n", e.prefix,
                           input.name, name);
    } else {
      nobody += fmt::format("  (void){};\n", name);
    }
  }
  parameters.push_back(fmt::format("double *restrict {}_numbers", r.result));
  views += fmt::format("  {0}_lanes *const {1} = ({0}_lanes *){1}_numbers;\n", e.prefix, r.result);
  const auto is_number = [&](Graph::Id id) { return e.robot.graph[id].op == Op::number; };
  if (std::any_of(r.outputs.begin(), r.outputs.end(), is_number)) {
    views += fmt::format("  const {}_pack zero = {{0}};\n", e.prefix);
  }
  const Syntax syntax = c_packs(e);
  const bool side_by_side = r.cost.additions + r.cost.multiplications <= most_side_by_side;
  const std::string hint = side_by_side ? c_upper(e.prefix) + "_SIDE_BY_SIDE\n" : "";
  return hint + declaration(fmt::format("void {}_{}_batch", e.prefix, r.name), parameters) +
         "\n{\n" + nobody + views +
         fmt::format("  for (int w = 0; w < {0}_LANES / {0}_WIDTH; ++w) {{\n", c_upper(e.prefix)) +
         take_turns(e, turns(e, r, syntax)) + write_steps(e, r, syntax) + "  }\n}\n\n";
}

}  // namespace

std::string c_batches(const Emission& e, const std::vector<Routine>& routines) {
  const auto any = [&](auto has) { return std::any_of(routines.begin(), routines.end(), has); };
  std::string text = filled_in(registers_text, e);
  if (any([](const Routine& r) { return r.cost.sines > 0; })) text += filled_in(sines_text, e);
  if (any([](const Routine& r) { return r.cost.square_roots > 0; })) {
    text += filled_in(root_text, e);
  }
  for (const Routine& r : routines) text += define_c_batch(e, r);
  return text;
}

GeneratedFile emit_c_batch_library(const Emission& e, const std::vector<Routine>& routines) {
  std::string text = c_comment({fmt::format("Batches of {}, generated by kinetree.", e.prefix)});
  text += fmt::format("#include <math.h>\n\n#define {}_LANES {}\n\n", c_upper(e.prefix),
                      e.options.lanes);
  for (const Routine& r : routines) text += c_batch_prototype(e, r) + ";\n";
  return {e.prefix + "_batch.c", text + '\n' + c_batches(e, routines)};
}

}  // namespace kinetree
