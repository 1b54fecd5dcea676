import type { ComponentChildren } from "preact";
import type { ApiError } from "../../api/errors.ts";
import type { Action } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Checkbox, Field, fieldError } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Message } from "../../components/message.tsx";
import { Card } from "../../components/page.tsx";
import { ConditionList } from "./condition-list.tsx";
import { shownAttrs } from "./error-places.ts";
import type { FlagFields } from "./flags.ts";
import { PreviewCard } from "./preview-card.tsx";
import { ValueEditor } from "./value-editor.tsx";

interface FlagFormProps {
  readonly flag: FlagFields;
  readonly isNew?: boolean;
  readonly onChange: (flag: FlagFields) => void;
  readonly save: Action<[]>;
  readonly submit: string;
  readonly children?: ComponentChildren;
}

export function FlagForm({ flag, isNew = false, onChange, save, submit, children }: FlagFormProps) {
  const { error } = save;
  const change = (changed: Partial<FlagFields>) => onChange({ ...flag, ...changed });
  const changeFilters = (changed: Partial<FlagFields["filters"]>) => {
    change({ filters: { ...flag.filters, ...changed } });
  };
  return (
    <Form class="flag-form" byButton onSubmit={() => save.run()}>
      <Card title="The flag">
        {isNew && (
          <Field
            label="Key"
            hint="How programs ask for it. It cannot be changed later."
            value={flag.key}
            autocomplete="off"
            spellcheck={false}
            autoFocus
            error={fieldError(error, "key")}
            onValue={(key) => change({ key })}
          />
        )}
        <Field
          label="Description"
          placeholder="What it is for"
          value={flag.name}
          error={fieldError(error, "name")}
          onValue={(name) => change({ name })}
        />
      </Card>
      <ConditionList filters={flag.filters} error={error} onChange={changeFilters} />
      <ValueEditor filters={flag.filters} error={error} onChange={changeFilters} />
      <Card title="Across a sign-in">
        <Checkbox
          label="Visitors keep their value when they sign in"
          checked={flag.ensure_experience_continuity}
          onValue={(keeps) => change({ ensure_experience_continuity: keeps })}
        />
      </Card>
      <PreviewCard flag={flag} />
      <OtherError error={error} flag={flag} />
      <div class="page-actions">
        <Button kind="main" type="submit" disabled={save.isRunning}>
          {submit}
        </Button>
        {children}
      </div>
    </Form>
  );
}

/** Shows errors of the flag as a whole, or of something that the form does not show. */
function OtherError({ error, flag }: { readonly error: ApiError | undefined; readonly flag: FlagFields }) {
  if (error === undefined || error.code === "conflict") return null;
  const isShown = error.attr !== undefined && shownAttrs(flag).has(error.attr);
  return <Message>{isShown ? "The flag is not saved: see the field that is marked." : error.message}</Message>;
}
