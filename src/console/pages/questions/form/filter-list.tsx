import { Field, Select } from "../../../components/field.tsx";
import { OPERATORS } from "../model/choices.ts";
import { needsValue } from "../model/complete.ts";
import type { Filter, Question } from "../model/question.ts";
import { AddButton, type FormProps, RemoveButton } from "./fields.tsx";
import { type Owner, ownerChoice, ownerOf, useOwners } from "./group-types.ts";
import { PropertyPicker } from "./pickers.tsx";

interface FilterListProps {
  /** What they are conditions of, for screen readers. */
  readonly of: string;
  readonly filters: readonly Filter[];
  readonly onChange: (filters: Filter[]) => void;
  readonly addLabel?: string;
  /** Whose properties all of them are about; else each says whose. */
  readonly owner?: Owner;
}

export function FilterList({ of, filters, onChange, addLabel, owner }: FilterListProps) {
  const add = addLabel === undefined ? { label: "Condition", of } : { label: addLabel };
  const replace = (index: number, filter: Filter) => onChange(filters.with(index, filter));
  return (
    <div class="ask-filters">
      {filters.map((filter, index) => (
        <fieldset class="ask-row" key={index}>
          <legend class="visually-hidden">{`Condition ${index + 1} of ${of}`}</legend>
          <FilterFields
            filter={filter}
            hasOwner={owner === undefined}
            onChange={(changed) => replace(index, changed)}
          />
          <RemoveButton
            what={`condition ${index + 1} of ${of}`}
            onClick={() => onChange(filters.toSpliced(index, 1))}
          />
        </fieldset>
      ))}
      <AddButton {...add} onClick={() => onChange([...filters, { key: "", operator: "exact", ...owner }])} />
    </div>
  );
}

interface FilterFieldsProps {
  readonly filter: Filter;
  /** Whether the owner of the property is chosen. */
  readonly hasOwner: boolean;
  readonly onChange: (filter: Filter) => void;
}

function FilterFields({ filter, hasOwner, onChange }: FilterFieldsProps) {
  const owners = useOwners();
  const { type: _, group_type_index: __, ...unowned } = filter;
  const { key, operator = "exact", value } = filter;
  return (
    <>
      {hasOwner && (
        <Select
          hideLabel
          label="Whose property"
          options={owners}
          value={ownerChoice(filter)}
          onValue={(chosen) => onChange({ ...unowned, ...ownerOf(chosen) })}
        />
      )}
      <PropertyPicker
        label="Property"
        value={key}
        of={filter}
        onChange={(chosen) => onChange({ ...filter, key: chosen })}
      />
      <Select
        hideLabel
        label="Comparison"
        options={OPERATORS}
        value={operator}
        onValue={(chosen) => onChange({ ...filter, operator: chosen })}
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

type Filtered = Exclude<Question, { kind: "HogQLQuery" }>;

export function Conditions<Q extends Filtered>({ question, onChange }: FormProps<Q>) {
  const { properties = [] } = question;
  if (!Array.isArray(properties)) {
    return (
      <p class="small quiet">This question has groups of conditions. They are changed through the interface only.</p>
    );
  }
  const change = (filters: typeof properties) => onChange({ ...question, properties: filters });
  return <FilterList of="all events" addLabel="Condition for all events" filters={properties} onChange={change} />;
}
