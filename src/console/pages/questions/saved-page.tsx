import { InsightRequest } from "../../../../generated/console.ts";
import { type Call, type Schemas, useAction, useOperation } from "../../api/operations.ts";
import { isEqual, useFilters, useGo, useUnsaved } from "../../api/place.ts";
import { DeleteButton, Dialog, DialogButton } from "../../components/dialog.tsx";
import { NameButton, NameDialog } from "../../components/form.tsx";
import { Button, EmptyState, Loaded, Message, Page, pageOfOne } from "../../components/page.tsx";
import { Code } from "../../components/text.tsx";
import { MailButton } from "../mail-dialog.tsx";
import { ShareButton } from "../share-dialog.tsx";
import { AlertsDialog } from "./alerts-dialog.tsx";
import { parseQuestion, type Question, savedQuestion } from "./question.ts";
import { BACK, nameOf, nameOfDashboard } from "./saved-list.tsx";
import { Workbench } from "./workbench.tsx";

type Insight = Schemas["Insight"];

/** A saved question. Changes of it are in the address until they are saved, too. */
export const SavedPage = pageOfOne("insights", { title: "Question", back: BACK }, ({ one: insight, reload }) => {
  const { short_id, version, query, variables } = insight;
  const name = nameOf(insight);
  const [filters, setFilters] = useFilters();
  const changed = parseQuestion(filters.get("q"));
  const known = savedQuestion(query);
  useUnsaved(changed !== null);
  const change = async (call: Call, body: Schemas["InsightPatch"]) => {
    await call("insights_partial_update", { id: short_id, body: { ...body, version } });
    if (body.query) setFilters({ q: "" });
    reload();
  };
  const save = useAction((call, question: Question) => {
    const isFramed = known !== null && known.kind !== query.kind;
    return change(call, { query: isFramed ? ({ ...query, source: question } as typeof query) : question });
  });
  const shown = changed ?? known;
  const actions = (
    <>
      {changed && (
        <Button label="Save changes" kind="main" disabled={save.isRunning} onClick={() => void save.run(changed)} />
      )}
      {shown && (
        <DialogButton label="Save as new">
          {(onClose) => <SaveDialog question={shown} name={`${name} (2)`} {...{ variables, onClose }} />}
        </DialogButton>
      )}
      {known?.kind === "TrendsQuery" && (
        <DialogButton label="Alerts">
          {(onClose) => <AlertsDialog insight={insight.id} {...{ onClose }} />}
        </DialogButton>
      )}
      <ShareButton of="insights" id={insight.id} />
      <MailButton of="insights" id={insight.id} />
      <DialogButton label="Add to a dashboard">
        {(onClose) => <ToDashboardDialog insight={short_id} {...{ name, onClose }} />}
      </DialogButton>
      <NameButton
        {...{ label: "Rename", title: "Rename the question", submit: "Rename", name: insight.name }}
        {...InsightRequest.name}
        send={(chosen, call) => change(call, { name: chosen })}
      />
      <DeleteButton
        {...{ of: "insights", id: short_id, area: "questions", title: "Delete the question?" }}
        says={`“${name}” is deleted, and disappears from all dashboards. Its events stay.`}
      />
    </>
  );
  const ask = (next: Question) => {
    setFilters({ q: isEqual(next, known) ? "" : JSON.stringify(next) });
  };
  return (
    <Page title={name} back={BACK} actions={actions}>
      {save.error && <Message>{save.error.message}</Message>}
      {shown ? (
        <Workbench key={shown.kind} question={shown} onChange={ask} {...{ name, variables }} isReady />
      ) : (
        <>
          <p>Questions of this kind are asked through the interface only.</p>
          <Code block>{JSON.stringify(query, null, 2)}</Code>
        </>
      )}
    </Page>
  );
});

interface SaveDialogProps {
  readonly question: Question;
  readonly name: string;
  readonly variables?: Insight["variables"];
  readonly onClose: () => void;
}

export function SaveDialog({ question, variables, ...rest }: SaveDialogProps) {
  const go = useGo();
  const save = async (name: string, call: Call) => {
    const body = { name, query: question, ...(variables && { variables }) };
    const { short_id } = await call("insights_create", { body });
    go("questions", "saved", short_id);
  };
  return <NameDialog title="Save the question" submit="Save" {...rest} {...InsightRequest.name} send={save} />;
}

type Dashboard = Schemas["Dashboard"];

function ToDashboardDialog({ insight, name, onClose }: { insight: string; name: string; onClose: () => void }) {
  const go = useGo();
  const list = useOperation("dashboards_list", { limit: 100 });
  const add = useAction(async (call, to: Dashboard | null) => {
    const tiles = [{ insight }];
    const { id } = to
      ? await call("dashboards_partial_update", { id: String(to.id), body: { tiles } })
      : await call("dashboards_create", { body: { name, tiles } });
    go("dashboards", String(id));
  });
  const isOn = ({ tiles }: Dashboard) => tiles.some((tile) => tile.insight?.short_id === insight);
  return (
    <Dialog
      title="Add to a dashboard"
      onClose={onClose}
      actions={<Button label="New dashboard" disabled={add.isRunning} onClick={() => void add.run(null)} />}
    >
      {add.error && <Message>{add.error.message}</Message>}
      <Loaded resource={list}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState title="There is no dashboard yet" />
          ) : (
            <ul class="ask-choices">
              {results.map((dashboard) => (
                <li key={dashboard.id}>
                  <Button disabled={isOn(dashboard) || add.isRunning} onClick={() => void add.run(dashboard)}>
                    <span class="wrap-anywhere">
                      {`${nameOfDashboard(dashboard)}${isOn(dashboard) ? " (is on it)" : ""}`}
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
