import { client, type Schemas } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { type FoundPage, LIMIT, type Wanted } from "../found-list.tsx";

export type Group = Schemas["Group"];

/** Returns the groups of a type, newest first, or those that contain a text. */
export function findGroups(type: number) {
  return (project: number, { search, offset }: Wanted, signal: AbortSignal): Promise<FoundPage<Group>> => {
    const query = { group_type_index: type, limit: LIMIT, offset, ...(search !== "" && { search }) };
    const params = { path: { project_id: String(project) }, query };
    return unwrap(client.GET("/api/projects/{project_id}/groups", { params, signal }));
  };
}

/** Returns the property that names a group, or its key. */
export function nameOf({ group_key: key, group_properties: properties }: Group): string {
  const name = properties?.name;
  return typeof name === "string" && name !== "" ? name : key;
}
