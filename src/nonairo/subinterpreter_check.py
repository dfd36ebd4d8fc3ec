"""Refuses to be imported in a subinterpreter.

The compiled core keeps objects for the whole process, and a subinterpreter that ends takes them
away from the main one. Python itself refuses such modules only in interpreters with a GIL of their
own.
"""


def in_main_interpreter() -> bool:
    """Whether this is the interpreter that Python began with."""
    for name in ("_interpreters", "_xxsubinterpreters"):  # since 3.13, and before
        try:
            known = __import__(name)
        except ImportError:  # other Pythons have no subinterpreters
            continue
        return bool(known.get_current() == known.get_main())
    return True


if not in_main_interpreter():
    raise ImportError(
        "nonairo does not work in a subinterpreter: use the main interpreter, or another process"
    )
