import type { ComponentChildren } from "preact";
import type { ApiError } from "../../api/errors.ts";
import type { Action } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Checkbox, Field, fieldError, Select, TextField } from "../../components/field.tsx";
import { Form, FormError } from "../../components/form.tsx";
import { Card } from "../../components/page.tsx";
import type { SchemaDraft } from "./schemas.ts";

interface SchemaFormProps {
  readonly draft: SchemaDraft;
  readonly isNew?: boolean;
  readonly onChange: (draft: SchemaDraft) => void;
  readonly save: Action<[]>;
  readonly submit: string;
  /** What stands beside the button that saves. */
  readonly children?: ComponentChildren;
}

const MODES = [
  { value: "warn", label: "Store it, and count the violation" },
  { value: "refuse", label: "Do not store it, and count the violation" },
];
const MAX_ROWS = 40;

/** Everything that a person may change of an event schema, each field with what the service says of it. */
export function SchemaForm({ draft, isNew = false, onChange, save, submit, children }: SchemaFormProps) {
  const { error } = save;
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
            error={fieldError(error, "event")}
            onValue={(event) => change({ event })}
          />
        )}
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
        <TextField
          label="Schema"
          hint="JSON Schema of the event's properties."
          rows={Math.min(MAX_ROWS, draft.schema.split("\n").length + 1)}
          spellcheck={false}
          value={draft.schema}
          error={schemaError(error)}
          onValue={(schema) => change({ schema })}
        />
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
