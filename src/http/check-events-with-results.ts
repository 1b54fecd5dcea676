import type { Schemas } from "../../generated/openapi.ts";
import { isPropertyMap, type PropertyMap, propertyOf } from "../lib/json/json.ts";
import { findProblem, type Problem, problem } from "../lib/problem.ts";
import { isUuid } from "../lib/uuid.ts";
import type { ClientRequest } from "./client-request.ts";
import type { Contract } from "./contract/contract.ts";
import { toBatchJson } from "./decode/events-with-results.ts";
import { parseEvents } from "./decode/parse-body.ts";

type Body = Schemas["AnsweredBatchRequest"];
type Result = Schemas["EventResult"];

/** Limit above which the request is refused: a wrong event takes as long to refuse as ten others to accept. */
const MAX_WRONG_EVENTS = 1000;

/**
 * Checks each event on its own. Returns those that are not refused as JSON of a batch, too. Throws the `Problem` of a
 * body that is no batch, and `request_too_large`.
 */
export function checkEventsWithResults(
  { id, metadata, limit }: Extract<ClientRequest, { shapes: "events-with-results" }>,
  json: Uint8Array,
  contract: Contract,
): { readonly body: Body; readonly batch: Uint8Array; readonly results: string } {
  const isRefused: boolean[] = [];
  /** Results by the event's uuid. Of several with the same one, an accepted one counts. */
  const results: Record<string, Result> = {};
  let wrongEvents = 0;
  let firstProblem: Problem | null = null;
  const problemOf = (id: "batch" | "capture", body: unknown) => findProblem(() => contract.checkBody(id, body));
  const parsed = parseEvents(json, (events, start) => {
    const isAllowed = problemOf("batch", { batch: events }) === null;
    if (!isAllowed) firstProblem ??= problemOf("batch", { batch: [...Array(start).fill({}), ...events] });
    for (const event of events) {
      const wrong = isAllowed || wrongEvents > MAX_WRONG_EVENTS ? null : problemOf("capture", event);
      if (wrong) wrongEvents += 1;
      const refusal = wrong ? `${wrong.attr ?? "event"}: ${wrong.code}` : missingField(event);
      isRefused.push(refusal !== null);
      const uuid = isPropertyMap(event) ? propertyOf(event, "uuid") : undefined;
      if (!isUuid(uuid)) continue;
      if (refusal === null) results[uuid] = { result: "ok" };
      else results[uuid] ??= { result: "drop", details: refusal };
    }
    return true; // they need not be kept
  });
  contract.checkBody(id, parsed);
  if (firstProblem && wrongEvents > MAX_WRONG_EVENTS) throw firstProblem;
  const batch = toBatchJson(json, (index) => isRefused[index] === true, metadata);
  if (batch.byteLength >= limit) throw problem("request_too_large");
  return { body: parsed as Body, batch, results: JSON.stringify({ results }) };
}

/** Names a missing field. Other operations drop such an event without an error. */
function missingField(event: unknown): string | null {
  const name = ["event", "distinct_id"].find((field) => ((event as PropertyMap)[field] ?? "") === "");
  return name === undefined ? null : `${name}: required`;
}
