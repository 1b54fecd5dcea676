import { Field } from "../../../components/field.tsx";
import { OPERATORS } from "../model/choices.ts";
import { needsValue } from "../model/complete.ts";
import type { Filter } from "../model/question.ts";
import { Choose } from "./choose.tsx";
import { ownerChoice, ownerOf, useOwners } from "./group-types.ts";
import { PropertyPicker } from "./pickers.tsx";
import { AddButton, RemoveButton } from "./row-buttons.tsx";

interface FilterListProps {
  /** What they are conditions of, for screen readers. */
  readonly of: string;
  readonly filters: readonly Filter[];
  readonly onChange: (filters: Filter[]) => void;
  readonly addLabel?: string;
}

export function FilterList({ of, filters, onChange, addLabel }: FilterListProps) {
  const add = addLabel === undefined ? { label: "Condition", of } : { label: addLabel };
  const replace = (index: number, filter: Filter) => onChange(filters.with(index, filter));
  return (
    <div class="ask-filters">
      {filters.map((filter, index) => (
        <fieldset class="ask-row" key={index}>
          <legend class="visually-hidden">{`Condition ${index + 1} of ${of}`}</legend>
          <FilterFields filter={filter} onChange={(changed) => replace(index, changed)} />
          <RemoveButton
            what={`condition ${index + 1} of ${of}`}
            onClick={() => onChange(filters.toSpliced(index, 1))}
          />
        </fieldset>
      ))}
      <AddButton {...add} onClick={() => onChange([...filters, { key: "", operator: "exact" }])} />
    </div>
  );
}

interface FilterFieldsProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

function FilterFields({ filter, onChange }: FilterFieldsProps) {
  const { type: _, group_type_index: __, ...unowned } = filter;
  const { key, operator = "exact", value } = filter;
  return (
    <>
      <Choose
        hideLabel
        label="Whose property"
        choices={useOwners()}
        value={ownerChoice(filter)}
        onChange={(chosen) => onChange({ ...unowned, ...ownerOf(chosen) })}
      />
      <PropertyPicker
        label="Property"
        value={key}
        of={filter}
        onChange={(chosen) => onChange({ ...filter, key: chosen })}
      />
      <Choose
        hideLabel
        label="Comparison"
        choices={OPERATORS}
        value={operator}
        onChange={(chosen) => onChange({ ...filter, operator: chosen })}
      />
      {needsValue(operator) && (
        <Field
          label="Value"
          hideLabel
          placeholder="Value"
          value={Array.isArray(value) ? value.join(", ") : String(value ?? "")}
          onChange={({ currentTarget }) => onChange({ ...filter, value: currentTarget.value })}
        />
      )}
    </>
  );
}
