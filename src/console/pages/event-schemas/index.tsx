import { Route, Switch } from "wouter-preact";
import { NoSuchPage } from "../../components/no-such-page.tsx";
import { ListPage } from "./list-page.tsx";
import { NewPage } from "./new-page.tsx";
import { SchemaPage } from "./schema-page.tsx";

export default function PlanPage() {
  return (
    <Switch>
      <Route path="/new">
        <NewPage />
      </Route>
      <Route path="/:schema">
        <SchemaPage />
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
