import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { useFilters } from "../../api/hash-location.ts";
import { useParam, useProjectPath } from "../../api/session.ts";
import { forgetEdits, useUnsaved } from "../../api/unsaved.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Loaded, Message } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";
import { Code } from "../../components/text.tsx";
import { isQuestion, parseQuestion, type Question } from "./model/question.ts";
import { type Insight, useInsights } from "./saved/insights.ts";
import { NameDialog } from "./saved/name-dialog.tsx";
import { SaveDialog } from "./saved/save-dialog.tsx";
import { nameOf } from "./saved/saved-list.tsx";
import { ToDashboardDialog } from "./saved/to-dashboard-dialog.tsx";
import { Workbench } from "./workbench.tsx";

/** A saved question. Changes of it are in the address until they are saved, too. */
export function SavedPage() {
  const id = useParam("insight");
  const insights = useInsights();
  const pathTo = useProjectPath();
  const found = useResource((signal) => insights.find(id, signal), [insights, id]);
  const back = <Link href={pathTo("questions")}>Questions</Link>;
  if (found.data) return <Saved key={id} insight={found.data} back={back} reload={found.reload} />;
  return (
    <Page title="Question" back={back}>
      <Loaded resource={found}>{() => null}</Loaded>
    </Page>
  );
}

interface SavedProps {
  readonly insight: Insight;
  readonly back: preact.ComponentChild;
  readonly reload: () => void;
}

function Saved({ insight, back, reload }: SavedProps) {
  const { short_id, version, query } = insight;
  const insights = useInsights();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const [filters, setFilters] = useFilters();
  const [open, setOpen] = useState<"copy" | "dashboard" | "rename" | "delete" | null>(null);
  const changed = parseQuestion(filters.get("q"));
  useUnsaved(changed !== null);
  const save = useAction(async (question: Question) => {
    await insights.change(short_id, { query: question, version });
    setFilters({ q: "" });
    reload();
  });
  const rename = useAction(async (name: string) => {
    await insights.change(short_id, { name, version });
    setOpen(null);
    reload();
  });
  const remove = useAction(async () => {
    await insights.remove(short_id);
    forgetEdits();
    navigate(pathTo("questions"));
  });
  const shown = changed ?? (isQuestion(query) ? query : null);
  const actions = (
    <>
      {changed && (
        <Button kind="main" disabled={save.isRunning} onClick={() => void save.run(changed)}>
          Save changes
        </Button>
      )}
      {shown && <Button onClick={() => setOpen("copy")}>Save as new</Button>}
      <Button onClick={() => setOpen("dashboard")}>Add to a dashboard</Button>
      <Button onClick={() => setOpen("rename")}>Rename</Button>
      <Button onClick={() => setOpen("delete")}>Delete</Button>
    </>
  );
  const change = (next: Question) => {
    const isAsSaved = JSON.stringify(next) === JSON.stringify(query);
    setFilters({ q: isAsSaved ? "" : JSON.stringify(next) });
  };
  return (
    <Page title={nameOf(insight)} {...{ back, actions }}>
      {save.error && <Message>{save.error.message}</Message>}
      {shown ? (
        <Workbench
          key={shown.kind}
          question={shown}
          onChange={change}
          name={nameOf(insight)}
          variables={insight.variables}
          isReady
        />
      ) : (
        <>
          <p>Questions of this kind are asked through the interface only.</p>
          <Code block>{JSON.stringify(query, null, 2)}</Code>
        </>
      )}
      {open === "copy" && shown && (
        <SaveDialog
          question={shown}
          name={`${nameOf(insight)} (2)`}
          variables={insight.variables}
          onClose={() => setOpen(null)}
          onSaved={(id) => {
            forgetEdits();
            navigate(pathTo("questions", "saved", id));
          }}
        />
      )}
      {open === "dashboard" && (
        <ToDashboardDialog insight={short_id} name={nameOf(insight)} onClose={() => setOpen(null)} />
      )}
      {open === "rename" && (
        <NameDialog
          title="Rename the question"
          submit="Rename"
          name={insight.name}
          action={rename}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "delete" && (
        <ConfirmDialog
          title="Delete the question?"
          says={`“${nameOf(insight)}” is deleted, and disappears from all dashboards. Its events stay.`}
          confirm="Delete"
          action={remove}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}
