import { useMemo } from "preact/hooks";
import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useProject } from "../../api/session.ts";

export type Dashboard = Schemas["Dashboard"];
export const nameOf = ({ name, id }: Pick<Dashboard, "name" | "id">) => name || `Dashboard ${id}`;

export function useDashboards() {
  const project_id = String(useProject().project.id);
  return useMemo(() => {
    const params = (id: string) => ({ path: { project_id, id } });
    const all = "/api/projects/{project_id}/dashboards";
    const one = "/api/projects/{project_id}/dashboards/{id}";
    return {
      list: (offset: number, limit: number, signal: AbortSignal) =>
        unwrap(client.GET(all, { params: { path: { project_id }, query: { offset, limit } }, signal })),
      find: (id: string, signal: AbortSignal) => unwrap(client.GET(one, { params: params(id), signal })),
      create: (body: Schemas["DashboardRequest"]) =>
        unwrap(client.POST(all, { params: { path: { project_id } }, body })),
      change: (id: string, body: Schemas["DashboardPatch"]) => unwrap(client.PATCH(one, { params: params(id), body })),
      remove: (id: string) => unwrap(client.DELETE(one, { params: params(id) })),
    };
  }, [project_id]);
}
