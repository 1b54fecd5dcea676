import { useContext } from "preact/hooks";
import { Choose } from "./choose.tsx";
import { GroupTypes } from "./group-types.ts";

interface CountedFieldProps<Q> {
  readonly question: Q;
  readonly onChange: (question: Q) => void;
}

export function CountedField<Q extends { readonly aggregation_group_type_index?: number | null }>({
  question,
  onChange,
}: CountedFieldProps<Q>) {
  const types = useContext(GroupTypes);
  const index = question.aggregation_group_type_index ?? null;
  if (types.length === 0 && index === null) return null;
  const choices = [
    { value: "", label: "Persons" },
    ...types.map((label, position) => ({ value: String(position), label })),
  ];
  return (
    <Choose
      label="Count"
      choices={choices}
      value={String(index ?? "")}
      onChange={(chosen) =>
        onChange({ ...question, aggregation_group_type_index: chosen === "" ? null : Number(chosen) })
      }
    />
  );
}
