import { Link } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { EmptyState } from "../../components/message.tsx";
import type { Column } from "../../components/table.tsx";
import { Count, Time } from "../../components/text.tsx";
import { findPersons, type Person } from "./find-persons.ts";
import { FoundList } from "./found-list.tsx";

export function PersonList() {
  const path = useProjectPath();
  const columns: readonly Column<Person>[] = [
    { title: "Name", cell: ({ name, uuid }) => <Link href={path("persons", uuid)}>{name}</Link> },
    { title: "Email", cell: ({ properties }) => propertyText(properties?.email) },
    { title: "Distinct ids", isNumber: true, cell: ({ distinct_ids: ids }) => <Count value={ids.length} /> },
    { title: "Known since", cell: ({ created_at: at }) => <Time at={at} /> },
  ];
  return (
    <FoundList
      type={null}
      unit="person"
      searchLabel="Part of an address, a name or a distinct id"
      allLabel="Show everybody"
      columns={columns}
      keyOf={({ uuid }) => uuid}
      find={findPersons}
      empty={(isSearch) => <Nobody isSearch={isSearch} />}
    />
  );
}

function Nobody({ isSearch }: { readonly isSearch: boolean }) {
  return isSearch ? (
    <EmptyState title="Nobody was found">
      <p>Addresses and names are the properties email and name. Who is new is found within a minute.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Nobody is known yet">
      <p>Persons appear with the first event that identifies a visitor or sets properties.</p>
    </EmptyState>
  );
}

function propertyText(value: unknown): string {
  return typeof value === "string" ? value : "–";
}
