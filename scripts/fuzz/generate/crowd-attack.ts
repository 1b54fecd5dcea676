import type { Random } from "../../seeded-random.ts";
import type { FuzzContext } from "./fuzz-context.ts";
import { pick } from "./random-text.ts";
import type { SocketAttack } from "./socket-attack.ts";

/** More than the attacked service accepts. */
const MAX_CONNECTIONS = 600;
const PAGES = [
  ...["/", "/docs", "/player", "/complete.json", "/complete.yaml", "/openapi.json", "/openapi.yaml"],
  ...["/static/array.js", "/static/recorder.js"],
];
const TRICKLE = " ".repeat(1500);
const HELD = { pauseMs: 0, holdMs: 4000, isHalfClosed: false };

/** What one client does on each of as many connections as it gets. */
type Crowd = (random: Random, context: FuzzContext) => Omit<SocketAttack, "connections">;

/** Each second they send enough for the slowest that may be. */
const SLOW: Readonly<Record<string, Crowd>> = {
  "bodies at the minimum rate": (random) => {
    const head = `POST ${pick(["/capture/", "/batch/", "/decide/?v=3"], random)} HTTP/1.1\r\nHost: x\r\n`;
    const body = "Content-Type: application/json\r\nContent-Length: 10000000\r\n\r\n{";
    return { ...HELD, parts: [head + body, ...Array<string>(random.integer(1, 5)).fill(TRICKLE)], pauseMs: 1000 };
  },
  "heads that do not end": (random) => {
    const lines = Array.from({ length: random.integer(1, 5) }, () => "X-A: b\r\n");
    return { ...HELD, parts: ["GET / HTTP/1.1\r\nHost: x\r\n", ...lines], pauseMs: 1000 };
  },
};

const UNREAD: Readonly<Record<string, Crowd>> = {
  "pages, unread": (random) => ({ ...HELD, parts: [pages(random)], isUnread: true }),
  "pages, read": (random) => ({ ...HELD, parts: [pages(random)], holdMs: 1000 }),
  "pages, left": (random) => ({ ...HELD, parts: [pages(random)], holdMs: 0 }),
  "lists, unread": (random, { personalKey, own }) => {
    const list = pick(["persons", "session_recordings", "events"], random);
    return { ...HELD, parts: [lists(`/api/projects/${own.project}/${list}`, personalKey)], isUnread: true };
  },
  "large flags, unread": (random, { large }) => {
    const project = `/api/projects/${large.project}/feature_flags`;
    const path = pick([project, project, `/api/feature_flag/local_evaluation?token=${large.projectKey}`], random);
    return { ...HELD, parts: [lists(path, large.personalKey)], isUnread: true };
  },
};

function pages(random: Random): string {
  const encoding = random.chance(0.5) ? "Accept-Encoding: gzip\r\n" : "";
  const request = `GET ${pick(PAGES, random)} HTTP/1.1\r\nHost: x\r\n${encoding}\r\n`;
  return request.repeat(random.integer(1, 3));
}

function lists(path: string, key: string): string {
  const query = path.includes("?") ? "" : "?limit=1000";
  return `GET ${path}${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(2);
}

/** Many clients' worth of event streams, held with one of two keys. */
const STREAMS: Readonly<Record<string, Crowd>> = {
  "event streams": (random, { projectKey, large }) => {
    const key = pick([projectKey, large.projectKey], random);
    return { ...HELD, parts: [`GET /ofrep/v1/event_stream?api_key=${key} HTTP/1.1\r\nHost: x\r\n\r\n`] };
  },
};

function crowdOf(crowds: Readonly<Record<string, Crowd>>) {
  return (random: Random, context: FuzzContext): { title: string; attack: SocketAttack } => {
    const name = pick(Object.keys(crowds), random);
    const held = crowds[name]?.(random, context) ?? { ...HELD, parts: [] };
    const connections = random.integer(50, MAX_CONNECTIONS);
    return { title: `${name}, on ${connections}`, attack: { ...held, connections } };
  };
}

/** Attacks on all connections of the service at once, by clients that send slowly or never end. */
export const slowRequests = crowdOf(SLOW);

/** The same by clients that read nothing, or leave. */
export const unreadResponses = crowdOf(UNREAD);

/** The same by clients that hold event streams. */
export const eventStreams = crowdOf(STREAMS);
