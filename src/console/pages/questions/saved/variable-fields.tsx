import { Field, Select } from "../../../components/field.tsx";
import { Bar } from "../../../components/page.tsx";
import type { Variable, VariableTexts } from "./variables.ts";

interface VariableFieldsProps {
  readonly variables: readonly Variable[];
  readonly texts: VariableTexts;
  readonly onChange: (texts: VariableTexts) => void;
}

const BOOLEANS = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
] as const;
const HINTS = { List: "Several, with commas between them.", Date: "A date or a time, such as 2026-03-09." };

export function VariableFields({ variables, texts, onChange }: VariableFieldsProps) {
  return (
    <Bar>
      {variables.map(({ name, type, description }) => {
        const value = texts[name] ?? "";
        const set = (text: string) => onChange({ ...texts, [name]: text });
        if (type === "Boolean") {
          return <Select key={name} label={name} options={BOOLEANS} value={value as "true"} onValue={set} />;
        }
        return (
          <Field
            key={name}
            label={name}
            hint={description ?? (type === "List" || type === "Date" ? HINTS[type] : undefined)}
            type={type === "Number" ? "number" : "text"}
            step="any"
            value={value}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          />
        );
      })}
    </Bar>
  );
}
