import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { type FoundPage, LIMIT } from "./found-list.tsx";

export type Person = Schemas["Person"];

/** Returns the newest persons or, if there is a search, those with this distinct id or address. */
export async function findPersons(
  project: number,
  search: string,
  offset: number,
  signal: AbortSignal,
): Promise<FoundPage<Person>> {
  const list = (query: { readonly distinct_id?: string; readonly email?: string }) => {
    const params = { path: { project_id: String(project) }, query: { limit: LIMIT, offset, ...query } };
    return unwrap(client.GET("/api/projects/{project_id}/persons", { params, signal }));
  };
  if (search === "") return list({});
  const [withId, withEmail] = await Promise.all([list({ distinct_id: search }), list({ email: search })]);
  const others = withEmail.results.filter(({ uuid }) => withId.results.every((person) => person.uuid !== uuid));
  const overlap = withEmail.results.length - others.length;
  return { count: withId.count + withEmail.count - overlap, results: [...withId.results, ...others] };
}
