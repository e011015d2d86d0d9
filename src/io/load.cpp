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

std::optional<ModelDraft> read_json(const Source& source, Complaints& complaints) {
  const json::Document document(source);
  const json::Value root = document.root();
  const auto format = root.find("format");
  const std::string name = format && format->is(json::Kind::text) ? format->text() : "";
  if (name == "kinetree-model/1") return read_model_json(root, complaints);
  if (name == "kinetree-dh/1") return read_dh(root, complaints);
  complaints.error(format ? format->where() : root.where(), "unknown_format", "",
                   format ? "the format " + in_quotes(name) + " holds no model known here"
                          : "the file does not say its \"format\"",
                   "\"format\": \"kinetree-model/1\" or \"kinetree-dh/1\"");
  return std::nullopt;
}

std::optional<ModelDraft> read_draft(const Source& source, Complaints& complaints) {
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
  if (text[first] == '<') return read_xml(source, complaints);
  if (text[first] == '{') return read_json(source, complaints);
  throw SyntaxError(
      {Diagnostic::error, "unknown_format", source.name(), source.locate(first), "",
       "this is neither XML nor a JSON object: it starts with " + in_quotes(text.substr(first, 8)),
       "a URDF file starts with '<', kinetree-model/1 with '{'"});
}

// Reads and assembles. After a reader's error the draft is still judged, but makes no model.
Examination examine(const Source& source) {
  Examination result;
  try {
    Complaints complaints(source, result.diagnostics);
    auto draft = read_draft(source, complaints);
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

Model model_or_throw(Examination found, const std::string& file, Diagnostics* notes) {
  const Diagnostics& list = found.diagnostics;
  if (const auto first = std::find_if(list.begin(), list.end(), is_error); first != list.end()) {
    const auto more = std::count_if(first, list.end(), is_error) - 1;
    throw ParseError(
        to_string(*first) +
        (more > 0 ? fmt::format(" (and {} more: kinetree check {})", more, file) : ""));
  }
  if (notes) notes->insert(notes->end(), list.begin(), list.end());
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

}  // namespace

Model parse_model(std::string_view text, const std::string& name, Diagnostics* notes) {
  return model_or_throw(examine(Source(name, std::string(text))), name, notes);
}

Model load_model(const std::string& file_or_name, Diagnostics* notes) {
  if (auto built_in = robot(file_or_name)) return std::move(*built_in);
  return model_or_throw(examine(open(file_or_name)), file_or_name, notes);
}

Examination examine_model(const std::string& file_or_name) {
  Examination result;
  try {
    result.model = robot(file_or_name);
    if (!result.model) result = examine(open(file_or_name));
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
