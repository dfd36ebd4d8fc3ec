// The module nonairo._core.
#include <optional>
#include <string>
#include <vector>

#include "../balanced/solver.hpp"
#include "records.hpp"

NB_MODULE(_core, module) {
  using namespace nonairo;
  using namespace nb::literals;
  // Python caches kernels until it ends, and nanobind would take those for leaks.
  nb::set_leak_warnings(false);
  module.doc() = "The compiled core. A line is two masks, (can be 0, can be 1): bit k is cell k.";

  bind_records(module);
  bind_lines(module);
  bind_balanced(module);
  bind_runs(module);
  bind_table(module);
  bind_coloured(module);
  bind_signs(module);
  bind_classics(module);
  bind_proof(module);
  bind_probe(module);

  module.def("end", &Ending::end,
             "Stop what other threads do in here, for good; called by atexit: Python is about to end.");
  module.def("forked", &Ending::forked, "Forget the threads that a fork has left behind.");
  nb::module_::import_("atexit").attr("register")(module.attr("end"));
  const nb::object os = nb::module_::import_("os");
  if (nb::hasattr(os, "register_at_fork")) os.attr("register_at_fork")("after_in_child"_a = module.attr("forked"));

  module.def(
      "request_stop", [](bool stop) { stop_requested = stop; }, nb::arg("stop"),
      "While true, every search ends with KeyboardInterrupt; safe to call from any thread.");
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
