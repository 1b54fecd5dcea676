import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { type FoundPage, LIMIT, type Wanted } from "./found-list.tsx";

export type Person = Schemas["Person"];

/** Returns the newest of the persons who are searched for. */
export function findPersons(project: number, wanted: Wanted, signal: AbortSignal): Promise<FoundPage<Person>> {
  const { search, properties, offset } = wanted;
  const filters = { ...(search !== "" && { search }), ...(properties !== "" && { properties }) };
  const params = { path: { project_id: String(project) }, query: { limit: LIMIT, offset, ...filters } };
  return unwrap(client.GET("/api/projects/{project_id}/persons", { params, signal }));
}
