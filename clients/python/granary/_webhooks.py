from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Sequence, Union

from ._errors import WebhookError

_PREFIX = "whsec_"


def verify_webhook(
    secret: Union[str, Sequence[str]],
    headers: Mapping[str, str],
    body: Union[bytes, str],
    tolerance_seconds: float = 300,
) -> Dict[str, Any]:
    """Check that a post came from Granary, unchanged and just now, and return its event.

    ``body`` is the body as it came, byte for byte. While the secret is being rotated, give the old and the new one. An event may come
    more than once: its ``webhook-id`` is then the same. Raises WebhookError when the post did not come from Granary.
    """
    given = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not given.get(name):
            raise WebhookError(f"The header {name} is missing.")
    timestamp = given["webhook-timestamp"]
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookError("The post is too old, or one of the clocks is wrong.")
    raw = body.encode() if isinstance(body, str) else body
    content = f"{given['webhook-id']}.{timestamp}.".encode() + raw
    signatures = [each[3:] for each in given["webhook-signature"].split(" ") if each.startswith("v1,")]
    for each in [secret] if isinstance(secret, str) else secret:
        expected = base64.b64encode(hmac.new(_key_of(each), content, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, signature.encode()) for signature in signatures):
            event: Dict[str, Any] = json.loads(raw)
            return event
    raise WebhookError("The signature is none of this secret, or the body was changed.")


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len(_PREFIX) :], validate=True) if secret.startswith(_PREFIX) else b""
    except binascii.Error:
        key = b""
    if not key:
        raise WebhookError("The secret of a webhook begins with whsec_.")
    return key
