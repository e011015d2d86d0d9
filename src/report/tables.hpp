// Pieces of the table formats that results and runs share.
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "kinetree/report.hpp"

namespace kinetree::report {

/// The header line of a CSV file, line feed included, and a number in one.
std::string csv_head(const std::vector<Field>& fields);
std::string csv_number(double value);

/// The fields as arrays, the names of the joints, and a text about them.
void write_npz(std::ostream& out, const Result& result, const std::string& about);

/// Entries by their names in the places that columns have; NaN where there is none.
std::vector<double> aligned(const Vector& x, const std::vector<std::string>& names,
                            const std::vector<std::string>& columns);

}  // namespace kinetree::report
