"""The Python client against a real service, behind a proxy that loses answers: run by test/clients/python.test.ts, which starts both."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import time
import unittest
import urllib.request
from typing import Any, Callable, Dict, List, Optional, Tuple

from granary import ConnectionLost, Granary, GranaryError, WebhookError, verify_webhook

URL = os.environ["GRANARY_URL"]
PROXY = os.environ["GRANARY_PROXY"]
KEY = os.environ["GRANARY_KEY"]


def client(**options: Any) -> Granary:
    options.setdefault("pause", 0.001)
    return Granary(PROXY, api_key=KEY, **options)


def go_wrong(*faults: Any) -> Dict[str, int]:
    """Set what goes wrong with the next requests; return how many came so far."""
    request = urllib.request.Request(f"{PROXY}/faults", json.dumps(faults).encode(), method="PUT")
    with urllib.request.urlopen(request) as answer:
        counts: Dict[str, int] = json.load(answer)
        return counts


def store(name: str, tags: Optional[List[str]] = None) -> Any:
    return {"name": name, "type": "store", "location": None, "substorage": [{"name": "Bay 1"}], "tags": tags or []}


def stores_called(name: str) -> int:
    direct = Granary(URL, api_key=KEY)
    found = direct.each("GET /api/inventory/storage/search", query={"query": name})
    return sum(1 for each in found if each["name"] == name)


class Writes(unittest.TestCase):
    def test_are_done_once_whatever_happens_to_the_line(self) -> None:
        cases: Dict[str, List[Any]] = {
            "Unheard": ["unheard", "unheard"],
            "Lost": ["lost", "lost", "lost"],
            "Cut": ["cut"],
            "Gateway": ["gateway-timeout"],
            "Away": [{"status": 503, "retryAfter": "0"}],
            "Many": [{"status": 429, "retryAfter": "1"}],
            "Everything": ["unheard", "cut", {"status": 502}, "gateway-timeout", "lost"],
        }
        for name, faults in cases.items():
            with self.subTest(name):
                go_wrong(*faults)
                made = client().ask("POST /api/inventory/storage", body=store(f"Python {name}"))
                self.assertEqual(made["name"], f"Python {name}")
                self.assertEqual(stores_called(f"Python {name}"), 1)

    def test_are_done_once_by_who_gave_up_and_sends_the_key_again(self) -> None:
        go_wrong("lost", "lost")
        with self.assertRaises(ConnectionLost) as given_up:
            client(attempts=2).ask("POST /api/inventory/storage", body=store("Python given up"))
        self.assertEqual(given_up.exception.attempts, 2)
        again = client().answer(
            "POST /api/inventory/storage",
            body=store("Python given up"),
            idempotency_key=given_up.exception.idempotency_key,
        )
        self.assertTrue(again.is_replayed)
        self.assertEqual(stores_called("Python given up"), 1)

    def test_that_are_refused_say_all_that_is_wrong_and_are_not_sent_again(self) -> None:
        before = go_wrong()["came"]
        wrong: Any = {**store(""), "area": -1}
        with self.assertRaises(GranaryError) as refused:
            client(language="de").ask("POST /api/inventory/storage", body=wrong)
        error = refused.exception
        self.assertEqual((error.status, error.code), (400, "invalid_input"))
        self.assertEqual(sorted(each["path"] for each in error.faults), ["area", "name"])
        self.assertIn("Fläche", str(error))
        self.assertTrue(error.request_id)
        self.assertEqual(go_wrong()["came"] - before, 1)

    def test_of_an_older_version_are_refused(self) -> None:
        granary = client()
        made = granary.ask("POST /api/inventory/storage", body=store("Python version"))
        path: Any = {"id": made["id"]}
        read = granary.answer("GET /api/inventory/storage/{id}", path=path)
        granary.ask("PATCH /api/inventory/storage/{id}", path=path, body={"name": "Newer"}, if_match=read.etag)
        with self.assertRaises(GranaryError) as stale:
            granary.ask("PATCH /api/inventory/storage/{id}", path=path, body={"name": "Old"}, if_match=read.etag)
        self.assertEqual(stale.exception.code, "precondition_failed")


class Waiting(unittest.TestCase):
    def test_too_long_is_told_at_once(self) -> None:
        go_wrong({"status": 429, "retryAfter": "900", "body": {"code": "rate_limited", "message": "Too many."}})
        with self.assertRaises(GranaryError) as refused:
            client().ask("GET /api/inventory/storage")
        self.assertEqual(refused.exception.retry_after_seconds, 900)
        self.assertEqual(refused.exception.attempts, 1)

    def test_for_nobody_ends(self) -> None:
        go_wrong("hang", "hang")
        with self.assertRaises(ConnectionLost):
            client(attempts=2, timeout=0.1).ask("GET /api/inventory/storage")

    def test_a_token_that_has_run_out_is_asked_for_once_more(self) -> None:
        asked: List[bool] = []

        def token(is_refused: bool) -> str:
            asked.append(is_refused)
            return "old"

        with self.assertRaises(GranaryError) as refused:
            Granary(PROXY, access_token=token).ask("GET /api/identity/me")
        self.assertEqual(refused.exception.code, "unauthenticated")
        self.assertEqual(asked, [False, True])

    def test_wants_an_address_and_one_credential(self) -> None:
        with self.assertRaises(ValueError):
            Granary("granary")
        with self.assertRaises(ValueError):
            Granary(URL, api_key="a", access_token="b")


class Lists(unittest.TestCase):
    def test_are_gone_through_page_by_page(self) -> None:
        granary = client()
        names = [f"Pyshed {number:02}" for number in range(7)]
        for name in names:
            granary.ask("POST /api/inventory/storage", body=store(name, ["a, b"]))
        before = go_wrong(None, "cut")["came"]
        found = granary.each(
            "GET /api/inventory/storage",
            query={"tags": ["a, b", "none"], "limit": 3, "sortBy": "name"},
        )
        self.assertEqual([each["name"] for each in found], names)
        # Three pages, one of them twice.
        self.assertEqual(go_wrong()["came"] - before, 4)
        next(iter(granary.each("GET /api/inventory/storage", query={"limit": 2})))
        self.assertEqual(go_wrong()["came"] - before, 5)

    def test_that_name_their_next_place_are_read_to_the_end(self) -> None:
        numbers = [each["sequence"] for each in client().each("GET /api/system/audit", query={"limit": 3})]
        self.assertGreater(len(numbers), 3)
        self.assertEqual(numbers, sorted(set(numbers), reverse=True))

    def test_can_be_saved_as_tables(self) -> None:
        client().ask("POST /api/inventory/storage", body=store("Pytable"))
        table, name = client().download("GET /api/inventory/storage", query={"format": "csv"})
        self.assertIn(b"Pytable", table)
        self.assertTrue(name and name.endswith(".csv"))


class Files(unittest.TestCase):
    def test_are_stored_once_and_read_back(self) -> None:
        granary = client()
        before = granary.ask("GET /api/system/files")["totalDocs"]
        go_wrong("lost")
        content = b"a note\r\n--of two lines"
        form = {"bucket": "files", "type": "misc", "name": "note.txt", "file": ("note.txt", content, "text/plain")}
        stored = granary.ask("POST /api/system/files", form=form)
        read, _name = granary.download("GET /api/system/files/{id}", path={"id": stored["id"]})
        self.assertEqual(read, content)
        self.assertEqual(granary.ask("GET /api/system/files")["totalDocs"], before + 1)


class Events(unittest.TestCase):
    def test_come_once_and_in_order_over_every_break(self) -> None:
        granary = client()
        for number in range(6):
            granary.ask("POST /api/inventory/storage", body=store(f"Pyevent {number}"))
        go_wrong({"endAfterBytes": 700}, {"status": 503, "retryAfter": "0"}, "unheard", "hang")
        seen: List[str] = []
        for event in granary.events(types=["storage."], after="0", silence=0.5):
            seen.append(event["id"])
            if len(seen) == 6:
                break
        self.assertEqual(len(set(seen)), 6)
        self.assertEqual(seen, sorted(seen, key=float))
        following = next(granary.events(types=["storage."], after=seen[3]))
        self.assertEqual(following["id"], seen[4])

    def test_are_refused_to_a_key_that_is_wrong(self) -> None:
        with self.assertRaises(GranaryError) as refused:
            next(Granary(PROXY, api_key="granary_wrong").events())
        self.assertEqual(refused.exception.status, 401)


class Webhooks(unittest.TestCase):
    def test_that_the_service_signed_are_taken_and_no_others(self) -> None:
        sent = json.loads(os.environ["GRANARY_WEBHOOK"])
        secret, headers, body = sent["secret"], sent["headers"], sent["body"]
        event = verify_webhook(secret, headers, body)
        self.assertEqual(event["type"], "webhook.created")
        upper = {name.title(): value for name, value in headers.items()}
        self.assertEqual(verify_webhook(["whsec_b3RoZXI=", secret], upper, body.encode()), event)
        refused: Tuple[Callable[[], Any], ...] = (
            lambda: verify_webhook(secret, headers, body.replace("created", "deleted")),
            lambda: verify_webhook("whsec_b3RoZXI=", headers, body),
            lambda: verify_webhook("none", headers, body),
            lambda: verify_webhook(secret, {}, body),
            lambda: verify_webhook(secret, signed_at(secret, body, 600), body),
        )
        for wrong in refused:
            with self.assertRaises(WebhookError):
                wrong()
        self.assertEqual(verify_webhook(secret, signed_at(secret, body, 200), body), event)


def signed_at(secret: str, body: str, seconds_ago: int) -> Dict[str, str]:
    timestamp = str(int(time.time()) - seconds_ago)
    key = base64.b64decode(secret[len("whsec_") :])
    signature = hmac.new(key, f"evt_1.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return {
        "webhook-id": "evt_1",
        "webhook-timestamp": timestamp,
        "webhook-signature": "v1," + base64.b64encode(signature).decode(),
    }


if __name__ == "__main__":
    unittest.main()
