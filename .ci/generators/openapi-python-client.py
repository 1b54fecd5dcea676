"""Calls every operation with the client of openapi-python-client."""
import json, os
from client import AuthenticatedClient, models
from client.api.invites import invites_bulk_create, invites_create
from client.api.public import batch, capture, decide
from client.api.session_recordings import session_recordings_list, session_recordings_snapshots_retrieve

env = os.environ
public = AuthenticatedClient(env["URL"], token=env["PROJECT_KEY"])
private = AuthenticatedClient(env["URL"], token=env["PERSONAL_KEY"])
project, organization = env["PROJECT"], env["ORGANIZATION"]


def check(operation, holds):
    assert holds, operation
    print(operation)


event = {"event": "seen", "distinct_id": "ben", "properties": {"price": 1299}}
check("capture", capture.sync(client=public, body=models.CaptureRequest.from_dict(event)).status == 1)
check("batch", batch.sync(client=public, body=models.BatchRequest(batch=[models.Event.from_dict(event)])).status == 1)
ask = models.DecideRequest(distinct_id="ben")
v2 = decide.sync(client=public, body=ask, v=models.DecideV.VALUE_2)
check("decide v2", isinstance(v2, models.DecideResponseV2) and v2.feature_flags["checkout"] == "blue")
v3 = decide.sync(client=public, body=ask, v=models.DecideV.VALUE_3)
payloads = v3.feature_flag_payloads
check("decide v3", isinstance(v3, models.DecideResponseV3) and payloads["checkout"] == {"color": "#00f"})
[recording] = session_recordings_list.sync(project, client=private).results
check("recordings", recording.person.properties["plan"] == "pro" and recording.person.id > 0)
streams = private.with_headers({"Accept": "application/x-ndjson"})
lines = streams.get_httpx_client().request(**session_recordings_snapshots_retrieve._get_kwargs(project, "visit"))
line = models.SnapshotLine.from_dict(json.loads(lines.content.splitlines()[0]))
check("snapshots", line.window_id == "visit" and line.data[0].type_ == 4)
single = models.InviteRequest(target_email="single.opc@example.com")
check("invite", invites_create.sync(organization, client=private, body=single).target_email == single.target_email)
several = [models.InviteRequest(target_email="several.opc@example.com")]
created = invites_bulk_create.sync(organization, client=private, body=several)
check("invites", created[0].target_email == several[0].target_email)
