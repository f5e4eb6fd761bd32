#!/usr/bin/env python3
"""Asks a Waggle server, follows the solve and prints its answer: ask.py URL TOKEN QUESTION"""
import json
import sys
import urllib.request

base, token, question = sys.argv[1:4]


def call(path, body=None, **headers):
    headers["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    if data is not None:
        headers["Content-Type"] = "application/json"
    return urllib.request.urlopen(urllib.request.Request(base + path, data, headers))


run = json.load(call("/v1/solves", {"question": question}))["run"]
last, ended = "0", False
while not ended:  # A broken connection goes on after the last entry.
    event = ""
    for line in call(f"/v1/solves/{run}/events", **{"Last-Event-ID": last}):
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name == "id":
            last = value
        elif name == "event":
            event = value
            ended = ended or event in ("end", "failed")
        elif name == "data" and event == "entry":
            print(json.loads(value)["type"], file=sys.stderr)
print(json.load(call(f"/v1/solves/{run}"))["result"]["answer"])
