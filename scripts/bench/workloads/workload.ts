import type { BenchServer, OtherServer } from "../servers/bench-server.ts";

/** A kind of request to measure. */
export interface Workload {
  /** Selects it on the command line. */
  readonly name: string;
  readonly title: string;
  /** The servers besides Sightline that can serve it. */
  readonly others: readonly OtherServer[];
  /** Events in each request; 0 if it sends none. */
  readonly events: number;
  readonly connections: number;
  /** The flags of the project. */
  readonly flags?: readonly object[];
  /** Settings of Sightline. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Stores data in Sightline before the measurement. */
  readonly prepare?: (server: BenchServer) => Promise<void>;
  /** Returns a function that makes the next request, as HTTP/1.1 text. */
  readonly requests: (server: BenchServer) => () => string;
  /** The same for requests that one more connection sends meanwhile. */
  readonly beside?: (server: BenchServer) => () => string;
}

/** Returns a POST request. */
export function post(path: string, body: object): string {
  const text = JSON.stringify(body);
  const headers = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}`;
  return `POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${text}`;
}

/** Returns a GET request with a personal API key. */
export function get(path: string, key: string, accept = "application/json"): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nAccept: ${accept}\r\n\r\n`;
}

/** Returns a function that repeats `count` requests in turn, which are made beforehand. */
export function repeat(count: number, make: () => string): () => string {
  const requests = Array.from({ length: count }, make);
  let next = 0;
  return () => requests[next++ % count] ?? "";
}
