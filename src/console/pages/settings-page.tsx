import { useState } from "preact/hooks";
import { ApiError, SERVICE_URL } from "../api/client.ts";
import { type Call, type Schemas, useGroupTypes, useOperation } from "../api/operations.ts";
import { forgetEdits, useIsAdmin, useProject, useSession } from "../api/place.ts";
import { ConfirmButton } from "../components/dialog.tsx";
import { Checkbox, Field, Select } from "../components/field.tsx";
import { type FieldState, Form, FormError, InlineForm, SentForm, useForm } from "../components/form.tsx";
import { NewProject } from "../components/new-project.tsx";
import { optionsOf } from "../components/options.ts";
import { Button, Card, ForAdmins, Loaded, Message, Page } from "../components/page.tsx";
import { SendEvents } from "../components/send-events.tsx";
import { AddressTabs } from "../components/tabs.tsx";
import { isFilled } from "./questions/complete.ts";
import { FilterList } from "./questions/form/filter-list.tsx";
import { GroupTypes } from "./questions/form/pickers.tsx";
import { Account } from "./settings-account.tsx";
import { Health } from "./settings-health.tsx";
import { ProjectKeys } from "./team/keys.tsx";

const TABS = [
  { id: "project", label: "Project", panel: <ProjectSettings /> },
  { id: "keys", label: "Keys", panel: <ProjectKeys /> },
  { id: "send", label: "Send events", panel: <SendEvents /> },
  { id: "health", label: "Health", panel: <Health /> },
  { id: "account", label: "Your account", panel: <Account /> },
];

function SettingsPage() {
  return (
    <Page title="Settings">
      <AddressTabs label="Settings" tabs={TABS} asks />
    </Page>
  );
}

function ProjectSettings() {
  const { organization } = useProject();
  const found = useOperation("projects_retrieve", {});
  return (
    <div class="stack">
      <Loaded resource={found}>
        {(data) => (
          <>
            <ProjectForm project={data} />
            <TestAccounts project={data} />
          </>
        )}
      </Loaded>
      <Card title="Another project">
        <ForAdmins to="create projects">
          <NewProject organization={organization} />
        </ForAdmins>
      </Card>
      <Card title="The organization">
        <ForAdmins to="rename it">
          <OrganizationForm />
        </ForAdmins>
      </Card>
      <Card title="Delete this project">
        <ForAdmins to="delete projects">
          <DeleteProject />
        </ForAdmins>
      </Card>
      <Card title="For programs">
        <p>
          What the console does, programs do too: see the <a href="docs">API reference</a> and the{" "}
          <a href="openapi.yaml">contract</a>.
        </p>
      </Card>
    </div>
  );
}

const DAYS = optionsOf({ 0: "Sunday", 1: "Monday" });
const TIME_ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone")];

function ProjectForm({ project }: { readonly project: Schemas["Project"] }) {
  const session = useSession();
  const isAdmin = useIsAdmin();
  const { name, timezone, week_start_day, event_retention_seconds } = project;
  const form = useForm(
    { name, timezone, week_start_day, event_retention_seconds },
    async (body, call) => {
      await call("projects_partial_update", { body });
      session.reload();
    },
    { asks: true },
  );
  const weekStart = form.field("week_start_day");
  return (
    <Card title="This project">
      <Form byButton onSubmit={form.run}>
        <fieldset class="stack settings-form" disabled={!isAdmin}>
          <Field label="Name" {...form.field("name")} />
          <Field
            label="Time zone"
            hint="Days, weeks and months of answers begin in it."
            suggestions={TIME_ZONES}
            {...form.field("timezone")}
          />
          <Select
            label="First day of a week"
            options={DAYS}
            {...weekStart}
            value={weekStart.value === 0 ? "0" : "1"}
            onValue={(day) => weekStart.onValue(day === "0" ? 0 : 1)}
          />
          <RetentionField {...form.field("event_retention_seconds")} />
          <FormError of={form} />
          {form.isSaved && <Message tone="success">The settings are saved.</Message>}
          <ForAdmins to="change the settings">
            <Button label="Save" kind="main" type="submit" disabled={form.isRunning} />
          </ForAdmins>
        </fieldset>
      </Form>
    </Card>
  );
}

