import type { MeasuredServer } from "../measured-server.ts";
import type { MeasuredSightline } from "../measured-sightline.ts";
import { sendEvents } from "../send-events.ts";
import { median } from "./median.ts";

export const FEW_RECORDINGS = 1000;
const ROUNDS = 10;
const REQUESTS_PER_ROUND = 10;
const MINUTE_MS = 60_000;

/**
 * Sends one snapshot for each of `recordings` recordings, which begin a minute apart, and waits until they are
 * stored.
 */
export function sendRecordings(
  server: MeasuredServer,
  key: string,
  recordings: number,
  advance: (by: number) => void,
): Promise<void> {
  const now = Date.now();
  const event = (number: number) => {
    const $snapshot_data = [{ type: 3, timestamp: now - number * MINUTE_MS, data: { source: 2, type: 2, id: 7 } }];
    return {
      event: "$snapshot",
      distinct_id: `user-${number % 1000}`,
      properties: { $session_id: `s-${number}`, $snapshot_data },
    };
  };
  return sendEvents(server, key, recordings, event, advance);
}

export interface ListFigures {
  readonly name: string;
  /** The time until the whole response has arrived. */
  readonly fewMs: number;
  readonly manyMs: number;
  readonly fewCpuMicros: number;
  readonly manyCpuMicros: number;
}

const PAGES = [
  { name: "first page of 100", query: "" },
  { name: "first page of 100, of one distinct id", query: "?distinct_id=user-7" },
  {
    name: "first page of 100, of the last day",
    query: `?date_from=${new Date(Date.now() - 86_400_000).toISOString()}`,
  },
];

/** Requests the same pages from both services in turns. */
export async function compareLists(few: MeasuredSightline, many: MeasuredSightline): Promise<ListFigures[]> {
  const figures: ListFigures[] = [];
  for (const { name, query } of PAGES) {
    const [fewSamples, manySamples] = [newSamples(), newSamples()];
    for (let round = 0; round < ROUNDS; round++) {
      await sampleList(few, query, fewSamples);
      await sampleList(many, query, manySamples);
    }
    figures.push({
      name,
      fewMs: median(fewSamples.ms),
      manyMs: median(manySamples.ms),
      fewCpuMicros: median(fewSamples.cpuMicros),
      manyCpuMicros: median(manySamples.cpuMicros),
    });
  }
  return figures;
}

interface Samples {
  readonly ms: number[];
  readonly cpuMicros: number[];
}

const newSamples = (): Samples => ({ ms: [], cpuMicros: [] });

async function sampleList(sightline: MeasuredSightline, query: string, { ms, cpuMicros }: Samples): Promise<void> {
  const before = await sightline.server.cpuMicros();
  for (let request = 0; request < REQUESTS_PER_ROUND; request++) ms.push(await timeList(sightline, query));
  cpuMicros.push(((await sightline.server.cpuMicros()) - before) / REQUESTS_PER_ROUND);
}

async function timeList({ server, projectId, personalKey }: MeasuredSightline, query: string): Promise<number> {
  const start = performance.now();
  const headers = { authorization: `Bearer ${personalKey}` };
  const response = await fetch(`${server.url}/api/projects/${projectId}/session_recordings${query}`, { headers });
  if (!response.ok) throw new Error(`A list was answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return performance.now() - start;
}
