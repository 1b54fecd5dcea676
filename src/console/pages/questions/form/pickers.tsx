import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { useCall } from "../../../api/operations.ts";
import { Combobox, type ComboboxOption } from "../../../components/combobox.tsx";
import type { FieldState } from "../../../components/form.tsx";
import type { Option } from "../../../components/options.ts";
import { namesLike, plainName } from "../../../components/plain-names.ts";
import { formatCount } from "../../../components/text.tsx";
import { MATHS, OWNERS } from "../choices.ts";
import { type Filter, type Series, UNCHOSEN } from "../question.ts";

/** The project's types of groups, in the order of their indexes. */
export const GroupTypes = createContext<readonly string[]>([]);

/** Whose property it is: of the event, its person, or its group of a type. */
export type Owner = Pick<Filter, "type" | "group_type_index">;

export type Choosing<Value> = { readonly label: string } & Omit<FieldState<Value>, "error">;

const choiceOf = (name: string, index: number | null | undefined) => `${name} ${index ?? 0}`;
const indexOf = (choice: string) => Number(choice.split(" ")[1]);

export function useOwners(): Option[] {
  return [...OWNERS, ...useContext(GroupTypes).map((label, index) => ({ value: choiceOf("group", index), label }))];
}

/** Returns the choice that stands for an owner; the properties of flags are those of events. */
export function ownerChoice({ type = "event", group_type_index }: Owner): string {
  if (type === "group") return choiceOf(type, group_type_index);
  return type === "feature" ? "event" : type;
}

export function ownerOf(choice: string) {
  if (choice === "person" || choice === "event") return { type: choice, group_type_index: undefined } as const;
  return { type: "group", group_type_index: indexOf(choice) } as const;
}

export function useMaths(): Option[] {
  const ofGroups = useContext(GroupTypes).map((type, index) => {
    return { value: choiceOf("unique_group", index), label: `Unique groups: ${type}` };
  });
  return MATHS.flatMap((choice) => (choice.value === "unique_group" ? ofGroups : [choice]));
}

export function mathChoice({ math = "total", math_group_type_index }: Series): string {
  return math === "unique_group" ? choiceOf(math, math_group_type_index) : math;
}

export function withMath({ math_group_type_index: _, ...series }: Series, choice: string): Series {
  const index = indexOf(choice);
  if (Number.isNaN(index)) return { ...series, math: choice as NonNullable<Series["math"]> };
  return { ...series, math: "unique_group", math_group_type_index: index };
}

const GROUP_KEY = { value: "$group_key", note: "Key" };

const LIMIT = 50;
/** Requests for names whose plain name was typed. */
const MAX_NAMES = 3;

function useDefinitions(owner?: Owner): (text: string, signal: AbortSignal) => Promise<ComboboxOption[]> {
  const call = useCall();
  const of = owner ? "property" : "event";
  const list = (search: string, signal: AbortSignal) =>
    owner
      ? call("property_definitions_list", { search, limit: LIMIT, ...definitionOwner(owner) }, { signal })
      : call("event_definitions_list", { search, limit: LIMIT }, { signal });
  return async (search, signal) => {
    const texts = [search, ...(search === "" ? [] : namesLike(of, search).slice(0, MAX_NAMES))];
    const lists = await Promise.all(texts.map((text) => list(text, signal)));
    const volumes = new Map(lists.flatMap(({ results }) => results.map((one) => [one.name, one.volume_30_day])));
    const found = [...volumes].map(([value, volume]) => {
      return { value, note: [plainName(of, value), formatCount(volume)].filter(Boolean).join(" · ") };
    });
    const hasKey = owner?.type === "group" && GROUP_KEY.value.includes(search.toLowerCase());
    return hasKey ? [GROUP_KEY, ...found] : found;
  };
}

function definitionOwner({ type, group_type_index }: Owner) {
  if (type === "group") return { type, group_type_index: group_type_index ?? 0 };
  return { type: type === "person" ? ("person" as const) : ("event" as const) };
}

const ALL = "All events";

type EventProps = Choosing<string | null> & { readonly hasAll?: boolean };

/** Chooses a name: null stands for all events, and an empty one for none. */
export function EventPicker({ label, value, onValue, hasAll = true }: EventProps) {
  const search = useDefinitions();
  const load = async (text: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
    const found = await search(text, signal);
    const all = hasAll && ALL.toLowerCase().includes(text.toLowerCase()) ? [{ value: ALL, note: "" }] : [];
    return [...all, ...found];
  };
  return (
    <Combobox
      {...{ label, load }}
      value={value === null ? ALL : value === UNCHOSEN ? "" : value}
      placeholder="Choose an event"
      onValue={(chosen) => onValue(chosen === ALL ? null : chosen)}
    />
  );
}

export function PropertyPicker({ of = { type: "event" }, ...rest }: Choosing<string> & { readonly of?: Owner }) {
  return <Combobox {...rest} load={useDefinitions(of)} placeholder="Choose a property" />;
}
