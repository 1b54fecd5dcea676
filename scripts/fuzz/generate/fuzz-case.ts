import type { RawRequest } from "../../../contract-tests/client/exchange.ts";
import { Random } from "../../seeded-random.ts";
import { contractMessage } from "./contract-message.ts";
import { crowdAttack } from "./crowd-attack.ts";
import type { FuzzContext } from "./fuzz-context.ts";
import { hostileFlag } from "./hostile-flag.ts";
import { hostileMessage } from "./hostile-message.ts";
import { type SocketAttack, socketAttack } from "./socket-attack.ts";
import { type TenantPair, tenantPair } from "./tenant-pair.ts";

/** One thing that an attacker does: a request, or something with a socket. Its seed repeats it. */
export interface FuzzCase {
  readonly seed: number;
  readonly title: string;
  readonly message?: RawRequest;
  readonly attack?: SocketAttack;
  readonly pair?: TenantPair;
}

/** Returns what this seed stands for. The same seed and context result in the same case. */
export function fuzzCase(seed: number, context: FuzzContext): FuzzCase {
  const random = new Random(seed);
  const dice = random.next();
  if (dice < 0.15) return { seed, ...tenantPair(random, context) };
  if (dice < 0.55) return { seed, ...contractMessage(random, context) };
  if (dice < 0.56) return { seed, ...crowdAttack(random, context) };
  if (dice < 0.6) return { seed, ...hostileFlag(random, context) };
  if (dice < 0.88) return { seed, ...hostileMessage(random, context) };
  return { seed, ...socketAttack(random, context) };
}
