import { client } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useProject } from "../../../api/session.ts";
import type { ComboboxOption } from "../../../components/combobox.tsx";
import { formatCount } from "../../../components/text.tsx";

type Kind = "event_definitions" | "property_definitions";
const LIMIT = 50;

export type PropertyOwner = "event" | "person";

/** Returns what finds names of events or properties by a part: the most frequent first. */
export function useDefinitions(
  kind: Kind,
  type?: PropertyOwner,
): (text: string, signal: AbortSignal) => Promise<ComboboxOption[]> {
  const project_id = String(useProject().project.id);
  return async (search, signal) => {
    const params = { path: { project_id }, query: { search, limit: LIMIT, ...(type && { type }) } };
    const { results } = await unwrap(client.GET(`/api/projects/{project_id}/${kind}`, { params, signal }));
    return results.map(({ name, volume_30_day: volume }) => ({ value: name, note: formatCount(volume) }));
  };
}
