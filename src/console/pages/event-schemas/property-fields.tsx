import { useState } from "preact/hooks";
import { Checkbox, Field, Select } from "../../components/field.tsx";
import { optionsOf } from "../../components/options.ts";
import { Bar, Button, CrossButton } from "../../components/page.tsx";
import { type PropertyRow, rowsOf, typeOf, valuesOf, withRows, withType, withValues } from "./property-rows.ts";

const TYPES = optionsOf<string>({
  "": "Anything",
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "True or false",
  array: "List",
  object: "Object",
});

export function PropertyFields({ schema, onChange }: { schema: string; onChange: (schema: string) => void }) {
  const [name, setName] = useState("");
  const rows = rowsOf(schema);
  if (rows === null) return <p class="quiet">The JSON below does not describe an object yet.</p>;
  const change = (changed: readonly PropertyRow[]) => onChange(withRows(schema, changed));
  const isNew = name.trim() !== "" && rows.every((row) => row.name !== name.trim());
  const add = () => {
    if (!isNew) return;
    change([...rows, { name: name.trim(), isRequired: false, property: { type: "string" } }]);
    setName("");
  };
  return (
    <>
      {rows.length === 0 && <p class="quiet">No property is described yet: all events are valid.</p>}
      {rows.map((row, index) => (
        <RowFields
          key={row.name}
          row={row}
          onChange={(changed) => change(rows.with(index, { ...row, ...changed }))}
          onRemove={() => change(rows.toSpliced(index, 1))}
        />
      ))}
      <Bar>
        <Field
          label="Another property"
          autocomplete="off"
          spellcheck={false}
          value={name}
          onValue={setName}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            event.stopPropagation();
            add();
          }}
        />
        <Button disabled={!isNew} onClick={add}>
          Add the property
        </Button>
      </Bar>
    </>
  );
}

interface RowFieldsProps {
  readonly row: PropertyRow;
  readonly onChange: (changed: Partial<PropertyRow>) => void;
  readonly onRemove: () => void;
}

function RowFields({ row: { name, isRequired, property }, onChange, onRemove }: RowFieldsProps) {
  const type = typeOf(property);
  const values = valuesOf(property);
  return (
    <fieldset class="plan-row">
      <legend class="wrap-anywhere">{name}</legend>
      <Select
        hideLabel
        label="Type"
        options={TYPES}
        value={type}
        onValue={(chosen) => onChange({ property: withType(property, chosen) })}
      />
      {values !== null && (
        <Field
          hideLabel
          label="Allowed values"
          placeholder="Any, or such as: free, pro"
          value={values}
          onChange={({ currentTarget }) => onChange({ property: withValues(property, currentTarget.value) })}
        />
      )}
      <Checkbox label="Always there" checked={isRequired} onValue={(always) => onChange({ isRequired: always })} />
      <CrossButton name={`Remove ${name}`} onClick={onRemove} />
    </fieldset>
  );
}
