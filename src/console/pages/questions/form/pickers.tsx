import { client } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useProject } from "../../../api/session.ts";
import { Combobox, type ComboboxOption } from "../../../components/combobox.tsx";
import { formatCount } from "../../../components/text.tsx";
import { UNCHOSEN } from "../model/question.ts";
import type { Owner } from "./group-types.ts";

/** Every group has a key. */
const GROUP_KEY = { value: "$group_key", note: "Key" };

type Kind = "event_definitions" | "property_definitions";
const LIMIT = 50;

function useDefinitions(kind: Kind, owner?: Owner): (text: string, signal: AbortSignal) => Promise<ComboboxOption[]> {
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

interface EventPickerProps {
  readonly label: string;
  /** The name; null for all events, and empty if none is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

const ALL = "All events";

export function EventPicker({ label, value, onChange }: EventPickerProps) {
  const search = useDefinitions("event_definitions");
  const load = async (text: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
    const found = await search(text, signal);
    const all = ALL.toLowerCase().includes(text.toLowerCase()) ? [{ value: ALL, note: "" }] : [];
    return [...all, ...found];
  };
  return (
    <Combobox
      {...{ label, load }}
      value={value === null ? ALL : value === UNCHOSEN ? "" : value}
      placeholder="Choose an event"
      onChange={(chosen) => onChange(chosen === ALL ? null : chosen)}
    />
  );
}

interface PropertyPickerProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly of?: Owner;
}

export function PropertyPicker({ label, value, onChange, of = { type: "event" } }: PropertyPickerProps) {
  const load = useDefinitions("property_definitions", of);
  return <Combobox {...{ label, load, value, onChange }} placeholder="Choose a property" />;
}
