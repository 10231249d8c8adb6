from __future__ import annotations

import secrets
from typing import Any, List, Mapping, Tuple


def encode_form(form: Mapping[str, Any]) -> Tuple[bytes, str]:
    """Write a form with files as multipart/form-data: a file is ``(name, bytes)`` or ``(name, bytes, media type)``."""
    boundary = secrets.token_hex(16)
    parts: List[bytes] = []
    for field, value in form.items():
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_escaped(field)}"'
        if isinstance(value, tuple):
            name, content, *media_type = value
            kind = media_type[0] if media_type else "application/octet-stream"
            head += f'; filename="{_escaped(name)}"\r\nContent-Type: {kind}'
        else:
            content = str(value).encode()
        parts += [head.encode(), b"\r\n\r\n", content, b"\r\n"]
    return b"".join([*parts, f"--{boundary}--\r\n".encode()]), f"multipart/form-data; boundary={boundary}"


def _escaped(text: str) -> str:
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
