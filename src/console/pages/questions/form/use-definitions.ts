import { client } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useProject } from "../../../api/session.ts";
import type { ComboboxOption } from "../../../parts/combobox.tsx";
import { formatCount } from "../../../parts/text.tsx";

type Kind = "event_definitions" | "property_definitions";
const LIMIT = 50;

/** Returns what finds names of events, or of their properties, by a part: those with the most events first. */
export function useDefinitions(kind: Kind): (text: string, signal: AbortSignal) => Promise<ComboboxOption[]> {
  const project_id = String(useProject().project.id);
  return async (search, signal) => {
    const params = { path: { project_id }, query: { search, limit: LIMIT } };
    const { results } = await unwrap(client.GET(`/api/projects/{project_id}/${kind}`, { params, signal }));
    return results.map(({ name, volume_30_day: volume }) => ({ value: name, note: formatCount(volume) }));
  };
}
