import type { Logger } from "pino";
import { isPropertyMap } from "../../lib/json/json.ts";
import { RecentMap } from "../../lib/recent-map.ts";
import type { HttpRequest } from "../http-message.ts";
import type { Metrics } from "../metrics.ts";
import type { Deprecation, Route } from "./routes.ts";

type Announced = Pick<HttpRequest, "headers" | "queryString">;

interface Caller {
  /** Uses since the last line of the log. */
  count: number;
  loggedAt: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Keeps invented names of clients from hiding other messages: the log takes a hundred kinds a minute. */
const MAX_LINES_PER_MINUTE = 20;
const MAX_CALLERS = 1000;
const MAX_CLIENT_LENGTH = 100;

export type DeprecatedUse = ReturnType<typeof trackDeprecatedUse>;

/** Tells clients that they use what is deprecated, and operators which clients do. */
export function trackDeprecatedUse(metrics: Pick<Metrics, "count">, log: Logger, now: () => number = Date.now) {
  /** Names in the bodies of requests in flight. */
  const bodies = new WeakMap<object, readonly string[]>();
  const callers = new RecentMap<Caller>(MAX_CALLERS);
  let lines = { count: 0, since: Number.NEGATIVE_INFINITY };
  function uses(request: Announced, what: string): boolean {
    const [kind, name = ""] = what.split(" ", 2);
    if (kind === "parameter") return new URLSearchParams(request.queryString).has(name);
    if (kind === "property") return bodies.get(request)?.includes(name) ?? false;
    return true;
  }
  function count(
    operation: string,
    project: string | undefined,
    { headers }: Announced,
    deprecation: Deprecation,
  ): void {
    const { what, sunset, use } = deprecation;
    metrics.count("deprecated_uses_total", { operation, what });
    const client = headers["user-agent"]?.slice(0, MAX_CLIENT_LENGTH) ?? "a client without a name";
    const name = `${client} in ${project === undefined ? "any project" : `project ${project}`}`;
    const at = now();
    const key = [operation, what, name].join(" ");
    const caller = callers.get(key) ?? { count: 0, loggedAt: Number.NEGATIVE_INFINITY };
    caller.count += 1;
    if (at - caller.loggedAt >= DAY_MS && hasLine(at)) {
      const fields = { operation, what, caller: name, requests: caller.count, sunset, use };
      log.warn(fields, "a client uses what is deprecated");
      Object.assign(caller, { count: 0, loggedAt: at });
    }
    callers.set(key, caller);
  }
  function hasLine(at: number): boolean {
    if (at - lines.since >= MINUTE_MS) lines = { count: 0, since: at };
    lines.count += 1;
    return lines.count <= MAX_LINES_PER_MINUTE;
  }
  return {
    noteBody(request: object, body: unknown): void {
      if (isPropertyMap(body)) bodies.set(request, Object.keys(body));
    },
    /**
     * Returns the headers of what may be gone first. Unless the request is refused, counts each use, and logs each
     * caller (a project and a client library) once a day, 20 callers a minute.
     */
    announce({ operation, params }: Route, request: Announced, status: number): Record<string, string> {
      const used = (operation.deprecations ?? []).filter(({ what }) => uses(request, what));
      const [first] = [...used].sort((one, other) => one.sunset.localeCompare(other.sunset));
      if (first === undefined) return {};
      for (const deprecation of status < 400 ? used : []) count(operation.id, params.project_id, request, deprecation);
      const since = Date.parse(first.since) / 1000;
      return { Deprecation: `@${since}`, Sunset: new Date(first.sunset).toUTCString() };
    },
  };
}
