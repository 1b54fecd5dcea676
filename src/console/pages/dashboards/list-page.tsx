import { Link, useLocation } from "wouter-preact";
import { DashboardRequest } from "../../../../generated/console.ts";
import { useCall, useOperation, usePages } from "../../api/operations.ts";
import { useParam, useProjectPath } from "../../api/place.ts";
import { DialogButton } from "../../components/dialog.tsx";
import { NameDialog } from "../../components/form.tsx";
import { EmptyState, Loaded, Page } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { Count, Time } from "../../components/text.tsx";
import { nameOfDashboard } from "../questions/saved/saved-list.tsx";
import { Board } from "./board.tsx";

function ListPage() {
  const call = useCall();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const list = usePages("dashboards_list", {});
  const create = async (name: string) => {
    const { id } = await call("dashboards_create", { body: { name } });
    navigate(pathTo("dashboards", id));
  };
  return (
    <Page
      title="Dashboards"
      actions={
        <DialogButton kind="main" label="New dashboard">
          {(onClose) => (
            <NameDialog
              {...{ title: "New dashboard", submit: "Create", name: "", onClose }}
              {...DashboardRequest.name}
              send={create}
            />
          )}
        </DialogButton>
      }
    >
      <Listing
        of={list}
        caption="Dashboards"
        keyOf={({ id }) => id}
        columns={[
          { title: "Name", cell: (one) => <Link href={pathTo("dashboards", one.id)}>{nameOfDashboard(one)}</Link> },
          { title: "Questions", isNumber: true, cell: ({ tiles }) => <Count value={tiles.length} /> },
          { title: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
          { title: "By", cell: ({ updated_by }) => updated_by?.email ?? "" },
        ]}
        empty={
          <EmptyState title="There is no dashboard yet">
            <p>
              A dashboard shows saved questions together. Save one in <Link href={pathTo("questions")}>Questions</Link>,
              and make a dashboard for it.
            </p>
          </EmptyState>
        }
      />
    </Page>
  );
}

function DashboardPage() {
  const id = useParam("dashboard");
  const pathTo = useProjectPath();
  const found = useOperation("dashboards_retrieve", { id });
  const back = <Link href={pathTo("dashboards")}>Dashboards</Link>;
  if (found.data) return <Board key={id} dashboard={found.data} back={back} reload={found.reload} />;
  return (
    <Page title="Dashboard" back={back}>
      <Loaded resource={found}>{() => null}</Loaded>
    </Page>
  );
}

export const pages = { "/": ListPage, "/:dashboard": DashboardPage };
