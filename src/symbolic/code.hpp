// What the emitters of all languages share: names, assignments, numbers, test vectors.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "symbolic/routines.hpp"

namespace kinetree {

/// One state of the test, and what is right there: in the order of the routines.
struct TestVector {
  std::vector<double> q, v, a, tau, payload;
  std::vector<std::vector<double>> expected;
  std::vector<double> tolerance;  ///< absolute, for every number of a result
};
std::vector<TestVector> make_vectors(const Model& model, const Routines& routines,
                                     const GenerateOptions& options);

/// Everything an emitter needs to know.
struct Emission {
  const Model& model;
  const Routines& robot;
  const GenerateOptions& options;
  std::string prefix;
  std::vector<TestVector> vectors;
  bool columns = false;  ///< matrices of batches column by column, as the batch evaluator's are

  int nq() const { return static_cast<int>(robot.q.size()); }
  int nv() const { return static_cast<int>(robot.v.size()); }
  bool payload() const { return !robot.payload.empty(); }
};

/// Arguments of a routine: name, number of values, symbols, and where a test vector has them.
struct Input {
  std::string name;
  int size;
  const std::vector<Graph::Id>* symbols;
  std::vector<double> TestVector::*values;
};
std::vector<Input> inputs(const Emission& e, const Routine& routine);
/// Those of any routine, each once.
std::vector<Input> all_inputs(const Emission& e);
/// "q, v"
std::string input_list(const Emission& e, const Routine& routine);

/// How a language writes a list of assignments.
struct Syntax {
  std::string indent, declare, end;
  std::function<std::string(std::string_view array, int i)> element;
  std::function<std::string(std::string_view array, int i, int j)> entry;
  std::string wave;           ///< what follows the name of a sine: of one of many states, say
  std::string root = "sqrt";  ///< the function
  std::string constant = "";  ///< what follows a number that is a result
};
Syntax one_state();  ///< of C and C++
/// The assignments of a routine: sines and cosines, what has a name, the result.
std::string write_waves(const Emission& e, const Routine& routine, const Syntax& syntax);
std::string write_steps(const Emission& e, const Routine& routine, const Syntax& syntax);

/// Names of the sines and cosines.
std::vector<std::string> wave_names(const Emission& e, const Routine& routine);
/// Angles, each once, and the names of their sines and cosines: empty where nobody reads one.
struct Turn {
  std::string angle, sine, cosine;
};
std::vector<Turn> turns(const Emission& e, const Routine& routine, const Syntax& syntax);

/// A function's name with its parameters in brackets, in lines of a bearable width.
std::string declaration(const std::string& name, const std::vector<std::string>& parameters);

/// "189 multiplications, 162 additions, 12 sines with cosines"
std::string cost_text(const Operations& cost);
/// What every file says first, a line each: where it comes from, the joints, what it takes.
std::vector<std::string> head_lines(const Emission& e);
/// "M(q), by crba"
std::string routine_text(const Emission& e, const Routine& routine);
/// Shortest text that reads back as the same double; it has a point or an exponent.
std::string number_text(double value);
/// Numbers with commas, in lines of a bearable width.
std::string list_text(const std::vector<double>& values, std::string_view indent);

/// The prefix of all names: the option, or what the model's name gives.
std::string code_prefix(const Model& model, const GenerateOptions& options);

GeneratedFile emit_c_test(const Emission& e);
std::vector<GeneratedFile> emit_c(const Emission& e);
std::vector<GeneratedFile> emit_cpp(const Emission& e);
std::vector<GeneratedFile> emit_python(const Emission& e);
std::vector<GeneratedFile> emit_matlab(const Emission& e);

}  // namespace kinetree
