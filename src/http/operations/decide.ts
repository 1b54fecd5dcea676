import { randomUUID } from "node:crypto";
import type { components } from "../../../generated/openapi.ts";
import type { FlagAnswers, FlagQuestion } from "../../flags/decide.ts";
import { isNobody } from "../../people/nobody.ts";
import { identifier } from "../../values/identifier.ts";
import type { OperationRequest, Operations } from "../contract/operation.ts";
import type { ServicePorts } from "../ports.ts";
import { CLIENT_SETTINGS, SESSION_RECORDING } from "./client-settings.ts";
import { credentialsOf } from "./credentials.ts";
import { flagDetails } from "./flag-wire.ts";
import { withWholeIds } from "./whole-ids.ts";

type DecideRequest = components["schemas"]["DecideRequest"];
type DecideResponse = components["schemas"]["DecideResponse"];
type FlagRequest = Pick<OperationRequest<"decide">, "body" | "raw">;

/** What every version answers besides flags. */
const SETTINGS = {
  config: { enable_collect_everything: true },
  editorParams: {},
  isAuthenticated: false,
  supportedCompression: ["gzip", "lz64"],
} satisfies Partial<DecideResponse>;

/** Which flags are on for a user, in the shape that the client asks for. */
export function decideOperations({ projects, flags }: ServicePorts): Operations<"decide" | "flags"> {
  const answersTo = async (projectId: string, { body, raw }: FlagRequest, version: Version) => {
    if (body.disable_flags) return NO_ANSWERS;
    return wantedOf(await flags.decide(projectId, questionOf(withWholeIds(body, raw), version)), body);
  };
  return {
    decide: async (request) => {
      const { projectId } = await projects.find(credentialsOf(request.body, request));
      const version = request.query.v ?? 1;
      const answers = await answersTo(projectId, request, version);
      return { status: 200, body: { ...SETTINGS, ...inVersion(version, answers) } };
    },
    flags: async (request) => {
      const { projectId } = await projects.find(credentialsOf(request.body, request));
      const settings = request.query.config === "true" ? CLIENT_SETTINGS : {};
      return { status: 200, body: { ...settings, ...withReasons(await answersTo(projectId, request, 4)) } };
    },
  };
}

type Version = 1 | 2 | 3 | 4;

/** What the request asks, as far as its version knows of it: groups came with version 2, properties with version 3. */
function questionOf(body: DecideRequest, version: Version): FlagQuestion {
  const anonymous = identifier(body.$anon_distinct_id);
  const groups = version >= 2 ? (body.groups ?? {}) : {};
  const { person_properties = {}, group_properties = {} } = version >= 3 ? body : {};
  return {
    distinctId: identifier(body.distinct_id),
    anonymousId: isNobody(anonymous) ? undefined : anonymous,
    groups: new Map(Object.entries(groups).map(([type, key]) => [identifier(type), identifier(key)])),
    personProperties: person_properties,
    groupProperties: new Map(
      Object.entries(group_properties).map(([type, properties]) => [identifier(type), properties]),
    ),
  };
}

const NO_ANSWERS: FlagAnswers = {
  flags: new Map(),
  reasons: new Map(),
  about: new Map(),
  payloads: new Map(),
  incomplete: false,
};

/** The answers about the flags that the request names; all where it names none. */
function wantedOf(answers: FlagAnswers, { flag_keys_to_evaluate: keys }: DecideRequest): FlagAnswers {
  if (!keys) return answers;
  const isWanted = ([key]: readonly [string, unknown]) => keys.includes(key);
  return {
    ...answers,
    flags: new Map([...answers.flags].filter(isWanted)),
    payloads: new Map([...answers.payloads].filter(isWanted)),
  };
}

function inVersion(version: Version, answers: FlagAnswers) {
  const { flags, payloads, incomplete } = answers;
  const on = [...flags].filter(([, value]) => value !== false);
  if (version === 1) return { featureFlags: on.map(([key]) => key) };
  const sessionRecording = SESSION_RECORDING;
  if (version === 2) return { sessionRecording, featureFlags: Object.fromEntries(on) };
  if (version === 4) return { sessionRecording, ...withReasons(answers) };
  return {
    sessionRecording,
    featureFlags: Object.fromEntries(flags),
    featureFlagPayloads: Object.fromEntries(payloads) as Record<string, object>,
    errorComputingFlags: incomplete,
    errorsWhileComputingFlags: incomplete,
  };
}

function withReasons(answers: FlagAnswers) {
  return { flags: flagDetails(answers), errorsWhileComputingFlags: answers.incomplete, requestId: randomUUID() };
}
