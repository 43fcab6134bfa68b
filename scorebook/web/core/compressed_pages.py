"""Compression of pages and API responses: Brotli where the client accepts it, else Django's gzip."""

from __future__ import annotations

import secrets

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from scorebook.web.core.static_files import best_encoding

QUALITY = 8  # 0.7 ms for the table page, where gzip takes 0.5, and it is a thirteenth smaller
MIN_BYTES = 200
TEXTS = ("text/html", "application/json")


class CompressedPages(GZipMiddleware):
    """GZipMiddleware that prefers Brotli.

    Django pads the gzip header with random length (BREACH); here the padding is a block that every decoder skips.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if isinstance(response, HttpResponse) and _may_compress_page(response) and best_encoding(request) == "br":
            return self._compress_with_brotli(response)
        return super().process_response(request, response)

    def _compress_with_brotli(self, response: HttpResponse) -> HttpResponse:
        padding = secrets.token_bytes(1 + secrets.randbelow(self.max_random_bytes))
        packer = brotli.Compressor(quality=QUALITY)
        content = packer.process(response.content) + packer.flush()
        response.content = content + _brotli_padding_block(padding) + packer.finish()
        response["Content-Encoding"] = "br"
        response["Content-Length"] = str(len(response.content))
        patch_vary_headers(response, ("Accept-Encoding",))
        # The same page in other bytes: the ETag becomes a weak one (RFC 9110, 8.8.1).
        if response.get("ETag", "").startswith('"'):
            response["ETag"] = f"W/{response['ETag']}"
        return response


def _may_compress_page(response: HttpResponse) -> bool:
    is_text = response.get("Content-Type", "").startswith(TEXTS)
    return is_text and "Content-Encoding" not in response and len(response.content) >= MIN_BYTES


def _brotli_padding_block(padding: bytes) -> bytes:
    """Return a metadata block (RFC 7932, 9.2), to follow a flush, which ends on a whole byte. padding: 1 to 256 bytes.

    From the lowest bit: not the last block; metadata; reserved; one byte of length; the length less one.
    """
    head = 0b01_0_11_0 | (len(padding) - 1) << 6
    return head.to_bytes(2, "little") + padding
