import type { ApiError } from "../../api/client.ts";
import { useKnownNames } from "../../api/operations.ts";
import { Field, Select, Suggestions } from "../../components/field.tsx";
import { Button, Card, Message } from "../../components/page.tsx";
import { type Condition, conditionAttr, errorAt, type Filters, type FlagProperty, propertyAttr } from "./flags.ts";
import { LIST_OPERATORS, numberIn, OPERATORS, OWNERS, textToValue, valueToText, WITHOUT_VALUE } from "./operators.ts";

interface Props {
  readonly filters: Filters;
  readonly error: ApiError | undefined;
  readonly onChange: (changed: Partial<Filters>) => void;
}

export function ConditionList({ filters, error, onChange }: Props) {
  const { groups } = filters;
  const wrong = errorAt(error, "filters__groups");
  const names = useKnownNames("property", "person");
  return (
    <Card title="Who gets it">
      <p class="quiet">Whoever meets one of these rules. Without a rule, nobody gets the flag.</p>
      {groups.map((condition, index) => (
        <ConditionFields
          key={index}
          {...{ condition, index, filters, error }}
          onChange={(changed) => onChange({ groups: groups.with(index, { ...condition, ...changed }) })}
          onRemove={() => onChange({ groups: groups.toSpliced(index, 1) })}
        />
      ))}
      <Suggestions id={PERSON_PROPERTIES} values={names} />
      {wrong && <Message>{wrong}</Message>}
      <div class="page-actions">
        <Button small onClick={() => onChange({ groups: [...groups, { properties: [], rollout_percentage: 100 }] })}>
          Add a rule
        </Button>
      </div>
      <details class="flag-more">
        <summary>For groups instead of persons</summary>
        <Field
          label="Type of group"
          hint="Such as company. Everyone in a group then gets the same. Leave it empty for persons."
          value={filters.aggregation_group_type ?? ""}
          error={errorAt(error, "filters__aggregation_group_type")}
          onValue={(type) => onChange({ aggregation_group_type: type === "" ? null : type })}
        />
      </details>
    </Card>
  );
}

interface ConditionProps extends Omit<Props, "onChange"> {
  readonly condition: Condition;
  readonly index: number;
  readonly onChange: (changed: Partial<Condition>) => void;
  readonly onRemove: () => void;
}

function ConditionFields({ condition, index, filters, error, onChange, onRemove }: ConditionProps) {
  const { properties, rollout_percentage: share, variant } = condition;
  const variants = filters.multivariate?.variants ?? [];
  return (
    <fieldset class="flag-condition">
      <legend>Rule {index + 1}</legend>
      <PropertyList
        properties={properties ?? []}
        condition={index}
        error={error}
        onChange={(changed) => onChange({ properties: changed })}
      />
      <div class="flag-row">
        <Field
          label="Share of them, in %"
          inputMode="decimal"
          value={share ?? 100}
          error={errorAt(error, `${conditionAttr(index)}__rollout_percentage`)}
          onChange={({ currentTarget }) => onChange({ rollout_percentage: numberIn(currentTarget.value) })}
        />
        {variants.length > 0 && (
          <Select
            label="Variant"
            options={[
              { value: "", label: "By their percentages" },
              ...variants.map(({ key }) => ({ value: key, label: key || "(without a key)" })),
            ]}
            value={variant ?? ""}
            error={errorAt(error, `${conditionAttr(index)}__variant`)}
            onValue={(key) => onChange({ variant: key === "" ? null : key })}
          />
        )}
        <Button kind="quiet" small onClick={onRemove} aria-label={`Remove rule ${index + 1}`}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}

interface PropertyListProps {
  readonly properties: readonly FlagProperty[];
  /** Index of the rule that they belong to. */
  readonly condition: number;
  readonly error: ApiError | undefined;
  readonly onChange: (properties: FlagProperty[]) => void;
}

export const PERSON_PROPERTIES = "person-properties";

export function PropertyList({ properties, condition, error, onChange }: PropertyListProps) {
  const add = () => onChange([...properties, { key: "", type: "person", operator: "exact", value: "" }]);
  return (
    <>
      {properties.length === 0 && <p>Everyone</p>}
      {properties.map((property, index) => (
        <PropertyFields
          key={index}
          property={property}
          name={`Condition ${index + 1} of rule ${condition + 1}`}
          attr={propertyAttr(condition, index)}
          error={error}
          onChange={(changed) => onChange(properties.with(index, { ...property, ...changed }))}
          onRemove={() => onChange(properties.toSpliced(index, 1))}
        />
      ))}
      <div class="page-actions">
        <Button small onClick={add}>
          Add a condition
        </Button>
      </div>
    </>
  );
}

interface FieldsProps {
  readonly property: FlagProperty;
  readonly name: string;
  readonly attr: string;
  readonly error: ApiError | undefined;
  readonly onChange: (changed: Partial<FlagProperty>) => void;
  readonly onRemove: () => void;
}

function PropertyFields({ property, name, attr, error, onChange, onRemove }: FieldsProps) {
  const { key, value } = property;
  const type = property.type ?? "person";
  const isFlag = type === "flag";
  const operator = property.operator ?? "exact";
  const changeType = (chosen: string) => {
    if (chosen === "flag") onChange({ type: chosen, operator: "flag_evaluates_to", value: true });
    else onChange({ type: chosen, operator: isFlag ? "exact" : operator, value: isFlag ? "" : value });
  };
  return (
    <fieldset class="flag-row">
      <legend class="visually-hidden">{name}</legend>
      <Select hideLabel label="Of what" options={OWNERS} value={type} onValue={changeType} />
      <Field
        hideLabel
        label={isFlag ? "Flag" : "Property"}
        placeholder={isFlag ? "Key of the flag" : "Property, such as plan"}
        autocomplete="off"
        {...(type === "person" && { list: PERSON_PROPERTIES })}
        value={key}
        error={errorAt(error, `${attr}__key`)}
        onValue={(text) => onChange({ key: text })}
      />
      {isFlag ? (
        <Field
          hideLabel
          label="Value of the flag"
          placeholder="true, false or a variant"
          value={String(value ?? "")}
          error={errorAt(error, `${attr}__value`)}
          onValue={(text) => onChange({ value: text === "true" || (text === "false" ? false : text) })}
        />
      ) : (
        <>
          <Select
            hideLabel
            label="Comparison"
            options={OPERATORS}
            value={operator}
            error={errorAt(error, `${attr}__operator`)}
            onValue={(chosen) => onChange({ operator: chosen, value: textToValue(valueToText(value), chosen) })}
          />
          {!WITHOUT_VALUE.has(operator) && (
            <Field
              hideLabel
              label="Value"
              placeholder={LIST_OPERATORS.has(operator) ? "Value, or several; with ; between" : "Value"}
              value={valueToText(value)}
              error={errorAt(error, `${attr}__value`)}
              onChange={({ currentTarget }) => onChange({ value: textToValue(currentTarget.value, operator) })}
            />
          )}
        </>
      )}
      <Button kind="quiet" small onClick={onRemove} aria-label={`Remove ${name.toLowerCase()}`}>
        <span aria-hidden="true">✕</span>
      </Button>
    </fieldset>
  );
}
