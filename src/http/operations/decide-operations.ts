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
type Schemas = components["schemas"];
type FlagRequest = Pick<OperationRequest<"decide">, "body" | "json">;

/** The part of the response that every version has besides flags. */
const DECIDE_SETTINGS = {
  config: { enable_collect_everything: true },
  editorParams: {},
  isAuthenticated: false,
  supportedCompression: ["gzip", "lz64"],
} satisfies Partial<Schemas["DecideResponse"]>;

/** Decides flags, and returns them in the shape of the version that the client asks for. */
export function decideOperations({ projects, flags }: ServicePorts): OperationHandlers<"decide" | "flags"> {
  const decideFlags = async (projectId: string, { body, json }: FlagRequest, version: Version) => {
    if (body.disable_flags) return NO_FLAGS;
    return filterRequestedFlags(await flags.decide(projectId, toFlagQuestion(withExactIds(body, json), version)), body);
  };
  return {
    decide: async (request) => {
      const { projectId } = await projects.find(readCredentials(request.body, request.query, request.bearer));
      const version = request.query.v;
      const answers = await decideFlags(projectId, request, version);
      return { status: 200, body: toDecideResponse(version, answers) };
    },
    flags: async (request) => {
      const { projectId } = await projects.find(readCredentials(request.body, request.query, request.bearer));
      const settings = request.query.config === "true" ? CLIENT_SETTINGS : {};
      return { status: 200, body: { ...settings, ...toFlagsResponse(await decideFlags(projectId, request, 4)) } };
    },
  };
}

type Version = 1 | 2 | 3 | 4;

/** Older versions ignore what they do not know: groups came with version 2, properties with version 3. */
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

const NO_FLAGS: FlagResults = {
  flags: new Map(),
  reasons: new Map(),
  flagMetadata: new Map(),
  payloads: new Map(),
  isIncomplete: false,
};

/** Keeps the flags that the request names; all of them if it names none. */
function filterRequestedFlags(results: FlagResults, { flag_keys_to_evaluate: keys }: DecideRequest): FlagResults {
  if (!keys) return results;
  const isRequested = ([key]: readonly [string, unknown]) => keys.includes(key);
  return {
    ...results,
    flags: new Map([...results.flags].filter(isRequested)),
    payloads: new Map([...results.payloads].filter(isRequested)),
  };
}

function toDecideResponse(version: Version, results: FlagResults): Schemas["DecideResponse"] {
  switch (version) {
    case 1:
      return toResponseV1(results);
    case 2:
      return toResponseV2(results);
    case 3:
      return toResponseV3(results);
    case 4:
      return { ...DECIDE_SETTINGS, sessionRecording: SESSION_RECORDING, ...toFlagsResponse(results) };
  }
}

function toResponseV1({ flags }: FlagResults): Schemas["DecideResponseV1"] {
  return { ...DECIDE_SETTINGS, featureFlags: enabledFlags(flags).map(([key]) => key) };
}

function toResponseV2({ flags }: FlagResults): Schemas["DecideResponseV2"] {
  const featureFlags = Object.fromEntries(enabledFlags(flags));
  return { ...DECIDE_SETTINGS, sessionRecording: SESSION_RECORDING, featureFlags };
}

function toResponseV3({ flags, payloads, isIncomplete }: FlagResults): Schemas["DecideResponseV3"] {
  return {
    ...DECIDE_SETTINGS,
    sessionRecording: SESSION_RECORDING,
    featureFlags: Object.fromEntries(flags),
    featureFlagPayloads: Object.fromEntries(payloads) as Record<string, object>,
    errorComputingFlags: isIncomplete,
    errorsWhileComputingFlags: isIncomplete,
  };
}

function enabledFlags(flags: FlagResults["flags"]) {
  return [...flags].filter(([, value]) => value !== false);
}

type FlagsBody = Pick<Schemas["FlagsResponse"], "flags" | "errorsWhileComputingFlags" | "requestId">;

function toFlagsResponse(results: FlagResults): FlagsBody {
  return {
    flags: flagDetailsToWire(results),
    errorsWhileComputingFlags: results.isIncomplete,
    requestId: randomUUID(),
  };
}
