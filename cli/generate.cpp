// kinetree generate: code for one robot, with a test of its own.
#include "kinetree/generate.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "generated_code.hpp"
#include "kinetree/report.hpp"
#include "load.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "table.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

GenerateOptions read_generate_options(const Arguments& arguments) {
  GenerateOptions options;
  options.language = find_language(arguments.value("--language").value_or("c"));
  options.prefix = arguments.value("--prefix").value_or("");
  options.payload = arguments.value("--payload").value_or("");
  options.armature = arguments.choice("--armature", {"on", "off"}) == "on";
  if (const auto lanes = arguments.value("--lanes")) {
    options.lanes = static_cast<int>(read_count("--lanes", *lanes, 0, 1024));
  }
  if (const auto vectors = arguments.value("--vectors")) {
    options.vectors = static_cast<int>(read_count("--vectors", *vectors, 1, 1024));
  }
  return options;
}

void write_files(const GeneratedCode& code, const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) refuse_to_write(folder.string(), failed.value());
  for (const GeneratedFile& file : code.files) {
    Output out((folder / file.name).string());
    out << file.text;
    out.finish();
  }
}

long flops(const Operations& o) {
  return o.multiplications + o.additions + o.divisions + o.square_roots;
}

std::string json_text(const GeneratedCode& code, const Model& model, Language language,
                      const std::string& library) {
  std::string functions, files;
  for (const GeneratedFunction& f : code.functions) {
    const Operations& o = f.operations;
    functions += fmt::format(
        "{}\n  {{\"function\": {}, \"method\": {}, \"multiplications\": {}, \"additions\": {}, "
        "\"divisions\": {}, \"square_roots\": {}, \"sincos\": {}, \"flops\": {}}}",
        functions.empty() ? "" : ",", json_quote(f.name), json_quote(f.method), o.multiplications,
        o.additions, o.divisions, o.square_roots, o.sines, flops(o));
  }
  for (const GeneratedFile& file : code.files) {
    files += (files.empty() ? "" : ", ") + json_quote(file.name);
  }
  return fmt::format(
      "{{\"format\": \"kinetree-generated/1\", \"model\": {}, \"language\": {}, \"prefix\": {},\n"
      " \"files\": [{}], {}\"functions\": [{}\n]}}\n",
      json_quote(model.name), json_quote(to_string(language)), json_quote(code.prefix), files,
      library.empty() ? "" : "\"library\": " + json_quote(library) + ", ", functions);
}

void write_table(Console& console, const GeneratedCode& code) {
  Table table;
  table.add({"function", "method", "mul", "add", "div", "sqrt", "sincos", "flops"});
  for (const GeneratedFunction& f : code.functions) {
    const Operations& o = f.operations;
    table.add({f.name, f.method, std::to_string(o.multiplications), std::to_string(o.additions),
               std::to_string(o.divisions), std::to_string(o.square_roots), std::to_string(o.sines),
               std::to_string(flops(o))});
  }
  console.out() << table.text();
}

void write_functions(const Arguments& arguments, Console& console, const GeneratedCode& code,
                     const Model& model, Language language, const std::string& library = "") {
  for (const std::string& note : code.notes) console.warn(note);
  if (arguments.has("--json")) {
    console.out() << json_text(code, model, language, library);
  } else {
    write_table(console, code);
  }
}

/// Compiled and loaded here, and kept for those who ask for the method "generated".
int share(const Arguments& arguments, Console& console, const GenerateOptions& wanted) {
  for (const char* option : {"--language", "--prefix", "--payload", "--lanes", "--vectors"}) {
    if (arguments.has(option)) {
      throw UsageError(fmt::format("--shared and {} exclude each other", option));
    }
  }
  const Model model = load_model(arguments, console, arguments.operands.front());
  CompileOptions options;
  options.armature = wanted.armature;
  options.cache = arguments.value("--output").value_or("");
  const CompiledCode made = compile_code(model, options, console);
  write_functions(arguments, console, made.code, model, Language::c, made.library);
  if (arguments.has("--json")) return ok;
  console.out() << fmt::format(
      "{} {}\nagrees with the evaluator; as a method: {}kinetree eval MODEL --method M=generated\n",
      made.compiled ? "compiled" : "found", made.library,
      options.cache.empty() ? "" : "KINETREE_CACHE=" + options.cache + ' ');
  return ok;
}

int run_generate(const Arguments& arguments, Console& console) {
  const GenerateOptions options = read_generate_options(arguments);
  if (arguments.has("--shared")) return share(arguments, console, options);
  const Model model = load_model(arguments, console, arguments.operands.front());
  const GeneratedCode code = generate(model, options);
  const std::string folder = arguments.value("--output").value_or(".");
  write_files(code, folder);
  write_functions(arguments, console, code, model, options.language);
  if (arguments.has("--json")) return ok;
  for (const GeneratedFile& file : code.files) {
    console.out() << "wrote " << (std::filesystem::path(folder) / file.name).string() << '\n';
  }
  return ok;
}

}  // namespace

Verb make_generate_verb() {
  return {
      .name = "generate",
      .operands = "MODEL",
      .purpose = "write C, C++, Python or MATLAB code for one robot, with a test",
      .details =
          "M, C, g, h, inverse and forward dynamics and the factor of M, without loops, memory or "
          "libraries. The numbers of the model are part of the code. A second file, or the test "
          "inside, compares with numbers from the evaluator and exits with 1 on disagreement.",
      .options = with_model_options(
          {{"--language", "c|cpp|python|matlab", "C99, C++20, NumPy, or MATLAB and Octave (c)"},
           {"--output", "DIR", "folder for the files (the current one)", "-o"},
           {"--prefix", "NAME", "what every name starts with (the model's name)"},
           {"--payload", "LINK", "a body on this link becomes an argument of every function"},
           {"--lanes", "N", "states at once in the functions for batches; 0: none (8)"},
           {"--vectors", "N", "states in the test (4)"},
           {"--armature", "on|off", "rotor inertias as part of M (on)"},
           {"--shared", "", "compile it, load it, and keep it for --method QUANTITY=generated"},
           {"--json", "", "the operations of every function as JSON"}}),
      .examples = {"kinetree generate puma6 -o /tmp/puma6",
                   "kinetree generate scara --language python --payload link4 -o /tmp/scara",
                   "kinetree generate puma6 --shared"},
      .run = run_generate};
}

}  // namespace kinetree::cli