const DAY = 86_400;
const SECONDS = { default: null, forever: 0, days: 365 * DAY };
const CHOICES = optionsOf<keyof typeof SECONDS>({
  default: "As long as the service keeps them",
  forever: "Forever",
  days: "A number of days",
});

/** How long events are kept: null is the setting of the service, and 0 is forever. */
function RetentionField({ value: seconds, error, onValue }: FieldState<number | null>) {
  const choice = seconds === null ? "default" : seconds === 0 ? "forever" : "days";
  return (
    <>
      <Select
        label="Keep events"
        options={CHOICES}
        value={choice}
        {...(choice !== "days" && { error })}
        onValue={(chosen) => onValue(SECONDS[chosen])}
      />
      {choice === "days" && (
        <Field
          label="Days"
          type="number"
          required
          min={0.01}
          step="any"
          hint="Older events are removed within minutes, for good."
          value={(seconds ?? 0) / DAY}
          error={error}
          onValue={(days) => Number(days) > 0 && onValue(Math.round(Number(days) * DAY))}
        />
      )}
    </>
  );
}

function OrganizationForm() {
  const session = useSession();
  const form = useForm({ name: useProject().organization.name }, async (body, call) => {
    await call("organizations_partial_update", { body });
    session.reload();
  });
  return (
    <InlineForm form={form} submit="Rename it" saved="The organization has its new name.">
      <Field label="Name of the organization" {...form.field("name")} />
    </InlineForm>
  );
}

function DeleteProject() {
  const { project } = useProject();
  const [typed, setTyped] = useState("");
  const [isMissing, setMissing] = useState(false);
  const isSame = typed.trim() === project.name.trim();
  const remove = async (call: Call) => {
    setMissing(!isSame);
    if (!isSame) return false;
    await call("projects_destroy", {});
    forgetEdits();
    location.assign(SERVICE_URL); // which shows another project
  };
  return (
    <>
      <p>Its events, persons, recordings, flags and dashboards are removed for good.</p>
      <ConfirmButton
        kind="danger"
        label="Delete the project"
        title="Delete the project?"
        says={
          <>
            <p class="wrap-anywhere">
              Everything of “{project.name}” is removed for good. Sites and applications that use its keys are refused.
            </p>
            <Field
              label={`Type the name of the project: ${project.name}`}
              value={typed}
              error={isMissing && !isSame ? "This is not the name of the project." : undefined}
              onValue={setTyped}
            />
          </>
        }
        confirm="Delete for good"
        act={remove}
      />
    </>
  );
}

/** Who is left out of questions without staff and test users. */
function TestAccounts({ project }: { readonly project: Schemas["Project"] }) {
  const types = useGroupTypes();
  const { test_account_filters, test_account_filters_default_checked } = project;
  const initial = { test_account_filters, test_account_filters_default_checked };
  const form = useForm(
    initial,
    async (body, call) => {
      const unfilled = body.test_account_filters.findIndex((filter) => !isFilled(filter));
      if (unfilled !== -1)
        throw new ApiError(0, `Condition ${unfilled + 1} needs a property and a value, or remove it.`);
      await call("projects_partial_update", { body });
    },
    { asks: true },
  );
  const filters = form.field("test_account_filters");
  return (
    <Card title="Staff and test users">
      <p>
        Questions can leave them out: then they are about the events that meet these conditions, such as “email of the
        person does not contain @your-company.example”.
      </p>
      <ForAdmins to="say who they are">
        <SentForm class="stack" form={form} submit="Use these conditions" byButton>
          <GroupTypes.Provider value={types}>
            <FilterList
              of="staff and test users"
              addLabel="Condition that others meet"
              filters={filters.value}
              onChange={filters.onValue}
            />
          </GroupTypes.Provider>
          <Checkbox label="New questions leave them out" {...form.field("test_account_filters_default_checked")} />
        </SentForm>
        {form.isSaved && <Message tone="success">Questions use these conditions now.</Message>}
      </ForAdmins>
    </Card>
  );
}

export const pages = { "/": SettingsPage };
