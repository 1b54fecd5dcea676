import { type CliContext, UsageError } from "../cli-context.ts";
import type { CliOperation } from "./cli-operations.ts";
import { KEY_VARIABLE, remoteService } from "./remote-service.ts";
import type { Service } from "./service.ts";

export interface ServiceOptions {
  /** Address of the user to act as, instead of as the operator. */
  readonly user?: string;
}

/** Operations whose handlers read files of recordings. */
const NEEDS_FILES = /^(session_recordings|persons_export)/;

/** Runs work with the service at `--url`, or with this program as the operator of the configured store. */
export async function withService<T>(
  { id }: Pick<CliOperation, "id">,
  { user }: ServiceOptions,
  context: CliContext,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { url, apiKey } = context.remote?.() ?? {};
  if (url === undefined) {
    if (apiKey !== undefined) throw new UsageError("--api-key goes with --url.");
    const { withLocalService } = await import("./local-service.ts"); // loads all handlers
    return withLocalService({ user, needsFiles: NEEDS_FILES.test(id) }, context, work);
  }
  if (user !== undefined) throw new UsageError("--user is not for --url, where the key says whose it is.");
  return work(remoteService(url, apiKey ?? context.environment[KEY_VARIABLE]));
}
