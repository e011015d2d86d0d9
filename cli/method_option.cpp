#include "method_option.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "nearest.hpp"
#include "numbers.hpp"
#include "request.hpp"

namespace kinetree::cli {
namespace {

/// "mass_matrix" or, for those who think in symbols, "M".
Quantity find_quantity(const std::string& name) {
  std::vector<std::string> names;
  for (const Quantity quantity : quantities()) {
    if (name == to_string(quantity)) return quantity;
    names.emplace_back(to_string(quantity));
  }
  for (const QuantityInfo& info : quantity_infos()) {
    if (name == info.name && info.registry) return *info.registry;
  }
  throw UsageError(
      fmt::format("--method: '{}' has no methods to choose from{}; `kinetree methods` "
                  "lists what has",
                  name, did_you_mean(name, names)));
}

const Method& find_method(Quantity quantity, const std::string& name) {
  std::vector<std::string> names;
  for (const Method& method : methods()) {
    if (method.quantity != quantity) continue;
    if (method.name == name) return method;
    names.emplace_back(method.name);
  }
  throw UsageError(fmt::format("--method: no method '{}' for {}{}; there are: {}", name,
                               to_string(quantity), did_you_mean(name, names),
                               fmt::join(names, ", ")));
}

/// "mass_matrix=crba" → its two sides; the second is empty where there is no "=".
std::pair<std::string, std::string> split_item(const std::string& item) {
  const std::size_t equals = item.find('=');
  if (equals == std::string::npos) return {item, ""};
  return {item.substr(0, equals), item.substr(equals + 1)};
}

}  // namespace

Methods read_methods(const Arguments& arguments) {
  Methods chosen;
  std::vector<Quantity> seen;
  for (const std::string& item : split_list(arguments.value("--method").value_or(""))) {
    const auto [left, name] = split_item(item);
    if (item.find('=') == std::string::npos) {
      throw UsageError(fmt::format("--method: '{}' is not QUANTITY=METHOD", item));
    }
    const Quantity quantity = find_quantity(left);
    if (std::find(seen.begin(), seen.end(), quantity) != seen.end()) {
      throw UsageError(fmt::format("--method: {} is given twice", to_string(quantity)));
    }
    seen.push_back(quantity);
    chosen[quantity] = name == "auto" ? name : std::string(find_method(quantity, name).name);
  }
  return chosen;
}

std::vector<Method> select_methods(const Arguments& arguments) {
  const auto text = arguments.value("--method");
  if (!text) return {methods().begin(), methods().end()};
  std::vector<Method> selected;
  for (const std::string& item : split_list(*text)) {
    const auto [left, name] = split_item(item);
    const Quantity quantity = find_quantity(left);
    if (item.find('=') != std::string::npos) {
      selected.push_back(find_method(quantity, name));
      continue;
    }
    std::copy_if(methods().begin(), methods().end(), std::back_inserter(selected),
                 [&](const Method& method) { return method.quantity == quantity; });
  }
  if (selected.empty()) throw UsageError("--method is empty; `kinetree methods` lists them");
  return selected;
}

}  // namespace kinetree::cli
