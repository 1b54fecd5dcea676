import { client } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useProject } from "../../../api/session.ts";
import type { ComboboxOption } from "../../../components/combobox.tsx";
import { formatCount } from "../../../components/text.tsx";
import type { Owner } from "./group-types.ts";

/** Every group has a key. */
const GROUP_KEY = { value: "$group_key", note: "Key" };

type Kind = "event_definitions" | "property_definitions";
const LIMIT = 50;

/** Returns what finds names of events or properties by a part: the most frequent first. */
export function useDefinitions(
  kind: Kind,
  owner?: Owner,
): (text: string, signal: AbortSignal) => Promise<ComboboxOption[]> {
  const project_id = String(useProject().project.id);
  return async (search, signal) => {
    const query = { search, limit: LIMIT, ...(owner && definitionOwner(owner)) };
    const params = { path: { project_id }, query };
    const { results } = await unwrap(client.GET(`/api/projects/{project_id}/${kind}`, { params, signal }));
    const found = results.map(({ name, volume_30_day: volume }) => ({ value: name, note: formatCount(volume) }));
    const hasKey = owner?.type === "group" && GROUP_KEY.value.includes(search.toLowerCase());
    return hasKey ? [GROUP_KEY, ...found] : found;
  };
}

function definitionOwner({ type, group_type_index }: Owner) {
  if (type === "group") return { type, group_type_index: group_type_index ?? 0 };
  return { type: type === "person" ? ("person" as const) : ("event" as const) };
}
