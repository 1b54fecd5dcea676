// Calls every operation with the client of openapi-generator's typescript-fetch.
import * as api from "./client/index.ts";

const { URL: basePath = "", PROJECT = "", ORGANIZATION = "", PROJECT_KEY = "", PERSONAL_KEY = "" } = process.env;
const check = (operation: string, holds: boolean) => {
  if (!holds) throw new Error(operation);
  console.log(operation);
};
const configuration = (accessToken: string) => new api.Configuration({ basePath, accessToken });
const events = new api.PublicApi(configuration(PROJECT_KEY));
const recordings = new api.SessionRecordingsApi(configuration(PERSONAL_KEY));
const invites = new api.InvitesApi(configuration(PERSONAL_KEY));
const event: api.Event = { event: "seen", distinctId: "ben", properties: { price: 1299 } };
check("capture", (await events.capture({ captureRequest: event })).status === 1);
check("batch", (await events.batch({ batchRequest: { batch: [event] } })).status === 1);
const decideRequest = { distinctId: "ben" };
const v2 = (await events.decide({ decideRequest, v: 2 })) as api.DecideResponseV2;
check("decide v2", v2.featureFlags.checkout === "blue");
const v3 = (await events.decide({ decideRequest, v: 3 })) as api.DecideResponseV3;
check("decide v3", JSON.stringify(v3.featureFlagPayloads.checkout) === '{"color":"#00f"}');
const { results } = await recordings.sessionRecordingsList({ projectId: PROJECT });
check("recordings", results[0]?.person?.properties?.plan === "pro" && results[0].person.id > 0);
const snapshots = { projectId: PROJECT, id: "visit" };
const ndjson = { headers: { Accept: "application/x-ndjson", Authorization: `Bearer ${PERSONAL_KEY}` } };
const { raw } = await recordings.sessionRecordingsSnapshotsRetrieveRaw(snapshots, ndjson);
const line = api.SnapshotLineFromJSON(JSON.parse((await raw.text()).split("\n")[0] ?? ""));
check("snapshots", line.windowId === "visit" && line.data[0]?.type === 4);
const parentLookupOrganizationId = ORGANIZATION;
const inviteRequest = { targetEmail: "single.fetch@example.com" };
const invite = await invites.invitesCreate({ parentLookupOrganizationId, inviteRequest });
check("invite", invite.targetEmail === inviteRequest.targetEmail);
const several = [{ targetEmail: "several.fetch@example.com" }];
const created = await invites.invitesBulkCreate({ parentLookupOrganizationId, inviteRequest: several });
check("invites", Array.isArray(created) && created[0]?.targetEmail === several[0]?.targetEmail);
