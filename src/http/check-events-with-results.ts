import type { components } from "../../generated/openapi.ts";
import { isPropertyMap, type PropertyMap, propertyOf } from "../lib/json/json.ts";
import { findProblem, problem } from "../lib/problem.ts";
import { isUuid } from "../lib/uuid.ts";
import type { ClientRequest } from "./client-request.ts";
import type { Contract } from "./contract/contract.ts";
import { toBatchJson } from "./decode/events-with-results.ts";
import { EVENT_LIMITS, parseEvents } from "./decode/parse-body.ts";

type Body = components["schemas"]["AnsweredBatchRequest"];
type Result = components["schemas"]["EventResult"];

interface EventsWithResults {
  readonly body: Body;
  /** The JSON of the events that are not refused, as a batch. */
  readonly batch: Uint8Array;
  /** The response, as JSON. */
  readonly results: string;
}

/**
 * Checks each event of a body on its own, and writes the result of each. Throws the `Problem` of a body that is no
 * batch, and `request_too_large` if the batch in the contract's shape is.
 */
export function checkEventsWithResults(
  clientRequest: Extract<ClientRequest, { shapes: "events-with-results" }>,
  json: Uint8Array,
  contract: Contract,
): EventsWithResults {
  const { id, metadata, limit } = clientRequest;
  const parsed = parseEvents(json, EVENT_LIMITS);
  contract.checkBody(id, parsed);
  const body = parsed as Body; // as the validators have made sure
  const refusals = findRefusals(body.batch, contract);
  const batch = toBatchJson(json, (index) => refusals.has(index), metadata);
  if (batch.byteLength >= limit) throw problem("request_too_large");
  const results = JSON.stringify({ results: resultsByUuid(body.batch, refusals) });
  return { body, batch, results };
}

/** Above it the request is refused, because each wrong event takes as long to refuse as ten others to accept. */
const MAX_WRONG_EVENTS = 1000;

/** Returns by index why events are refused, as `field: code`. Throws if too many have fields of wrong types. */
function findRefusals(events: readonly unknown[], contract: Contract): ReadonlyMap<number, string> {
  const firstProblem = findProblem(() => contract.checkBody("batch", { batch: events }));
  const refusals = new Map<number, string>();
  let wrongEvents = 0;
  for (const [index, event] of events.entries()) {
    const wrong = firstProblem && findProblem(() => contract.checkBody("capture", event));
    const refusal = wrong ? `${wrong.attr ?? "event"}: ${wrong.code}` : missingField(event);
    if (refusal !== null) refusals.set(index, refusal);
    if (wrong) wrongEvents += 1;
    if (wrongEvents > MAX_WRONG_EVENTS) throw firstProblem;
  }
  return refusals;
}

/** Elsewhere, events that lack one of these are dropped without an error. */
function missingField(event: unknown): string | null {
  const name = ["event", "distinct_id"].find((field) => ((event as PropertyMap)[field] ?? "") === "");
  return name === undefined ? null : `${name}: required`;
}

function resultsByUuid(events: readonly unknown[], refusals: ReadonlyMap<number, string>): Record<string, Result> {
  const results: Record<string, Result> = {};
  for (const [index, event] of events.entries()) {
    const uuid = isPropertyMap(event) ? propertyOf(event, "uuid") : undefined;
    if (!isUuid(uuid)) continue;
    const details = refusals.get(index);
    if (details === undefined) results[uuid] = { result: "ok" };
    else results[uuid] ??= { result: "drop", details };
  }
  return results;
}
