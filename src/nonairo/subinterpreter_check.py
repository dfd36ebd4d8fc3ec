"""Raise an error when imported in a subinterpreter.

The compiled core keeps objects for the whole process, and a subinterpreter that ends would free
them for the main one, too. Python itself rejects such modules only in interpreters with their own
GIL.
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
