import { Field, Select } from "../../../components/field.tsx";
import { OPERATORS } from "../model/choices.ts";
import { needsValue } from "../model/complete.ts";
import type { Filter, Question, Schemas } from "../model/question.ts";
import { AddButton, type FormProps, RemoveButton } from "./fields.tsx";
import { type Owner, ownerChoice, ownerOf, PropertyPicker, useOwners } from "./pickers.tsx";

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

type Breakdown = Schemas["QueryBreakdown"];
interface BreakdownFieldProps {
  readonly value: Breakdown | undefined;
  readonly onChange: (value: Breakdown | undefined) => void;
}

export function BreakdownField({ value, onChange }: BreakdownFieldProps) {
  const owners = useOwners();
  if (value === undefined)
    return <AddButton label="Divide by a property" onClick={() => onChange({ breakdown: "" })} />;
  const { breakdown_type: type, breakdown_group_type_index: group_type_index, ...unowned } = value;
  const { breakdown, breakdowns = [] } = unowned;
  const owner = { type, group_type_index };
  const remove = <RemoveButton what="the division" onClick={() => onChange(undefined)} />;
  if (breakdowns.length > 0) {
    return (
      <div class="ask-row">
        <span>{`Divided by ${breakdowns.map(({ property }) => property).join(" and ")}`}</span>
        {remove}
      </div>
    );
  }
  return (
    <fieldset class="ask-row">
      <legend class="visually-hidden">Divided by</legend>
      <span aria-hidden="true">Divided by</span>
      <Select
        hideLabel
        label="Whose property divides"
        options={owners}
        value={ownerChoice(owner)}
        onValue={(chosen) => onChange({ ...unowned, ...breakdownOwner(chosen) })}
      />
      <PropertyPicker
        label="Property that divides"
        value={breakdown ?? ""}
        of={owner}
        onChange={(chosen) => onChange({ ...value, breakdown: chosen })}
      />
      {remove}
    </fieldset>
  );
}

function breakdownOwner(choice: string): Breakdown {
  const owner = ownerOf(choice);
  if (owner.type !== "group") return { breakdown_type: owner.type };
  return { breakdown_type: owner.type, breakdown_group_type_index: owner.group_type_index };
}
