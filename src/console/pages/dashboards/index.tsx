import { Route, Switch } from "wouter-preact";
import { NoSuchPage } from "../../components/no-such-page.tsx";
import { DashboardPage } from "./dashboard-page.tsx";
import { ListPage } from "./list-page.tsx";

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
