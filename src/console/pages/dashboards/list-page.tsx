import { DashboardRequest } from "../../../../generated/console.ts";
import { useCall, useOperation, usePages } from "../../api/operations.ts";
import { useGo, useParam } from "../../api/place.ts";
import { NameButton } from "../../components/form.tsx";
import { LoadedPage, Page, PageLink } from "../../components/page.tsx";
import { changed, Listing } from "../../components/table.tsx";
import { Count } from "../../components/text.tsx";
import { nameOfDashboard } from "../questions/saved/saved-list.tsx";
import { Board } from "./board.tsx";

function ListPage() {
  const call = useCall();
  const go = useGo();
  const create = async (name: string) => go("dashboards", (await call("dashboards_create", { body: { name } })).id);
  return (
    <Page
      title="Dashboards"
      actions={
        <NameButton
          {...{
            kind: "main",
            label: "New dashboard",
            title: "New dashboard",
            submit: "Create",
            name: "",
            send: create,
          }}
          {...DashboardRequest.name}
        />
      }
    >
      <Listing
        of={usePages("dashboards_list", {})}
        caption="Dashboards"
        keyOf={({ id }) => id}
        columns={[
          { title: "Name", cell: (one) => <PageLink to={["dashboards", one.id]}>{nameOfDashboard(one)}</PageLink> },
          { title: "Questions", isNumber: true, cell: ({ tiles }) => <Count value={tiles.length} /> },
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

function DashboardPage() {
  const id = useParam("dashboard");
  const found = useOperation("dashboards_retrieve", { id });
  const back = <PageLink to={["dashboards"]}>Dashboards</PageLink>;
  return (
    <LoadedPage resource={found} title="Dashboard" back={back}>
      {(dashboard) => <Board key={id} {...{ dashboard, back }} reload={found.reload} />}
    </LoadedPage>
  );
}

export const pages = { "/": ListPage, "/:dashboard": DashboardPage };
