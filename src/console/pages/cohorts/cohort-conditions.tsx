import { CohortCondition } from "../../../../generated/console.ts";
import type { Schemas } from "../../api/operations.ts";
import { ConditionRow, type ConditionRowProps, Field, Select } from "../../components/field.tsx";
import { type FieldState, fieldsOf } from "../../components/form.tsx";
import { named, optionsOf } from "../../components/options.ts";
import { Bar, Button } from "../../components/page.tsx";
import { AddButton, NumberField } from "../questions/form/fields.tsx";
import { FilterList, FilterRow, IN_COHORT } from "../questions/form/filter-list.tsx";
import { EventPicker } from "../questions/form/pickers.tsx";
import type { Filter } from "../questions/question.ts";

type Condition = Schemas["CohortCondition"];
type Group = Schemas["CohortInnerGroup"];

/** Who is in a cohort: whoever meets all groups of conditions, or one. */
export interface Conditions {
  readonly type: Group["type"];
  readonly groups: readonly Group[];
}

type ErrorOf = (field: string) => string | undefined;

const MONTH = { time_value: 30, time_interval: "day" } as const;
const STARTS: Readonly<Record<Condition["type"], Condition>> = {
  person: { type: "person", key: "", operator: "exact" },
  behavioral: { type: "behavioral", key: "", value: "performed_event", event_type: "events", ...MONTH },
  cohort: IN_COHORT,
};
export const NEW_GROUP: Group = { type: "AND", values: [STARTS.person] };

const ABOUT = optionsOf<Condition["type"]>({ person: "Person", behavioral: "What they did", cohort: "Cohort" });
const MATCHES = optionsOf<Group["type"]>({ AND: "all of these conditions", OR: "one of these conditions" });
const GROUPS = optionsOf<Group["type"]>({ AND: "all of these groups", OR: "one of these groups" });

interface ConditionsProps {
  readonly value: Conditions;
  readonly onChange: (changes: Partial<Conditions>) => void;
  /** Says what is wrong at a path in the conditions as they are sent. */
  readonly errorOf: ErrorOf;
}

export function ConditionFields({ value, onChange, errorOf }: ConditionsProps) {
  const { type, groups } = value;
  const isOne = groups.length === 1;
  const set = (index: number, group: Group) => onChange({ groups: groups.with(index, group) });
  return (
    <>
      {!isOne && (
        <Bar>
          <Select label="Who meets" options={GROUPS} value={type} onValue={(chosen) => onChange({ type: chosen })} />
        </Bar>
      )}
      {groups.map((group, at) => (
        <fieldset key={at} class={isOne ? "stack" : "stack box"}>
          <legend class={isOne ? "visually-hidden" : undefined}>{isOne ? "Who is in it" : `Group ${at + 1}`}</legend>
          <Bar>
            <Select
              label={isOne ? "Who meets" : `Who meets, of group ${at + 1}`}
              options={MATCHES}
              value={group.type}
              onValue={(chosen) => set(at, { ...group, type: chosen })}
            />
          </Bar>
          {group.values.map((condition, index) => (
            <ConditionOf
              key={index}
              name={`condition ${index + 1} of group ${at + 1}`}
              condition={condition}
              errorOf={(field) => errorOf(isOne ? `${index}__${field}` : `${at}__values__${index}__${field}`)}
              onChange={(changed) => set(at, { ...group, values: group.values.with(index, changed) })}
              onRemove={() => set(at, { ...group, values: group.values.toSpliced(index, 1) })}
            />
          ))}
          <div class="row">
            <AddButton
              label="Condition"
              of={`group ${at + 1}`}
              onClick={() => set(at, { ...group, values: [...group.values, STARTS.person] })}
            />
            {!isOne && (
              <Button
                label={`Remove group ${at + 1}`}
                kind="quiet"
                small
                onClick={() => onChange({ groups: groups.toSpliced(at, 1) })}
              />
            )}
          </div>
        </fieldset>
      ))}
      <div class="row">
        <Button label="Add a group" small onClick={() => onChange({ groups: [...groups, NEW_GROUP] })} />
      </div>
    </>
  );
}

interface RowProps extends Pick<ConditionRowProps<string>, "name" | "onRemove"> {
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
  readonly errorOf: ErrorOf;
}

function ConditionOf({ condition, onChange, errorOf, ...row }: RowProps) {
  const about = { label: "About", options: ABOUT, value: condition.type };
  const owner = { ...about, onValue: (chosen: string) => onChange(STARTS[chosen as Condition["type"]]) };
  const wrong = ["key", "operator", "value"].map(errorOf).find((error) => error !== undefined);
  return (
    <div class="list">
      {condition.type === "behavioral" ? (
        <ConditionRow {...row} owner={owner} class="row ask-row" comparison={false} value={false}>
          <Behavior {...{ condition, onChange, errorOf }} name={row.name} />
        </ConditionRow>
      ) : (
        <>
          {condition.negation && <p class="small quiet">Who does not meet this:</p>}
          <FilterRow {...row} owner={owner} filter={condition as Filter} onChange={(to) => onChange(to as Condition)} />
        </>
      )}
      {wrong && <p class="field-error">{wrong}</p>}
    </div>
  );
}

