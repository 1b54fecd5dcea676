import { useMemo } from "preact/hooks";
import { client, type Schemas } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useProject } from "../../../api/session.ts";

export type Insight = Schemas["Insight"];

export function useInsights() {
  const project_id = String(useProject().project.id);
  return useMemo(() => {
    const params = (id: string) => ({ path: { project_id, id } });
    const one = "/api/projects/{project_id}/insights/{id}";
    return {
      list: (offset: number, limit: number, signal: AbortSignal) => {
        const query = { offset, limit };
        const request = client.GET("/api/projects/{project_id}/insights", {
          params: { path: { project_id }, query },
          signal,
        });
        return unwrap(request);
      },
      find: (id: string, signal: AbortSignal) => unwrap(client.GET(one, { params: params(id), signal })),
      /** Returns it with its answer, and the defaults of its variables. */
      answer: (id: string, refresh: "blocking" | "force_blocking", signal: AbortSignal) =>
        unwrap(client.GET(one, { params: { ...params(id), query: { refresh } }, signal })),
      create: (body: Schemas["InsightRequest"]) => {
        const path = { project_id };
        return unwrap(client.POST("/api/projects/{project_id}/insights", { params: { path }, body }));
      },
      change: (id: string, body: Schemas["InsightPatch"]) => unwrap(client.PATCH(one, { params: params(id), body })),
      remove: (id: string) => unwrap(client.DELETE(one, { params: params(id) })),
    };
  }, [project_id]);
}
