import type { EventQuestion } from "../../questions/kinds/plan-question.ts";
import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { type CliOperation, cliOperation } from "./cli-operations.ts";
import { readPath } from "./read-path.ts";
import { KEY_VARIABLE, remoteService } from "./remote-service.ts";
import { RefusedCall, type Service } from "./service.ts";

/** Operations whose handlers read files of recordings. */
const NEEDS_FILES = /^(session_recordings|persons_export|mcp_call)/;

/** Runs work with the service at `--url`, or with this program as the operator of the configured store. */
export async function withService<T>(
  { id }: Pick<CliOperation, "id">,
  { user }: { readonly user?: string },
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

export function askQuestion(
  project: string | undefined,
  question: EventQuestion,
  context: CliContext,
): Promise<QueryResponse> {
  const operation = cliOperation("query_create");
  return withService(operation, {}, context, async (service) => {
    const path = await readPath(operation, [], project === undefined ? {} : { project }, service);
    const call = { operation, path, query: new URLSearchParams(), body: { query: question } };
    const { body } = await service.call(call).catch((error: unknown) => {
      throw error instanceof RefusedCall ? new CommandFailure(error.detail) : error;
    });
    return JSON.parse(String(body)) as QueryResponse;
  });
}
