import type { ComponentChildren } from "preact";
import { ApiError } from "../../api/errors.ts";
import { useKnownNames } from "../../api/use-known-names.ts";
import { type Action, useAction } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Checkbox, Field, fieldError, Select, Suggestions, TextField } from "../../components/field.tsx";
import { Form, FormError } from "../../components/form.tsx";
import { Message } from "../../components/message.tsx";
import { Card } from "../../components/page.tsx";
import { PropertyFields } from "./property-fields.tsx";
import { rowsOf } from "./property-rows.ts";
import { type SchemaDraft, useSchemas } from "./schemas.ts";

interface SchemaFormProps {
  readonly draft: SchemaDraft;
  readonly isNew?: boolean;
  readonly onChange: (draft: SchemaDraft) => void;
  readonly save: Action<[]>;
  readonly submit: string;
  readonly children?: ComponentChildren;
}

const MODES = [
  { value: "warn", label: "Store it, and count the violation" },
  { value: "refuse", label: "Do not store it, and count the violation" },
];
const MAX_ROWS = 40;

export function SchemaForm({ draft, isNew = false, onChange, save, submit, children }: SchemaFormProps) {
  const { error } = save;
  const known = useKnownNames("event_definitions");
  const change = (changed: Partial<SchemaDraft>) => onChange({ ...draft, ...changed });
  const isBreaking = error?.code === "breaking_change" || draft.allowsBreaking;
  return (
    <Form class="plan-form" byButton onSubmit={() => save.run()}>
      <Card>
        {isNew && (
          <Field
            label="Event"
            hint="Its name, as programs send it. It cannot be changed later."
            value={draft.event}
            autocomplete="off"
            spellcheck={false}
            autoFocus
            list="known-events"
            error={fieldError(error, "event")}
            onValue={(event) => change({ event })}
          />
        )}
        <Suggestions id="known-events" values={known} />
        <Field
          label="Description"
          placeholder="When it happens"
          value={draft.description}
          error={fieldError(error, "description")}
          onValue={(description) => change({ description })}
        />
        <Select
          label="If an event violates the schema"
          options={MODES}
          value={draft.mode}
          error={fieldError(error, "mode")}
          onValue={(mode) => change({ mode: mode === "refuse" ? "refuse" : "warn" })}
        />
        <h2>Properties</h2>
        {isNew && <DraftButton event={draft.event} onDraft={(schema) => change({ schema })} />}
        <PropertyFields schema={draft.schema} onChange={(schema) => change({ schema })} />
        <details open={rowsOf(draft.schema) === null || isOfSchema(error)}>
          <summary>As JSON</summary>
          <TextField
            label="Schema"
            hint="JSON Schema of the event's properties."
            rows={Math.min(MAX_ROWS, draft.schema.split("\n").length + 1)}
            spellcheck={false}
            value={draft.schema}
            error={schemaError(error)}
            onValue={(schema) => change({ schema })}
          />
        </details>
        {isBreaking && (
          <Checkbox
            label="Change it although valid events could become invalid"
            checked={draft.allowsBreaking}
            onValue={(allowsBreaking) => change({ allowsBreaking })}
          />
        )}
        <FormError error={isOfSchema(error) ? undefined : error} fields={["event", "description", "mode"]} />
        <div class="page-actions">
          <Button kind="main" type="submit" disabled={save.isRunning}>
            {submit}
          </Button>
          {children}
        </div>
      </Card>
    </Form>
  );
}

interface DraftButtonProps {
  readonly event: string;
  readonly onDraft: (schema: string) => void;
}

/** Describes the properties as they are in the events that arrived. */
function DraftButton({ event, onDraft }: DraftButtonProps) {
  const schemas = useSchemas();
  const draft = useAction(async () => {
    const [found] = (await schemas.drafts(event)).results;
    if (!found) throw new ApiError(0, "No event of this name has arrived in the last 30 days.");
    onDraft(JSON.stringify(found.schema, null, 2));
  });
  return (
    <>
      <div>
        <Button disabled={event === "" || draft.isRunning} onClick={() => void draft.run()}>
          Describe them from its events
        </Button>
      </div>
      {draft.error && <Message>{draft.error.message}</Message>}
    </>
  );
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
