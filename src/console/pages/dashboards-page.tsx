import { useState } from "preact/hooks";
import { DashboardRequest } from "../../../generated/console.ts";
import { type Call, type Schemas, useAction, usePages } from "../api/operations.ts";
import { useFilters, useGo } from "../api/place.ts";
import { DeleteButton, Dialog, DialogButton } from "../components/dialog.tsx";
import { Checkbox, Select } from "../components/field.tsx";
import { NameButton } from "../components/form.tsx";
import { Bar, Button, EmptyState, Message, Page, PageLink, pageOfOne } from "../components/page.tsx";
import { changed, Listing } from "../components/table.tsx";
import { TextTile, Tile } from "./dashboard-tile.tsx";
import { MailButton } from "./mail-dialog.tsx";
import { SAVED_OR_DATES } from "./questions/choices.ts";
import { FilterList } from "./questions/form/filter-list.tsx";
import { parseFilters } from "./questions/question.ts";
import { kindOf, nameOfDashboard, nameOf as nameOfInsight } from "./questions/saved-list.tsx";
import { ShareButton } from "./share-dialog.tsx";

const BACK = <PageLink to={["dashboards"]}>Dashboards</PageLink>;

const DashboardPage = pageOfOne("dashboards", { title: "Dashboard", back: BACK }, ({ one: dashboard, reload }) => {
  const { tiles, version } = dashboard;
  const id = String(dashboard.id);
  const [isArranging, setArranging] = useState(false);
  const [asked, setAsked] = useState(0);
  const [filters, setFilters] = useFilters();
  const narrowing = { dates: filters.get("dates") ?? "", where: parseFilters(filters.get("where")) };
  const change = async (call: Call, body: Schemas["DashboardPatch"]) => {
    await call("dashboards_partial_update", { id, body: { ...body, version } });
    reload();
  };
  const arrange = useAction((call, tiles: Schemas["DashboardPatch"]["tiles"]) => change(call, { tiles }));
  const move = (index: number, to: number) => {
    const ids = tiles.map(({ id }) => ({ id }));
    void arrange.run(ids.toSpliced(index, 1).toSpliced(to, 0, ...ids.slice(index, index + 1)));
  };
  /** Someone else may have changed it. */
  const catchUp = () => {
    arrange.reset();
    reload();
  };
  return (
    <Page
      title={nameOfDashboard(dashboard)}
      back={BACK}
      actions={
        <>
          <DialogButton label="Add questions">
            {(onClose) => (
              <AddDialog
                present={tiles.flatMap(({ insight }) => insight?.short_id ?? [])}
                onAdd={(added) => {
                  onClose();
                  void arrange.run(added.map((insight) => ({ insight })));
                }}
                onClose={onClose}
              />
            )}
          </DialogButton>
          {tiles.length > 0 && (
            <>
              <ShareButton of="dashboards" id={dashboard.id} />
              <MailButton of="dashboards" id={dashboard.id} />
              <Button label="Refresh" onClick={() => setAsked(asked + 1)} />
              <Button label="Arrange" aria-pressed={isArranging} onClick={() => setArranging(!isArranging)} />
            </>
          )}
          <NameButton
            {...{ label: "Rename", title: "Rename the dashboard", submit: "Rename", name: dashboard.name }}
            {...DashboardRequest.name}
            send={(name, call) => change(call, { name })}
          />
          <DeleteButton
            {...{ of: "dashboards", id, area: "dashboards", title: "Delete the dashboard?" }}
            says={`“${nameOfDashboard(dashboard)}” is deleted. Its saved questions stay.`}
          />
        </>
      }
    >
      {arrange.error && <Message onRetry={catchUp}>{arrange.error.message}</Message>}
      {tiles.length === 0 && <EmptyState title="Nothing is on this dashboard yet" says="Add a saved question." />}
      {tiles.length > 0 && (
        <Bar>
          <Select
            label="Dates of all tiles"
            options={SAVED_OR_DATES}
            value={narrowing.dates}
            onValue={(dates) => setFilters({ dates })}
          />
          <FilterList
            of="all tiles"
            addLabel="Condition for all tiles"
            filters={narrowing.where}
            onChange={(where) => setFilters({ where: where.length === 0 ? "" : JSON.stringify(where) })}
          />
        </Bar>
      )}
      <div class="board">
        {tiles.map(({ id: tile, insight, text }, index) => {
          const arranging = isArranging && {
            isFirst: index === 0,
            isLast: index === tiles.length - 1,
            isDisabled: arrange.isRunning,
            onMove: (step: 1 | -1) => move(index, index + step),
            onRemove: () => void arrange.run([{ id: tile, deleted: true }]),
          };
          return insight ? (
            <Tile key={tile} insight={insight.short_id} {...{ asked, arranging, narrowing }} />
          ) : (
            <TextTile key={tile} text={text?.body ?? ""} arranging={arranging} />
          );
        })}
      </div>
    </Page>
  );
});

interface AddDialogProps {
  readonly present: readonly string[];
  readonly onAdd: (insights: readonly string[]) => void;
  readonly onClose: () => void;
}

function AddDialog({ present, onAdd, onClose }: AddDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (id: string, isChosen: boolean) => {
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  };
  const add = (
    <Button
      label={chosen.length > 1 ? `Add ${chosen.length} questions` : "Add the question"}
      kind="main"
      disabled={chosen.length === 0}
      onClick={() => onAdd(chosen)}
    />
  );
  return (
    <Dialog title="Add questions" onClose={onClose} actions={add} wide>
      <Listing
        of={usePages("insights_list", {}, { limit: 20 })}
        caption="Saved questions"
        keyOf={({ short_id }) => short_id}
        columns={[
          { title: "Name", cell: nameOfInsight },
          { title: "Kind", cell: kindOf },
          {
            title: "On the dashboard",
            cell: (insight) =>
              present.includes(insight.short_id) ? (
                <span class="quiet">Is on it</span>
              ) : (
                <Checkbox
                  label="Add"
                  aria-label={`Add ${nameOfInsight(insight)}`}
                  value={chosen.includes(insight.short_id)}
                  onValue={(isChosen) => choose(insight.short_id, isChosen)}
                />
              ),
          },
        ]}
        empty="No question is saved yet"
        says={
          <>
            Ask one in <PageLink to={["questions"]}>Questions</PageLink>, and save it.
          </>
        }
      />
    </Dialog>
  );
}

const NEW = { kind: "main", label: "New dashboard", title: "New dashboard", submit: "Create", name: "" } as const;

function ListPage() {
  const go = useGo();
  const create = async (name: string, call: Call) => {
    const { id } = await call("dashboards_create", { body: { name } });
    go("dashboards", String(id));
  };
  return (
    <Page title="Dashboards" actions={<NameButton {...NEW} {...DashboardRequest.name} send={create} />}>
      <Listing
        of={usePages("dashboards_list", {})}
        caption="Dashboards"
        columns={[
          {
            title: "Name",
            cell: (one) => <PageLink to={["dashboards", String(one.id)]}>{nameOfDashboard(one)}</PageLink>,
          },
          { title: "Questions", count: ({ tiles }) => tiles.length },
          ...changed,
        ]}
        empty="There is no dashboard yet"
        says={
          <>
            A dashboard shows saved questions together. Save one in <PageLink to={["questions"]}>Questions</PageLink>,
            and make a dashboard for it.
          </>
        }
      />
    </Page>
  );
}

export const pages = { "/": ListPage, "/:id": DashboardPage };
