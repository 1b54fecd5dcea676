import type { components } from "../../../generated/openapi.ts";
import type { FlagAnswers, FlagQuestion } from "../../flags/decide.ts";
import { identifier } from "../../identifier.ts";
import type { Operations } from "../contract/operation.ts";
import type { ServicePorts } from "../ports.ts";
import { credentialsOf } from "./credentials.ts";

type DecideRequest = components["schemas"]["DecideRequest"];
type DecideResponse = components["schemas"]["DecideResponse"];

/** What every version answers besides flags. */
const SETTINGS = {
  config: { enable_collect_everything: true },
  editorParams: {},
  isAuthenticated: false,
  supportedCompression: ["gzip", "lz64"],
} satisfies Partial<DecideResponse>;

/** Which flags are on for a user, in the shape of the version that the client asks for. */
export function decideOperations({ projects, flags }: ServicePorts): Operations<"decide"> {
  return {
    decide: async (request) => {
      const { projectId } = await projects.find(credentialsOf(request.body, request));
      const answers = await flags.decide(projectId, questionOf(request.body));
      return { status: 200, body: { ...SETTINGS, ...inVersion(request.query.v ?? 1, answers) } };
    },
  };
}

function questionOf(body: DecideRequest): FlagQuestion {
  const anonymous = identifier(body.$anon_distinct_id);
  return {
    distinctId: identifier(body.distinct_id),
    anonymousId: anonymous === "" ? undefined : anonymous,
    groups: new Map(Object.entries(body.groups ?? {}).map(([type, key]) => [identifier(type), identifier(key)])),
    personProperties: body.person_properties ?? {},
    groupProperties: new Map(
      Object.entries(body.group_properties ?? {}).map(([type, properties]) => [identifier(type), properties]),
    ),
  };
}

function inVersion(version: 1 | 2 | 3, { flags, payloads, incomplete }: FlagAnswers) {
  const on = [...flags].filter(([, value]) => value !== false);
  if (version === 1) return { featureFlags: on.map(([key]) => key) };
  if (version === 2) return { featureFlags: Object.fromEntries(on) };
  return {
    featureFlags: Object.fromEntries(flags),
    featureFlagPayloads: Object.fromEntries(payloads) as Record<string, object>,
    errorComputingFlags: incomplete,
  };
}
