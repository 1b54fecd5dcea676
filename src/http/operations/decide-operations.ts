import { randomUUID } from "node:crypto";
import type { Schemas } from "../../../generated/openapi.ts";
import { FlagDecisions } from "../../flags/decide/flag-context.ts";
import type { FlagQuery, FlagResults } from "../../flags/decide/flag-decider.ts";
import { isReservedDistinctId, toIdentifier } from "../../lib/identifier.ts";
import type { HandlersOf, OperationRequest } from "../contract/operation-types.ts";
import { type JsonText, joinMembers, membersAfter } from "../raw-json.ts";
import type { ServicePorts } from "../service-ports.ts";
import { type ClientSettings, DECIDE_SETTINGS } from "./client-settings.ts";
import { detailsToWire, enabledToWire, payloadsToWire, valuesToWire } from "./flag-wire.ts";

type DecideRequest = Schemas["DecideRequest"];
type FlagRequest = Pick<OperationRequest<"decide">, "body">;

const settingsAnd = membersAfter(DECIDE_SETTINGS);

export function decideOperations(ports: ServicePorts): HandlersOf<"decide" | "flags"> {
  const { projects, flags, clientSettings } = ports;
  const decideFlags = (projectId: string, { body }: FlagRequest, version: Version) =>
    body.disable_flags ? NO_FLAGS : flags.decide(projectId, toFlagQuery(body, version));
  return {
    decide: async (request) => {
      const { projectId } = await projects.find(request.credentials);
      const version = request.query.v;
      const results = filterRequestedFlags(await decideFlags(projectId, request, version), request.body);
      return { status: 200, body: toDecideResponse(version, results, await clientSettings(projectId)) };
    },
    flags: async (request) => {
      const { projectId } = await projects.find(request.credentials);
      const settings = request.query.config === "true" ? (await clientSettings(projectId)).config : {};
      const results = filterRequestedFlags(await decideFlags(projectId, request, 4), request.body);
      const body = joinMembers<Schemas["FlagsResponse"]>({ ...settings, ...toFlagsResponse(results) });
      return { status: 200, body };
    },
  };
}

type Version = 1 | 2 | 3 | 4;

/** Ignores what came after the version: groups came with version 2, properties with 3. */
export function toFlagQuery(body: DecideRequest, version: Version): FlagQuery {
  const anonymous = toIdentifier(body.$anon_distinct_id);
  const groups = version >= 2 ? Object.entries(body.groups ?? {}).filter(([, key]) => key !== null) : [];
  const { person_properties = {}, group_properties = {} } = version >= 3 ? body : {};
  return {
    distinctId: toIdentifier(body.distinct_id),
    anonymousId: isReservedDistinctId(anonymous) ? undefined : anonymous,
    groups: new Map(groups.map(([type, key]) => [toIdentifier(type), toIdentifier(key)])),
    personProperties: person_properties,
    groupProperties: new Map(
      Object.entries(group_properties).map(([type, properties]) => [toIdentifier(type), properties]),
    ),
  };
}

const NO_FLAGS: FlagResults = { decisions: new FlagDecisions([]), flagMetadata: new Map(), version: "" };

/** Keeps all flags if the request names none. */
function filterRequestedFlags(results: FlagResults, { flag_keys_to_evaluate: keys }: DecideRequest): FlagResults {
  if (!keys?.length) return results;
  return { ...results, decisions: results.decisions.only(keys) };
}

function toDecideResponse(
  version: Version,
  results: FlagResults,
  { withRecording, withCapture }: ClientSettings,
): JsonText<Schemas["DecideResponse"]> {
  switch (version) {
    case 1:
      return toResponseV1(results);
    case 2:
      return withRecording<Schemas["DecideResponseV2"]>({ featureFlags: enabledToWire(results) });
    case 3:
      return withCapture<Schemas["DecideResponseV3"]>(toFlagsV3(results));
    case 4:
      return withCapture<Schemas["DecideResponseV4"]>(toFlagsResponse(results));
  }
}

function toResponseV1({ decisions }: FlagResults): JsonText<Schemas["DecideResponseV1"]> {
  const featureFlags = decisions.decided.filter(({ value }) => value !== false).map(({ key }) => key);
  return settingsAnd<Schemas["DecideResponseV1"]>({ featureFlags });
}

function toFlagsV3(results: FlagResults) {
  const { isIncomplete } = results.decisions;
  return {
    featureFlags: valuesToWire(results),
    featureFlagPayloads: payloadsToWire(results),
    errorComputingFlags: isIncomplete,
    errorsWhileComputingFlags: isIncomplete,
  };
}

function toFlagsResponse(results: FlagResults) {
  return {
    flags: detailsToWire(results),
    errorsWhileComputingFlags: results.decisions.isIncomplete,
    requestId: randomUUID(),
  };
}
