import { client } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useProject } from "../../../api/session.ts";
import { useResource } from "../../../api/use-resource.ts";

/** Returns the names of the project's types of groups, in the order of their indexes; none until they are loaded. */
export function useGroupTypes(): readonly string[] {
  const project_id = String(useProject().project.id);
  const types = useResource(
    (signal) =>
      unwrap(client.GET("/api/projects/{project_id}/groups_types", { params: { path: { project_id } }, signal })),
    [project_id],
    { keep: true },
  );
  return types.data?.map(({ group_type }) => group_type) ?? [];
}
