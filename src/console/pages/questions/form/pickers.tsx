import { useCall } from "../../../api/operations.ts";
import { Combobox, type ComboboxOption } from "../../../components/combobox.tsx";
import { formatCount } from "../../../components/text.tsx";
import { UNCHOSEN } from "../model/question.ts";
import type { Owner } from "./group-types.ts";

/** Every group has a key. */
const GROUP_KEY = { value: "$group_key", note: "Key" };

const LIMIT = 50;

function useDefinitions(owner?: Owner): (text: string, signal: AbortSignal) => Promise<ComboboxOption[]> {
  const call = useCall();
  return async (search, signal) => {
    const { results } = owner
      ? await call("property_definitions_list", { search, limit: LIMIT, ...definitionOwner(owner) }, { signal })
      : await call("event_definitions_list", { search, limit: LIMIT }, { signal });
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
  const search = useDefinitions();
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
  const load = useDefinitions(of);
  return <Combobox {...{ label, load, value, onChange }} placeholder="Choose a property" />;
}
