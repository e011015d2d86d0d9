// Millions of states from a CSV or NPZ file, a portion at a time.
//
//   kinetree::StateReader reader("states.npz", model);
//   kinetree::StateReader::Portion some;
//   while (reader.take(some, 10000)) {  // what lies in the file
//     reader.read(some);                // its numbers, in the order of the model
//     use(some.states, some.values[reader.q]);
//     reader.confirm(some);
//   }
//
// Memory does not grow with the file. take() and confirm() are for one thread at a time, portions
// in their order; read() is for any number of threads. docs/formats/states.md has the formats.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kinetree/model.hpp"

namespace kinetree {

class StateReader {
 public:
  enum Array { q, v, a, tau };
  static constexpr std::size_t arrays = 4;
  using Which = std::array<bool, arrays>;

  struct Portion {
    std::size_t states = 0;
    /// State after state, in the order of the model; empty where the file has no such array, or
    /// nobody wants it.
    std::array<std::vector<double>, arrays> values;
    std::uint64_t first = 0;  ///< line or row of the file, from 1 or from 0
    std::string text;         ///< lines of a CSV file
    std::array<std::uint32_t, arrays> sums{};
  };

  /// Opens a file, or standard input for "-" (CSV only); the format is told from the content. Of
  /// what is not wanted nothing is read. Throws FileError, or ParseError with the remedy.
  StateReader(const std::string& file, const Model& model, const Which& wanted = {1, 1, 1, 1});
  StateReader(StateReader&&) noexcept;
  StateReader& operator=(StateReader&&) noexcept;
  ~StateReader();

  bool has(Array which) const noexcept;         ///< the file does, and it is wanted
  std::optional<std::uint64_t> states() const;  ///< where the file says how many
  std::optional<double> share() const;          ///< of the file that was taken, where known
  /// The next states, `most` or fewer; false at the end of the file.
  bool take(Portion& portion, std::size_t most);
  /// From bytes to numbers. Throws ParseError that names the line or row.
  void read(Portion& portion) const;
  /// Adds to the checksum of the file. Throws ParseError where that is not what it should be.
  void confirm(const Portion& portion);
  /// "states.csv:17" or "states.npz, row 15": where state k of a portion comes from.
  std::string place(const Portion& portion, std::size_t k) const;

  class Source;  ///< one kind of file

 private:
  std::unique_ptr<Source> source_;
};

}  // namespace kinetree
