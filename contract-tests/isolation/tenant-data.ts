import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { exchange } from "../client/exchange.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";
import type { Tenant } from "../target-description.ts";
import type { Ids } from "./requests.ts";

/** Creates something of each kind for a tenant of the service at `base`, and returns the ids of all. */
export async function createTenantData(base: string, tenant: Tenant): Promise<Ids> {
  const { organizationId: organization, projectId: project, projectApiKey: token, personalApiKey } = tenant;
  const send = async (method: string, path: string, json?: object) => {
    const isPrivate = path.startsWith("/api/");
    const headers = {
      "content-type": "application/json",
      ...(isPrivate && { authorization: `Bearer ${personalApiKey}` }),
    };
    const { status, bytes } = await exchange(base, { method, path, headers, body: json && JSON.stringify(json) });
    return { status, body: JSON.parse(bytes.toString()) };
  };
  const create = async (path: string, json: object) => {
    const { status, body } = await send("POST", path, json);
    assert.ok(status < 300, `POST ${path} was answered with ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const inOrganization = `/api/organizations/${organization}`;
  const inProject = `/api/projects/${project}`;

  const [recording, distinctId] = [randomUUID(), randomUUID()];
  const events = [rrwebEventFactory(Date.now()).mouse(0, 2)];
  const snapshot = snapshotBody(token, { sessionId: recording, distinctId }, events);
  await create("/capture/", { ...snapshot, $set: { plan: "pro" } });
  const invite = await create(`${inOrganization}/invites`, { target_email: `${randomUUID()}@guests.example` });
  const flag = await create(`${inProject}/feature_flags`, { key: `flag-${randomUUID()}`, filters: { groups: [] } });
  const key = await create("/api/users/@me/keys", { label: "test" });
  const { body: members } = await send("GET", `${inOrganization}/members`);
  const person = await eventually("the recording and its person are stored", async () => {
    const { body } = await send("GET", `${inProject}/session_recordings/${recording}`);
    return body.person?.uuid as string | undefined;
  });
  const { body: erasing } = await send("DELETE", `${inProject}/persons/${randomUUID()}`);
  const created = { invite: invite.id, flag: String(flag.id), key: key.id, member: String(members.at(-1).user.id) };
  return { organization, project, token, recording, distinctId, person, erasure: erasing.id, ...created };
}
