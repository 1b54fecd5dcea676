import { randomUUID } from "node:crypto";
import { exchange } from "../../contract-tests/client/exchange.ts";
import type { Ids } from "../../contract-tests/isolation/requests.ts";
import { applyFlags, createPersonalKey, createTenant } from "../../contract-tests/services/sightline-cli.ts";
import type { TestEnvironment } from "../../contract-tests/services/test-environment.ts";
import { eventually } from "../../contract-tests/support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../../contract-tests/support/rrweb-events.ts";
import type { Tenant } from "../../contract-tests/target-description.ts";
import { FUZZED_FLAGS } from "./fuzzed-flags.ts";
import type { FuzzContext } from "./generate/fuzz-case.ts";

export interface FuzzTenants {
  readonly attacker: Tenant;
  readonly bystander: Tenant;
  readonly readOnlyKey: string;
}

/** Creates an attacker with flags, and a second client's project, in the directory of a service. */
export async function createTenants(environment: TestEnvironment): Promise<FuzzTenants> {
  const attacker = await createTenant(environment, "attacker");
  const bystander = await createTenant(environment, "bystander");
  await applyFlags(environment, attacker.projectId, FUZZED_FLAGS);
  const { key: readOnlyKey } = await createPersonalKey(environment, attacker.details?.email ?? "", "--read-only");
  return { attacker, bystander, readOnlyKey };
}

/** Gives both tenants a recording and an invite, and returns what requests are made of. */
export async function createContext(
  base: string,
  { attacker, bystander, readOnlyKey }: FuzzTenants,
): Promise<FuzzContext> {
  const { projectApiKey: projectKey, personalApiKey: personalKey } = attacker;
  const [own, foreign] = await Promise.all([createData(base, attacker), createData(base, bystander)]);
  return { projectKey, personalKey, readOnlyKey, own, foreign };
}

async function createData(base: string, tenant: Tenant): Promise<Ids> {
  const { organizationId: organization, projectId: project, projectApiKey: token, personalApiKey } = tenant;
  const [recording, distinctId] = [randomUUID(), randomUUID()];
  const send = async (method: string, path: string, json?: object) => {
    const isPrivate = path.startsWith("/api/");
    const headers = {
      "content-type": "application/json",
      ...(isPrivate && { authorization: `Bearer ${personalApiKey}` }),
    };
    const { bytes } = await exchange(base, { method, path, headers, body: json && JSON.stringify(json) });
    return JSON.parse(bytes.toString());
  };
  const snapshot = snapshotBody(token, { sessionId: recording, distinctId }, [
    rrwebEventFactory(Date.now()).mouse(0, 2),
  ]);
  await send("POST", "/capture/", { ...snapshot, $set: { plan: "pro" } });
  const address = `${randomUUID()}@guests.example`;
  const invite = await send("POST", `/api/organizations/${organization}/invites`, { target_email: address });
  const rules = { key: `fuzz-${randomUUID()}`, filters: { groups: [] } };
  const flag = await send("POST", `/api/projects/${project}/feature_flags`, rules);
  const key = await send("POST", "/api/users/@me/keys", { label: "fuzz" });
  const members = await send("GET", `/api/organizations/${organization}/members`);
  const own = { key: key.id, member: String(members.at(-1).user.id) };
  const stored = await eventually("the recording is stored", async () => {
    const found = await send("GET", `/api/projects/${project}/session_recordings/${recording}`);
    return found.person?.uuid && found;
  });
  const gone = randomUUID();
  await send("POST", "/capture/", { api_key: token, event: "seen", distinct_id: gone });
  const erasure = await eventually("the person to erase is stored", async () => {
    const { id } = await send("DELETE", `/api/projects/${project}/persons/${gone}`);
    return id as string | undefined;
  });
  const ids = { erasure, recording, flag: String(flag.id), invite: invite.id, person: stored.person.uuid, distinctId };
  return { organization, project, token, ...own, ...ids };
}
