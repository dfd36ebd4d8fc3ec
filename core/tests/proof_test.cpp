// Clauses that follow become steps that name their reasons; others are refused.
#include "../proof/elaborate.hpp"

#include <initializer_list>
#include <string>
#include <vector>

#include "check.hpp"

using nonairo::proof::Elaborator;

namespace {

bool derive(Elaborator& proof, std::initializer_list<int> clause) { return proof.derive(std::vector<int>(clause)); }

void assume(Elaborator& proof, std::initializer_list<std::initializer_list<int>> clauses) {
  for (const auto& clause : clauses) proof.assume(std::vector<int>(clause));
}

void steps_name_their_reasons() {
  Elaborator proof(3);
  assume(proof, {{1, 2}, {-1, 2}, {-2, 3}, {-2, -3}});
  CHECK(!proof.refuted());
  CHECK(derive(proof, {2}));
  CHECK(proof.refuted());
  CHECK(proof.written() == "5 2 0 1 2 0\n6 3 0 5 3 0\n7 0 5 6 4 0\n");
}

void what_does_not_follow_is_refused() {
  Elaborator proof(3);
  assume(proof, {{1, 2}, {-1, 2, 3}});
  CHECK(!derive(proof, {2}));
  CHECK(derive(proof, {2, 3}));
  CHECK(!derive(proof, {}));
  CHECK(!proof.refuted());
  CHECK(proof.written().empty());
}

void needless_steps_are_left_out() {
  Elaborator proof(4);
  assume(proof, {{1, 2}, {-1, 2}, {1, -2}, {-1, -2}, {3, 4}, {3, -4}});
  CHECK(derive(proof, {3}));
  CHECK(derive(proof, {2}));
  CHECK(proof.refuted());
  CHECK(proof.written().find("7 3 0") == std::string::npos);
  CHECK(proof.written().find("8 2 0 ") == 0);
}

void what_is_supposed_needs_no_reason() {
  Elaborator proof(4);
  assume(proof, {{-1}, {1, 2, 3}, {2, -3}, {-2, 4}, {-2, -4}});
  CHECK(derive(proof, {1, 2}));
  CHECK(proof.refuted());
  CHECK(proof.written().find("6 2 1 0 2 3 0\n") == 0);   // not 1: that 1 is false is supposed
}

void a_formula_may_refute_itself() {
  Elaborator units(2);
  assume(units, {{1}, {-1, 2}, {-2}});
  CHECK(units.refuted());
  CHECK(units.written() == "4 2 0 1 2 0\n5 0 4 3 0\n");
  Elaborator empty(0);
  assume(empty, {{}});
  CHECK(empty.refuted());
}

}   // namespace

int main(int argc, char** argv) {
  return check::run(
      "proof", argc, argv,
      {TEST(steps_name_their_reasons), TEST(what_does_not_follow_is_refused), TEST(needless_steps_are_left_out),
       TEST(what_is_supposed_needs_no_reason), TEST(a_formula_may_refute_itself)});
}
