import { useState } from "preact/hooks";
import { ApiError } from "../api/client.ts";
import { type Call, type Schemas, useKnownNames } from "../api/operations.ts";
import { useGo } from "../api/place.ts";
import { Checkbox, Field, Select, TextField } from "../components/field.tsx";
import { type EditProps, SentForm, useForm } from "../components/form.tsx";
import { optionsOf } from "../components/options.ts";
import { ActionButton, Bar, Button, Card, CrossButton, Page, PageLink } from "../components/page.tsx";
import { type PropertyRow, rowsOf, typeOf, valuesOf, withRows, withType, withValues } from "./event-schema-rows.ts";

export type EventSchema = Schemas["EventSchema"];

/** What a person edits: the schema is text until it is sent. */
type SchemaDraft = Omit<Described, "schema"> & { readonly schema: string; readonly allow_breaking: boolean };

export const BACK = <PageLink to={["plan"]}>Tracking plan</PageLink>;
export const consequence = ({ mode }: Pick<EventSchema, "mode">) => (mode === "refuse" ? "Refused" : "Stored");

type Described = Pick<EventSchema, "event" | "description" | "mode" | "schema">;

export function draftOf({ event, description, mode, schema }: Described): SchemaDraft {
  return { event, description, mode, schema: JSON.stringify(schema, null, 2), allow_breaking: false };
}

/** Parses the text. Throws what the form shows at the field. */
export function parseSchema(text: string): Schemas["EventSchemaRequest"]["schema"] {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError(0, `This is no JSON yet: ${(error as Error).message}`, { attr: "schema" });
  }
}

const MODES = optionsOf<EventSchema["mode"]>({
  warn: "Store it, and count the violation",
  refuse: "Do not store it, and count the violation",
});
const MAX_ROWS = 40;

export function SchemaForm({ form, isNew = false, submit, children }: EditProps<SchemaDraft> & { isNew?: boolean }) {
  const { error, values } = form;
  const schema = form.field("schema");
  const known = useKnownNames("event");
  const isBreaking = error?.code === "breaking_change" || values.allow_breaking;
  return (
    <div class="readable">
      <Card>
        <SentForm
          class="stack"
          byButton
          {...{ form, submit }}
          beside={children}
          error={isOfSchema(error) ? null : undefined}
        >
          {isNew && (
            <Field
              label="Event"
              hint="Its name, as programs send it. It cannot be changed later."
              autoFocus
              suggestions={known}
              {...form.field("event")}
            />
          )}
          <Field label="Description" placeholder="When it happens" spellcheck {...form.field("description")} />
          <Select label="If an event violates the schema" options={MODES} {...form.field("mode")} />
          <h2>Properties</h2>
          {isNew && <DraftButton event={values.event} onDraft={schema.onValue} />}
          <PropertyFields schema={values.schema} onChange={schema.onValue} />
          <details open={rowsOf(values.schema) === null || isOfSchema(error)}>
            <summary>As JSON</summary>
            <TextField
              label="Schema"
              hint="JSON Schema of the event's properties."
              rows={Math.min(MAX_ROWS, values.schema.split("\n").length + 1)}
              spellcheck={false}
              {...schema}
              error={schemaError(error)}
            />
          </details>
          {isBreaking && (
            <Checkbox label="Change it although valid events could become invalid" {...form.field("allow_breaking")} />
          )}
        </SentForm>
      </Card>
    </div>
  );
}

/** Describes the properties as they are in the events that arrived. */
function DraftButton({ event, onDraft }: { event: string; onDraft: (schema: string) => void }) {
  const draft = async (call: Call) => {
    const [found] = (await call("event_schema_drafts_list", { event })).results;
    if (!found) throw new ApiError(0, "No event of this name has arrived in the last 30 days.");
    onDraft(JSON.stringify(found.schema, null, 2));
  };
  return <ActionButton label="Describe them from its events" disabled={event === ""} act={draft} />;
}

function isOfSchema(error: ApiError | undefined): boolean {
  return error?.attr?.split("__")[0] === "schema";
}

/** Names the place as it stands in the text: `properties.plan.type`. */
function schemaError(error: ApiError | undefined): string | undefined {
  if (error === undefined || !isOfSchema(error)) return undefined;
  const attr = error.attr ?? "";
  const place = attr.split("__").slice(1).join(".");
  return error.message.startsWith(`${attr} `) ? `${place || "This"}${error.message.slice(attr.length)}` : error.message;
}

const NEW = draftOf({ event: "", description: "", mode: "warn", schema: { type: "object", properties: {} } });

export function NewPage() {
  const go = useGo();
  const create = async ({ allow_breaking: _, schema, ...draft }: SchemaDraft, call: Call) => {
    const body = { ...draft, schema: parseSchema(schema) };
    go("plan", (await call("event_schemas_create", { body })).id);
  };
  const form = useForm(NEW, create, { asks: true });
  return (
    <Page title="New event schema" back={BACK}>
      <SchemaForm form={form} isNew submit="Create" />
    </Page>
  );
}

const TYPES = optionsOf<string>({
  "": "Anything",
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "True or false",
  array: "List",
  object: "Object",
});

function PropertyFields({ schema, onChange }: { schema: string; onChange: (schema: string) => void }) {
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
          value={name}
          onValue={setName}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            event.stopPropagation();
            add();
          }}
        />
        <Button label="Add the property" disabled={!isNew} onClick={add} />
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
    <fieldset class="row box plan-row">
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
      <Checkbox label="Always there" value={isRequired} onValue={(always) => onChange({ isRequired: always })} />
      <CrossButton name={`Remove ${name}`} onClick={onRemove} />
    </fieldset>
  );
}
