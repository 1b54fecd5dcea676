import { useErrorBoundary } from "preact/hooks";
import { Link } from "wouter-preact";
import { useOperation } from "../../api/operations.ts";
import { useFilters } from "../../api/place.ts";
import { DialogButton } from "../../components/dialog.tsx";
import { Card, EmptyState, Loaded, Page } from "../../components/page.tsx";
import { KINDS, type Kind, newQuestion, parseQuestion, type Question } from "./question.ts";
import { READY_MADE } from "./ready-made.ts";
import { BACK, SavedList, useAskPath } from "./saved-list.tsx";
import { SaveDialog, SavedPage } from "./saved-page.tsx";
import { Workbench } from "./workbench.tsx";

function AskPage() {
  const [mistake] = useErrorBoundary();
  const [filters, setFilters] = useFilters();
  const question = parseQuestion(filters.get("q"));
  const name = filters.get("name") ?? "";
  if (question === null || mistake) {
    return (
      <Page title="Question" back={BACK}>
        <EmptyState
          title="This link has no question that can be shown"
          says="It may have been cut. Go back to the questions, or ask for the link again."
        />
      </Page>
    );
  }
  const change = (changed: Question) => setFilters({ q: JSON.stringify(changed) });
  const title =
    name || `New ${KINDS[question.kind].label === "SQL" ? "SQL" : KINDS[question.kind].label.toLowerCase()}`;
  const save = <DialogButton label="Save">{(onClose) => <SaveDialog {...{ question, name, onClose }} />}</DialogButton>;
  return (
    <Page title={title} back={BACK} actions={save}>
      <Workbench key={question.kind} question={question} onChange={change} name={title} isReady={name !== ""} />
    </Page>
  );
}

function HomePage() {
  const pathOf = useAskPath();
  const settings = useOperation("projects_retrieve", {});
  const isWithout = settings.data?.test_account_filters_default_checked === true;
  const askPath = (question: Question, name?: string) =>
    pathOf(isWithout && question.kind !== "HogQLQuery" ? { ...question, filterTestAccounts: true } : question, name);
  return (
    <Page title="Questions">
      <Loaded resource={settings}>
        {() => (
          <>
            <Card title="Ready to ask">
              <ul class="ask-choices">
                {READY_MADE.map(({ name, about, question }) => (
                  <Choice key={name} to={askPath(question, name)} label={name} about={about} />
                ))}
              </ul>
            </Card>
            <Card title="Ask something new">
              <ul class="ask-choices">
                {Object.entries(KINDS).map(([kind, { label, asks }]) => (
                  <Choice key={kind} to={askPath(newQuestion(kind as Kind))} {...{ label }} about={asks} />
                ))}
              </ul>
            </Card>
          </>
        )}
      </Loaded>
      <Card title="Saved">
        <SavedList />
      </Card>
    </Page>
  );
}

function Choice({ to, label, about }: { to: string; label: string; about: string }) {
  return (
    <li>
      <Link href={to} className="box ask-choice">
        <strong>{label}</strong>
        <span class="small quiet">{about}</span>
      </Link>
    </li>
  );
}

export const pages = { "/": HomePage, "/ask": AskPage, "/saved/:id": SavedPage };
