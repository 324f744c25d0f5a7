"""What the site does to docstrings: examples become blocks of code, where plain Markdown would see quotations."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


class FencedExamples(griffe.Extension):
    """Every example, from its prompt to the next empty line, between fences."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"\n```pycon\n\g<0>\n```\n", obj.docstring.value)
