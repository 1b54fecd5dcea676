import { randomUUID } from "node:crypto";
import type { Schemas } from "../../../generated/openapi.ts";
import { FlagDecisions } from "../../flags/decide/flag-context.ts";
import type { FlagQuery, FlagResults } from "../../flags/decide/flag-decider.ts";
import { isReservedDistinctId, toIdentifier } from "../../lib/identifier.ts";
import { problem } from "../../lib/problem.ts";
import { isPersonalKey } from "../../tenants/keyring.ts";
import { etagMatches, etagOf } from "../conditional-request.ts";
import type { HandlersOf, OfrepOperationId, OperationRequest, Runtime } from "../contract/operation-types.ts";
import { JsonText, joinMembers, membersAfter } from "../raw-json.ts";
import type { ServicePorts } from "../service-ports.ts";
import { type ClientSettings, DECIDE_SETTINGS } from "./client-settings.ts";
import {
  detailsToWire,
  enabledToWire,
  evaluationsToWire,
  evaluationToWire,
  explainUndecided,
  failureToWire,
  inactiveToWire,
  payloadsToWire,
  valuesToWire,
} from "./flag-wire.ts";

type DecideRequest = Schemas["DecideRequest"];
type FlagRequest = Pick<OperationRequest<"decide">, "body" | "runtime">;

const settingsAnd = membersAfter(DECIDE_SETTINGS);

export function decideOperations(ports: ServicePorts): HandlersOf<"decide" | "flags"> {
  const { projects, flags, clientSettings } = ports;
  const decideFlags = (projectId: string, { body, runtime }: FlagRequest, version: Version) =>
    body.disable_flags ? NO_FLAGS : flags.decide(projectId, toFlagQuery(body, version, runtime));
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
export function toFlagQuery(body: DecideRequest, version: Version, runtime: Runtime | undefined): FlagQuery {
  const anonymous = toIdentifier(body.$anon_distinct_id);
  const groups = version >= 2 ? Object.entries(body.groups ?? {}).filter(([, key]) => key !== null) : [];
  const { person_properties = {}, group_properties = {} } = version >= 3 ? body : {};
  const { evaluation_runtime, evaluation_contexts } = body;
  const $device_id = toIdentifier(body.$device_id);
  const named = evaluation_runtime?.toLowerCase();
  return {
    distinctId: toIdentifier(body.distinct_id),
    anonymousId: isReservedDistinctId(anonymous) ? undefined : anonymous,
    groups: new Map(groups.map(([type, key]) => [toIdentifier(type), toIdentifier(key)])),
    personProperties: $device_id ? { ...person_properties, $device_id } : person_properties,
    audience: {
      runtime: named === undefined ? runtime : isRuntime(named) ? named : "all",
      contexts: evaluation_contexts ?? [],
    },
    groupProperties: new Map(
      Object.entries(group_properties).map(([type, properties]) => [toIdentifier(type), properties]),
    ),
  };
}

const isRuntime = (name: string): name is Runtime => name === "client" || name === "server";

const NO_FLAGS: FlagResults = { decisions: new FlagDecisions([]), flagMetadata: new Map(), version: "" };

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

type Ports = Pick<ServicePorts, "projects" | "flags" | "flagStreams">;

export function ofrepOperations({ projects, flags, flagStreams }: Ports): HandlersOf<"ofrep"> {
  const evaluate = async ({ body, query, credentials: sent, header, runtime }: OperationRequest<OfrepOperationId>) => {
    const credentials = { ...sent, apiKey: header("X-API-Key") || sent.apiKey };
    const { projectId } = await projects.find(credentials);
    if (query.flagConfigEtag !== undefined) await flags.catchUp(projectId, query.flagConfigEtag);
    const results = await flags.decide(projectId, toFlagQuery(toDecideRequest(body.context), 3, runtime));
    return { results, key: credentials.bearer || credentials.apiKey || "" };
  };
  return {
    ofrep_evaluate_flags: async (request) => {
      const { results, key } = await evaluate(request);
      const streams = isPersonalKey(key) ? "" : flagStreams.describe(key, results.version);
      const body = new JsonText<Schemas["OfrepEvaluations"]>(`{"flags":[${flagsToWire(results)}]${streams}}`);
      const headers = { ETag: etagOf(body.text) };
      if (etagMatches(request.header("If-None-Match"), headers.ETag)) return { status: 304, headers };
      return { status: 200, body, headers };
    },
    ofrep_evaluate_flag: async (request) => {
      const { results } = await evaluate(request);
      return { status: 200, body: flagToWire(request.params.key, results) };
    },
    ofrep_event_stream: async ({ query, header }) => {
      const apiKey = query.api_key ?? "";
      if (isPersonalKey(apiKey)) throw problem("invalid_api_key");
      const { projectId } = await projects.find({ apiKey });
      const known = header("Last-Event-ID") || query.flagConfigEtag || (await flags.version(projectId));
      const stream = await flagStreams.open(projectId, known);
      const headers = { "Cache-Control": "no-store", "X-Accel-Buffering": "no" };
      return { status: 200, type: "text/event-stream", stream, headers };
    },
  };
}

/** Reads attributes that are no properties of the person as in `/decide/`. */
function toDecideRequest(context: Schemas["OfrepRequest"]["context"]): Schemas["DecideRequest"] {
  const { targetingKey: distinct_id, groups, group_properties, $anon_distinct_id, ...person_properties } = context;
  return {
    distinct_id,
    person_properties,
    ...(groups && { groups }),
    ...(group_properties && { group_properties }),
    ...($anon_distinct_id !== undefined && { $anon_distinct_id }),
  };
}

function flagsToWire(results: FlagResults): string {
  const failures = [...results.decisions.undecided].map(([key, undecided]) => failureToWire(key, undecided));
  const texts = failures.map((failure) => JSON.stringify(failure));
  const decided = evaluationsToWire(results);
  return decided === "" ? texts.join() : [decided, ...texts].join();
}

function flagToWire(key: string, { decisions, flagMetadata }: FlagResults): Schemas["OfrepEvaluation"] {
  const metadata = flagMetadata.get(key);
  if (metadata === undefined) throw problem("not_found", { detail: "There is no flag with this key." });
  const undecided = decisions.undecided.get(key);
  if (undecided?.needs.some((need) => !("why" in need))) throw problem("service_unavailable");
  if (undecided) throw problem("invalid_input", { attr: "key", detail: explainUndecided(undecided) });
  const outcome = decisions.decided.find((one) => one.key === key);
  return outcome ? evaluationToWire(outcome, metadata) : inactiveToWire(key, metadata);
}
