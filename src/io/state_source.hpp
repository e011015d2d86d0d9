// What the kinds of files that a StateReader reads have in common.
#pragma once
#include <functional>
#include <string_view>

#include "io/byte_file.hpp"
#include "kinetree/state_reader.hpp"

namespace kinetree {

class StateReader::Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  virtual std::optional<std::uint64_t> states() const { return std::nullopt; }
  virtual std::optional<double> share() const = 0;
  virtual bool take(Portion& portion, std::size_t most) = 0;
  virtual void read(Portion& portion) const = 0;
  virtual void confirm(const Portion& /*portion*/) {}
  virtual std::string place(const Portion& portion, std::size_t k) const = 0;

  Which has{};
  struct Quaternion {
    std::size_t first;  ///< number in q
    std::string joint;
  };
  std::vector<Quaternion> quaternions;
  std::size_t nq = 0;
};

/// The names an array may have, those first that win; empty: no more.
constexpr std::array<std::array<std::string_view, 4>, StateReader::arrays> array_names{
    {{"q"}, {"v", "qd"}, {"a_in", "a", "qdd"}, {"tau_in", "fd_tau", "tau"}}};

/// Which of its names an array has in a file; empty where none. Complains about a slip of the pen:
/// both "v" and "qd", "a" and "qdd", or "tau_in" and "fd_tau".
std::string_view choose_name(std::size_t which,
                             const std::function<bool(std::string_view)>& is_there,
                             const std::function<void(std::string_view, std::string_view)>& refuse);

std::unique_ptr<StateReader::Source> open_csv_states(std::unique_ptr<ByteFile> file,
                                                     std::string start, const Model& model,
                                                     const StateReader::Which& wanted);
std::unique_ptr<StateReader::Source> open_npz_states(std::unique_ptr<ByteFile> file,
                                                     const Model& model,
                                                     const StateReader::Which& wanted);

}  // namespace kinetree
