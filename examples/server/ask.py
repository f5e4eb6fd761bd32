#!/usr/bin/env python3
"""Asks a Waggle server, follows the solve and prints its answer: ask.py URL TOKEN QUESTION"""
import http.client, json, sys, time, urllib.request


def call(path, data=None, **headers):
    headers |= {"Authorization": "Bearer " + sys.argv[2], "Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(sys.argv[1] + path, data, headers), timeout=60)


def follow(path, last="0", failures=0):
    while failures < 5:  # A broken connection goes on after the last whole entry.
        time.sleep(min(failures, 1))
        failures += 1
        try:
            stream, message = call(path, **{"Last-Event-ID": last}), {}
            if stream.status == 204:  # The end came between two connections.
                return
            for line in stream:
                name, _, value = line.decode(errors="replace").rstrip("\n").partition(": ")
                if name:
                    message[name] = value
                    continue
                if message.get("event") in ("end", "failed"):
                    return
                if message.get("event") == "entry":
                    print(json.loads(message["data"])["type"], file=sys.stderr)
                    last, failures = message["id"], 0
                message = {}
        except (OSError, http.client.HTTPException) as broken:
            if failures == 5 or getattr(broken, "code", 503) not in (429, 503):
                raise
    raise OSError("the stream ended five times without an entry")


if len(sys.argv) != 4:
    sys.exit(__doc__)
try:
    run = "/v1/solves/" + json.load(call("/v1/solves", json.dumps({"question": sys.argv[3]}).encode()))["run"]
    follow(run + "/events")
    solve = json.load(call(run))
except (OSError, http.client.HTTPException) as failed:
    sys.exit(f"{failed} {failed.read().decode() if hasattr(failed, 'read') else ''}".strip())
if "result" not in solve:
    sys.exit("no answer: " + (solve.get("failure") or solve["status"]))
print(solve["result"]["answer"])
