import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { type Schemas, useAction, useCall } from "../../api/operations.ts";
import { forgetEdits, useProjectPath } from "../../api/place.ts";
import { Checkbox, Field } from "../../components/field.tsx";
import { EditForm, type Editing, useForm } from "../../components/form.tsx";
import { Button, Card, Message, Page } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Count } from "../../components/text.tsx";
import { ConditionList } from "./condition-list.tsx";
import { type FlagFields, type Preview, previewOf, reasonText, shownAttrs, toWire, valueName } from "./flags.ts";
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

type Value = Preview["values"][number];

export function PreviewCard({ flag }: { readonly flag: FlagFields }) {
  const call = useCall();
  const [shown, setShown] = useState<{ readonly of: FlagFields; readonly preview: Preview }>();
  const look = useAction(async () => {
    const preview = await call("feature_flags_preview", { body: previewOf({ ...flag, key: flag.key || "preview" }) });
    setShown({ of: flag, preview });
  });
  return (
    <Card
      title="Who would get this"
      actions={
        <Button small disabled={look.isRunning} onClick={() => void look.run()}>
          {look.isRunning ? "Looking…" : "Look"}
        </Button>
      }
    >
      {look.error && <Message>{look.error.message}</Message>}
      {shown ? (
        <Shown preview={shown.preview} isOld={shown.of !== flag} />
      ) : (
        <p class="quiet">Evaluates the flag as it is above, saved or not, for the 200 newest persons.</p>
      )}
    </Card>
  );
}

function Shown({ preview, isOld }: { readonly preview: Preview; readonly isOld: boolean }) {
  const path = useProjectPath();
  const { persons, evaluated, complete, values } = preview;
  if (evaluated === 0) return <p role="status">This project has no persons yet.</p>;
  const share = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
  return (
    <>
      <p role="status">
        Of the <Count value={evaluated} unit="newest person" />
        {persons > evaluated && ` (the project has ${persons})`}
        {!complete && "; the others would have taken too long"}
        {isOld && " – before your last change"}:
      </p>
      <Table<Value>
        caption="Values of the flag"
        rows={values}
        keyOf={({ enabled, variant }) => `${enabled} ${variant}`}
        columns={[
          { title: "Value", cell: valueName },
          { title: "Persons", isNumber: true, cell: ({ count }) => <Count value={count} /> },
          { title: "Share", isNumber: true, cell: ({ count }) => share.format(count / evaluated) },
          {
            title: "For example",
            cell: ({ examples }) => (
              <ul class="flag-examples">
                {examples.map(({ uuid, name, reason }) => (
                  <li key={uuid}>
                    <Link href={path("persons", uuid)}>{name}</Link>
                    <span class="quiet small">{reasonText(reason)}</span>
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </>
  );
}
