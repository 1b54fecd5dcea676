import { waitUntilJournalEmpty } from "./bench-metrics.ts";
import type { MeasuredServer } from "./measured-server.ts";

const BATCH_SIZE = 1000;
const SENDER_COUNT = 4;
/** Events that are sent before we wait until they are stored: the journal stays small. */
const EVENTS_PER_ROUND = 100_000;
const EVENTS_PER_PERSON = 5;
const SPREAD_MS = 30 * 86_400_000;

/** Sends so many events, of a fifth as many persons, over the last 30 days, and waits until they are stored. `advance` is told how many more are. */
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

/** Sends so many events, numbered from 0, and waits until they are stored. */
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
        const batch = Array.from({ length: next - first }, (_, place) => event(first + place));
        await postBatch(server, { api_key: key, batch });
      }
    };
    await Promise.all(Array.from({ length: SENDER_COUNT }, send));
    await waitUntilJournalEmpty(server);
    advance(end - start);
  }
}

/** Sends a batch. */
export async function postBatch({ url }: MeasuredServer, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/batch/`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`A batch was answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
