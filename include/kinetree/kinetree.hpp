// Everything public. Reading order is the order of the data: model, io, evaluator, verify, report.
#pragma once
#include "kinetree/count.hpp"
#include "kinetree/error.hpp"
#include "kinetree/evaluator.hpp"
#include "kinetree/explain.hpp"
#include "kinetree/io.hpp"
#include "kinetree/link.hpp"
#include "kinetree/method.hpp"
#include "kinetree/model.hpp"
#include "kinetree/report.hpp"
#include "kinetree/terms.hpp"
#include "kinetree/verify.hpp"
#include "kinetree/version.hpp"
