import type { ApiError } from "../../api/errors.ts";
import { Button } from "../../components/button.tsx";
import { Field, Select } from "../../components/field.tsx";
import { errorAt, propertyAttr } from "./error-places.ts";
import type { FlagProperty } from "./flags.ts";
import { LIST_OPERATORS, OPERATORS, OWNERS, textToValue, valueToText, WITHOUT_VALUE } from "./operators.ts";

interface Props {
  readonly properties: readonly FlagProperty[];
  /** Index of the rule that they belong to. */
  readonly condition: number;
  readonly error: ApiError | undefined;
  readonly onChange: (properties: FlagProperty[]) => void;
}

export const PERSON_PROPERTIES = "person-properties";

export function PropertyList({ properties, condition, error, onChange }: Props) {
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
