import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useFilters } from "../../api/hash-location.ts";
import { useProject, useProjectPath } from "../../api/session.ts";
import { useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { EmptyState, Loaded } from "../../components/message.tsx";
import { Bar, Page } from "../../components/page.tsx";
import { offsetFilter, Pager } from "../../components/pager.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Count, Time } from "../../components/text.tsx";
import { findPersons, LIMIT, type Person } from "./find-persons.ts";

export function PersonList() {
  const { project } = useProject();
  const path = useProjectPath();
  const [filters, change] = useFilters();
  const [search, offset] = [filters.get("search") ?? "", Number(filters.get("offset") ?? 0)];
  const [typed, setTyped] = useState(search);
  const persons = useResource(
    (signal) => findPersons(project.id, search, offset, signal),
    [project.id, search, offset],
    { keep: true },
  );
  const columns: readonly Column<Person>[] = [
    { title: "Name", cell: ({ name, uuid }) => <Link href={path("persons", uuid)}>{name}</Link> },
    { title: "Email", cell: ({ properties }) => propertyText(properties?.email) },
    { title: "Distinct ids", isNumber: true, cell: ({ distinct_ids: ids }) => <Count value={ids.length} /> },
    { title: "Known since", cell: ({ created_at: at }) => <Time at={at} /> },
  ];
  const find = (text: string) => {
    setTyped(text);
    change({ search: text.trim(), offset: "" });
  };
  return (
    <Page title="Persons">
      <Form onSubmit={() => find(typed)}>
        <Bar>
          <Field label="Email or distinct id" type="search" value={typed} onValue={setTyped} maxLength={200} />
          <Button type="submit" kind="main">
            Search
          </Button>
          {search !== "" && <Button onClick={() => find("")}>Show everybody</Button>}
        </Bar>
      </Form>
      <Loaded resource={persons}>
        {({ count, results }) => (
          <>
            <p class="quiet" role="status">
              <Count value={count} unit="person" />
            </p>
            {count === 0 && <Nobody isSearch={search !== ""} />}
            {results.length > 0 && (
              <Table caption="Persons, newest first" columns={columns} rows={results} keyOf={({ uuid }) => uuid} />
            )}
            <Pager
              offset={offset}
              limit={LIMIT}
              count={count}
              shown={results.length}
              onOffset={(value) => change(offsetFilter(value))}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Nobody({ isSearch }: { readonly isSearch: boolean }) {
  return isSearch ? (
    <EmptyState title="Nobody was found">
      <p>The address or the distinct id must be complete. Addresses are those of the property email.</p>
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
