// The instruction sets that the kernels are compiled for.
#include "../balanced/solver.hpp"

#include <optional>
#include <string>
#include <vector>

#include "border.hpp"

namespace nonairo {

void bind_levels(nb::module_& module) {
  module.def(
      "levels",
      [] {
        std::vector<std::string> names;
        for (int k = 0; k < balanced_level_count(); ++k) names.emplace_back(balanced_level_name(k));
        return names;
      },
      "The instruction sets that this machine has, plain to best.");
  module.def(
      "use_level",
      [](const std::string& name) {
        for (int k = 0; k < balanced_level_count(); ++k) {
          if (name == balanced_level_name(k)) return balanced_use_level(k);
        }
        return false;
      },
      nb::arg("name"), "Use another one from now on, for tests; false if it is not to be had.");
  module.def("level", [] { return std::string(balanced_level()); }, "The instruction set that the core runs on.");
  module.def(
      "refused_level",
      []() -> std::optional<std::string> {
        const char* const name = balanced_refused_level();
        return name == nullptr ? std::nullopt : std::optional<std::string>(name);
      },
      "One that this machine has, but that did not agree with plain code; None if all did.");
}

}   // namespace nonairo
