// Any clauses, and any that are said to follow: what is refuted cannot be met.
#include "../proof/elaborate.hpp"
#include "input.hpp"

#include <vector>

using namespace nonairo;
using fuzz::claim;

namespace {

constexpr int kVariables = 8;
using Clauses = std::vector<std::vector<int>>;

Clauses any_clauses(fuzz::Input& input, int number) {
  Clauses clauses;
  for (int k = 0; k < number && !input.empty(); ++k) {
    std::vector<int> clause;
    for (int left = input.below(4); left > 0; --left) {
      const int variable = input.between(1, kVariables);
      clause.push_back(input.flag() ? variable : -variable);
    }
    clauses.push_back(std::move(clause));
  }
  return clauses;
}

bool meets(unsigned values, const std::vector<int>& clause) {
  for (const int literal : clause) {
    const bool value = (values >> (std::abs(literal) - 1) & 1) != 0;
    if (value == (literal > 0)) return true;
  }
  return false;
}

bool can_be_met(const Clauses& clauses) {
  for (unsigned values = 0; values < 1u << kVariables; ++values) {
    if (std::all_of(clauses.begin(), clauses.end(), [&](const auto& clause) { return meets(values, clause); }))
      return true;
  }
  return false;
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const Clauses formula = any_clauses(input, input.below(40));
  const Clauses told = any_clauses(input, input.below(20));
  proof::Elaborator elaborator(kVariables);
  for (const auto& clause : formula) elaborator.assume(clause);
  Clauses known = formula;
  for (const auto& clause : told) {
    if (elaborator.refuted()) break;
    if (!elaborator.derive(clause)) continue;
    for (unsigned values = 0; values < 1u << kVariables; ++values) {
      const auto met = [&](const auto& each) { return meets(values, each); };
      if (std::all_of(known.begin(), known.end(), met)) claim(meets(values, clause), "what is derived follows");
    }
    known.push_back(clause);
  }
  if (!elaborator.refuted()) return 0;
  claim(!can_be_met(formula), "what is refuted cannot be met");
  const std::string text = elaborator.written();
  claim(text.ends_with(" 0\n") || text.empty(), "a proof is written to its end");
  return 0;
}
