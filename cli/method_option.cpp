#include "method_option.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "nearest.hpp"
#include "numbers.hpp"
#include "request.hpp"

namespace kinetree::cli {
namespace {

/// "mass_matrix" or, for those who think in symbols, "M".
Quantity quantity_called(const std::string& name) {
  std::vector<std::string> names;
  for (const Quantity quantity : quantities()) {
    if (name == to_string(quantity)) return quantity;
    names.emplace_back(to_string(quantity));
  }
  for (const QuantityInfo& info : quantity_infos()) {
    if (name == info.name && info.registry) return *info.registry;
  }
  for (const Method& method : methods()) {  // the other side of the "="
    if (method.name == name) {
      throw UsageError(
          fmt::format("--method: '{0}' is not QUANTITY=METHOD (did you mean '{1}={0}'?)", name,
                      to_string(method.quantity)));
    }
  }
  throw UsageError(
      fmt::format("--method: '{}' has no methods to choose from{}; `kinetree methods` "
                  "lists what has",
                  name, did_you_mean(name, names)));
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
    const Quantity quantity = quantity_called(left);
    if (item.find('=') == std::string::npos) {
      throw UsageError(fmt::format("--method: '{}' is not QUANTITY=METHOD", item));
    }
    if (std::find(seen.begin(), seen.end(), quantity) != seen.end()) {
      throw UsageError(fmt::format("--method: {} is given twice", to_string(quantity)));
    }
    seen.push_back(quantity);
    chosen[quantity] = name == "auto" ? name : std::string(find_method(quantity, name).name);
  }
  return chosen;
}

std::vector<Selected> select_methods(const Arguments& arguments) {
  std::vector<Selected> selected;
  const auto add = [&](const Method& method, bool named) {
    const bool again = std::any_of(selected.begin(), selected.end(), [&](const Selected& s) {
      return s.method.quantity == method.quantity && s.method.name == method.name;
    });
    if (!again) selected.push_back({method, named});
  };
  const auto text = arguments.value("--method");
  for (const std::string& item : split_list(text.value_or(""))) {
    const auto [left, name] = split_item(item);
    const Quantity quantity = quantity_called(left);
    if (item.find('=') != std::string::npos) {
      add(find_method(quantity, name), true);
      continue;
    }
    for (const Method& method : methods()) {
      if (method.quantity == quantity) add(method, false);
    }
  }
  if (text && selected.empty()) {
    throw UsageError("--method is empty; `kinetree methods` lists them");
  }
  if (!text) {
    for (const Method& method : methods()) add(method, false);
  }
  return selected;
}

}  // namespace kinetree::cli
