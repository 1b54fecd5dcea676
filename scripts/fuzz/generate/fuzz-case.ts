import type { RawRequest } from "../../../contract-tests/client/exchange.ts";
import { Random } from "../../seeded-random.ts";
import { announcements } from "./announcements.ts";
import { contractMessage } from "./contract-message.ts";
import { eventStreams, slowRequests, unreadResponses } from "./crowd-attack.ts";
import type { FuzzContext } from "./fuzz-context.ts";
import { hostileFlag } from "./hostile-flag.ts";
import { hostileMessage } from "./hostile-message.ts";
import { type SocketAttack, socketAttack } from "./socket-attack.ts";
import { sparseObjects } from "./sparse-objects.ts";
import { type TenantPair, tenantPair } from "./tenant-pair.ts";

/** One thing that an attacker does: some requests, or something with sockets. Its seed repeats it. */
export interface FuzzCase {
  readonly seed: number;
  readonly title: string;
  /** Sent one after the other. */
  readonly messages?: readonly RawRequest[];
  readonly attack?: SocketAttack;
  readonly pair?: TenantPair;
}

interface Kind {
  /** How many of 1,000 cases are of this kind. */
  readonly permille: number;
  readonly generate: (random: Random, context: FuzzContext) => Omit<FuzzCase, "seed">;
}

/** Attacks of one kind each, by one client that wants to keep the others waiting. */
const SIEGES = {
  "flag definitions": { permille: 40, generate: hostileFlag },
  "unread responses": { permille: 6, generate: unreadResponses },
  "slow requests": { permille: 6, generate: slowRequests },
  "sparse objects": { permille: 20, generate: sparseObjects },
  announcements: { permille: 4, generate: announcements },
  "event streams": { permille: 4, generate: eventStreams },
} satisfies Record<string, Kind>;

const KINDS: Readonly<Record<string, Kind>> = {
  ...SIEGES,
  "pairs of tenants": { permille: 150, generate: tenantPair },
  "contract messages": { permille: 390, generate: contractMessage },
  "hostile messages": { permille: 260, generate: hostileMessage },
  sockets: { permille: 120, generate: socketAttack },
};

/** The kinds that are sent alone, too. */
export const SIEGE_KINDS = Object.keys(SIEGES);

/** Returns what this seed stands for. The same seed and context result in the same case. */
export function fuzzCase(seed: number, context: FuzzContext): FuzzCase {
  const random = new Random(seed);
  const generate = KINDS[readKind(random)]?.generate ?? contractMessage;
  return { seed, ...generate(random, context) };
}

/** Returns a seed that stands for a case of this kind; of any kind without one. */
export function nextSeed(random: Random, kind?: string): number {
  for (;;) {
    const seed = random.integer(0, 2 ** 32 - 1);
    if (kind === undefined || readKind(new Random(seed)) === kind) return seed;
  }
}

function readKind(random: Random): string {
  let left = random.next() * 1000;
  const found = Object.entries(KINDS).find(([, { permille }]) => {
    left -= permille;
    return left < 0;
  });
  return found?.[0] ?? "contract messages";
}
