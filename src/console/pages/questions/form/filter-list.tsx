import { useOperation } from "../../../api/operations.ts";
import { Checkbox, ConditionRow, type ConditionRowProps, Select } from "../../../components/field.tsx";
import { fieldsOf } from "../../../components/form.tsx";
import { CrossButton, PageLink } from "../../../components/page.tsx";
import { MEMBERSHIPS, OPERATORS } from "../choices.ts";
import type { Filter, Question, Schemas } from "../question.ts";
import { AddButton, type FormProps } from "./fields.tsx";
import { type Owner, ownerChoice, ownerOf, PropertyPicker, useOwners } from "./pickers.tsx";

interface FilterListProps {
  readonly of: string;
  readonly filters: readonly Filter[];
  readonly onChange: (filters: Filter[]) => void;
  readonly addLabel?: string;
  /** Whose properties all of them are about; else each says whose. */
  readonly owner?: Owner;
}

export function FilterList({ of, filters, onChange, addLabel, owner }: FilterListProps) {
  const all = useOwners();
  const owners = [...all.filter(({ value }) => owner === undefined || value === owner.type), COHORT];
  const add = addLabel === undefined ? { label: "Condition", of } : { label: addLabel };
  return (
    <div class="list ask-parts ask-filters">
      {filters.map((filter, index) => {
        const { type: _, group_type_index: __, ...unowned } = filter;
        const chooseOwner = (chosen: string) => {
          if (chosen === "cohort") return set(IN_COHORT);
          set({ ...(filter.type === "cohort" ? { key: "", operator: "exact" } : unowned), ...ownerOf(chosen) });
        };
        const set = (changed: Filter) => onChange(filters.with(index, changed));
        return (
          <FilterRow
            key={index}
            name={`condition ${index + 1} of ${of}`}
            owner={{ label: "Whose property", options: owners, value: ownerChoice(filter), onValue: chooseOwner }}
            filter={filter}
            onChange={set}
            onRemove={() => onChange(filters.toSpliced(index, 1))}
          />
        );
      })}
      <AddButton {...add} onClick={() => onChange([...filters, { key: "", operator: "exact", ...owner }])} />
    </div>
  );
}

interface FilterRowProps extends Pick<ConditionRowProps<string>, "name" | "owner" | "onRemove"> {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

export function FilterRow({ filter, onChange, ...row }: FilterRowProps) {
  const { value } = filter;
  const isOfCohort = filter.type === "cohort";
  const field = fieldsOf(filter, (changes) => onChange({ ...filter, ...changes }));
  return (
    <ConditionRow
      {...row}
      class="row ask-row"
      comparison={{
        options: isOfCohort ? MEMBERSHIPS : OPERATORS,
        ...field("operator", "exact"),
        ...(isOfCohort && { value: membershipOf(filter) }),
      }}
      value={
        !isOfCohort && {
          value: Array.isArray(value) ? value.join(", ") : String(value ?? ""),
          onChange: ({ currentTarget }) => onChange({ ...filter, value: currentTarget.value }),
        }
      }
    >
      {isOfCohort ? (
        <CohortPicker value={value} onValue={(id, cohort_name) => onChange({ ...filter, value: id, cohort_name })} />
      ) : (
        <PropertyPicker label="Property" of={filter} {...field("key")} />
      )}
    </ConditionRow>
  );
}

/** A condition on a cohort that is still to be chosen. */
export const IN_COHORT = { type: "cohort", key: "id", operator: "in", value: "" } as const;
/** The service takes any other operator for `in`. */
export const membershipOf = ({ operator }: { readonly operator?: string | null }) =>
  operator === "not_in" ? "not_in" : "in";
const COHORT = { value: "cohort", label: "Cohort" };
/** As many as a project may have. */
const MAX_COHORTS = 200;

interface PickerProps {
  readonly value: unknown;
  readonly error?: string | undefined;
  readonly onValue: (id: number, name: string) => void;
}

export function CohortPicker({ value, error, onValue }: PickerProps) {
  const chosen = String(value ?? "");
  const { data } = useOperation("cohorts_list", { limit: MAX_COHORTS }, { keep: true });
  const known = data?.results.map(({ id, name }) => ({ value: String(id), label: name || `Cohort ${id}` })) ?? [];
  const none = { value: "", label: data && known.length === 0 ? "No cohort is defined yet" : "Choose a cohort" };
  return (
    <Select
      hideLabel
      label="Cohort"
      options={chosen === "" ? [none, ...known] : known}
      value={chosen}
      error={error}
      onValue={(id) => onValue(Number(id), known.find(({ value }) => value === id)?.label ?? "")}
    />
  );
}

type Filtered = Exclude<Question, { kind: "HogQLQuery" }>;

export function Conditions<Q extends Filtered>({ question, onChange }: FormProps<Q>) {
  const { filterTestAccounts, ...whole } = question;
  const { properties = [] } = question;
  const change = (filters: Filter[]) => onChange({ ...question, properties: filters });
  const set = (isSet: boolean) => onChange((isSet ? { ...whole, filterTestAccounts: true } : whole) as unknown as Q);
  return (
    <>
      {Array.isArray(properties) ? (
        <FilterList of="all events" addLabel="Condition for all events" filters={properties} onChange={change} />
      ) : (
        <p class="small quiet">This question has groups of conditions. They are changed through the interface only.</p>
      )}
      <div class="row ask-row">
        <Checkbox label="Without staff and test users" value={filterTestAccounts === true} onValue={set} />
        <PageLink to={["settings"]}>Who are they?</PageLink>
      </div>
    </>
  );
}

type Breakdown = Schemas["QueryBreakdown"];

type Divided = Question & { breakdownFilter?: Breakdown };

export function BreakdownField<Q extends Divided>({ question, onChange }: FormProps<Q>) {
  const owners = useOwners();
  const { breakdownFilter: value, ...whole } = question;
  const set = (breakdownFilter: Breakdown) => onChange({ ...question, breakdownFilter });
  if (value === undefined) return <AddButton label="By a property" onClick={() => set({ breakdown: "" })} />;
  const { breakdown_type: type, breakdown_group_type_index: group_type_index, ...unowned } = value;
  const { breakdown, breakdowns = [] } = unowned;
  const owner = { type, group_type_index };
  const choose = (chosen: string) => {
    const { type: breakdown_type, group_type_index: breakdown_group_type_index } = ownerOf(chosen);
    set({ ...unowned, breakdown_type, breakdown_group_type_index });
  };
  const remove = <CrossButton name="Do not break down" onClick={() => onChange(whole as unknown as Q)} />;
  if (breakdowns.length > 0) {
    return (
      <div class="row ask-row">
        <span>{`By ${breakdowns.map(({ property }) => property).join(" and ")}`}</span>
        {remove}
      </div>
    );
  }
  return (
    <fieldset class="row ask-row">
      <legend class="visually-hidden">By a property</legend>
      <span aria-hidden="true">By</span>
      <Select
        hideLabel
        label="Break down by whose property"
        options={owners}
        value={ownerChoice(owner)}
        onValue={choose}
      />
      <PropertyPicker
        label="Property to break down by"
        value={[breakdown ?? []].flat().join(", ")}
        of={owner}
        onValue={(chosen) => set({ ...value, breakdown: chosen })}
      />
      {remove}
    </fieldset>
  );
}
