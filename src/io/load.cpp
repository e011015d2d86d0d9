// Files in and out: which format is it, and what to do with the complaints.
//
// The content decides, never the extension: XML starts with '<', JSON with '{', and each says in
// its first element or its "format" what it holds. examine() collects everything; loading is
// examining and then throwing the first error, so that both see the same file the same way.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "io/complaints.hpp"
#include "io/model_json.hpp"
#include "io/modules.hpp"
#include "io/number.hpp"
#include "io/urdf.hpp"
#include "kinetree/io.hpp"
#include "model/inspect.hpp"

namespace kinetree {
namespace {

struct ForeignFormat {
  std::string_view root, message, remedy;
};

constexpr std::array<ForeignFormat, 3> foreign{{
    {"sdf", "this is SDF, which kinetree does not read", "convert it: gz sdf -p, or sdf_to_urdf"},
    {"mujoco", "this is MJCF, which is not supported yet", "give a URDF or kinetree-model/1 file"},
    {"COLLADA", "this is a COLLADA mesh, not a robot", "give the URDF file that names it"},
}};

std::optional<ModelDraft> read_xml(const Source& source, Complaints& complaints) {
  auto document = std::make_unique<xml::Document>(source);
  const xml::Element root = document->root();
  if (root.name() == "robot") return read_urdf(std::move(document), complaints);
  for (const ForeignFormat& format : foreign) {
    if (root.name() != format.root) continue;
    complaints.error(root.where(), "unknown_format", "", std::string(format.message),
                     std::string(format.remedy));
    return std::nullopt;
  }
  const bool xacro = root.name().starts_with("xacro:");
  complaints.error(root.where(), xacro ? "xacro" : "unknown_format", "",
                   "the root element is " + in_quotes(root.name()) +
                       (xacro ? ": this looks like xacro" : ", not <robot>"),
                   xacro ? std::string(xacro_remedy) : "a URDF file is one <robot> element");
  return std::nullopt;
}

std::optional<ModelDraft> read_json(const json::Value& root, Complaints& complaints) {
  const auto format = root.find("format");
  const std::string name = format_of(root);
  if (name == "kinetree-model/1") return read_model_json(root, complaints);
  if (name == "kinetree-dh/1") return read_dh(root, complaints);
  complaints.error(format ? format->where() : root.where(), "unknown_format", "",
                   format ? "the format " + in_quotes(name) + " holds no model known here"
                          : "the file does not say its \"format\"",
                   "\"format\": \"kinetree-model/1\", \"kinetree-dh/1\" or \"kinetree-modules/1\"");
  return std::nullopt;
}

/// Where the text starts, past blanks. Throws SyntaxError where it is empty.
std::size_t first_character(const Source& source) {
  const std::string_view text = source.text();
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) {
    throw SyntaxError({Diagnostic::error,
                       "empty",
                       source.name(),
                       {1, 1},
                       "",
                       "the file is empty",
                       "give a URDF or kinetree-model/1 file; a pipe may have failed before"});
  }
  if (text[first] == '<' || text[first] == '{') return first;
  throw SyntaxError(
      {Diagnostic::error, "unknown_format", source.name(), source.locate(first), "",
       "this is neither XML nor a JSON object: it starts with " + in_quotes(text.substr(first, 8)),
       "a URDF file starts with '<', kinetree-model/1 with '{'"});
}

void refuse_choice(const Choice& choice, Complaints& complaints) {
  if (!choice.assembly) return;
  complaints.error({1, 1}, "unknown_assembly", "",
                   "this file is one robot, without an assembly " + in_quotes(*choice.assembly),
                   "leave out the # and what follows it; kinetree-modules/1 has assemblies");
}

/// The draft of a robot; where the file holds modules, the model itself.
std::optional<ModelDraft> read_draft(const Source& source, const Choice& choice,
                                     Complaints& complaints, std::optional<Model>& assembled) {
  if (source.text()[first_character(source)] == '<') {
    refuse_choice(choice, complaints);
    return read_xml(source, complaints);
  }
  const json::Document document(source);
  if (format_of(document.root()) == modules_format) {
    assembled = read_assembly(document.root(), choice, complaints);
    return std::nullopt;
  }
  refuse_choice(choice, complaints);
  return read_json(document.root(), complaints);
}

// Reads and assembles. After a reader's error the draft is still judged, but makes no model.
Examination examine(const Source& source, const Choice& choice = {}) {
  Examination result;
  try {
    Complaints complaints(source, result.diagnostics);
    auto draft = read_draft(source, choice, complaints, result.model);
    if (!draft || complaints.exhausted()) return result;
    auto model = assemble(std::move(*draft), result.diagnostics);
    if (!complaints.failed()) {
      result.model = std::move(model);
    } else if (model) {
      const Diagnostics suspicions = doubts(*model);
      result.diagnostics.insert(result.diagnostics.end(), suspicions.begin(), suspicions.end());
    }
  } catch (const SyntaxError& error) {
    result.diagnostics.push_back(error.diagnostic);
    result.syntax_ok = false;
  }
  return result;
}

bool is_error(const Diagnostic& diagnostic) { return diagnostic.level == Diagnostic::error; }

void throw_first(const Diagnostics& list, const std::string& file, Diagnostics* notes) {
  if (const auto first = std::find_if(list.begin(), list.end(), is_error); first != list.end()) {
    const auto more = std::count_if(first, list.end(), is_error) - 1;
    throw ParseError(
        to_string(*first) +
        (more > 0 ? fmt::format(" (and {} more: kinetree check {})", more, file) : ""));
  }
  if (notes) notes->insert(notes->end(), list.begin(), list.end());
}

Model model_or_throw(Examination found, const std::string& file, Diagnostics* notes) {
  throw_first(found.diagnostics, file, notes);
  return std::move(found.model).value();
}

bool exists(const std::string& file) {
  std::error_code failed;
  return std::filesystem::exists(file, failed);
}

// A word that is neither a file nor a robot may be a slip of either.
[[noreturn]] void refuse_name(const std::string& name) {
  std::vector<std::string> names;
  for (const RobotInfo& info : robots()) names.emplace_back(info.name);
  throw FileError(
      in_quotes(name) + ": no such file, and no built-in robot of that name (" +
      did_you_mean(name.substr(0, name.find(':')), names, "kinetree robots lists them") + ")");
}

Source open(const std::string& file) {
  if (file != "-" && !exists(file)) refuse_name(file);
  return Source::read(file);
}

/// "file#assembly" taken apart, unless a file is called so.
std::pair<std::string, Choice> taken_apart(const std::string& name) {
  const std::size_t mark = name.rfind('#');
  if (mark == name.npos || exists(name)) return {name, {}};
  const std::string file = name.substr(0, mark), assembly = name.substr(mark + 1);
  if (!exists(file) && robot(file)) {
    throw FileError(in_quotes(file) + " is a built-in robot, without an assembly " +
                    in_quotes(assembly) + " (leave out the # and what follows it)");
  }
  return {file, {.assembly = assembly}};
}

}  // namespace

