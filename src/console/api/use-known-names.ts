import { client } from "./client.ts";
import { unwrap } from "./errors.ts";
import { useProject } from "./session.ts";
import { useResource } from "./use-resource.ts";

const LIMIT = 200;

/** Returns names of events or properties for suggestions; none while they are loaded, or if they cannot be. */
export function useKnownNames(kind: "event_definitions" | "property_definitions", type?: "person"): readonly string[] {
  const project_id = String(useProject().project.id);
  const params = { path: { project_id }, query: { limit: LIMIT, ...(type && { type }) } };
  const { data } = useResource(
    (signal) => unwrap(client.GET(`/api/projects/{project_id}/${kind}`, { params, signal })),
    [project_id, kind],
  );
  return data?.results.map(({ name }) => name) ?? [];
}
