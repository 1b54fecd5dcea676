import { randomUUID } from "node:crypto";
import type { components } from "../../generated/openapi.ts";
import type { FlagDefinition } from "../flags/define/flag-definition.ts";
import { parseFlags } from "../flags/define/parse-flags.ts";
import { applyFlags } from "../flags/manage/apply-flags.ts";
import { createDrainCaches, storeEvents } from "../ingest/drain/store-events.ts";
import { normalizeEvents } from "../ingest/normalize-events.ts";
import { flushSession } from "../recordings/keep/flush-session.ts";
import type { Config } from "../settings/config.ts";
import { openRecordings } from "../store/choose-engines.ts";
import type { Invite } from "../store/ports/invites.ts";
import type { Store } from "../store/ports/stores.ts";
import { newPersonalKey, newProjectKey } from "../tenants/api-keys.ts";
import { Examples } from "./examples.ts";

type Schemas = components["schemas"];

/** What a program needs to know to use the data. It is always the same. */
export interface SeededTenant {
  readonly organizationId: string;
  readonly projectId: string;
  readonly projectApiKey: string;
  readonly personalApiKey: string;
}

const SNAPSHOT_LIMITS = { bytes: 1_000_000, values: 100_000 };
const LEASE = { owner: "seed", leaseMs: 60_000 };
const DAY_MS = 86_400_000;

/** Turns the examples of the contract into data in an empty data directory. */
export async function seedSandbox(config: Config): Promise<SeededTenant> {
  const examples = await Examples.load();
  const { store, fileStore, close } = await openRecordings(config);
  try {
    const tenant = await seedTenant(store, examples);
    const { projectId, organizationId } = tenant;
    const changes = { put: exampleFlags(examples), remove: [] };
    await store.transaction(({ flags }) =>
      applyFlags({ projectId, by: null }, changes, [], { flags, now: Date.now, announce: () => undefined }),
    );
    await store.invites.insert(exampleInvites(organizationId, examples));
    const session = examples.get<Schemas["SessionRecording"]>("recording_in_object_storage");
    await storeBodies(projectId, snapshotBodies(session, examples), store);
    const ports = { flushing: store.recordings.flushing, files: fileStore.files, now: Date.now };
    await flushSession({ projectId, sessionId: session.id }, LEASE, ports);
    await storeBodies(projectId, [...examples.bodies("/capture/"), ...examples.bodies("/batch/")], store);
    return tenant;
  } finally {
    await close();
  }
}

async function seedTenant({ tenants, keys }: Store, examples: Examples): Promise<SeededTenant> {
  const createdAt = Date.now();
  const { created_by: user } = examples.get<Schemas["Invite"]>("invite_created");
  const organizationId = examples.parameter("OrganizationId");
  await tenants.addOrganization({ id: organizationId, name: "Fjordbikes", createdAt });
  const project = await tenants.addProject({ organizationId, name: "Shop", createdAt });
  const owner = await tenants.addUser({
    uuid: user.uuid,
    distinctId: user.distinct_id,
    email: user.email,
    firstName: user.first_name,
    isEmailVerified: user.is_email_verified,
    createdAt,
  });
  await tenants.addMember(organizationId, owner.id, "owner");
  const { api_key: projectApiKey = "" } = examples.get<Schemas["CaptureRequest"]>("generic");
  const { personal_api_key: personalApiKey = "" } = examples.get<Schemas["CaptureRequest"]>("personal_key");
  const key = { label: "sandbox", now: createdAt };
  await keys.insert(newProjectKey(project.id, { ...key, secret: projectApiKey }).key);
  await keys.insert(newPersonalKey(owner.id, { ...key, readOnly: false, secret: personalApiKey }).key);
  return { organizationId, projectId: project.id, projectApiKey, personalApiKey };
}

function exampleFlags(examples: Examples): FlagDefinition[] {
  const parseValue = ([name, json]: [string, string]) => [name, JSON.parse(json)];
  // Definitions for client libraries have payloads as JSON text.
  const parsePayloads = (key: string, value: unknown) =>
    key === "payloads" ? Object.fromEntries(Object.entries(value as object).map(parseValue)) : value;
  return parseFlags(JSON.parse(JSON.stringify(examples.get("flag_definitions")), parsePayloads)).flags;
}

function exampleInvites(organizationId: string, examples: Examples): Invite[] {
  return examples.get<Schemas["PaginatedInvites"]>("invites_page").results.map((invite) => ({
    id: invite.id,
    organizationId,
    targetEmail: invite.target_email,
    firstName: invite.first_name,
    message: invite.message,
    level: invite.level,
    emailingAttemptMade: invite.emailing_attempt_made,
    createdBy: invite.created_by.id,
    createdAt: Date.parse(invite.created_at),
    updatedAt: Date.parse(invite.updated_at),
    expiresAt: Date.now() + (invite.is_expired ? -DAY_MS : DAY_MS),
    secretHash: null,
  }));
}

/** Returns requests with the snapshots of a recording, a request for each line of the example. */
function snapshotBodies({ id, distinct_id }: Schemas["SessionRecording"], examples: Examples): object[] {
  const lines = examples.get<string>("snapshot_lines").trim().split("\n");
  return lines.map((line) => {
    const { window_id: $window_id, data: $snapshot_data }: Schemas["SnapshotLine"] = JSON.parse(line);
    return { event: "$snapshot", distinct_id, properties: { $session_id: id, $window_id, $snapshot_data } };
  });
}

/** Stores the events of requests as the drain does. */
async function storeBodies(projectId: string, bodies: readonly object[], store: Store): Promise<void> {
  const events = bodies.flatMap((body, index) => {
    const entry = {
      projectId,
      receivedAt: Date.now(),
      seed: randomUUID(),
      operation: "batch" in body ? "batch" : "capture",
      body: Buffer.from(JSON.stringify(body)),
    } as const;
    return normalizeEvents(entry, { group: index, index: 0 }).events;
  });
  const ports = { store, ...createDrainCaches(randomUUID()), snapshotLimits: SNAPSHOT_LIMITS };
  await storeEvents(events, ports);
}
