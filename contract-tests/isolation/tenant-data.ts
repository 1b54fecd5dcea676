import { randomUUID } from "node:crypto";
import type { Client } from "../client/contract-client.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";
import type { Tenant } from "../target-description.ts";
import type { Ids } from "./requests.ts";

/** Creates something of each kind for a tenant, and returns the ids of all. */
export async function createTenantData(client: Client, tenant: Tenant): Promise<Ids> {
  const { organizationId: organization, projectId: project, projectApiKey: token } = tenant;
  const [recording, distinctId] = [randomUUID(), randomUUID()];
  const events = [rrwebEventFactory(Date.now()).mouse(0, 2)];
  const json = { ...snapshotBody(token, { sessionId: recording, distinctId }, events), $set: { name: "Ada" } };
  await client.expectStatus("capture", 200, { json });
  const address = { target_email: `${randomUUID()}@guests.example` };
  const { id: invite } = await client.expectStatus("invites_create", 201, { json: address });
  const { id: flag } = await client.expectStatus("feature_flags_create", 201, {
    json: { key: `isolation-${randomUUID()}`, filters: { groups: [] } },
  });
  const { id: key } = await client.expectStatus("personal_keys_create", 201, { json: { label: "isolation" } });
  const members = await client.expectStatus("members_list", 200);
  const member = String(members.at(-1)?.user.id);
  const person = await eventually("the recording and its person are stored", async () => {
    const { status, body } = await client.request("session_recordings_retrieve", { path: { id: recording } });
    return status === 200 && (body as { readonly person: { readonly uuid: string } | null }).person?.uuid;
  });
  const erasure = await erasePerson(client, token);
  const all = { organization, project, token, recording, invite, member, key, person, distinctId, erasure };
  return { ...all, flag: String(flag) };
}

/** Erases a new person. Returns the id of the erasure. */
async function erasePerson(client: Client, token: string): Promise<string> {
  const id = randomUUID();
  await client.expectStatus("capture", 200, { json: { api_key: token, event: "seen", distinct_id: id } });
  return eventually("the person to erase is stored", async () => {
    const { status, body } = await client.request("persons_destroy", { path: { id } });
    return status === 202 && (body as { readonly id: string }).id;
  });
}
