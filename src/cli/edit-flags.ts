import type { FlagChange, FlagChangePorts } from "../flags/manage/edit-flags.ts";
import { newFlagWebhook } from "../flags/manage/flag-webhook.ts";
import { readConfig } from "../settings/config.ts";
import type { Store } from "../store/ports/stores.ts";
import type { CliContext } from "./cli-context.ts";

const WEBHOOK_TIMEOUT_MS = 15_000;

/**
 * Runs work that changes flags, and announces the changes if a webhook is set. On SQLite all changes are kept, or none
 * if the work throws.
 */
export async function editFlags(
  store: Store,
  { environment, now, err }: CliContext,
  work: (ports: FlagChangePorts) => Promise<void>,
): Promise<void> {
  const changes: FlagChange[] = [];
  const announce = (change: FlagChange) => void changes.push(change);
  await store.transaction(({ flags }) => work({ flags, now, announce }));
  let failures = 0;
  const webhook = newFlagWebhook(readConfig(environment), { warn: () => undefined }, () => {
    failures += 1;
  });
  for (const change of changes) webhook?.announce(change);
  await webhook?.close(WEBHOOK_TIMEOUT_MS);
  if (failures > 0) err(`The flags are changed, but ${failures} of the changes could not be announced.\n`);
}
