#!/usr/bin/env python3
"""An HTTP client that begins a transfer and then reads nothing more: PORT BEARER SESSION HANDLE. Prints the status."""
import socket
import sys
import time

port, bearer, session, handle = sys.argv[1:]
client = socket.socket()
# Small, so that what this side takes without reading stays far below the image.
client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
client.connect(("127.0.0.1", int(port)))
lines = [
    "POST /eip/transfer HTTP/1.1",
    f"Host: 127.0.0.1:{port}",
    f"Authorization: Bearer {bearer}",
    f"EIP-Session: {session}",
    f"EIP-Transfer-Handle: {handle}",
    "EIP-Transfer-Direction: read",
    "Content-Length: 0",
]
client.sendall("\r\n".join([*lines, "", ""]).encode())
print(client.recv(12).decode(), flush=True)
while True:
    time.sleep(60)
