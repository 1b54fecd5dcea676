import type { EventQuestion } from "../../questions/kinds/plan-question.ts";
import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import { type CliContext, CommandFailure } from "../cli-context.ts";
import { RefusedCall } from "../contract/call-failure.ts";
import { cliOperation } from "../contract/cli-operations.ts";
import { readPath } from "../contract/read-path.ts";
import { withService } from "../contract/with-service.ts";

/** Asks a question about the chosen project. Throws what the service reports. */
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
