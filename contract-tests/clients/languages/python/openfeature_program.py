"""Uses OpenFeature's OFREP provider as a program does. Reads a task (JSON) from a file, prints decisions as JSON."""

import json
import sys

from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

with open(sys.argv[1], encoding="utf-8") as file:
    task = json.load(file)
headers = {"Authorization": f"Bearer {task['project_key']}"}
api.set_provider(OFREPProvider(task["host"], headers_factory=lambda: headers))
client = api.get_client()


def decide(flag, context):
    if flag["hasVariants"]:
        details = client.get_string_details(flag["key"], task["fallback"], context)
    else:
        details = client.get_boolean_details(flag["key"], False, context)
    return details.value if details.error_code is None else details.error_code


decisions = {}
for attributes in task["contexts"]:
    targeting_key = attributes.pop("targetingKey")
    context = EvaluationContext(targeting_key, attributes)
    decisions[targeting_key] = {flag["key"]: decide(flag, context) for flag in task["flags"]}
unknown = client.get_boolean_details("unknown", True, EvaluationContext("anybody"))
payload = client.get_boolean_details("everybody", False, EvaluationContext("anybody")).flag_metadata["payload"]
print(json.dumps({"decisions": decisions, "unknown": unknown.error_code, "payload": payload}))
