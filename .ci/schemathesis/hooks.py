"""Sends keys where clients send them, and reads and writes JSON lines."""

import itertools
import json
import os
from urllib.parse import quote

import schemathesis

PROJECT, PROJECT_KEY, PERSONAL_KEY = (os.environ[name] for name in ("PROJECT", "PROJECT_KEY", "PERSONAL_KEY"))
bodies = itertools.count(1)


@schemathesis.hook
def filter_query(context, query):
    """Leaves out what is longer than headers may be. That is answered with 431, as the contract says of all paths."""
    return len(quote(str(query))) < 12_000


@schemathesis.hook
def before_call(context, case, **kwargs):
    is_public = {"Public", "Compatibility", "OpenFeature"} & set(case.operation.tags or [])
    if is_public and isinstance(case.body, dict) and case.media_type == "application/json":
        put_key(case)


def put_key(case):
    """Puts a key into the body: mostly the project API key, sometimes a personal one. Some keep theirs in the header."""
    number = next(bodies)
    if number % 5 == 0:
        case.body["project_id"] = PROJECT
    elif number % 3 == 0:
        case.body.update(personal_api_key=PERSONAL_KEY, project_id=int(PROJECT))
        case.headers.pop("Authorization", None)
    else:
        case.body["api_key"] = PROJECT_KEY
        case.headers.pop("Authorization", None)


@schemathesis.serializer("application/x-ndjson")
def write_lines(context, value):
    """Sends a text as it is, and a line for each item of a list."""
    if isinstance(value, (bytes, str)):
        return value if isinstance(value, bytes) else value.encode(errors="replace")
    items = value if isinstance(value, list) else [value]
    return "\n".join(json.dumps(item) for item in items).encode(errors="replace")


@schemathesis.deserializer("application/x-ndjson")
def read_lines(context, response):
    """Checks that each line is JSON. The contract describes the whole as text."""
    text = response.content.decode()
    for line in text.splitlines():
        json.loads(line)
    return text
