import type { components } from "../../../generated/openapi.ts";
import type { FlagAnswers, FlagQuestion } from "../../flags/decide.ts";
import { identifier } from "../../identifier.ts";
import { isNobody } from "../../people/nobody.ts";
import type { Operations } from "../contract/operation.ts";
import type { ServicePorts } from "../ports.ts";
import { credentialsOf } from "./credentials.ts";
import { withWholeIds } from "./whole-ids.ts";

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
      const version = request.query.v ?? 1;
      const answers = await flags.decide(projectId, questionOf(withWholeIds(request.body, request.raw), version));
      return { status: 200, body: { ...SETTINGS, ...inVersion(version, answers) } };
    },
  };
}

type Version = 1 | 2 | 3;

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

function inVersion(version: Version, { flags, payloads, incomplete }: FlagAnswers) {
  const on = [...flags].filter(([, value]) => value !== false);
  if (version === 1) return { featureFlags: on.map(([key]) => key) };
  if (version === 2) return { featureFlags: Object.fromEntries(on) };
  return {
    featureFlags: Object.fromEntries(flags),
    featureFlagPayloads: Object.fromEntries(payloads) as Record<string, object>,
    errorComputingFlags: incomplete,
  };
}
