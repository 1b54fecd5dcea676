import { Route, Switch } from "wouter-preact";
import { DashboardPage } from "./dashboard-page.tsx";
import { ListPage } from "./list-page.tsx";

export default function DashboardsPage() {
  return (
    <Switch>
      <Route path="/:dashboard">
        <DashboardPage />
      </Route>
      <Route>
        <ListPage />
      </Route>
    </Switch>
  );
}
