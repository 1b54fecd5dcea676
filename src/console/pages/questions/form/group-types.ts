import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Option } from "../../../components/options.ts";
import { MATHS, OWNERS } from "../model/choices.ts";
import type { Filter, Series } from "../model/question.ts";

/** The project's types of groups, in the order of their indexes. */
export const GroupTypes = createContext<readonly string[]>([]);

/** Whose property it is: of the event, its person, or its group of a type. */
export type Owner = Pick<Filter, "type" | "group_type_index">;

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
  if (choice === "person" || choice === "event") return { type: choice } as const;
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
