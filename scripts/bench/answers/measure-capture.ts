import { sendLoad } from "../load.ts";
import type { BenchServer } from "../servers/bench-server.ts";
import { post } from "../workloads/workload.ts";
import { childrenOf, peakBytes } from "./process-figures.ts";
import { QUESTIONS } from "./questions.ts";

const CONNECTIONS = 16;
const ANSWERED = new Set([200, 429]);

export interface CaptureFigures {
  /** The 99th percentiles in milliseconds, one for each round. */
  readonly without: readonly number[];
  readonly beside: readonly number[];
  readonly questions: number;
  /** The most memory of all processes that answer questions, in bytes. */
  readonly peak: number;
}

/** Measures `/capture/` at a fixed rate without questions and beside them, in turns. */
export async function measureCapture(
  server: Pick<BenchServer, "url" | "pid" | "keys">,
  { rounds, seconds, rate }: { readonly rounds: number; readonly seconds: number; readonly rate: number },
  advance: (by: number) => void,
): Promise<CaptureFigures> {
  const { url, keys } = server;
  let sent = 0;
  const nextRequest = () => {
    sent += 1;
    const properties = { distinct_id: `id ${sent % 1000}`, $current_url: "https://shop.example/", price: sent };
    return post("/capture/", { api_key: keys.project, event: "seen", properties });
  };
  const load = async () => {
    const { latenciesMs } = await sendLoad({ url, connections: CONNECTIONS, seconds, nextRequest, rate });
    return latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? Number.NaN;
  };
  const [without, beside]: [number[], number[]] = [[], []];
  let [questions, peak] = [0, 0];
  const ask = async () => {
    const { question: query } = QUESTIONS[questions++ % QUESTIONS.length] ?? {};
    const headers = { "content-type": "application/json", authorization: `Bearer ${keys.personal}` };
    const body = JSON.stringify({ query, refresh: "force_blocking" });
    const response = await fetch(`${url}/api/projects/${keys.projectId}/query`, { method: "POST", headers, body });
    const text = await response.text();
    if (!ANSWERED.has(response.status)) throw new Error(`A question was answered ${response.status}: ${text}`);
    const peaks = await Promise.all((await childrenOf(server.pid)).map(peakBytes));
    peak = Math.max(peak, ...peaks);
  };
  await ask(); // starts the process and loads persons
  await load();
  for (let round = 0; round < rounds; round++) {
    without.push(await load());
    let isOver = false;
    const asking = (async () => {
      while (!isOver) await ask();
    })();
    beside.push(await load());
    isOver = true;
    await asking;
    advance(1);
  }
  return { without, beside, questions, peak };
}
