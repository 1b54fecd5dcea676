// A second client of the service, in a process of its own: it measures how long its requests wait, and counts events.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { exchange, type RawRequest, type RawResponse } from "../../../contract-tests/client/exchange.ts";
import type { BystanderReport, BystanderTask, SlowRequest } from "./bystander.ts";

const PAUSE_MS = 20;
const LARGE_EVERY = 50;
const LARGE_EVENTS = 600;

const { base, controlBase, apiKey, maxWaitMs } = JSON.parse(process.argv[2] ?? "") as BystanderTask;
/** Another address than the attacker's, on Linux. */
const localAddress = "127.0.0.2";
const agent = new Agent({ keepAlive: true, localAddress });
const newConnections = new Agent({ localAddress });
let isStopping = false;
let lastMark = 0;
const allAcknowledged: number[] = [];
let controlWaits: { readonly from: number; readonly to: number }[] = [];
let controlSince: number | null = null;
let report: BystanderReport = emptyReport();

function emptyReport(): BystanderReport {
  return {
    requests: 0,
    longestMs: 0,
    longestControlMs: 0,
    slow: [],
    wrong: [],
    acknowledged: allAcknowledged,
  };
}

/** Returns how long the control server, which does nothing, made its client wait meanwhile: the machine's part. */
function controlWaitBetween(from: number, to: number): number {
  const all = controlSince === null ? controlWaits : [...controlWaits, { from: controlSince, to }];
  return Math.max(0, ...all.filter((wait) => wait.to >= from && wait.from <= to).map((wait) => wait.to - wait.from));
}

function measure(message: RawRequest, connections: Agent): Promise<boolean> {
  const answering = exchange(base, message, connections).catch((error: NodeJS.ErrnoException) => {
    // While connections are scarce, the service may close one just as a request is sent on it: clients repeat it.
    if (connections === newConnections || error.code !== "ECONNRESET") throw error;
    return exchange(base, message, newConnections);
  });
  return measureAnswer(`${message.method} ${message.path}`, answering);
}

async function measureAnswer(what: string, answering: Promise<Pick<RawResponse, "status" | "bytes">>) {
  const from = Date.now();
  const answer = await answering.catch((error: Error) => error);
  const to = Date.now();
  const waitMs = to - from - controlWaitBetween(from, to);
  report.requests += 1;
  report.longestMs = Math.max(report.longestMs, waitMs);
  if (waitMs > maxWaitMs) report.slow.push({ what, from, to, waitMs } satisfies SlowRequest);
  if (answer instanceof Error) report.wrong.push(`${what} got no answer: ${answer.message}`);
  else if (answer.status !== 200)
    report.wrong.push(`${what} got ${answer.status}: ${answer.bytes.toString("utf8", 0, 200)}`);
  return !(answer instanceof Error) && answer.status === 200;
}

/** Opens a stream of flags, and leaves with the first bytes. */
async function openStream(): Promise<{ status: number; bytes: Buffer }> {
  const url = new URL(`/ofrep/v1/event_stream?api_key=${apiKey}`, base);
  const opening = request(url, { agent: newConnections }).end();
  opening.on("error", () => undefined); // `once` rejects
  const [response] = (await once(opening, "response")) as [IncomingMessage];
  const [bytes] = (await once(response, "data")) as [Buffer];
  response.destroy();
  return { status: response.statusCode ?? 0, bytes };
}

async function repeat(work: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 1; !isStopping; round++) {
    await work(round);
    await sleep(PAUSE_MS);
  }
}

function markedEvent(mark: number): object {
  return { event: "seen", distinct_id: "bystander", uuid: randomUUID(), properties: { mark } };
}

async function sendEvents(round: number): Promise<void> {
  const count = round % LARGE_EVERY === 1 ? LARGE_EVENTS : 1; // the first one, too: it starts a thread
  const marks = Array.from({ length: count }, () => ++lastMark);
  const [path, content] =
    count === 1 ? ["/capture/", markedEvent(lastMark)] : ["/batch/", { batch: marks.map(markedEvent) }];
  const message = {
    method: "POST",
    path,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key: apiKey, ...content }),
  };
  if (await measure(message, agent)) allAcknowledged.push(...marks);
}

async function askControl(): Promise<void> {
  controlSince = Date.now();
  await exchange(controlBase, { method: "POST", path: "/", body: "{}" }, agent);
  const wait = { from: controlSince, to: Date.now() };
  controlSince = null;
  report.longestControlMs = Math.max(report.longestControlMs, wait.to - wait.from);
  controlWaits = [...controlWaits.slice(-1000), wait];
}

const running = Promise.all([
  repeat(() => measure({ method: "GET", path: "/_health" }, newConnections)),
  repeat(() => measureAnswer("a stream of flags", openStream())),
  repeat(sendEvents),
  repeat(askControl),
]);

process.on("message", async (message: "report" | "stop") => {
  if (message === "stop") {
    isStopping = true;
    await running;
    agent.destroy();
  }
  // A message that is not flushed would be lost with the channel.
  process.send?.(report, undefined, undefined, () => {
    if (message === "stop") process.disconnect();
  });
  report = emptyReport();
});
