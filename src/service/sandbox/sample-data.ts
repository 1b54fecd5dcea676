import { readFile } from "node:fs/promises";
import type { Schemas } from "../../../generated/openapi.ts";
import type { FlagDefinition } from "../../flags/define/flag-definition.ts";
import { parseFlags } from "../../flags/define/parse-flags.ts";
import type { ContractDocument } from "../../http/contract/document.ts";
import { COMPLETE_JSON } from "../../lib/documents.ts";
import type { Millis, OrganizationId, UserId } from "../../store/ports/common.ts";
import type { Invite } from "../../store/records/invites.ts";
import { type RecordedSession, snapshotBodies } from "./store-bodies.ts";

const DAY_MS = 86_400_000;

export function sampleFlags(examples: Examples): FlagDefinition[] {
  const parseValue = ([name, json]: [string, string]) => [name, JSON.parse(json)];
  // Definitions for client libraries have payloads as JSON text.
  const parsePayloads = (key: string, value: unknown) =>
    key === "payloads" ? Object.fromEntries(Object.entries(value as object).map(parseValue)) : value;
  return parseFlags(JSON.parse(JSON.stringify(examples.get("flag_definitions")), parsePayloads)).flags;
}

interface InviteOptions {
  readonly organizationId: OrganizationId;
  readonly createdBy: UserId;
  readonly now: Millis;
  /** Derives an invite's id from that of the example. */
  readonly idOf: (id: string) => string;
}

/** Returns the invites of the examples: some have expired, the others expire tomorrow. */
export function sampleInvites(examples: Examples, { organizationId, createdBy, now, idOf }: InviteOptions): Invite[] {
  return examples.get<Schemas["PaginatedInvites"]>("invites_page").results.map((invite) => ({
    id: idOf(invite.id),
    organizationId,
    targetEmail: invite.target_email,
    firstName: invite.first_name,
    message: invite.message,
    level: invite.level,
    emailingAttemptMade: invite.emailing_attempt_made,
    createdBy,
    createdAt: Date.parse(invite.created_at),
    updatedAt: Date.parse(invite.updated_at),
    expiresAt: now + (invite.is_expired ? -DAY_MS : DAY_MS),
    secretHash: null,
  }));
}

export function sampleRecording(examples: Examples): RecordedSession {
  const { id: session_id, distinct_id } = examples.get<Schemas["SessionRecording"]>("recording_in_object_storage");
  const lines = examples.get<string>("snapshot_lines").trim().split("\n");
  return { session_id, distinct_id, snapshots: lines.map((line) => JSON.parse(line)) };
}

/** Returns requests with the events of the examples and of the sample recording. */
export function sampleBodies(examples: Examples): object[] {
  return [...snapshotBodies(sampleRecording(examples)), ...examples.bodies("/capture/"), ...examples.bodies("/batch/")];
}

/** The examples of the contract. `npm run contract:lint` checks that they fit their schemas. */
export type Examples = Awaited<ReturnType<typeof loadExamples>>;

export async function loadExamples() {
  const { paths, components } = JSON.parse(await readFile(COMPLETE_JSON, "utf8")) as ContractDocument;
  /** Returns the example with this name, which must fit `T`. Throws if it is absent. */
  const get = <T>(name: string): T => {
    const example = components.examples?.[name];
    if (example === undefined) throw new Error(`The contract has no example ${name}.`);
    return example.value as T;
  };
  return {
    get,
    bodies(path: string): object[] {
      const examples = paths[path]?.post?.requestBody?.content?.["application/json"]?.examples ?? {};
      return Object.keys(examples).map((name) => get(name));
    },
    parameter(name: string): string {
      const parameter = components.parameters?.[name];
      if (parameter === undefined) throw new Error(`The contract has no parameter ${name}.`);
      return String(parameter.example);
    },
  };
}
