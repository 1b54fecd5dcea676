import { Field } from "../../../components/field.tsx";

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A whole number. One out of bounds stays in the field. */
export function NumberField({ onChange, ...rest }: NumberFieldProps) {
  return (
    <Field
      {...rest}
      type="number"
      inputMode="numeric"
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== "" && currentTarget.reportValidity()) onChange(currentTarget.valueAsNumber);
      }}
    />
  );
}
