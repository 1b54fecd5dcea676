import type { Random } from "../../seeded-random.ts";
import type { FuzzContext } from "./fuzz-context.ts";
import { pick } from "./random-text.ts";
import type { SocketAttack } from "./socket-attack.ts";

/** More than the attacked service accepts. */
const MAX_CONNECTIONS = 600;
const PAGES = [
  ...["/", "/docs", "/replay/1", "/complete.json", "/complete.yaml", "/openapi.json", "/openapi.yaml"],
  ...["/static/array.js", "/static/recorder.js"],
];
const TRICKLE = " ".repeat(1500);

/** What one client does on as many connections as it gets. Each second it sends enough for the slowest that may be. */
const CROWDS: Readonly<Record<string, (random: Random, context: FuzzContext) => Omit<SocketAttack, "connections">>> = {
  "bodies at the minimum rate": (random) => {
    const head = `POST ${pick(["/capture/", "/batch/", "/decide/?v=3"], random)} HTTP/1.1\r\nHost: x\r\n`;
    const body = "Content-Type: application/json\r\nContent-Length: 10000000\r\n\r\n{";
    return { ...HELD, parts: [head + body, ...Array<string>(random.integer(1, 5)).fill(TRICKLE)], pauseMs: 1000 };
  },
  "heads that do not end": (random) => {
    const lines = Array.from({ length: random.integer(1, 5) }, () => "X-A: b\r\n");
    return { ...HELD, parts: ["GET / HTTP/1.1\r\nHost: x\r\n", ...lines], pauseMs: 1000 };
  },
  "pages, unread": (random) => ({ ...HELD, parts: [pages(random)], isUnread: true }),
  "pages, read": (random) => ({ ...HELD, parts: [pages(random)], holdMs: 1000 }),
  "pages, left": (random) => ({ ...HELD, parts: [pages(random)], holdMs: 0 }),
  "lists, unread": (random, { personalKey, own }) => {
    const list = pick(["persons", "session_recordings", "feature_flags"], random);
    const request = `GET /api/projects/${own.project}/${list}?limit=1000 HTTP/1.1\r\nHost: x\r\n`;
    return { ...HELD, parts: [`${request}Authorization: Bearer ${personalKey}\r\n\r\n`.repeat(2)], isUnread: true };
  },
};
const HELD = { pauseMs: 0, holdMs: 4000, isHalfClosed: false };

function pages(random: Random): string {
  const encoding = random.chance(0.5) ? "Accept-Encoding: gzip\r\n" : "";
  const request = `GET ${pick(PAGES, random)} HTTP/1.1\r\nHost: x\r\n${encoding}\r\n`;
  return request.repeat(random.integer(1, 3));
}

/** Returns an attack on all connections of the service at once, by clients that send or read slowly. */
export function crowdAttack(random: Random, context: FuzzContext): { title: string; attack: SocketAttack } {
  const name = pick(Object.keys(CROWDS), random);
  const held = CROWDS[name]?.(random, context) ?? { ...HELD, parts: [] };
  const connections = random.integer(50, MAX_CONNECTIONS);
  return { title: `${name}, on ${connections}`, attack: { ...held, connections } };
}
