import { Link, useLocation } from "wouter-preact";
import { InsightRequest } from "../../../../generated/console.ts";
import { type Schemas, useAction, useCall, useOperation } from "../../api/operations.ts";
import { forgetEdits, useFilters, useParam, useProjectPath, useUnsaved } from "../../api/place.ts";
import { ConfirmButton, Dialog, DialogButton } from "../../components/dialog.tsx";
import { NameDialog } from "../../components/form.tsx";
import { Button, EmptyState, Loaded, Message, Page } from "../../components/page.tsx";
import { Code } from "../../components/text.tsx";
import { isQuestion, parseQuestion, type Question } from "./model/question.ts";
import { nameOf, nameOfDashboard } from "./saved/saved-list.tsx";
import { Workbench } from "./workbench.tsx";

type Insight = Schemas["Insight"];

/** A saved question. Changes of it are in the address until they are saved, too. */
export function SavedPage() {
  const id = useParam("insight");
  const pathTo = useProjectPath();
  const found = useOperation("insights_retrieve", { id });
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
  const { short_id, version, query, variables } = insight;
  const name = nameOf(insight);
  const call = useCall();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const [filters, setFilters] = useFilters();
  const changed = parseQuestion(filters.get("q"));
  useUnsaved(changed !== null);
  const change = async (body: Schemas["InsightPatch"]) => {
    await call("insights_partial_update", { id: short_id, body: { ...body, version } });
    if (body.query) setFilters({ q: "" });
    reload();
  };
  const save = useAction((question: Question) => change({ query: question }));
  const shown = changed ?? (isQuestion(query) ? query : null);
  const actions = (
    <>
      {changed && (
        <Button kind="main" disabled={save.isRunning} onClick={() => void save.run(changed)}>
          Save changes
        </Button>
      )}
      {shown && (
        <DialogButton label="Save as new">
          {(onClose) => <SaveDialog question={shown} name={`${name} (2)`} {...{ variables, onClose }} />}
        </DialogButton>
      )}
      <DialogButton label="Add to a dashboard">
        {(onClose) => <ToDashboardDialog insight={short_id} {...{ name, onClose }} />}
      </DialogButton>
      <DialogButton label="Rename">
        {(onClose) => (
          <NameDialog
            {...{ title: "Rename the question", submit: "Rename", name: insight.name, onClose }}
            {...InsightRequest.name}
            send={(chosen) => change({ name: chosen })}
          />
        )}
      </DialogButton>
      <ConfirmButton
        label="Delete"
        title="Delete the question?"
        says={`“${name}” is deleted, and disappears from all dashboards. Its events stay.`}
        confirm="Delete"
        act={async () => {
          await call("insights_destroy", { id: short_id });
          forgetEdits();
          navigate(pathTo("questions"));
        }}
      />
    </>
  );
  const ask = (next: Question) => {
    const isAsSaved = JSON.stringify(next) === JSON.stringify(query);
    setFilters({ q: isAsSaved ? "" : JSON.stringify(next) });
  };
  return (
    <Page title={name} {...{ back, actions }}>
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
}

interface SaveDialogProps {
  readonly question: Question;
  readonly name: string;
  readonly variables?: Insight["variables"];
  readonly onClose: () => void;
}

/** Saves a question by a name, and leads to it. */
export function SaveDialog({ question, variables, ...rest }: SaveDialogProps) {
  const call = useCall();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const save = async (name: string) => {
    const body = { name, query: question, ...(variables && { variables }) };
    const { short_id } = await call("insights_create", { body });
    forgetEdits();
    navigate(pathTo("questions", "saved", short_id));
  };
  return <NameDialog title="Save the question" submit="Save" {...rest} {...InsightRequest.name} send={save} />;
}

type Dashboard = Schemas["Dashboard"];

interface ToDashboardDialogProps {
  readonly insight: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function ToDashboardDialog({ insight, name, onClose }: ToDashboardDialogProps) {
  const call = useCall();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const list = useOperation("dashboards_list", { limit: 100 });
  const add = useAction(async (to: Dashboard | null) => {
    const tile = { insight };
    const { id } = to
      ? await call("dashboards_partial_update", {
          id: to.id,
          body: { tiles: [...to.tiles, tile], version: to.version },
        })
      : await call("dashboards_create", { body: { name, tiles: [tile] } });
    navigate(pathTo("dashboards", id));
  });
  const isOn = ({ tiles }: Dashboard) => tiles.some((tile) => tile.insight === insight);
  return (
    <Dialog
      title="Add to a dashboard"
      onClose={onClose}
      actions={
        <Button disabled={add.isRunning} onClick={() => void add.run(null)}>
          New dashboard
        </Button>
      }
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
