// Calls every operation with the client of orval.
import * as api from "./client.ts";

const { URL: baseUrl = "", PROJECT = "", ORGANIZATION = "", PROJECT_KEY, PERSONAL_KEY } = process.env;
// The client requests relative addresses, as a page of the service would.
const { fetch } = globalThis;
globalThis.fetch = (address, options) => fetch(`${baseUrl}${address}`, options);

const check = (operation: string, holds: boolean) => {
  if (!holds) throw new Error(operation);
  console.log(operation);
};
const visitor = { headers: { Authorization: `Bearer ${PROJECT_KEY}` } };
const owner = { headers: { Authorization: `Bearer ${PERSONAL_KEY}` } };
const event: api.Event = { event: "seen", distinct_id: "ben", properties: { price: 1299 } };
const captured = await api.capture(event, {}, visitor);
check("capture", captured.status === 200 && captured.data.status === 1);
const batched = await api.batch({ batch: [event] }, {}, visitor);
check("batch", batched.status === 200 && batched.data.status === 1);
const v2 = await api.decide({ distinct_id: "ben" }, { v: 2 }, visitor);
check("decide v2", v2.status === 200 && (v2.data as api.DecideResponseV2).featureFlags.checkout === "blue");
const v3 = await api.decide({ distinct_id: "ben" }, { v: 3 }, visitor);
const payloads = (v3.data as api.DecideResponseV3).featureFlagPayloads;
check("decide v3", v3.status === 200 && JSON.stringify(payloads.checkout) === '{"color":"#00f"}');

const list = await api.sessionRecordingsList(PROJECT, {}, owner);
const person = list.status === 200 ? list.data.results[0]?.person : null;
check("recordings", person?.properties?.plan === "pro" && person.id > 0);
const ndjson = { headers: { ...owner.headers, Accept: "application/x-ndjson" } };
const snapshots = await api.sessionRecordingsSnapshotsRetrieve(PROJECT, "visit", {}, ndjson);
if (snapshots.status !== 200 || !("stream" in snapshots)) throw new Error("snapshots");
const line: api.SnapshotLine = JSON.parse((await snapshots.stream.text()).split("\n")[0] ?? "");
check("snapshots", line.window_id === "visit" && line.data[0]?.type === 4);

const single = { target_email: "single.orval@example.com" };
const invite = await api.invitesCreate(ORGANIZATION, single, owner);
check("invite", invite.status === 201 && invite.data.target_email === single.target_email);
const several = [{ target_email: "several.orval@example.com" }];
const invites = await api.invitesBulkCreate(ORGANIZATION, several, owner);
check("invites", invites.status === 201 && invites.data[0]?.target_email === several[0]?.target_email);
