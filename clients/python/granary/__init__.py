"""A client of Granary: retries that do nothing twice, lists as iterators, events and webhooks."""
from ._client import Granary
from ._errors import ConnectionLost, GranaryError, WebhookError
from ._webhooks import verify_webhook

__all__ = ["ConnectionLost", "Granary", "GranaryError", "WebhookError", "verify_webhook"]
__version__ = "1.0.0"
