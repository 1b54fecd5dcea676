import { Route, Switch } from "wouter-preact";
import { FlagPage } from "./flag-page.tsx";
import { ListPage } from "./list-page.tsx";
import { NewPage } from "./new-page.tsx";

export default function FlagsPage() {
  return (
    <Switch>
      <Route path="/new">
        <NewPage />
      </Route>
      <Route path="/:flag">
        <FlagPage />
      </Route>
      <Route>
        <ListPage />
      </Route>
    </Switch>
  );
}
