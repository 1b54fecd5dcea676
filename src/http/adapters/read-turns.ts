import { problem } from "../../lib/problem.ts";
import { FairQueue } from "../../lib/threads/fair-queue.ts";
import { nextTurn } from "../../lib/threads/loop-turns.ts";
import type { ContractOperation } from "../contract/routes.ts";

/** Lists may take a hundred megabytes until they are sent: flags of 16 MB, as text, objects and JSON. */
const LISTS_AT_ONCE = 3;
/** Single flags, persons and events have up to 1.5 MB. */
const OTHERS_AT_ONCE = 20;
/** Agents read lists, too, and ask questions, which take seconds. */
const AGENTS_AT_ONCE = 5;
/** Less than clients and proxies wait: while the store does not answer, each turn holds up the rest. */
const MAX_WAIT_MS = 10_000;
const QUEUE = { max: 2000, maxPerClient: 500, maxWaitMs: MAX_WAIT_MS };

/** Operations that wait for another process, send a stream, or whose reply many clients share. */
const UNLIMITED: ReadonlySet<string> = new Set<ContractOperation["id"]>([
  ...(["event_definitions_list", "property_definitions_list", "session_recordings_snapshots_retrieve"] as const),
  ...(["local_evaluation", "flag_definitions", "groups_list"] as const),
]);

/**
 * Lets clients of the private interface take turns: only what few of them read is in memory at once. Throws `throttled`
 * if the client left or too many wait, and `service_unavailable` if the turn came too late.
 */
export function newReadTurns({ maxWaitMs, ...limits } = QUEUE) {
  const turnsOf = (atOnce: number) => new FairQueue({ ...limits, atOnce });
  const [lists, others, agents] = [turnsOf(LISTS_AT_ONCE), turnsOf(OTHERS_AT_ONCE), turnsOf(AGENTS_AT_ONCE)];
  return async <Reply>(
    { access, method, id }: ContractOperation,
    client: () => string,
    hasLeft: () => boolean,
    answer: () => Promise<Reply>,
  ): Promise<Reply> => {
    const answerInTurn = async () => {
      await nextTurn(client());
      if (hasLeft()) throw problem("throttled");
      return answer();
    };
    const isAgent = id === "mcp_call";
    if (access !== "private" || (method !== "GET" && !isAgent) || UNLIMITED.has(id)) return answerInTurn();
    const latest = performance.now() + maxWaitMs;
    const queue = isAgent ? agents : id.endsWith("_list") ? lists : others;
    const reply = queue.run(client(), async () => {
      if (performance.now() > latest) throw problem("service_unavailable");
      return answerInTurn();
    });
    if (reply === null) throw problem("throttled", { detail: "Too many requests wait. Try again later." });
    return reply;
  };
}
