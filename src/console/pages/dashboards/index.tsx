import { Link, Route, Switch } from "wouter-preact";
import { useParam, useProjectPath } from "../../api/session.ts";
import { useResource } from "../../api/use-resource.ts";
import { Loaded } from "../../components/message.tsx";
import { NoSuchPage } from "../../components/no-such-page.tsx";
import { Page } from "../../components/page.tsx";
import { Board } from "./board.tsx";
import { useDashboards } from "./dashboards.ts";
import { ListPage } from "./list-page.tsx";

function DashboardPage() {
  const id = useParam("dashboard");
  const dashboards = useDashboards();
  const pathTo = useProjectPath();
  const found = useResource((signal) => dashboards.find(id, signal), [dashboards, id]);
  const back = <Link href={pathTo("dashboards")}>Dashboards</Link>;
  if (found.data) return <Board key={id} dashboard={found.data} back={back} reload={found.reload} />;
  return (
    <Page title="Dashboard" back={back}>
      <Loaded resource={found}>{() => null}</Loaded>
    </Page>
  );
}

export default function DashboardsPage() {
  return (
    <Switch>
      <Route path="/:dashboard">
        <DashboardPage />
      </Route>
      <Route path="/">
        <ListPage />
      </Route>
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  );
}
