from __future__ import annotations

import http.client
import json
import random
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._errors import ConnectionLost, GranaryError
from ._forms import encode_form

if TYPE_CHECKING:
    from .operations import Event, Operations as _Typed
else:

    class _Typed:
        pass


_PAGE = 200
_GATEWAY_STATUSES = (502, 503, 504)
_LONGEST_BACK_OFF = 10.0
_SILENCE = 45.0
# Of a stream, until the service names another pause by "retry:".
_RETRY = 2.0

Token = Union[str, Callable[[bool], str]]


class Answer(NamedTuple):
    """An answer with its version, which is sent back as ``if_match``."""

    result: Any
    etag: Optional[str]
    is_replayed: bool
    request_id: Optional[str]


class _Request(NamedTuple):
    method: str
    path: str
    headers: Dict[str, str]
    body: Optional[bytes]
    idempotency_key: Optional[str]
    timeout: float


class _Response(NamedTuple):
    headers: Mapping[str, str]
    body: bytes


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A write that is sent elsewhere would become a read, and a key would go to strangers."""

    def redirect_request(self, *_given: Any, **_named: Any) -> None:
        return None


class Granary(_Typed):
    """A client of a Granary service.

    ``access_token`` is a token of a person, or a function that has one; after a 401 it is called once more with True. ``timeout`` is in
    seconds and for one attempt; ``longest_pause`` is the longest ``Retry-After`` that is waited for.

    >>> granary = Granary("http://127.0.0.1:3000", api_key="granary_…")
    >>> stores = granary.ask("GET /api/inventory/storage")["docs"]
    """

    def __init__(
        self,
        url: str,
        api_key: Optional[str] = None,
        access_token: Optional[Token] = None,
        organisation_id: Optional[str] = None,
        language: str = "en",
        timeout: float = 30.0,
        attempts: int = 6,
        pause: float = 0.25,
        longest_pause: float = 60.0,
    ) -> None:
        if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("The url begins with http:// or https://.")
        if api_key is not None and access_token is not None:
            raise ValueError("Give an api_key or an access_token, not both.")
        self._url = url.rstrip("/")
        self._api_key = api_key
        self._access_token = access_token
        self._timeout = timeout
        self._attempts = attempts
        self._pause = pause
        self._longest_pause = longest_pause
        self._headers = {"Accept-Language": language}
        if organisation_id is not None:
            self._headers["X-Organisation-Id"] = organisation_id
        self._opener = urllib.request.build_opener(_NoRedirect)

    if not TYPE_CHECKING:

        def ask(self, operation: str, **given: Any) -> Any:
            """Ask for an operation by its method and path, and return its JSON.

            A write is sent under one Idempotency-Key, however often it takes. Raises GranaryError when it is refused, ConnectionLost
            when nobody answered.
            """
            return self.answer(operation, **given).result

        def each(self, operation: str, **given: Any) -> Iterator[Any]:
            """Go through a list to its end, page after page, each asked for when it is wanted."""
            query = dict(given.pop("query", None) or {})
            limit = query.setdefault("limit", _PAGE)
            while True:
                page = self.ask(operation, query=query, **given)
                docs = page if isinstance(page, list) else page["docs"]
                yield from docs
                following = _next_place(page, query.get("offset", 0), limit)
                if following is None:
                    return
                query.update(following)

    def answer(self, operation: str, **given: Any) -> Answer:
        """As ``ask``, with the version, and whether this is the answer to an earlier request with the same key."""
        response = self._send(self._request_of(operation, **given))
        is_json = "json" in (response.headers.get("content-type") or "")
        text = response.body.decode("utf-8")
        return Answer(
            json.loads(text) if is_json and text else text,
            response.headers.get("etag"),
            response.headers.get("idempotency-replayed") == "true",
            response.headers.get("x-request-id"),
        )

    def download(self, operation: str, **given: Any) -> Tuple[bytes, Optional[str]]:
        """The bytes of a file, a table or a paper, and the name that the service gives it."""
        response = self._send(self._request_of(operation, **given))
        return response.body, _file_name_of(response.headers.get("content-disposition") or "")

    def events(
        self, types: Sequence[str] = (), after: Optional[str] = None, silence: float = _SILENCE
    ) -> Iterator["Event"]:
        """Listen to what happens in the organisation, each event once and in order, over every break of the connection.

        Keep the ``id`` of the last event you worked off: with it as ``after``, nothing of the last 90 days is missed; ``"0"`` is the
        beginning. Raises GranaryError when listening is refused.
        """
        place, failures, is_refused, retry = after, 0, False, _RETRY
        query = "?" + urllib.parse.urlencode({"types": ",".join(types)}) if types else ""
        while True:
            wait = 0.0
            headers = {"Accept": "text/event-stream", **({} if place is None else {"Last-Event-ID": place})}
            request = _Request("GET", f"/api/events{query}", headers, None, None, silence)
            try:
                with self._open(request, is_refused) as stream:
                    for fields in _messages(stream):
                        failures, is_refused = 0, False
                        if fields.get("retry", "").isdigit():
                            retry = int(fields["retry"]) / 1000
                        if "data" in fields:
                            yield json.loads(fields["data"])
                        # Only now: whoever stopped at this event hears of it again.
                        place = fields.get("id", place)
            except urllib.error.HTTPError as refused:
                error = _refusal(refused, None, 1)
                may_renew = error.status == 401 and callable(self._access_token) and not is_refused
                if not may_renew and error.status < 500 and error.status != 429:
                    raise error from None
                is_refused, wait = error.status == 401, error.retry_after_seconds or 0.0
            except (OSError, http.client.HTTPException):
                pass
            failures += 1
            time.sleep(max(wait, retry / 2 + _back_off(failures, retry)))

    def _request_of(
        self,
        operation: str,
        path: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        form: Optional[Mapping[str, Any]] = None,
        if_match: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> _Request:
        method, _, at = operation.partition(" ")
        for name, value in (path or {}).items():
            at = at.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        if "{" in at:
            raise ValueError(f"{operation} needs more in path.")
        parameters = {name: _text_of(value) for name, value in (query or {}).items() if value is not None}
        headers: Dict[str, str] = {}
        sent: Optional[bytes] = None
        if form is not None:
            sent, headers["Content-Type"] = encode_form(form)
        elif body is not None:
            sent, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        if if_match is not None:
            headers["If-Match"] = if_match
        key = idempotency_key or (None if method == "GET" else secrets.token_hex(16))
        if key is not None:
            headers["Idempotency-Key"] = key
        address = at + ("?" + urllib.parse.urlencode(parameters) if parameters else "")
        return _Request(method, address, headers, sent, key, self._timeout if timeout is None else timeout)

    def _send(self, request: _Request) -> _Response:
        """Send until it is answered, each time under the same key: after a broken connection, a 429, or a 502, 503 or 504."""
        is_refused = False
        attempt = 0
        while True:
            attempt += 1
            error: Union[GranaryError, ConnectionLost]
            asked = 0.0
            try:
                with self._open(request, is_refused) as answer:
                    return _Response(_headers_of(answer.headers), answer.read())
            except urllib.error.HTTPError as refused:
                error = _refusal(refused, request.idempotency_key, attempt)
                if error.status == 401 and callable(self._access_token) and not is_refused:
                    is_refused = True
                    continue
                asked = error.retry_after_seconds or 0.0
                is_worth_it = (
                    error.status == 429 or error.status in _GATEWAY_STATUSES or error.code == "idempotency_in_flight"
                )
            except (OSError, http.client.HTTPException) as broken:
                error = ConnectionLost(broken, request.idempotency_key, attempt)
                is_worth_it = True
            if attempt >= self._attempts or not is_worth_it or asked > self._longest_pause:
                raise error
            time.sleep(max(asked, _back_off(attempt, self._pause)))

    def _open(self, request: _Request, is_refused: bool) -> Any:
        headers = {**self._headers, **request.headers}
        if self._api_key is not None:
            headers["X-Api-Key"] = self._api_key
        elif self._access_token is not None:
            token = self._access_token(is_refused) if callable(self._access_token) else self._access_token
            headers["Authorization"] = f"Bearer {token}"
        outgoing = urllib.request.Request(self._url + request.path, request.body, headers, method=request.method)
        return self._opener.open(outgoing, timeout=request.timeout)


def _refusal(refused: urllib.error.HTTPError, key: Optional[str], attempts: int) -> GranaryError:
    with refused:
        try:
            body = refused.read()
        except (OSError, http.client.HTTPException):
            body = b""
        return GranaryError(refused.code, _headers_of(refused.headers), body, key, attempts)


def _headers_of(headers: Any) -> Dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _back_off(attempt: int, pause: float) -> float:
    """Anything up to twice the pause before, so that clients do not come back all at once."""
    # An exponent without bound would leave the range of numbers after a night without a network.
    return random.random() * min(_LONGEST_BACK_OFF, pause * 2.0 ** min(attempt - 1, 30))


def _next_place(page: Any, offset: int, limit: int) -> Optional[Dict[str, Any]]:
    """Most lists count their entries, some are plain arrays, and the audit log names its next place."""
    docs: List[Any] = page if isinstance(page, list) else page["docs"]
    if not docs:
        return None
    if isinstance(page, dict) and "next" in page:
        # The last page of the audit log has an empty one.
        return {"next": page["next"]} if page["next"] else None
    read = offset + len(docs)
    is_more = len(docs) >= limit if isinstance(page, list) else read < page["totalDocs"]
    return {"offset": read} if is_more else None


def _file_name_of(disposition: str) -> Optional[str]:
    """The name in a Content-Disposition: the one in Unicode where there are two."""
    encoded = re.search(r"filename\*=UTF-8''([^;]+)", disposition)
    if encoded:
        return urllib.parse.unquote(encoded[1])
    plain = re.search(r'filename="([^"]+)"', disposition)
    return plain[1] if plain else None


def _text_of(value: Any) -> str:
    """Several values of a filter stand between commas; a comma or a backslash within one has a backslash before it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, set)):
        return ",".join(_text_of(each).replace("\\", "\\\\").replace(",", "\\,") for each in value)
    return str(value)


def _messages(stream: Any) -> Iterator[Dict[str, str]]:
    """Cut a stream into messages; one that did not come whole is none."""
    fields: Dict[str, str] = {}
    for line in stream:
        text = line.decode("utf-8").rstrip("\r\n")
        if text:
            name, _, value = text.partition(":")
            fields[name] = value[1:] if value.startswith(" ") else value
        else:
            yield fields
            fields = {}
