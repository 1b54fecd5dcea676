import type { ComponentChildren } from "preact";
import { Link, useLocation } from "wouter-preact";
import type { Schemas } from "../../api/client.ts";
import { useCall } from "../../api/operations.ts";
import { useProjectPath } from "../../api/session.ts";
import { forgetEdits } from "../../api/unsaved.ts";
import { Checkbox, Field } from "../../components/field.tsx";
import { EditForm, type Editing, useForm } from "../../components/form.tsx";
import { Message } from "../../components/message.tsx";
import { Card, Page } from "../../components/page.tsx";
import { ConditionList } from "./condition-list.tsx";
import { shownAttrs } from "./error-places.ts";
import { type FlagFields, toWire } from "./flags.ts";
import { PreviewCard } from "./preview-card.tsx";
import { ValueEditor } from "./value-editor.tsx";

interface FlagFormProps {
  readonly form: Editing<FlagFields>;
  readonly isNew?: boolean;
  readonly submit: string;
  readonly children?: ComponentChildren;
}

export function FlagForm({ form, isNew = false, submit, children }: FlagFormProps) {
  const { values: flag, error } = form;
  const { filters } = flag;
  const changeFilters = (changed: Partial<typeof filters>) => form.set({ filters: { ...filters, ...changed } });
  return (
    <EditForm class="flag-form" {...{ form, submit }} beside={children} error={<OtherError form={form} />}>
      <Card title="The flag">
        {isNew && (
          <Field
            label="Key"
            hint="How programs ask for it. It cannot be changed later."
            autocomplete="off"
            spellcheck={false}
            autoFocus
            {...form.field("key")}
          />
        )}
        <Field label="Description" placeholder="What it is for" {...form.field("name")} />
      </Card>
      <ConditionList filters={filters} error={error} onChange={changeFilters} />
      <ValueEditor filters={filters} error={error} onChange={changeFilters} />
      <Card title="Across a sign-in">
        <Checkbox
          label="Visitors keep their value when they sign in"
          checked={flag.ensure_experience_continuity}
          onValue={(keeps) => form.set({ ensure_experience_continuity: keeps })}
        />
      </Card>
      <PreviewCard flag={flag} />
    </EditForm>
  );
}

/** Shows errors of the flag as a whole, or of something that the form does not show. */
function OtherError({ form: { error, values } }: { readonly form: Editing<FlagFields> }) {
  if (error === undefined || error.code === "conflict") return null;
  const isShown = error.attr !== undefined && shownAttrs(values).has(error.attr);
  return <Message>{isShown ? "The flag is not saved: see the field that is marked." : error.message}</Message>;
}

const NEW: FlagFields = {
  key: "",
  name: "",
  ensure_experience_continuity: false,
  filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
};

export function NewPage() {
  const call = useCall();
  const path = useProjectPath();
  const [, navigate] = useLocation();
  const form = useForm(
    NEW,
    async (flag) => {
      // Nobody gets a new flag before it is turned on.
      const body = { ...toWire(flag), active: false } as Schemas["FeatureFlagRequest"];
      const { id } = await call("feature_flags_create", { body });
      forgetEdits();
      navigate(path("flags", id));
    },
    { asks: true },
  );
  return (
    <Page title="New flag" back={<Link href={path("flags")}>All flags</Link>}>
      <FlagForm form={form} isNew submit="Create flag">
        <p class="quiet">It is off until you turn it on.</p>
      </FlagForm>
    </Page>
  );
}
