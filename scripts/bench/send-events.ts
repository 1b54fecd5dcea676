import { waitUntilJournalEmpty } from "./bench-metrics.ts";
import type { MeasuredServer } from "./measured-server.ts";

const BATCH_SIZE = 1000;
const SENDER_COUNT = 4;
/** Events that are sent before waiting until they are stored, so that the journal stays small. */
const EVENTS_PER_ROUND = 100_000;
const EVENTS_PER_PERSON = 5;
const SPREAD_MS = 30 * 86_400_000;

/**
 * Sends `events` events of a fifth as many persons, spread over the last 30 days, and waits until they are stored.
 * Calls `advance` with the number of newly stored events.
 */
export function sendSampleEvents(
  server: MeasuredServer,
  key: string,
  events: number,
  advance: (by: number) => void,
): Promise<void> {
  const persons = Math.ceil(events / EVENTS_PER_PERSON);
  const now = Date.now();
  const event = (number: number) => ({
    event: `event ${number % 20}`,
    timestamp: new Date(now - SPREAD_MS * (1 - number / events)).toISOString(),
    properties: {
      distinct_id: `person-${number % persons}`,
      $current_url: `https://shop.example/${number}`,
      price: number,
    },
  });
  return sendEvents(server, key, events, event, advance);
}

/** Sends `count` events, numbered from 0, and waits until they are stored. */
export async function sendEvents(
  server: MeasuredServer,
  key: string,
  count: number,
  event: (number: number) => object,
  advance: (by: number) => void,
): Promise<void> {
  for (let start = 0; start < count; start += EVENTS_PER_ROUND) {
    const end = Math.min(start + EVENTS_PER_ROUND, count);
    let next = start;
    const send = async () => {
      while (next < end) {
        const first = next;
        next = Math.min(first + BATCH_SIZE, end);
        const batch = Array.from({ length: next - first }, (_, index) => event(first + index));
        await postBatch(server, { api_key: key, batch });
      }
    };
    await Promise.all(Array.from({ length: SENDER_COUNT }, send));
    await waitUntilJournalEmpty(server);
    advance(end - start);
  }
}

/** Sends a batch. Throws unless it is accepted. */
export async function postBatch({ url }: MeasuredServer, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/batch/`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`A batch was answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
