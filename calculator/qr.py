"""QR codes: an address that a phone reads off paper."""

from io import BytesIO

import segno


def svg(address: str) -> bytes:
    """An address as a QR code, an SVG image with its quiet zone and without a size."""
    image = BytesIO()
    segno.make_qr(address, error="m").save(
        image,
        kind="svg",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
        light="#fff",
        nl=False,
    )
    return image.getvalue()
