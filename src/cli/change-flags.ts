import type { FlagChange, FlagChangePorts } from "../flags/change-flags.ts";
import type { Store } from "../storage/ports/stores.ts";
import type { CliContext } from "./cli-context.ts";

/** Runs work that changes flags: on SQLite all of its changes are kept, or none if it throws. */
export async function changeFlags(
  store: Store,
  { now }: CliContext,
  work: (ports: FlagChangePorts) => Promise<void>,
): Promise<void> {
  const changes: FlagChange[] = [];
  const announce = (change: FlagChange) => void changes.push(change);
  await store.transaction(({ flags }) => work({ flags, now, announce }));
}
