import { connect, type Socket } from "node:net";

/** How requests are sent. */
export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Returns the next request as HTTP/1.1 text. */
  readonly nextRequest: () => string;
  /** The requests to send per second. Without it, each connection sends its next request after a response. */
  readonly rate?: number;
}

export interface LoadResult {
  readonly seconds: number;
  /** Responses of status 2xx. */
  readonly succeeded: number;
  readonly failed: number;
  readonly bytes: number;
  /** Sorted. With a rate they count from when a request was due, so that a stalled server does not hide its delay. */
  readonly latenciesMs: Float64Array;
}

const TICK_MS = 1;
const TIMEOUT_MS = 60_000;

/** Sends requests for some seconds and waits for all responses. Throws if a connection breaks during a request. */
export function sendLoad({ url, connections, seconds, nextRequest, rate }: Load): Promise<LoadResult> {
  const start = performance.now();
  const endMs = seconds * 1000;
  const intervalMs = rate === undefined ? 0 : 1000 / rate;
  const latencies: number[] = [];
  const idle: Connection[] = [];
  const counts = { sent: 0, succeeded: 0, failed: 0, bytes: 0, busy: 0 };
  return new Promise((resolve, reject) => {
    const sendDue = () => {
      const now = performance.now() - start;
      for (;;) {
        const dueMs = intervalMs === 0 ? now : counts.sent * intervalMs;
        if (dueMs > now || dueMs >= endMs) break;
        const connection = idle.shift();
        if (connection === undefined) break;
        counts.sent += 1;
        counts.busy += 1;
        connection.send(nextRequest(), start + dueMs);
      }
      if (counts.busy === 0 && now >= endMs) finish();
    };
    const onResponse = (connection: Connection, status: number, bytes: number, sentAt: number) => {
      latencies.push(performance.now() - sentAt);
      counts[status >= 200 && status < 300 ? "succeeded" : "failed"] += 1;
      counts.bytes += bytes;
      counts.busy -= 1;
      idle.push(connection);
      sendDue();
    };
    const finish = (error?: Error) => {
      clearInterval(ticking);
      for (const connection of all) connection.close();
      if (error) return reject(error);
      const { succeeded, failed, bytes } = counts;
      const latenciesMs = Float64Array.from(latencies).sort();
      resolve({ seconds: (performance.now() - start) / 1000, succeeded, failed, bytes, latenciesMs });
    };
    const newConnection = () => new Connection(new URL(url), onResponse, finish);
    const all = Array.from({ length: connections }, newConnection);
    idle.push(...all);
    const ticking = setInterval(sendDue, TICK_MS);
    sendDue();
  });
}

/** The end of a chunked body. Data that happens to end so at the end of a read is improbable enough. */
const LAST_CHUNK = "0\r\n\r\n";

type OnResponse = (connection: Connection, status: number, bytes: number, sentAt: number) => void;

/** An HTTP/1.1 connection with at most one request under way. It opens again if the server closed it in between. */
class Connection {
  #socket: Socket | undefined;
  #sentAt = 0;
  #isBusy = false;
  #head = "";
  /** Bytes of the body that are missing; null while the head is incomplete; infinite if the body is chunked. */
  #missing: number | null = null;
  #bytes = 0;
  /** The last bytes of the body. */
  #tail = "";

  readonly #url: URL;
  readonly #onResponse: OnResponse;
  readonly #onError: (error: Error) => void;

  constructor(url: URL, onResponse: OnResponse, onError: (error: Error) => void) {
    this.#url = url;
    this.#onResponse = onResponse;
    this.#onError = onError;
  }

  send(request: string, sentAt: number): void {
    this.#sentAt = sentAt;
    this.#isBusy = true;
    this.#head = "";
    this.#missing = null;
    this.#bytes = 0;
    this.#tail = "";
    if (this.#socket === undefined || !this.#socket.writable) this.#socket = this.#open();
    this.#socket.write(request);
  }

  close(): void {
    this.#isBusy = false;
    this.#socket?.destroy();
  }

  #open(): Socket {
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port), noDelay: true });
    const fail = (message: string) => {
      if (this.#isBusy && socket === this.#socket) this.#onError(new Error(message));
    };
    socket.setTimeout(TIMEOUT_MS, () => fail(`A response took longer than ${TIMEOUT_MS / 1000} s.`));
    socket.on("error", (error) => fail(`A connection failed: ${error.message}`));
    socket.on("close", () => fail("The server closed a connection before its response was complete."));
    socket.on("data", (chunk) => this.#read(chunk));
    return socket;
  }

  #read(chunk: Buffer): void {
    let body = chunk;
    if (this.#missing === null) {
      const known = this.#head.length;
      this.#head += chunk.toString("latin1");
      const end = this.#head.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.#missing = Number(
        /^content-length: *(\d+)/im.exec(this.#head.slice(0, end))?.[1] ?? Number.POSITIVE_INFINITY,
      );
      body = chunk.subarray(end + 4 - known);
    }
    this.#bytes += body.length;
    this.#missing -= body.length;
    this.#tail = (this.#tail + body.subarray(-LAST_CHUNK.length).toString("latin1")).slice(-LAST_CHUNK.length);
    const isOver = this.#missing === Number.POSITIVE_INFINITY ? this.#tail === LAST_CHUNK : this.#missing <= 0;
    if (!isOver) return;
    this.#isBusy = false;
    this.#onResponse(this, Number(this.#head.slice(9, 12)), this.#bytes, this.#sentAt);
  }
}
