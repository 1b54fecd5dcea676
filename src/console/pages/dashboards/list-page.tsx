import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, Loaded } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";
import { Pager } from "../../components/pager.tsx";
import { Table } from "../../components/table.tsx";
import { Count, Time } from "../../components/text.tsx";
import { NameDialog } from "../questions/saved/name-dialog.tsx";
import { type Dashboard, nameOf, useDashboards } from "./dashboards.ts";

const LIMIT = 50;

export function ListPage() {
  const dashboards = useDashboards();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const [offset, setOffset] = useState(0);
  const [isCreating, setCreating] = useState(false);
  const list = useResource((signal) => dashboards.list(offset, LIMIT, signal), [dashboards, offset], { keep: true });
  const create = useAction(async (name: string) => {
    navigate(pathTo("dashboards", (await dashboards.create({ name })).id));
  });
  const button = (
    <Button kind="main" onClick={() => setCreating(true)}>
      New dashboard
    </Button>
  );
  return (
    <Page title="Dashboards" actions={button}>
      <Loaded resource={list}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState title="There is no dashboard yet">
              <p>
                A dashboard shows saved questions together. Save one in{" "}
                <Link href={pathTo("questions")}>Questions</Link>, and make a dashboard for it.
              </p>
            </EmptyState>
          ) : (
            <>
              <Table<Dashboard>
                caption="Dashboards"
                rows={results}
                keyOf={({ id }) => id}
                columns={[
                  { title: "Name", cell: (one) => <Link href={pathTo("dashboards", one.id)}>{nameOf(one)}</Link> },
                  { title: "Questions", isNumber: true, cell: ({ tiles }) => <Count value={tiles.length} /> },
                  { title: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
                  { title: "By", cell: ({ updated_by }) => updated_by?.email ?? "" },
                ]}
              />
              <Pager {...{ offset, count }} limit={LIMIT} shown={results.length} onOffset={setOffset} />
            </>
          )
        }
      </Loaded>
      {isCreating && (
        <NameDialog title="New dashboard" submit="Create" name="" action={create} onClose={() => setCreating(false)} />
      )}
    </Page>
  );
}
