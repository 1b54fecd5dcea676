import { useState } from "preact/hooks";
import { SERVICE_URL } from "../../api/client.ts";
import { type Call, useAction, useCall, useOperation } from "../../api/operations.ts";
import { isEqual, useGo, useParam, useProject } from "../../api/place.ts";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Checkbox, Select } from "../../components/field.tsx";
import { useForm } from "../../components/form.tsx";
import { Bar, Button, ButtonLink, Card, CopyButton, Loaded, Message, Page, PageLink } from "../../components/page.tsx";
import { AddressTabs } from "../../components/tabs.tsx";
import { Code } from "../../components/text.tsx";
import type { OfKind } from "../questions/question.ts";
import { useAskPath } from "../questions/saved-list.tsx";
import { ActivityList, ConflictMessage } from "./activity-list.tsx";
import { FlagForm } from "./flag-form.tsx";
import { FlagSwitch } from "./flag-switch.tsx";
import { type Flag, type FlagFields, filtersOf } from "./flags.ts";
import { ScheduleList } from "./schedule-list.tsx";
import { snippetsOf } from "./snippets.ts";

function exposuresOf(key: string): OfKind<"TrendsQuery"> {
  const properties = [{ key: "$feature_flag", type: "event" as const, operator: "exact" as const, value: key }];
  return {
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", event: "$feature_flag_called", math: "dau", properties }],
    breakdownFilter: { breakdown: "$feature_flag_response", breakdown_type: "event" },
    interval: "day",
    dateRange: { date_from: "-30d" },
  };
}

export function FlagPage() {
  const id = useParam("flag");
  const askPath = useAskPath();
  const go = useGo();
  const flag = useOperation("feature_flags_retrieve", { id });
  const restore = useAction(async (call, version: number) => {
    await call("feature_flags_partial_update", { id, body: { deleted: false, version } });
    flag.reload();
  });
  const { data } = flag;
  return (
    <Page
      title={data?.key ?? "Flag"}
      back={<PageLink to={["flags"]}>All flags</PageLink>}
      actions={
        data &&
        !data.deleted && (
          <>
            <FlagSwitch flag={data} onChanged={flag.reload} />
            <CopyToProjects flag={data} />
            <ButtonLink label="Exposures" to={askPath(exposuresOf(data.key), `Exposures of ${data.key}`)} />
            <ConfirmButton
              label="Delete"
              title={`Delete ${data.key}?`}
              says="Within seconds nobody gets the flag. Its page restores it, until a new flag has its key."
              confirm="Delete the flag"
              act={(call) => call("feature_flags_destroy", { id }).then(() => go("flags"))}
            />
          </>
        )
      }
    >
      <Loaded resource={flag}>
        {(loaded) =>
          loaded.deleted ? (
            <Message tone="warning">
              This flag is deleted: nobody gets it.{" "}
              <Button label="Restore it" small onClick={() => void restore.run(loaded.version)} />
              {restore.error && <p>{restore.error.message}</p>}
            </Message>
          ) : (
            <AddressTabs
              label="About this flag"
              tabs={[
                { id: "rules", label: "Rules" },
                { id: "code", label: "Code", panel: <SnippetCard flag={loaded} /> },
                { id: "schedule", label: "Schedule", panel: <ScheduleList flag={loaded} /> },
                { id: "activity", label: "Activity", panel: <ActivityList flag={loaded} /> },
              ]}
            >
              {/* What was typed stays while another tab is shown. */}
              {(tab) => (
                <div hidden={tab !== "rules"}>
                  <Editor flag={loaded} onReload={flag.reload} key={loaded.id} />
                </div>
              )}
            </AddressTabs>
          )
        }
      </Loaded>
    </Page>
  );
}

