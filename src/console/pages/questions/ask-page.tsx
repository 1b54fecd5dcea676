import { useErrorBoundary } from "preact/hooks";
import { Link } from "wouter-preact";
import { useFilters } from "../../api/hash-location.ts";
import { useProjectPath } from "../../api/session.ts";
import { DialogButton } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";
import { KINDS, parseQuestion, type Question } from "./model/question.ts";
import { SaveDialog } from "./saved-page.tsx";
import { Workbench } from "./workbench.tsx";

export function AskPage() {
  const [mistake] = useErrorBoundary();
  const pathTo = useProjectPath();
  const [filters, setFilters] = useFilters();
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
  const save = <DialogButton label="Save">{(onClose) => <SaveDialog {...{ question, name, onClose }} />}</DialogButton>;
  return (
    <Page title={title} back={back} actions={save}>
      <Workbench key={question.kind} question={question} onChange={change} name={title} isReady={name !== ""} />
    </Page>
  );
}