std::string format_of(const json::Value& root) {
  const auto format = root.find("format");
  return format && format->is(json::Kind::text) ? format->text() : "";
}

Model load_part(const std::string& file_or_name) {
  if (auto built_in = robot(file_or_name)) return std::move(*built_in);
  const Choice one{.assembly = {}, .is_part = true};
  return model_or_throw(examine(open(file_or_name), one), file_or_name, nullptr);
}

Model parse_model(std::string_view text, const std::string& name, Diagnostics* notes) {
  return model_or_throw(examine(Source(name, std::string(text))), name, notes);
}

Model load_model(const std::string& file_or_name, Diagnostics* notes) {
  if (auto built_in = robot(file_or_name)) return std::move(*built_in);
  const auto [file, choice] = taken_apart(file_or_name);
  return model_or_throw(examine(open(file), choice), file_or_name, notes);
}

ModuleLibrary parse_modules(std::string_view text, const std::string& name, Diagnostics* notes) {
  const Source source(name, std::string(text));
  Diagnostics found;
  Complaints complaints(source, found);
  const json::Document document(source);
  ModuleLibrary library = read_modules(document.root(), complaints);
  if (!complaints.failed()) try_assemblies(library, complaints);
  throw_first(found, name, notes);
  return library;
}

ModuleLibrary load_modules(const std::string& file, Diagnostics* notes) {
  return parse_modules(Source::read(file).text(), file, notes);
}

Examination examine_model(const std::string& file_or_name) {
  Examination result;
  try {
    result.model = robot(file_or_name);
    const auto [file, choice] = taken_apart(file_or_name);
    if (!result.model) result = examine(open(file), choice);
  } catch (const UsageError& error) {
    result.diagnostics.push_back({Diagnostic::error, "robot_size", "", {}, "", error.what(), ""});
  } catch (const SyntaxError& error) {
    result.diagnostics.push_back(error.diagnostic);
    result.syntax_ok = false;
  }
  return result;
}

void save_model(const Model& model, const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  if (extension != ".json" && extension != ".urdf") {
    throw UsageError(file.string() + ": the extension decides the format (use .json or .urdf)");
  }
  const std::string text = extension == ".json" ? to_json(model) : to_urdf(model);
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) {
    throw FileError(file.string() + ": cannot be written (check the folder, rights and space)");
  }
}

}  // namespace kinetree
