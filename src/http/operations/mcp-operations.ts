import { problem } from "../../lib/problem.ts";
import { authorizeProject, requireWriteAccess } from "../../tenants/authorize.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";

export function mcpOperations({ store }: ServicePorts): OperationHandlers<"mcp_call"> {
  return {
    mcp_call: async ({ caller, query, body, header, baseUrl, answerOther }) => {
      const { write, project } = query;
      const origin = header("Origin");
      if (origin !== "" && origin !== new URL(baseUrl()).origin) {
        throw problem("permission_denied", { detail: "Pages of other origins cannot call tools." });
      }
      // Loaded for the first agent.
      const { answerMessage, requireKnownVersion } = await import("../mcp/answer-message.ts");
      requireKnownVersion(header("MCP-Protocol-Version"));
      if (project !== undefined) await authorizeProject(caller, project, store.tenants);
      if (write) requireWriteAccess(caller);
      const message = await answerMessage(body, { writes: write, projectId: project, answerOther });
      return message === null ? { status: 202 } : { status: 200, body: message };
    },
  };
}