const NOT = "not ";
const BEHAVIORS = optionsOf<string>({
  performed_event: "did",
  [`${NOT}performed_event`]: "did not do",
  performed_event_multiple: "did several times",
  performed_event_first_time: "did for the first time",
  performed_event_sequence: "did, and then something else",
  stopped_performing_event: "stopped doing",
  restarted_performing_event: "began again to do",
});
const TIMES = optionsOf<"gte" | "lte" | "exact" | "gt" | "lt">({
  gte: "at least",
  lte: "at most",
  exact: "exactly",
  gt: "more than",
  lt: "less than",
});
const UNITS = named(CohortCondition.time_interval.values, (unit) => `${unit}s`);
const SEVERAL = { operator: "gte", operator_value: 2 } as const;
const WEEK = { seq_time_value: 7, seq_time_interval: "day" } as const;
/** What behaviors have beside an event and a time, and how their second time is said. */
const MORE: Readonly<Record<string, Partial<Condition> & { readonly says?: string }>> = {
  performed_event_multiple: SEVERAL,
  performed_event_sequence: { ...WEEK, seq_event: "", seq_event_type: "events", says: "within" },
  stopped_performing_event: { ...WEEK, says: "but not in the last" },
  restarted_performing_event: { ...WEEK, says: "but again in the last" },
};

function Behavior({ name, condition, onChange, errorOf }: Omit<RowProps, "onRemove">) {
  const { type, key, value, negation, event_type, event_filters, explicit_datetime, seq_event } = condition;
  const set = (changes: Partial<Condition>) => onChange({ ...condition, ...changes });
  const field = fieldsOf(condition, set, errorOf);
  const { says } = MORE[String(value)] ?? {};
  const choose = (chosen: string) => {
    const behavior = chosen.replace(NOT, "");
    const { says: _, ...more } = MORE[behavior] ?? {};
    const isNot = behavior !== chosen;
    onChange({ ...MONTH, type, key, event_type, event_filters, value: behavior, negation: isNot, ...more });
  };
  return (
    <>
      <Select
        hideLabel
        label="What they did"
        options={BEHAVIORS}
        value={`${negation ? NOT : ""}${value}`}
        onValue={choose}
      />
      <Happening label="Event" of={event_type} id={key} onValue={(chosen) => set({ key: chosen })} />
      {value === "performed_event_multiple" && (
        <>
          <Select hideLabel label="How it compares" options={TIMES} {...field("operator", "gte")} />
          <NumberField
            hideLabel
            label="How often"
            {...CohortCondition.operator_value}
            {...field("operator_value", 2)}
          />
          <span>times</span>
        </>
      )}
      {explicit_datetime ? (
        <>
          <span>since</span>
          <Field hideLabel label="Since" {...field("explicit_datetime", "")} />
        </>
      ) : (
        <Within
          says={value === "restarted_performing_event" ? "not in the last" : "in the last"}
          number={field("time_value", 30)}
          unit={field("time_interval", "day")}
        />
      )}
      {value === "performed_event_sequence" && (
        <>
          <span>and then</span>
          <Happening
            label="Event that follows"
            of={condition.seq_event_type}
            id={seq_event ?? ""}
            onValue={(chosen) => set({ seq_event: chosen })}
          />
        </>
      )}
      {says && <Within says={says} number={field("seq_time_value", 30)} unit={field("seq_time_interval", "day")} />}
      <FilterList of={name} filters={event_filters ?? []} onChange={(filters) => set({ event_filters: filters })} />
    </>
  );
}

interface HappeningProps {
  readonly label: string;
  readonly of: Condition["event_type"];
  readonly id: string | number;
  readonly onValue: (event: string) => void;
}

/** Chooses an event. Actions are chosen by programs only. */
function Happening({ label, of, id, onValue }: HappeningProps) {
  if (of === "actions") return <span>{`action ${id}`}</span>;
  return <EventPicker label={label} value={String(id)} hasAll={false} onValue={(event) => onValue(event ?? "")} />;
}

interface WithinProps {
  readonly says: string;
  readonly number: FieldState<string | number>;
  readonly unit: FieldState<NonNullable<Condition["time_interval"]>>;
}

function Within({ says, number, unit }: WithinProps) {
  return (
    <>
      <span>{says}</span>
      <NumberField
        hideLabel
        label={`${says}: how many`}
        {...CohortCondition.time_value}
        {...number}
        value={Number(number.value)}
      />
      <Select hideLabel label={`${says}: unit`} options={UNITS} {...unit} />
    </>
  );
}
