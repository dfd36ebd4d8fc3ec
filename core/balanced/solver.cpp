#include "solver.hpp"

#include <variant>

#include "levels.hpp"
#include "search.hpp"
#include "spaces.hpp"

namespace nonairo {

using namespace balanced;

// Small searches live in place, large ones elsewhere: a 6x6 puzzle should not pay for a 100x100.
struct BalancedSearch::Impl {
  template <class Space>
  using Far = std::unique_ptr<Search<Space>>;
  std::variant<std::monostate, Search<FoldedSpace<std::uint8_t>>, Search<FoldedSpace<std::uint16_t>>,
               Far<FoldedSpace<std::uint32_t>>, Far<WideSpace<std::uint64_t>>, Far<WideSpace<Bits128>>>
      search;

  Impl(const BalancedShape& shape, const char* cells, const Limits& limits, std::uint64_t seed) {
    with_space(shape, [&](auto tag) {
      using Space = typename decltype(tag)::type;
      if constexpr (Space::kMaxLines <= 16) {
        search.template emplace<Search<Space>>(shape, cells, limits, seed);
      } else {
        search.template emplace<Far<Space>>(std::make_unique<Search<Space>>(shape, cells, limits, seed));
      }
    });
  }

  template <class Call>
  auto visit(Call call) {
    switch (search.index()) {
      case 1: return call(std::get<1>(search));
      case 2: return call(std::get<2>(search));
      case 3: return call(*std::get<3>(search));
      case 4: return call(*std::get<4>(search));
      default: return call(*std::get<5>(search));
    }
  }
};

BalancedSearch::BalancedSearch(const BalancedShape& shape, const char* cells, const Limits& limits,
                               std::uint64_t seed)
    : impl_(std::make_unique<Impl>(shape, cells, limits, seed)) {}
BalancedSearch::~BalancedSearch() = default;
BalancedSearch::BalancedSearch(BalancedSearch&&) noexcept = default;
BalancedSearch& BalancedSearch::operator=(BalancedSearch&&) noexcept = default;

bool BalancedSearch::next(char* out) {
  return impl_->visit([&](auto& search) { return search.next(out); });
}

void BalancedSearch::partial(char* out) {
  impl_->visit([&](auto& search) { search.partial(out); });
}

Outcome BalancedSearch::outcome() const {
  return impl_->visit([](auto& search) { return search.outcome(); });
}

Limit BalancedSearch::limit() const {
  return impl_->visit([](auto& search) { return search.limit(); });
}

SearchStats BalancedSearch::stats() const {
  return impl_->visit([](auto& search) { return search.stats(); });
}

const char* balanced_level() { return kernel().name; }

int balanced_level_count() {
  int count = 0;
  for (int level = 0; level <= static_cast<int>(CpuLevel::v4x); ++level) {
    count += kernel_of(static_cast<CpuLevel>(level)) != nullptr ? 1 : 0;
  }
  return count;
}

namespace {

CpuLevel nth_level(int i) {
  for (int level = 0; level <= static_cast<int>(CpuLevel::v4x); ++level) {
    if (kernel_of(static_cast<CpuLevel>(level)) != nullptr && i-- == 0) return static_cast<CpuLevel>(level);
  }
  return CpuLevel::portable;
}

}  // namespace

const char* balanced_level_name(int i) { return kernel_of(nth_level(i))->name; }

bool balanced_use_level(int i) { return force_level(nth_level(i)); }

}  // namespace nonairo
