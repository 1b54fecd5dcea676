// Calls every operation with the client of @hey-api/openapi-ts.

import { client } from "./client/client.gen.ts";
import * as api from "./client/index.ts";

const { URL: baseUrl = "", PROJECT = "", ORGANIZATION = "", PROJECT_KEY, PERSONAL_KEY } = process.env;
const check = (operation: string, holds: boolean) => {
  if (!holds) throw new Error(operation);
  console.log(operation);
};
client.setConfig({ baseUrl, auth: () => PROJECT_KEY });
const event: api.Event = { event: "seen", distinct_id: "ben", properties: { price: 1299 } };
check("capture", (await api.capture({ body: event, throwOnError: true })).data.status === 1);
check("batch", (await api.batch({ body: { batch: [event] }, throwOnError: true })).data.status === 1);
const decide = (v: 2 | 3) => api.decide({ body: { distinct_id: "ben" }, query: { v }, throwOnError: true });
const v2: api.DecideResponseV2 = (await decide(2)).data as api.DecideResponseV2;
check("decide v2", v2.featureFlags.checkout === "blue");
const { data: v3 } = await decide(3);
if (!("featureFlagPayloads" in v3)) throw new Error("decide v3");
const payloads: { [key: string]: unknown } = v3.featureFlagPayloads as { [key: string]: unknown };
check("decide v3", JSON.stringify(payloads.checkout) === '{"color":"#00f"}');

client.setConfig({ baseUrl, auth: () => PERSONAL_KEY });
const list = await api.sessionRecordingsList({ path: { project_id: PROJECT }, throwOnError: true });
const [recording] = list.data.results;
check("recordings", recording?.person?.properties?.plan === "pro" && recording.person.id > 0);
const { data: text } = await api.sessionRecordingsSnapshotsRetrieve({
  path: { project_id: PROJECT, id: "visit" },
  headers: { Accept: "application/x-ndjson" },
  parseAs: "text",
  throwOnError: true,
});
const line: api.SnapshotLine = JSON.parse(String(text).split("\n")[0] ?? "");
check("snapshots", line.window_id === "visit" && line.data[0]?.type === 4);
const path = { parent_lookup_organization_id: ORGANIZATION };
const single = { target_email: "single.hey@example.com" };
const invite = await api.invitesCreate({ path, body: single, throwOnError: true });
check("invite", invite.data.target_email === single.target_email);
const several = [{ target_email: "several.hey@example.com" }];
const { data: invites } = await api.invitesBulkCreate({ path, body: several, throwOnError: true });
check("invites", Array.isArray(invites) && invites[0]?.target_email === several[0]?.target_email);
