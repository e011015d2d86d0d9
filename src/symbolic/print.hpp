// A formula written down: one walk over the store, in the notation of a language.
#pragma once
#include <string>
#include <vector>

#include "symbolic/formula.hpp"

namespace kinetree::symbolic {

enum class Notation { text, ascii, latex, c, python, matlab };

class Printer {
 public:
  Printer(const Ring& ring, const std::vector<DerivedSymbol>& table, const FormulaStore& store,
          Notation notation);

  /// Other words for symbols (a field of a struct) and for sines and cosines (a local variable).
  void spell(int symbol, const std::string& word) {
    words_[static_cast<std::size_t>(symbol)] = word;
  }
  void spell(Factor::Kind function, std::uint32_t wave, const std::string& word);

  std::string text(std::uint32_t sum);
  void append(std::string& out, std::uint32_t sum);
  std::string symbol(int number) const { return words_[static_cast<std::size_t>(number)]; }
  /// "2·q1 + q3"
  std::string angle(std::uint32_t wave) const;
  std::string number(const Number& value) const;

 private:
  void append_number(std::string& out, const Number& value) const;
  void append_product(std::string& out, const Product& product);
  void append_factor(std::string& out, const Factor& factor);
  void append_power(std::string& out, const std::string& base, int power) const;
  /// "cos(q1 + q2)" or the word for it; with a power, the name and its argument apart.
  const std::string& function(const Factor& factor);
  bool is_code() const { return notation_ >= Notation::c; }

  const Ring& ring_;
  const FormulaStore& store_;
  Notation notation_;
  bool fractions_ = false;  // 1/2 and not 0.5: some parameter is a letter
  std::vector<std::string> words_;
  std::vector<std::string> functions_;  // per cosine and sine of a wave, as they are first used
  std::vector<char> spelled_;           // of them: a word instead
};

/// "l_{3I}", "\dot{q}_{1}", "\theta_{2}"
std::string latex_name(const DerivedSymbol& symbol, const std::vector<DerivedSymbol>& table);

}  // namespace kinetree::symbolic
