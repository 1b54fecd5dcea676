"""Calls every operation with the client of openapi-generator's python."""
import json, os
import openapi_client as api

env = os.environ
configuration = lambda key: api.Configuration(host=env["URL"], access_token=key)
client = lambda key: api.ApiClient(configuration(key))
public = api.PublicApi(client(env["PROJECT_KEY"]))
recordings = api.SessionRecordingsApi(client(env["PERSONAL_KEY"]))
invites = api.InvitesApi(client(env["PERSONAL_KEY"]))
project, organization = env["PROJECT"], env["ORGANIZATION"]


def check(operation, holds):
    assert holds, operation
    print(operation)


event = {"event": "seen", "distinct_id": "ben", "properties": {"price": 1299}}
check("capture", public.capture(api.CaptureRequest(**event)).status == 1)
check("batch", public.batch(api.BatchRequest(batch=[api.Event(**event)])).status == 1)
ask = api.DecideRequest(distinct_id="ben")
v2 = public.decide(ask, v=2).actual_instance
check("decide v2", isinstance(v2, api.DecideResponseV2) and v2.feature_flags["checkout"].actual_instance == "blue")
v3 = public.decide(ask, v=3).actual_instance
check("decide v3", isinstance(v3, api.DecideResponseV3) and v3.feature_flag_payloads["checkout"] == {"color": "#00f"})
[recording] = recordings.session_recordings_list(project).results
check("recordings", recording.person.properties["plan"] == "pro" and recording.person.id > 0)
lines = recordings.session_recordings_snapshots_retrieve_without_preload_content(
    project, "visit", _headers={"Accept": "application/x-ndjson"}
)
line = api.SnapshotLine.from_dict(json.loads(lines.read().splitlines()[0]))
check("snapshots", line.window_id == "visit" and line.data[0].type == 4)
single = api.InviteRequest(target_email="single.python@example.com")
check("invite", invites.invites_create(organization, single).target_email == single.target_email)
several = [api.InviteRequest(target_email="several.python@example.com")]
created = invites.invites_bulk_create(organization, several)
check("invites", created[0].target_email == several[0].target_email)
