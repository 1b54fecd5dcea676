import type { ArmedFailures, DocumentedResponses, Failure } from "./documented-failures.ts";
import type { SandboxHandlers, SandboxRequest } from "./sandbox-operations.ts";

type FailureOperationId = "sandbox_failures_list" | "sandbox_failures_create" | "sandbox_failures_destroy";

/** Creates handlers that answer with failures, for a sandbox and for the mock. */
export function failureHandlers(
  failuresOf: (request: SandboxRequest) => Promise<ArmedFailures>,
  documented: DocumentedResponses,
): Required<Pick<SandboxHandlers, FailureOperationId>> {
  return {
    async sandbox_failures_list(request) {
      return { status: 200, body: JSON.stringify({ results: (await failuresOf(request)).list() }) };
    },
    async sandbox_failures_create(request) {
      const failure = request.body as Failure;
      documented.checkAny(failure, (part) => part);
      (await failuresOf(request)).add(failure);
      return { status: 201, body: JSON.stringify(failure) };
    },
    async sandbox_failures_destroy(request) {
      (await failuresOf(request)).clear();
      return { status: 204 };
    },
  };
}
