import { useKnownNames } from "../../api/operations.ts";
import { ConditionRow, Field, Select } from "../../components/field.tsx";
import { fieldsOf } from "../../components/form.tsx";
import { OPERATORS } from "../../components/options.ts";
import { Button, Card, Message } from "../../components/page.tsx";
import { MEMBERSHIPS } from "../questions/choices.ts";
import { CohortPicker, IN_COHORT, membershipOf } from "../questions/form/filter-list.tsx";
import type { Condition, FlagParts, FlagProperty } from "./flags.ts";
import { LIST_OPERATORS, OWNERS, textToValue, valueToText } from "./flags.ts";
import { ShareField } from "./value-editor.tsx";

export function ConditionList({ filters, errorOf, onChange }: FlagParts) {
  const { groups } = filters;
  const wrong = errorOf("filters__groups");
  const known = useKnownNames("property", "person");
  return (
    <Card title="Who gets it">
      <p class="quiet">Whoever meets one of these rules. Without a rule, nobody gets the flag.</p>
      {groups.map((condition, index) => (
        <ConditionFields
          key={index}
          {...{ condition, index, filters, errorOf, known }}
          onChange={(changed) => onChange({ groups: groups.with(index, { ...condition, ...changed }) })}
          onRemove={() => onChange({ groups: groups.toSpliced(index, 1) })}
        />
      ))}
      {wrong && <Message>{wrong}</Message>}
      <div class="row">
        <Button
          label="Add a rule"
          small
          onClick={() => onChange({ groups: [...groups, { properties: [], rollout_percentage: 100 }] })}
        />
      </div>
      <details>
        <summary>For groups instead of persons</summary>
        <Field
          label="Type of group"
          hint="Such as company. Everyone in a group then gets the same. Leave it empty for persons."
          value={filters.aggregation_group_type ?? ""}
          error={errorOf("filters__aggregation_group_type")}
          onValue={(type) => onChange({ aggregation_group_type: type === "" ? null : type })}
        />
      </details>
    </Card>
  );
}

interface ConditionProps extends Omit<FlagParts, "onChange"> {
  readonly condition: Condition;
  readonly index: number;
  /** Names of properties of persons. */
  readonly known: readonly string[];
  readonly onChange: (changed: Partial<Condition>) => void;
  readonly onRemove: () => void;
}

function ConditionFields({ condition, index, filters, errorOf, known, onChange, onRemove }: ConditionProps) {
  const all = condition.properties ?? [];
  const variants = filters.multivariate?.variants ?? [];
  const place = `filters__groups__${index}`;
  const field = fieldsOf(condition, onChange, (name) => errorOf(`${place}__${name}`));
  const variant = field("variant", "");
  const setAll = (changed: FlagProperty[]) => onChange({ properties: changed });
  return (
    <fieldset class="stack box">
      <legend>Rule {index + 1}</legend>
      {all.length === 0 && <p>Everyone</p>}
      {all.map((property, at) => (
        <PropertyFields
          key={at}
          {...{ property, known }}
          name={`condition ${at + 1} of rule ${index + 1}`}
          errorOf={(field) => errorOf(`${place}__properties__${at}__${field}`)}
          onChange={(changed) => setAll(all.with(at, { ...property, ...changed }))}
          onRemove={() => setAll(all.toSpliced(at, 1))}
        />
      ))}
      <div class="row">
        <Button
          label="Add a condition"
          small
          onClick={() => setAll([...all, { key: "", type: "person", operator: "exact", value: "" }])}
        />
      </div>
      <div class="row flag-row">
        <ShareField label="Share of them, in %" {...field("rollout_percentage", 100)} />
        {variants.length > 0 && (
          <Select
            label="Variant"
            options={[
              { value: "", label: "By their percentages" },
              ...variants.map(({ key }) => ({ value: key, label: key || "(without a key)" })),
            ]}
            {...variant}
            onValue={(key) => onChange({ variant: key === "" ? null : key })}
          />
        )}
        <Button label="Remove" kind="quiet" small onClick={onRemove} aria-label={`Remove rule ${index + 1}`} />
      </div>
    </fieldset>
  );
}

interface PropertyProps extends Pick<ConditionProps, "errorOf" | "known"> {
  readonly property: FlagProperty;
  readonly name: string;
  readonly onChange: (changed: Partial<FlagProperty>) => void;
  readonly onRemove: () => void;
}

function PropertyFields({ property, name, errorOf, known, onChange, onRemove }: PropertyProps) {
  const { value } = property;
  const field = fieldsOf(property, onChange, errorOf);
  const type = property.type ?? "person";
  const isFlag = type === "flag";
  const isCohort = type === "cohort";
  const operator = property.operator ?? "exact";
  const isList = LIST_OPERATORS.has(operator);
  const changeType = (chosen: string) => {
    if (chosen === "flag") onChange({ type: chosen, operator: "flag_evaluates_to", value: true });
    else if (chosen === "cohort") onChange(IN_COHORT);
    else if (isFlag || isCohort) onChange({ type: chosen, key: "", operator: "exact", value: "" });
    else onChange({ type: chosen });
  };
  const ofFlag = {
    label: "Value of the flag",
    placeholder: "true, false or a variant",
    value: String(value ?? ""),
    onValue: (text: string) => onChange({ value: text === "true" || (text === "false" ? false : text) }),
  };
  const ofProperty = {
    ...(isList && { placeholder: "Value, or several; with ; between" }),
    value: valueToText(value),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      onChange({ value: textToValue(currentTarget.value, operator) });
    },
  };
  return (
    <ConditionRow
      {...{ name, onRemove }}
      class="row flag-row"
      owner={{ label: "Of what", options: OWNERS, value: type, onValue: changeType }}
      comparison={
        !isFlag && {
          options: isCohort ? MEMBERSHIPS : OPERATORS,
          value: isCohort ? membershipOf({ operator }) : operator,
          error: errorOf("operator"),
          onValue: (chosen) =>
            onChange({ operator: chosen, ...(!isCohort && { value: textToValue(valueToText(value), chosen) }) }),
        }
      }
      value={!isCohort && { ...(isFlag ? ofFlag : ofProperty), error: errorOf("value") }}
    >
      {isCohort ? (
        <CohortPicker value={value} error={errorOf("value")} onValue={(id) => onChange({ value: id })} />
      ) : (
        <Field
          hideLabel
          label={isFlag ? "Flag" : "Property"}
          placeholder={isFlag ? "Key of the flag" : "Property, such as plan"}
          {...(type === "person" && { suggestions: known })}
          {...field("key")}
        />
      )}
    </ConditionRow>
  );
}
