import type { ComponentChildren } from "preact";
import { Field, type FieldProps, Select, type SelectProps } from "./field.tsx";
import { needsValue } from "./options.ts";
import { CrossButton } from "./page.tsx";

interface ConditionRowProps<Operator extends string> {
  /** What it is, such as "condition 1 of rule 2". */
  readonly name: string;
  readonly class: string;
  readonly owner: SelectProps<string> | false;
  readonly children: ComponentChildren;
  readonly comparison: Omit<SelectProps<Operator>, "label"> | false;
  readonly value: Partial<FieldProps>;
  readonly onRemove: () => void;
}

export function ConditionRow<Operator extends string>(props: ConditionRowProps<Operator>) {
  const { name, class: look, owner, children, comparison, value, onRemove } = props;
  return (
    <fieldset class={look}>
      <legend class="visually-hidden">{`C${name.slice(1)}`}</legend>
      {owner && <Select hideLabel {...owner} />}
      {children}
      {comparison && <Select hideLabel label="Comparison" {...comparison} />}
      {needsValue(comparison ? comparison.value : undefined) && (
        <Field hideLabel label="Value" placeholder="Value" {...value} />
      )}
      <CrossButton name={`Remove ${name}`} onClick={onRemove} />
    </fieldset>
  );
}
