"""Uses posthog-python as a program does. Reads a task (JSON) from a file, prints what the library returned as JSON."""

import json
import sys
from datetime import datetime, timezone

from posthog import Posthog

with open(sys.argv[1], encoding="utf-8") as file:
    task = json.load(file)
name = task["name"]
rider = f"rider-{name}"

library = Posthog(task["project_key"], host=task["host"], personal_api_key=task["personal_key"])
if hasattr(library, "identify"):
    library.identify(distinct_id=rider, properties={"plan": "pro"})
else:
    library.set(distinct_id=rider, properties={"plan": "pro"})
library.alias(previous_id=f"browser-{name}", distinct_id=rider)
library.capture(
    event=task["event"],
    distinct_id=rider,
    properties=task["order"],
    groups={"company": "nordlys"},
    timestamp=datetime.now(timezone.utc),
)
library.group_identify(group_type="company", group_key="nordlys", properties={"seats": 40})
if hasattr(library, "capture_ai"):
    library.capture_ai("$ai_generation", distinct_id=rider, properties={"$ai_model": "small"})


def all_flags(person, **more):
    return library.get_all_flags(
        person["distinctId"],
        groups=person["groups"],
        person_properties=person["personProperties"],
        group_properties=person["groupProperties"],
        **more,
    )


remote = Posthog(task["project_key"], host=task["host"])
library.load_feature_flags()
first = task["persons"][0]
person = {"person_properties": first["personProperties"], "groups": first["groups"]}
payload = remote.get_feature_flag_payload("everybody", first["distinctId"], **person)
remote_flags = remote.get_all_flags(first["distinctId"], group_properties=first["groupProperties"], **person)
local = {person["distinctId"]: all_flags(person, only_evaluate_locally=True) for person in task["persons"]}
library.shutdown()
remote.shutdown()
print(json.dumps({"remote": remote_flags, "payload": payload, "local": local}))
