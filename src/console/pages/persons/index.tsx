import { Route, Switch } from "wouter-preact";
import { NoSuchPage } from "../../components/no-such-page.tsx";
import { ErasurePage } from "./erasure-page.tsx";
import { GroupList } from "./groups/group-list.tsx";
import { GroupPage } from "./groups/group-page.tsx";
import { PersonList } from "./person-list.tsx";
import { PersonPage } from "./profile/person-page.tsx";

export default function PersonsPages() {
  return (
    <Switch>
      <Route path="/">
        <PersonList />
      </Route>
      <Route path="/erasures/:erasure">
        <ErasurePage />
      </Route>
      <Route path="/groups/:type">
        <GroupList />
      </Route>
      <Route path="/groups/:type/:key">
        <GroupPage />
      </Route>
      <Route path="/:person">
        <PersonPage />
      </Route>
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  );
}
