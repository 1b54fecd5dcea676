import { Select } from "../../../components/field.tsx";
import type { Choice } from "../model/choices.ts";

interface ChooseProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly hideLabel?: boolean;
}

/** Offers a few values, and one that a question from elsewhere has. */
export function Choose<Value extends string>({ choices, value, onChange, ...rest }: ChooseProps<Value>) {
  const isOffered = choices.some((choice) => choice.value === value);
  const options = isOffered ? choices : [...choices, { value, label: value }];
  return <Select {...rest} {...{ options, value }} onValue={(chosen) => onChange(chosen as Value)} />;
}
