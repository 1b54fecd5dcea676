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

interface EventsWithResults {
  readonly body: Body;
  /** JSON of the events that are not refused, as a batch. */
  readonly batch: Uint8Array;
  readonly results: string;
}

/** Checks each event on its own. Throws the `Problem` of a body that is no batch, and `request_too_large`. */
export function checkEventsWithResults(
  clientRequest: Extract<ClientRequest, { shapes: "events-with-results" }>,
  json: Uint8Array,
  contract: Contract,
): EventsWithResults {
  const { id, metadata, limit } = clientRequest;
  const checked = new CheckedEvents(contract);
  const parsed = parseEvents(json, (events, start) => checked.add(events, start));
  contract.checkBody(id, parsed);
  checked.requireFewWrong();
  const batch = toBatchJson(json, (index) => checked.isRefused[index] === true, metadata);
  if (batch.byteLength >= limit) throw problem("request_too_large");
  return { body: parsed as Body, batch, results: JSON.stringify({ results: checked.results }) };
}

/** Limit above which the request is refused: a wrong event takes as long to refuse as ten others to accept. */
const MAX_WRONG_EVENTS = 1000;

class CheckedEvents {
  readonly isRefused: boolean[] = [];
  /** Results by the event's uuid. Of several with the same one, an accepted one counts. */
  readonly results: Record<string, Result> = {};
  readonly #contract: Contract;
  #wrong = 0;
  #firstProblem: Problem | null = null;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Adds the next events, from index `start`. Returns true: they need not be kept. */
  add(events: readonly unknown[], start: number): true {
    const isAllowed = this.#problemOf("batch", { batch: events }) === null;
    if (!isAllowed) this.#firstProblem ??= this.#problemOf("batch", { batch: [...Array(start).fill({}), ...events] });
    for (const event of events) {
      const wrong = isAllowed || this.#wrong > MAX_WRONG_EVENTS ? null : this.#problemOf("capture", event);
      if (wrong) this.#wrong += 1;
      const refusal = wrong ? `${wrong.attr ?? "event"}: ${wrong.code}` : missingField(event);
      this.isRefused.push(refusal !== null);
      const uuid = isPropertyMap(event) ? propertyOf(event, "uuid") : undefined;
      if (!isUuid(uuid)) continue;
      if (refusal === null) this.results[uuid] = { result: "ok" };
      else this.results[uuid] ??= { result: "drop", details: refusal };
    }
    return true;
  }

  requireFewWrong(): void {
    if (this.#firstProblem && this.#wrong > MAX_WRONG_EVENTS) throw this.#firstProblem;
  }

  #problemOf(id: "batch" | "capture", body: unknown): Problem | null {
    return findProblem(() => this.#contract.checkBody(id, body));
  }
}

/** Names a missing field. Other operations drop such an event without an error. */
function missingField(event: unknown): string | null {
  const name = ["event", "distinct_id"].find((field) => ((event as PropertyMap)[field] ?? "") === "");
  return name === undefined ? null : `${name}: required`;
}
