import { useState } from "preact/hooks";
import { type Call, useAction } from "../../api/operations.ts";
import { useGo } from "../../api/place.ts";
import { Checkbox, Field, Select } from "../../components/field.tsx";
import { type Editing, type EditProps, SentForm, useForm } from "../../components/form.tsx";
import { optionsOf } from "../../components/options.ts";
import { Button, Card, Message, Page, PageLink } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Count } from "../../components/text.tsx";
import { ConditionList } from "./condition-list.tsx";
import { type Flag, type FlagFields, type Preview, previewOf, reasonText, valueName } from "./flags.ts";
import { ValueEditor } from "./value-editor.tsx";

export function FlagForm({ form, isNew = false, submit, children }: EditProps<FlagFields> & { isNew?: boolean }) {
  const { values: flag } = form;
  const { filters } = flag;
  /** The field is beside what is said: its path is left out. */
  const errorOf = (attr: string) => {
    const said = form.errorOf(attr)?.replace(/^filters\S*\s/, "");
    return said && said.charAt(0).toUpperCase() + said.slice(1);
  };
  const onChange = (changed: Partial<typeof filters>) => form.set({ filters: { ...filters, ...changed } });
  const parts = { filters, errorOf, onChange };
  return (
    <SentForm
      class="stack apart readable"
      byButton
      {...{ form, submit }}
      beside={children}
      error={<OtherError form={form} />}
    >
      <Card title="The flag">
        {isNew && (
          <Field
            label="Key"
            hint="How programs ask for it. It cannot be changed later."
            autoFocus
            {...form.field("key")}
          />
        )}
        <Field label="Description" placeholder="What it is for" spellcheck {...form.field("name")} />
      </Card>
      <ConditionList {...parts} />
      <ValueEditor {...parts} />
      <Card title="Devices and programs">
        <Checkbox label="Visitors keep their value when they sign in" {...form.field("ensure_experience_continuity")} />
        <div class="row flag-row">
          <Select label="Shares are of" options={DIVIDED} {...form.field("bucketing_identifier")} />
          <Select label="Programs that get it" options={PROGRAMS} {...form.field("evaluation_runtime")} />
          <Field
            label="Contexts"
            hint="Names with commas between them. Empty for any."
            value={flag.evaluation_contexts.join(", ")}
            onChange={({ currentTarget: { value } }) => form.set({ evaluation_contexts: namesIn(value) })}
            error={form.errorOf("evaluation_contexts")}
          />
        </div>
      </Card>
      <PreviewCard flag={flag} />
    </SentForm>
  );
}

const DIVIDED = optionsOf<Flag["bucketing_identifier"]>({ distinct_id: "Persons", device_id: "Devices" });
const PROGRAMS = optionsOf<Flag["evaluation_runtime"]>({ all: "All", client: "Browsers and apps", server: "Servers" });

const namesIn = (text: string) => text.split(",").flatMap((name) => name.trim() || []);

function OtherError({ form: { error, otherError } }: { readonly form: Editing<FlagFields> }) {
  if (error === undefined || error.code === "conflict") return null;
  return <Message>{otherError()?.message ?? "The flag is not saved: see the field that is marked."}</Message>;
}

const NEW: FlagFields = {
  key: "",
  name: "",
  ensure_experience_continuity: false,
  ...{ bucketing_identifier: "distinct_id", evaluation_runtime: "all", evaluation_contexts: [] },
  filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
};

export function NewPage() {
  const go = useGo();
  const create = async (flag: FlagFields, call: Call) => {
    // Nobody gets a new flag before it is turned on.
    const body = { ...flag, active: false };
    go("flags", (await call("feature_flags_create", { body })).id);
  };
  const form = useForm(NEW, create, { asks: true });
  return (
    <Page title="New flag" back={<PageLink to={["flags"]}>All flags</PageLink>}>
      <FlagForm form={form} isNew submit="Create flag">
        <p class="quiet">It is off until you turn it on.</p>
      </FlagForm>
    </Page>
  );
}

type Value = Preview["values"][number];

function PreviewCard({ flag }: { readonly flag: FlagFields }) {
  const [shown, setShown] = useState<{ readonly of: FlagFields; readonly preview: Preview }>();
  const look = useAction(async (call) => {
    const preview = await call("feature_flags_preview", { body: previewOf({ ...flag, key: flag.key || "preview" }) });
    setShown({ of: flag, preview });
  });
  return (
    <Card
      title="Who would get this"
      actions={
        <Button
          label={look.isRunning ? "Looking…" : "Look"}
          small
          disabled={look.isRunning}
          onClick={() => void look.run()}
        />
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
  const { persons, evaluated, complete, values } = preview;
  if (evaluated === 0) return <p role="status">This project has no persons yet.</p>;
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
          { title: "Persons", count: ({ count }) => count },
          { title: "Share", share: ({ count }) => count / evaluated },
          {
            title: "For example",
            cell: ({ examples }) => (
              <ul class="list">
                {examples.map(({ uuid, name, reason }) => (
                  <li key={uuid}>
                    <PageLink to={["persons", uuid]}>{name}</PageLink>
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
