// The registry: which methods there are, and which one an evaluator shall use.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace kinetree {

/// What can be computed in several ways.
enum class Quantity { mass_matrix, coriolis, gravity, bias, inverse_dynamics, forward_dynamics };
std::span<const Quantity> quantities() noexcept;
std::string_view to_string(Quantity quantity) noexcept;
/// Whether it is a matrix (M, C), and not a vector.
constexpr bool is_matrix(Quantity quantity) noexcept { return quantity <= Quantity::coriolis; }

/// One row of the registry.
struct Method {
  Quantity quantity;
  std::string_view name;       ///< what the user types
  std::string_view summary;    ///< one line
  std::string_view cost;       ///< in n bodies and depth d
  std::string_view reference;  ///< key in docs/references.bib
  bool mimic = true;           ///< valid for models with mimicking joints
  bool steep = false;          ///< costs more than O(n d): slow on robots of hundreds of joints
  bool tensor = false;         ///< keeps n³ numbers: refused beyond 512 velocities
};
std::span<const Method> methods() noexcept;
/// "generated", a row a quantity: code made for one robot, which Options::generated must bring.
std::span<const Method> generated_methods() noexcept;
/// Plans for one state with several numbers in a register: "bodies" of a chain, or "screws", with
/// nothing but sines at once, for any robot. They exist for doubles alone, and not with mimics.
std::span<const Method> simd_methods() noexcept;
/// The row of that name in any of them; throws UsageError with the nearest spelling.
const Method& find_method(Quantity quantity, std::string_view name);

/// Names from methods(); "auto" picks by size and shape.
struct Methods {
  std::string mass_matrix = "auto", coriolis = "auto", gravity = "auto", bias = "auto";
  std::string inverse_dynamics = "auto", forward_dynamics = "auto";
  const std::string& operator[](Quantity quantity) const noexcept;
  std::string& operator[](Quantity quantity) noexcept;
};

}  // namespace kinetree
