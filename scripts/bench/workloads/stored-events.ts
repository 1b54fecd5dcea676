import type { BenchServer } from "../servers/bench-server.ts";
import { sendBatches } from "./send-batches.ts";

const EVENTS_PER_PERSON = 5;
const SPREAD_MS = 30 * 86_400_000;
/** Events that are sent before waiting until they are stored, so that the journal stays small. */
const EVENTS_AT_ONCE = 100_000;

/** Stores events of a fifth as many persons, spread over the last 30 days. */
export async function storeEvents(server: BenchServer, count: number): Promise<void> {
  const persons = Math.ceil(count / EVENTS_PER_PERSON);
  const now = Date.now();
  for (let first = 0; first < count; first += EVENTS_AT_ONCE) {
    await sendBatches(server, Math.min(EVENTS_AT_ONCE, count - first), (index) => ({
      event: `event ${index % 20}`,
      timestamp: new Date(now - SPREAD_MS * (1 - (first + index) / count)).toISOString(),
      properties: {
        distinct_id: `person-${(first + index) % persons}`,
        $current_url: `https://shop.example/${index}`,
        price: index,
      },
    }));
  }
}
