import type { Random } from "../../seeded-random.ts";
import type { FuzzContext } from "./fuzz-context.ts";
import { pick, randomSize } from "./random-text.ts";

/** What is written to each of some connections. */
export interface SocketAttack {
  readonly connections: number;
  /** Written at once, or one after the other with a pause. */
  readonly parts: readonly string[];
  readonly pauseMs: number;
  /** How long the connection stays open after that, without a byte. */
  readonly holdMs: number;
  /** Whether our side of the connection is closed after the last part. */
  readonly isHalfClosed: boolean;
  /** Whether nothing is read of what comes back. */
  readonly isUnread?: boolean;
}

type Parts = (random: Random, body: string) => readonly string[];

const post = (headers: string, body = "") =>
  `POST /capture/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
const length = (bytes: number) => `Content-Length: ${bytes}`;
const CHUNKED = "Transfer-Encoding: chunked";
const GET = "GET /_health HTTP/1.1\r\nHost: x\r\n";
const bytesOf = (text: string) => Buffer.byteLength(text);

const ATTACKS: Readonly<Record<string, Parts>> = {
  "announced, never sent": (random) => [post(length(randomSize(20_000_000, random)))],
  "announced beyond all limits": () => [post(length(2 ** 53))],
  "sent too little": (_random, body) => [post(length(bytesOf(body) + 100), body)],
  "sent too much": (_random, body) => [post(length(bytesOf(body) - 10), body)],
  "body byte by byte": (_random, body) => [post(length(bytesOf(body))), ...body.slice(0, 30)],
  "head byte by byte": (_random, body) => [...post(length(bytesOf(body)), body).slice(0, 40)],
  "expects to continue": (_random, body) => [post(`${length(bytesOf(body))}\r\nExpect: 100-continue`), body],
  "chunks, proper": (_random, body) => [post(CHUNKED, `${bytesOf(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`)],
  "chunks, never ended": (random) => [post(CHUNKED, "5\r\nhello\r\n".repeat(randomSize(20_000, random)))],
  "chunks of one byte": (_random, body) => [
    post(CHUNKED, [...body].map((one) => `1\r\n${one}\r\n`).join("")),
    "0\r\n\r\n",
  ],
  "chunks with a wrong size": () => [post(CHUNKED, "zz\r\nhello\r\n0\r\n\r\n")],
  "chunks with a huge size": () => [post(CHUNKED, "ffffffffffffffff\r\nhello\r\n0\r\n\r\n")],
  "chunks with a negative size": () => [post(CHUNKED, "-5\r\nhello\r\n0\r\n\r\n")],
  "chunks with long extensions": (random) => [
    post(CHUNKED, `1;${"a".repeat(randomSize(20_000, random))}\r\nx\r\n0\r\n\r\n`),
  ],
  "chunks and trailers": (random) => [post(CHUNKED, `0\r\n${"T: v\r\n".repeat(randomSize(3000, random))}\r\n`)],
  "chunks and a length": (_random, body) => [
    post(`${CHUNKED}\r\n${length(5)}`, `${bytesOf(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`),
  ],
  "two lengths": (_random, body) => [post(`${length(5)}\r\n${length(bytesOf(body))}`, body)],
  "a negative length": (_random, body) => [post("Content-Length: -1", body)],
  "pipelined requests": (random) => [`${GET}\r\n`.repeat(randomSize(500, random))],
  "pipelined events": (random, body) => [post(length(bytesOf(body)), body).repeat(randomSize(200, random))],
  "many headers": (random) => [`${GET}${"X-A: b\r\n".repeat(randomSize(5000, random))}\r\n`],
  "a long header": (random) => [`${GET}X-A: ${"b".repeat(randomSize(100_000, random))}\r\n\r\n`],
  "a long path": (random) => [`GET /${"a/".repeat(randomSize(50_000, random))} HTTP/1.1\r\nHost: x\r\n\r\n`],
  "a long query": (random) => [`GET /_health?${"a=b&".repeat(randomSize(4000, random))} HTTP/1.1\r\nHost: x\r\n\r\n`],
  "headers, never ended": () => [`${GET}X-A: b\r\n`],
  "no host": () => ["GET /_health HTTP/1.1\r\n\r\n"],
  "HTTP/1.0": () => ["GET /_health HTTP/1.0\r\n\r\n"],
  "HTTP/0.9": () => ["GET /_health\r\n"],
  "HTTP/2 preface": () => ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  "expects the unknown": () => [`${GET}Expect: nothing\r\n\r\n`],
  "an upgrade": () => [`${GET}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  CONNECT: () => ["CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n"],
  "OPTIONS *": () => ["OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"],
  "an absolute address": () => ["GET http://other.example/_health HTTP/1.1\r\nHost: x\r\n\r\n"],
  "an unknown method": () => ["BREW /capture/ HTTP/1.1\r\nHost: x\r\n\r\n"],
  "a TLS greeting": () => ["\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003"],
  "NUL bytes": (random) => ["\0".repeat(randomSize(10_000, random))],
  "bare line feeds": () => ["GET /_health HTTP/1.1\nHost: x\n\n"],
  "a folded header": () => [`${GET}X-A: b\r\n c\r\n\r\n`],
  "no bytes": () => [""],
};

/** Returns something that no HTTP client does, on one connection or on many. */
export function socketAttack(random: Random, { projectKey }: FuzzContext): { title: string; attack: SocketAttack } {
  const name = pick(Object.keys(ATTACKS), random);
  const body = JSON.stringify({ api_key: projectKey, event: "socket", distinct_id: "s" });
  const attack = {
    connections: random.chance(0.6) ? 1 : random.integer(2, 64),
    parts: ATTACKS[name]?.(random, body) ?? [],
    pauseMs: random.integer(0, 20),
    holdMs: randomSize(4000, random),
    isHalfClosed: random.chance(0.2),
  };
  return { title: `${name} on ${attack.connections}`, attack };
}
