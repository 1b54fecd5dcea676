import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { useFilters } from "../../api/hash-location.ts";
import { useParam, useProjectPath } from "../../api/session.ts";
import { forgetEdits, isEqual, useUnsaved } from "../../api/unsaved.ts";
import { type Resource, useAction, useResource } from "../../api/use-resource.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Loaded, Message } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useAskPath } from "../questions/links.ts";
import type { OfKind } from "../questions/model/question.ts";
import { ActivityList } from "./activity-list.tsx";
import { ConflictMessage } from "./conflict-message.tsx";
import { FlagForm } from "./flag-form.tsx";
import { FlagSwitch } from "./flag-switch.tsx";
import { type Flag, type FlagFields, filtersOf, useFlags } from "./flags.ts";
import { SnippetCard } from "./snippet-card.tsx";

/** Returns the question how many got which value of a flag, as client libraries report it. */
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

const TABS = [
  { id: "rules", label: "Rules" },
  { id: "code", label: "Code" },
  { id: "activity", label: "Activity" },
];

export function FlagPage() {
  const flags = useFlags();
  const id = useParam("flag");
  const path = useProjectPath();
  const askPath = useAskPath();
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const flag = useResource((signal) => flags.retrieve(id, signal), [flags, id]);
  const remove = useAction(async () => {
    await flags.remove(Number(id));
    forgetEdits();
    navigate(path("flags"));
  });
  const restore = useAction(async (version: number) => {
    await flags.change(Number(id), { deleted: false, version });
    flag.reload();
  });
  const { data } = flag;
  return (
    <Page
      title={data?.key ?? "Flag"}
      back={<Link href={path("flags")}>All flags</Link>}
      actions={
        data &&
        !data.deleted && (
          <>
            <FlagSwitch flag={data} onChanged={flag.reload} />
            <ButtonLink to={askPath(exposuresOf(data.key), `Exposures of ${data.key}`)}>Exposures</ButtonLink>
            <Button onClick={() => setDeleting(true)}>Delete</Button>
          </>
        )
      }
    >
      <Loaded resource={flag}>
        {(loaded) =>
          loaded.deleted ? (
            <Message tone="warning" onRetry={undefined}>
              This flag is deleted: nobody gets it.{" "}
              <Button small onClick={() => void restore.run(loaded.version)}>
                Restore it
              </Button>
              {restore.error && <p>{restore.error.message}</p>}
            </Message>
          ) : (
            <Parts flag={loaded} resource={flag} />
          )
        }
      </Loaded>
      {isDeleting && data && (
        <ConfirmDialog
          title={`Delete ${data.key}?`}
          says="Within seconds nobody gets the flag. Its page restores it, until a new flag has its key."
          confirm="Delete the flag"
          action={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}

function Parts({ flag, resource }: { readonly flag: Flag; readonly resource: Resource<Flag> }) {
  const [filters, change] = useFilters();
  const tab = filters.get("tab") ?? "rules";
  return (
    <Tabs
      label="About this flag"
      tabs={TABS}
      selected={tab}
      onSelect={(chosen) => change({ tab: chosen === "rules" ? "" : chosen })}
    >
      {tab === "code" && <SnippetCard flag={flag} />}
      {tab === "activity" && <ActivityList flag={flag} />}
      {/* What was typed stays while another tab is shown. */}
      <div hidden={tab !== "rules"}>
        <Editor flag={flag} onReload={resource.reload} key={flag.id} />
      </div>
    </Tabs>
  );
}

const fieldsOf = (flag: Flag): FlagFields => ({
  key: flag.key,
  name: flag.name,
  ensure_experience_continuity: flag.ensure_experience_continuity,
  filters: filtersOf(flag),
});

function Editor({ flag, onReload }: { readonly flag: Flag; readonly onReload: () => void }) {
  const flags = useFlags();
  const [known, setKnown] = useState(flag);
  const [draft, setDraft] = useState(() => fieldsOf(flag));
  const [isSaved, setSaved] = useState(false);
  useUnsaved(!isEqual(draft, fieldsOf(known)));
  // Turning the flag on or off changes nothing of what is edited here.
  if (flag.version > known.version && isEqual(fieldsOf(flag), fieldsOf(known))) setKnown(flag);
  const show = (current: Flag) => {
    setKnown(current);
    setDraft(fieldsOf(current));
    save.reset();
    onReload();
  };
  const send = async (version: number) => {
    setSaved(false);
    const { key: _, ...fields } = draft;
    const changed = await flags.change(flag.id, { ...fields, version });
    show(changed);
    setSaved(true);
  };
  const save = useAction(() => send(known.version));
  const overwrite = useAction(send);
  const edit = (fields: FlagFields) => {
    setSaved(false);
    setDraft(fields);
  };
  return (
    <div class="flag-editor">
      <FlagForm flag={draft} onChange={edit} save={save} submit="Save">
        {flag.active && <p class="quiet">The flag is on: what you save is live within 2 seconds.</p>}
        {isSaved && <Message tone="success">Saved. It takes effect within 2 seconds.</Message>}
      </FlagForm>
      {save.error?.code === "conflict" && (
        <ConflictMessage
          known={known}
          onTheirs={show}
          onMine={(version) => void overwrite.run(version)}
          error={overwrite.error}
        />
      )}
    </div>
  );
}
