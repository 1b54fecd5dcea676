import { Combobox, type ComboboxOption } from "../../../components/combobox.tsx";
import { UNCHOSEN } from "../model/question.ts";
import type { Owner } from "./group-types.ts";
import { useDefinitions } from "./use-definitions.ts";

interface EventPickerProps {
  readonly label: string;
  /** The name; null for all events, and empty if none is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

const ALL = "All events";

/** Chooses an event by its name, or all. */
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
  /** Whose properties are offered. */
  readonly of?: Owner;
}

/** Chooses a property by its name. */
export function PropertyPicker({ label, value, onChange, of = { type: "event" } }: PropertyPickerProps) {
  const load = useDefinitions("property_definitions", of);
  return <Combobox {...{ label, load, value, onChange }} placeholder="Choose a property" />;
}
