"""Sends a large body with the standard library, which sends the whole body before it reads the response, and prints status, code and type of the response.

Arguments: URL, token ('-' for none), bytes, 'announced' or 'chunked', Content-Type (of multipart bodies with the boundary b).
"""
import http.client
import json
import sys
from urllib.parse import urlsplit

url, token, size, mode, content_type = sys.argv[1:]
parts = urlsplit(url)
headers = {"Content-Type": content_type}
if token != "-":
    headers["Authorization"] = "Bearer " + token


def pieces():
    left, piece = int(size), b"x" * 262144
    if content_type.startswith("multipart/"):
        start = b'--b\r\nContent-Disposition: form-data; name="content"; filename="large.bin"\r\n\r\n'
        left -= len(start)
        yield start
    while left > 0:
        yield piece[:left]
        left -= len(piece)


if mode == "announced":
    headers["Content-Length"] = size
connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
connection.request("POST", parts.path + "?" + parts.query, pieces(), headers, encode_chunked=mode == "chunked")
answer = connection.getresponse()
print(json.dumps({"status": answer.status, "body": json.loads(answer.read())}))