function fieldsOf(flag: Flag): FlagFields {
  const { key, name, ensure_experience_continuity, bucketing_identifier, evaluation_runtime } = flag;
  const scope = { bucketing_identifier, evaluation_runtime, evaluation_contexts: flag.evaluation_contexts };
  return { key, name, ensure_experience_continuity, ...scope, filters: filtersOf(flag) };
}

function Editor({ flag, onReload }: { readonly flag: Flag; readonly onReload: () => void }) {
  const [known, setKnown] = useState(flag);
  const show = (current: Flag) => {
    setKnown(current);
    onReload();
    return fieldsOf(current);
  };
  const send = async ({ key: _, ...fields }: FlagFields, call: Call, version = known.version) => {
    const body = { ...fields, version };
    return show(await call("feature_flags_partial_update", { id: String(flag.id), body }));
  };
  const form = useForm(fieldsOf(flag), (fields, call) => send(fields, call), { asks: true });
  const overwrite = useAction(async (call, version: number) => form.show(await send(form.values, call, version), true));
  // Turning the flag on or off changes nothing of what is edited here.
  if (flag.version > known.version && isEqual(fieldsOf(flag), fieldsOf(known))) setKnown(flag);
  return (
    <div class="stack readable">
      <FlagForm form={form} submit="Save">
        {flag.active && <p class="quiet">The flag is on: what you save is live within 2 seconds.</p>}
        {form.isSaved && <Message tone="success">Saved. It takes effect within 2 seconds.</Message>}
      </FlagForm>
      {form.error?.code === "conflict" && (
        <ConflictMessage
          known={known}
          onTheirs={(theirs) => form.show(show(theirs))}
          onMine={(version) => void overwrite.run(version)}
          error={overwrite.error}
        />
      )}
    </div>
  );
}

/** Offers the other projects of the organization, if there are some. */
function CopyToProjects({ flag: { key } }: { readonly flag: Flag }) {
  const call = useCall();
  const { organization, project } = useProject();
  const others = organization.projects.filter(({ id }) => id !== project.id);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const copy = async () => {
    if (chosen.length === 0) throw new Error("Choose a project.");
    const body = { feature_flag_key: key, from_project: project.id, target_project_ids: [...chosen] };
    const { failed } = await call("feature_flags_copy", { body });
    const nameOf = (id: number) => others.find((one) => one.id === id)?.name;
    if (failed[0])
      throw new Error(failed.map(({ project_id, errors }) => `${nameOf(project_id)}: ${errors}`).join(" "));
  };
  return others.length === 0 ? null : (
    <ConfirmButton
      label="Copy"
      title={`Copy ${key} to other projects`}
      says={
        <>
          <p>A flag with this key there is overwritten. What is on here is on there.</p>
          {others.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              value={chosen.includes(id)}
              onValue={(on) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          ))}
        </>
      }
      confirm="Copy the flag"
      act={copy}
    />
  );
}

function SnippetCard({ flag }: { readonly flag: Flag }) {
  const [library, setLibrary] = useState("JavaScript");
  const keys = useOperation("project_keys_list", {});
  return (
    <Loaded resource={keys}>
      {([first]) => {
        const variants = filtersOf(flag).multivariate?.variants.map(({ key }) => key) ?? [];
        const projectKey = first?.key ?? "PROJECT_API_KEY";
        const snippets = snippetsOf({ host: SERVICE_URL.slice(0, -1), projectKey, flag: flag.key, variants });
        const text = snippets[library] ?? "";
        return (
          <Card title="Ask for the flag" actions={<CopyButton text={text} />}>
            <Bar>
              <Select
                label="Library"
                options={Object.keys(snippets).map((name) => ({ value: name, label: name }))}
                value={library}
                onValue={setLibrary}
              />
            </Bar>
            <Code block>{text}</Code>
            <p class="small quiet">
              DISTINCT_ID stands for the person, as in the events that you send. Libraries report what they got as an
              exposure.
            </p>
          </Card>
        );
      }}
    </Loaded>
  );
}
