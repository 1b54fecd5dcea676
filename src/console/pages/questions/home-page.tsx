import { Link } from "wouter-preact";
import { Card, Page } from "../../components/page.tsx";
import { AskPage } from "./ask-page.tsx";
import { useAskPath } from "./links.ts";
import { KINDS, type Kind, newQuestion } from "./model/question.ts";
import { READY_MADE } from "./model/ready-made.ts";
import { SavedList } from "./saved/saved-list.tsx";
import { SavedPage } from "./saved-page.tsx";

function HomePage() {
  const askPath = useAskPath();
  return (
    <Page title="Questions">
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
      <Card title="Saved">
        <SavedList />
      </Card>
    </Page>
  );
}

interface ChoiceProps {
  readonly to: string;
  readonly label: string;
  readonly about: string;
}

function Choice({ to, label, about }: ChoiceProps) {
  return (
    <li>
      <Link href={to} className="ask-choice">
        <strong>{label}</strong>
        <span class="small quiet">{about}</span>
      </Link>
    </li>
  );
}

export const pages = { "/": HomePage, "/ask": AskPage, "/saved/:insight": SavedPage };
