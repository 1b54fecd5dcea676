import { Link, Route, Switch } from "wouter-preact";
import { useParam, useProjectPath } from "../../api/session.ts";
import { EmptyState } from "../../components/message.tsx";
import { NoSuchPage } from "../../components/no-such-page.tsx";
import type { Column } from "../../components/table.tsx";
import { Code, Time } from "../../components/text.tsx";
import { ErasurePage } from "./erasure-page.tsx";
import { FoundList } from "./found-list.tsx";
import { GroupPage } from "./groups/group-page.tsx";
import { findGroups, type Group, nameOf } from "./groups/groups.ts";
import { PersonList } from "./person-list.tsx";
import { PersonPage } from "./profile/person-page.tsx";

function GroupList() {
  const type = Number(useParam("type"));
  const path = useProjectPath();
  const columns: readonly Column<Group>[] = [
    {
      title: "Name",
      cell: (group) => <Link href={path("persons", "groups", type, group.group_key)}>{nameOf(group)}</Link>,
    },
    { title: "Key", cell: ({ group_key: key }) => <Code>{key}</Code> },
    { title: "First seen", cell: ({ created_at: at }) => <Time at={at} /> },
  ];
  return (
    <FoundList
      key={type}
      type={type}
      unit="group"
      searchLabel="Part of the key or a property"
      allLabel="Show all"
      columns={columns}
      keyOf={({ group_key: key }) => key}
      find={findGroups(type)}
      empty={() => (
        <EmptyState title="No group was found">
          <p>Groups appear with the first event that names them.</p>
        </EmptyState>
      )}
    />
  );
}

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
