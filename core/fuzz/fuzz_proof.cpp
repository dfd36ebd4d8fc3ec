// Any clauses, and any that are said to follow: what is refuted cannot be met, and every step is as LRAT asks for.
#include "../proof/elaborate.hpp"
#include "input.hpp"

#include <map>
#include <set>
#include <sstream>
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

// Each step names clauses that have one literal left, one that is not known to be true, and last one that has none.
void check_steps(const Clauses& formula, const std::string& text) {
  std::map<int, std::vector<int>> known;
  for (const auto& clause : formula) known.emplace(static_cast<int>(known.size()) + 1, clause);
  std::istringstream words(text);
  for (int number = 0; words >> number;) {
    std::vector<int> clause;
    for (int literal = 0; words >> literal && literal != 0;) clause.push_back(literal);
    std::set<int> false_ones(clause.begin(), clause.end());
    bool broken = false;
    for (int hint = 0; words >> hint && hint != 0;) {
      claim(!broken && known.contains(hint), "a step names clauses that there are, up to the one that breaks");
      std::set<int> left;
      for (const int literal : known.at(hint)) {
        if (!false_ones.contains(literal)) left.insert(literal);
      }
      broken = left.empty();
      if (broken) continue;
      claim(left.size() == 1 && !false_ones.contains(-*left.begin()), "a clause that is named tells something new");
      false_ones.insert(-*left.begin());
    }
    claim(broken, "a step ends with a clause that breaks");
    claim(known.emplace(number, clause).second, "a step has a number of its own");
  }
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const Clauses formula = any_clauses(input, input.below(40));
  const Clauses lemmas = any_clauses(input, input.below(20));
  proof::Elaborator elaborator(kVariables);
  for (const auto& clause : formula) elaborator.assume(clause);
  Clauses known = formula;
  for (const auto& clause : lemmas) {
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
  check_steps(formula, text);
  return 0;
}
