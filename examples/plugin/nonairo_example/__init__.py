"""Example plug-ins for Nonairo; `pyproject.toml` says which names they have."""
