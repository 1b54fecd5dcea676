import type { RawRequest } from "../../../contract-tests/client/exchange.ts";
import type { Random } from "../../seeded-random.ts";
import type { FuzzContext } from "./fuzz-context.ts";
import { flagRequest } from "./hostile-flag.ts";
import { randomSize } from "./random-text.ts";

const MAX_CHANGES = 100;
const MAX_PAYLOAD = 500_000;

/** Returns many changes of a large flag: each is announced to an address that answers none of them. */
export function announcements(
  random: Random,
  context: FuzzContext,
): { title: string; messages: readonly RawRequest[] } {
  const count = 1 + randomSize(MAX_CHANGES, random);
  const length = randomSize(MAX_PAYLOAD, random);
  const id = random.integer(1, 20);
  const change = (number: number) => {
    const payload = String(number % 10).repeat(length);
    return flagRequest(context, id, JSON.stringify({ filters: { groups: [{}], payloads: { true: payload } } }));
  };
  const messages = Array.from({ length: count }, (_, number) => change(number));
  return { title: `${count} changes of a flag with ${length} characters`, messages };
}
