import { useState } from "preact/hooks";
import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useIsAdmin, useProject, useSession } from "../../api/session.ts";
import { isEqual, useUnsaved } from "../../api/unsaved.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Field, fieldError, Select, Suggestions } from "../../components/field.tsx";
import { ForAdmins } from "../../components/for-admins.tsx";
import { Form, FormError } from "../../components/form.tsx";
import { Loaded, Message } from "../../components/message.tsx";
import { NewProject } from "../../components/new-project.tsx";
import { Card } from "../../components/page.tsx";
import { DeleteProject } from "./delete-project.tsx";
import { OrganizationForm } from "./organization-form.tsx";
import { RetentionField } from "./retention-field.tsx";

type Project = Schemas["Project"];
const PATH = "/api/projects/{project_id}";

export function ProjectSettings() {
  const { project, organization } = useProject();
  const project_id = String(project.id);
  const found = useResource(
    (signal) => unwrap(client.GET(PATH, { params: { path: { project_id } }, signal })),
    [project_id],
  );
  return (
    <div class="settings-panel">
      <Loaded resource={found}>{(data) => <ProjectForm project={data} />}</Loaded>
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

const FIELDS = ["name", "timezone", "week_start_day", "event_retention_seconds"];
const DAYS = [
  { value: "0", label: "Sunday" },
  { value: "1", label: "Monday" },
];

const TIME_ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone")];

function ProjectForm({ project }: { readonly project: Project }) {
  const session = useSession();
  const [name, setName] = useState(project.name);
  const [timezone, setTimezone] = useState(project.timezone);
  const [weekStart, setWeekStart] = useState(String(project.week_start_day));
  const [retention, setRetention] = useState(project.event_retention_seconds);
  const body = { name, timezone, week_start_day: Number(weekStart), event_retention_seconds: retention };
  const [known, setKnown] = useState(body);
  useUnsaved(!isEqual(body, known));
  const isAdmin = useIsAdmin();
  const [isSaved, setSaved] = useState(false);
  const save = useAction(async () => {
    setSaved(false);
    const params = { path: { project_id: String(project.id) } };
    await unwrap(client.PATCH(PATH, { params, body }));
    setKnown(body);
    setSaved(true);
    session.reload();
  });
  const { error } = save;
  return (
    <Card title="This project">
      <Form byButton onSubmit={() => save.run()}>
        <fieldset class="settings-form" disabled={!isAdmin}>
          <Field label="Name" value={name} error={fieldError(error, "name")} onValue={setName} />
          <Field
            label="Time zone"
            hint="Days, weeks and months of answers begin in it."
            list="time-zones"
            autocomplete="off"
            spellcheck={false}
            value={timezone}
            error={fieldError(error, "timezone")}
            onValue={setTimezone}
          />
          <Select
            label="First day of a week"
            options={DAYS}
            value={weekStart}
            error={fieldError(error, "week_start_day")}
            onValue={setWeekStart}
          />
          <RetentionField
            seconds={retention}
            error={fieldError(error, "event_retention_seconds")}
            onSeconds={setRetention}
          />
          <Suggestions id="time-zones" values={TIME_ZONES} />
          <FormError error={error} fields={FIELDS} />
          {isSaved && <Message tone="success">The settings are saved.</Message>}
          <ForAdmins to="change the settings">
            <div>
              <Button kind="main" type="submit" disabled={save.isRunning}>
                Save
              </Button>
            </div>
          </ForAdmins>
        </fieldset>
      </Form>
    </Card>
  );
}
