import type { Schemas } from "../../../generated/openapi.ts";
import type { FlagResults } from "../../flags/decide/flag-decider.ts";
import { problem } from "../../lib/problem.ts";
import { isPersonalKey } from "../../tenants/keyring.ts";
import { etagMatches, etagOf } from "../conditional-request.ts";
import type { HandlersOf, OfrepOperationId, OperationRequest } from "../contract/operation-types.ts";
import { JsonText } from "../raw-json.ts";
import type { ServicePorts } from "../service-ports.ts";
import { toFlagQuery } from "./decide-operations.ts";
import { evaluationsToWire, evaluationToWire, explainUndecided, failureToWire, inactiveToWire } from "./flag-wire.ts";

type Ports = Pick<ServicePorts, "projects" | "flags" | "flagStreams">;

export function ofrepOperations({ projects, flags, flagStreams }: Ports): HandlersOf<"ofrep"> {
  const evaluate = async ({ body, query, credentials: sent, header }: OperationRequest<OfrepOperationId>) => {
    const credentials = { ...sent, apiKey: header("X-API-Key") || sent.apiKey };
    const { projectId } = await projects.find(credentials);
    if (query.flagConfigEtag !== undefined) await flags.catchUp(projectId, query.flagConfigEtag);
    const results = await flags.decide(projectId, toFlagQuery(toDecideRequest(body.context), 3));
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
