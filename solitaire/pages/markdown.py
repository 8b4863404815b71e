"""Markdown of our own documents as HTML that is safe to show."""

from functools import lru_cache

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

_READER = MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=128)
def to_html(text: str) -> SafeString:
    """HTML of a document; raw HTML in it is shown as text, unsafe links are not links."""
    # A block of code may be wider than the screen; the keyboard must reach it to scroll it.
    return SafeString(_READER.render(text).replace("<pre>", '<pre tabindex="0">'))
