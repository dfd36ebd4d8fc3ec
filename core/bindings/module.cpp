// The module nonairo._core.
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
  bind_ladders(module);
  bind_answers(module);
  bind_reading(module);
  bind_clue_batch(module);

  module.def("end", &Ending::end,
             "Stop what other threads do in here, for good; called by atexit: Python is about to end.");
  module.def("forked", &Ending::forked, "Forget the threads that a fork has left behind.");
  nb::module_::import_("atexit").attr("register")(module.attr("end"));
  const nb::object os = nb::module_::import_("os");
  if (nb::hasattr(os, "register_at_fork")) os.attr("register_at_fork")("after_in_child"_a = module.attr("forked"));

  module.def(
      "request_stop", [](bool stop) { stop_requested = stop; }, nb::arg("stop"),
      "While true, every search ends with KeyboardInterrupt; safe to call from any thread.");
  bind_levels(module);
}
