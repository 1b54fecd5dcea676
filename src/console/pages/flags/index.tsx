import { Route, Switch } from "wouter-preact";
import { NoSuchPage } from "../../components/no-such-page.tsx";
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
      <Route path="/">
        <ListPage />
      </Route>
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  );
}
