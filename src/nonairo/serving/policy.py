"""What a page of ours may do, as browsers are told it: nothing but its own."""

from __future__ import annotations


def policy(*, site: bool = False) -> str:
    """The content security policy.

    A static site runs Python as WebAssembly; and it says its policy in the page itself, where
    browsers do not listen to frame-ancestors, which is for the host to send.
    """
    rules = [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'" if site else "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(rules if site else [*rules, "frame-ancestors 'none'"])
