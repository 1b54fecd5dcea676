import { useEffect, useState } from "preact/hooks";
import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { navigate } from "../../api/hash-location.ts";
import { useIsAdmin, useProject, useSession } from "../../api/session.ts";
import { isEqual, useUnsaved } from "../../api/unsaved.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Field, fieldError, Select, Suggestions } from "../../components/field.tsx";
import { ForAdmins } from "../../components/for-admins.tsx";
import { Form, FormError } from "../../components/form.tsx";
import { Loaded, Message } from "../../components/message.tsx";
import { Bar, Card } from "../../components/page.tsx";
import { RetentionField } from "./retention-field.tsx";

type Project = Schemas["Project"];
const PATH = "/api/projects/{project_id}";

export function ProjectSettings() {
  const { project } = useProject();
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
          <NewProject />
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

function NewProject() {
  const { organization } = useProject();
  const session = useSession();
  const [name, setName] = useState("");
  /** It is shown as soon as the session knows it. */
  const [made, setMade] = useState<number | null>(null);
  const create = useAction(async () => {
    const params = { path: { parent_lookup_organization_id: organization.id } };
    const path = "/api/organizations/{parent_lookup_organization_id}/projects";
    const { id } = await unwrap(client.POST(path, { params, body: { name } }));
    setMade(id);
    session.reload();
  });
  const isKnown = organization.projects.some(({ id }) => id === made);
  useEffect(() => {
    if (isKnown) navigate(`/projects/${made}/live`);
  }, [isKnown, made]);
  const { error } = create;
  return (
    <>
      <Form onSubmit={() => create.run()}>
        <Bar>
          <Field
            label="Name of the new project"
            autocomplete="off"
            value={name}
            error={fieldError(error, "name")}
            onValue={setName}
          />
          <Button type="submit" disabled={create.isRunning || made !== null}>
            Create the project
          </Button>
        </Bar>
      </Form>
      <FormError error={error} fields={["name"]} />
    </>
  );
}
