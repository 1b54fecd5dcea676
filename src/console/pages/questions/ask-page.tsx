import { useErrorBoundary, useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { useFilters } from "../../api/hash-location.ts";
import { useProjectPath } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";
import { KINDS, parseQuestion, type Question } from "./model/question.ts";
import { SaveDialog } from "./saved/save-dialog.tsx";
import { Workbench } from "./workbench.tsx";

export function AskPage() {
  const [mistake] = useErrorBoundary();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const [filters, setFilters] = useFilters();
  const [isSaving, setSaving] = useState(false);
  const question = parseQuestion(filters.get("q"));
  const name = filters.get("name") ?? "";
  const back = <Link href={pathTo("questions")}>Questions</Link>;
  if (question === null || mistake) {
    return (
      <Page title="Question" back={back}>
        <EmptyState title="This link has no question that can be shown">
          <p>It may have been cut. Go back to the questions, or ask for the link again.</p>
        </EmptyState>
      </Page>
    );
  }
  const change = (changed: Question) => setFilters({ q: JSON.stringify(changed) });
  const title =
    name || `New ${KINDS[question.kind].label === "SQL" ? "SQL" : KINDS[question.kind].label.toLowerCase()}`;
  return (
    <Page title={title} back={back} actions={<Button onClick={() => setSaving(true)}>Save</Button>}>
      <Workbench key={question.kind} question={question} onChange={change} name={title} isReady={name !== ""} />
      {isSaving && (
        <SaveDialog
          {...{ question, name }}
          onClose={() => setSaving(false)}
          onSaved={(id) => navigate(pathTo("questions", "saved", id))}
        />
      )}
    </Page>
  );
}
