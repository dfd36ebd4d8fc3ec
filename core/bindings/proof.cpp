// Proofs for others to check.
#include "../proof/elaborate.hpp"

#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "records.hpp"

namespace nonairo {
namespace {

// Clauses one after the other, each ended by a 0, as an array of 32-bit numbers.
class Clauses {
 public:
  Clauses(nb::handle buffer, int variables) : bytes_(buffer) {
    if (bytes_.size() % sizeof(std::int32_t) != 0) throw nb::value_error("expected whole numbers of 32 bits");
    numbers_.resize(bytes_.size() / sizeof(std::int32_t));
    if (!numbers_.empty()) std::memcpy(numbers_.data(), bytes_.data(), bytes_.size());   // it need not be aligned
    for (const std::int32_t number : numbers_) {
      if (number < -variables || number > variables) throw nb::value_error("expected literals of the formula");
    }
    if (!numbers_.empty() && numbers_.back() != 0) throw nb::value_error("expected a 0 after the last clause");
  }

  // Calls `take` with each clause until it returns false; returns how many it accepted.
  template <class Take>
  std::size_t for_each(Take&& take) const {
    std::size_t taken = 0;
    for (std::size_t first = 0; first < numbers_.size();) {
      std::size_t end = first;
      while (numbers_[end] != 0) ++end;
      if (!take(std::span<const std::int32_t>(numbers_.data() + first, end - first))) break;
      ++taken;
      first = end + 1;
    }
    return taken;
  }

 private:
  Bytes bytes_;
  std::vector<std::int32_t> numbers_;
};

constexpr std::uint64_t kNanosecondsPerLiteral = 20;
constexpr std::uint64_t kNanosecondsPerStep = 20'000;   // a propagation through the formula

nb::object elaborate(int variables, nb::object formula, nb::object steps, std::optional<double> seconds,
                     std::optional<std::uint64_t> memory) {
  if (variables < 0 || variables > 1 << 28) throw nb::value_error("expected a number of variables");
  const Clauses given(formula, variables);
  const Clauses lemmas(steps, variables);
  std::string text;
  std::size_t followed = 0;
  bool refuted = false;
  Limit limit = Limit::none;
  unlocked({seconds, {}, memory}, [&](const Limits& limits) {
    Budget budget(limits);
    const bool fits = budget.holds(proof::Elaborator::bytes_for(variables));
    proof::Elaborator elaborator(fits ? variables : 0);
    if (fits) {
      given.for_each([&](std::span<const int> clause) {
        elaborator.assume(clause);
        return budget.charge(kNanosecondsPerLiteral * (clause.size() + 1)) && budget.holds(elaborator.bytes());
      });
    }
    if (!budget.spent()) {
      followed = lemmas.for_each([&](std::span<const int> clause) {
        return !elaborator.refuted() && budget.charge(kNanosecondsPerStep) && budget.holds(elaborator.bytes()) &&
               elaborator.derive(clause);
      });
      refuted = !budget.spent() && elaborator.refuted();
      if (refuted) text = elaborator.written();
    }
    limit = budget.limit();
    return 0;
  });
  return elaborated_record.make(refuted ? written(text) : nb::none(), followed, name_of(limit));
}

}   // namespace

void bind_proof(nb::module_& module) {
  module.def("elaborate", &elaborate, nb::arg("variables"), nb::arg("formula"), nb::arg("steps"),
             nb::arg("seconds").none(), nb::arg("memory") = nb::none(),
             nb::sig("def elaborate(variables: int, formula: bytes | memoryview, steps: bytes | memoryview,"
                     " seconds: float | None, memory: int | None = None) -> Elaborated"),
             "A proof in LRAT from clauses that follow one after the other; all of them 32-bit numbers, ended by 0.");
}

}   // namespace nonairo
