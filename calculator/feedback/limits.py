"""How much one network may send in a day: counted in the database, for all workers alike."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.db.models import F
from django.utils.crypto import salted_hmac

from calculator.feedback.models import Sender

# Enough for an office behind one address.
MOST_A_DAY = 20
# One line has so many addresses of IPv6 that only this part of them tells lines apart.
PREFIX = 64


class TooMany(Exception):
    """The network has sent as much today as it may."""


def today() -> date:
    return datetime.now(UTC).date()


def network(meta: Mapping[str, Any]) -> str:
    """Where a request comes from: the address that the outermost trusted proxy saw.

    Every proxy appends the address that it saw to X-Forwarded-For, and what stands before
    those of the trusted ones may be made up.
    """
    address = str(meta.get("REMOTE_ADDR", ""))
    if settings.TRUSTED_PROXIES:
        forwarded = str(meta.get("HTTP_X_FORWARDED_FOR", "")).split(",")
        address = forwarded[-settings.TRUSTED_PROXIES :][0].strip() or address
    try:
        read = ip_address(_without_port(address))
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        mapped = read.ipv4_mapped
        return str(mapped or IPv6Network((int(read), PREFIX), strict=False))
    return str(read)


def _without_port(address: str) -> str:
    """Some proxies write 192.0.2.1:1234 and [2001:db8::1]:1234."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def count(sender: str) -> None:
    """Count one feedback of a network, or raise TooMany. To be called in a transaction.

    The database adds up, in one statement, so that no two processes read the same number.
    """
    day = today()
    forget(before=day)
    key = salted_hmac(f"sangi.feedback {day}", sender, algorithm="sha256").hexdigest()
    Sender.objects.bulk_create([Sender(key=key, day=day)], ignore_conflicts=True)
    counted = Sender.objects.filter(key=key, count__lt=MOST_A_DAY).update(count=F("count") + 1)
    if not counted:
        raise TooMany


def forget(before: date) -> None:
    """Delete what was counted on earlier days."""
    Sender.objects.filter(day__lt=before).delete()
