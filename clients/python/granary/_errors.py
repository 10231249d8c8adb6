from __future__ import annotations

import email.utils
import json
import time
from typing import Any, Dict, List, Mapping, Optional


class GranaryError(Exception):
    """The service, or a proxy before it, refused.

    ``str(error)`` is for people, in the client's language; branch on ``code``. ``faults`` has every field that is wrong, each with
    its ``path``, ``code`` and ``message``. ``code`` is None where a proxy answered.
    """

    def __init__(
        self,
        status: int,
        headers: Mapping[str, str],
        body: bytes,
        idempotency_key: Optional[str] = None,
        attempts: int = 1,
    ) -> None:
        said = _object_of(headers, body)
        super().__init__(said.get("message") or f"The answer was {status}.")
        self.status = status
        self.code: Optional[str] = said.get("code")
        self.message_id: Optional[str] = said.get("messageId")
        self.data: Dict[str, Any] = said.get("data") or {}
        self.body: Dict[str, Any] = said.get("body") or {}
        self.faults: List[Dict[str, Any]] = said.get("validation") or []
        self.request_id = headers.get("x-request-id")
        self.retry_after_seconds = _seconds_of(headers.get("retry-after"))
        self.idempotency_key = idempotency_key
        self.attempts = attempts


class ConnectionLost(Exception):
    """Nobody answered, or the answer was cut off: a write may have been done or not.

    Send it again with ``idempotency_key`` within seven days, or ninety where it changes stock:
    it is done once, and you get its answer.
    """

    def __init__(self, cause: BaseException, idempotency_key: Optional[str] = None, attempts: int = 1) -> None:
        super().__init__(f"Granary did not answer ({cause or type(cause).__name__}).")
        self.idempotency_key = idempotency_key
        self.attempts = attempts


class WebhookError(Exception):
    """A post that did not come from Granary, was changed on its way, or is too old."""


def _object_of(headers: Mapping[str, str], body: bytes) -> Dict[str, Any]:
    if "json" not in (headers.get("content-type") or ""):
        return {}
    try:
        said = json.loads(body)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _seconds_of(written: Optional[str]) -> Optional[float]:
    if written is None:
        return None
    if written.isdigit():
        return float(written)
    try:
        at = email.utils.parsedate_to_datetime(written)
    except (TypeError, ValueError):
        return None
    return max(0.0, at.timestamp() - time.time())
