import { randomUUID } from "node:crypto";
import type { components } from "../../../generated/openapi.ts";
import type { FlagQuery, FlagResults } from "../../flags/flag-decider.ts";
import { isReservedDistinctId } from "../../people/reserved-distinct-ids.ts";
import { toIdentifier } from "../../values/identifier.ts";
import type { OperationHandlers, OperationRequest } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { CLIENT_SETTINGS, SESSION_RECORDING } from "./client-settings.ts";
import { readCredentials } from "./event-operations.ts";
import { withExactIds } from "./exact-ids.ts";
import { flagDetailsToWire } from "./flag-wire.ts";

type DecideRequest = components["schemas"]["DecideRequest"];
type DecideResponse = components["schemas"]["DecideResponse"];
type FlagRequest = Pick<OperationRequest<"decide">, "body" | "json">;

/** What every version answers besides flags. */
const DECIDE_SETTINGS = {
  config: { enable_collect_everything: true },
  editorParams: {},
  isAuthenticated: false,
  supportedCompression: ["gzip", "lz64"],
} satisfies Partial<DecideResponse>;

/** Which flags are on for a user, in the shape that the client asks for. */
export function decideOperations({ projects, flags }: ServicePorts): OperationHandlers<"decide" | "flags"> {
  const answersTo = async (projectId: string, { body, json }: FlagRequest, version: Version) => {
    if (body.disable_flags) return NO_ANSWERS;
    return filterRequestedFlags(await flags.decide(projectId, toFlagQuestion(withExactIds(body, json), version)), body);
  };
  return {
    decide: async (request) => {
      const { projectId } = await projects.find(readCredentials(request.body, request.query, request.bearer));
      const version = request.query.v;
      const answers = await answersTo(projectId, request, version);
      return { status: 200, body: { ...DECIDE_SETTINGS, ...toDecideResponse(version, answers) } };
    },
    flags: async (request) => {
      const { projectId } = await projects.find(readCredentials(request.body, request.query, request.bearer));
      const settings = request.query.config === "true" ? CLIENT_SETTINGS : {};
      return { status: 200, body: { ...settings, ...toFlagsResponse(await answersTo(projectId, request, 4)) } };
    },
  };
}

type Version = 1 | 2 | 3 | 4;

/** What the request asks, as far as its version knows of it: groups came with version 2, properties with version 3. */
function toFlagQuestion(body: DecideRequest, version: Version): FlagQuery {
  const anonymous = toIdentifier(body.$anon_distinct_id);
  const groups = version >= 2 ? (body.groups ?? {}) : {};
  const { person_properties = {}, group_properties = {} } = version >= 3 ? body : {};
  return {
    distinctId: toIdentifier(body.distinct_id),
    anonymousId: isReservedDistinctId(anonymous) ? undefined : anonymous,
    groups: new Map(Object.entries(groups).map(([type, key]) => [toIdentifier(type), toIdentifier(key)])),
    personProperties: person_properties,
    groupProperties: new Map(
      Object.entries(group_properties).map(([type, properties]) => [toIdentifier(type), properties]),
    ),
  };
}

const NO_ANSWERS: FlagResults = {
  flags: new Map(),
  reasons: new Map(),
  flagMetadata: new Map(),
  payloads: new Map(),
  isIncomplete: false,
};

/** The answers about the flags that the request names; all where it names none. */
function filterRequestedFlags(answers: FlagResults, { flag_keys_to_evaluate: keys }: DecideRequest): FlagResults {
  if (!keys) return answers;
  const isWanted = ([key]: readonly [string, unknown]) => keys.includes(key);
  return {
    ...answers,
    flags: new Map([...answers.flags].filter(isWanted)),
    payloads: new Map([...answers.payloads].filter(isWanted)),
  };
}

function toDecideResponse(version: Version, answers: FlagResults) {
  const { flags, payloads, isIncomplete: incomplete } = answers;
  const on = [...flags].filter(([, value]) => value !== false);
  if (version === 1) return { featureFlags: on.map(([key]) => key) };
  const sessionRecording = SESSION_RECORDING;
  if (version === 2) return { sessionRecording, featureFlags: Object.fromEntries(on) };
  if (version === 4) return { sessionRecording, ...toFlagsResponse(answers) };
  return {
    sessionRecording,
    featureFlags: Object.fromEntries(flags),
    featureFlagPayloads: Object.fromEntries(payloads) as Record<string, object>,
    errorComputingFlags: incomplete,
    errorsWhileComputingFlags: incomplete,
  };
}

function toFlagsResponse(answers: FlagResults) {
  return {
    flags: flagDetailsToWire(answers),
    errorsWhileComputingFlags: answers.isIncomplete,
    requestId: randomUUID(),
  };
}
