import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { useFilters } from "../../api/hash-location.ts";
import { useProject, useProjectPath } from "../../api/session.ts";
import { useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Loaded } from "../../components/message.tsx";
import { Bar, Page } from "../../components/page.tsx";
import { offsetFilter, Pager } from "../../components/pager.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Count } from "../../components/text.tsx";
import { FilterList } from "../questions/form/filter-list.tsx";
import { isFilled } from "../questions/model/complete.ts";
import type { Filter } from "../questions/model/question.ts";
import { useGroupTypes } from "./groups/use-group-types.ts";

export const LIMIT = 50;
const PERSON = { type: "person" } as const;

export interface FoundPage<Row> {
  readonly count: number;
  readonly results: readonly Row[];
}

export interface Wanted {
  readonly search: string;
  /** Conditions as JSON, or empty. */
  readonly properties: string;
  readonly offset: number;
}

interface Props<Row> {
  /** The index of the type of groups; null for persons. */
  readonly type: number | null;
  readonly unit: "person" | "group";
  readonly searchLabel: string;
  readonly allLabel: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly find: (project: number, wanted: Wanted, signal: AbortSignal) => Promise<FoundPage<Row>>;
  readonly empty: (isSearch: boolean) => ComponentChildren;
}

export function FoundList<Row>({ type, unit, searchLabel, allLabel, columns, keyOf, find, empty }: Props<Row>) {
  const { project } = useProject();
  const [filters, change] = useFilters();
  const [search, properties] = [filters.get("search") ?? "", filters.get("properties") ?? ""];
  const offset = Number(filters.get("offset") ?? 0);
  const [typed, setTyped] = useState(search);
  const [conditions, setConditions] = useState(() => parseConditions(properties));
  const found = useResource(
    (signal) => find(project.id, { search, properties, offset }, signal),
    [project.id, type, search, properties, offset],
    { keep: true },
  );
  const show = (text: string, chosen: readonly Filter[]) => {
    setTyped(text);
    setConditions(chosen);
    const filled = chosen.filter(isFilled);
    change({ search: text.trim(), properties: filled.length > 0 ? JSON.stringify(filled) : "", offset: "" });
  };
  const isSearch = search !== "" || properties !== "";
  return (
    <Page title="Persons">
      <Kinds type={type}>
        <Form onSubmit={() => show(typed, conditions)}>
          <Bar>
            <Field label={searchLabel} type="search" value={typed} onValue={setTyped} maxLength={200} />
            <Button type="submit" kind="main">
              Search
            </Button>
            {isSearch && <Button onClick={() => show("", [])}>{allLabel}</Button>}
          </Bar>
          {unit === "person" && (
            <FilterList
              of="persons"
              addLabel="Condition on a property"
              owner={PERSON}
              filters={conditions}
              onChange={setConditions}
            />
          )}
        </Form>
        <Loaded resource={found}>
          {({ count, results }) => (
            <>
              <p class="quiet" role="status">
                <Count value={count} unit={unit} />
              </p>
              {count === 0 && empty(isSearch)}
              {results.length > 0 && (
                <Table
                  caption={unit === "person" ? "Persons, newest first" : "Groups, newest first"}
                  columns={columns}
                  rows={results}
                  keyOf={keyOf}
                />
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
      </Kinds>
    </Page>
  );
}

function parseConditions(json: string): readonly Filter[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function Kinds({ type, children }: Pick<Props<unknown>, "type"> & { readonly children: ComponentChildren }) {
  const types = useGroupTypes();
  const path = useProjectPath();
  const [, navigate] = useLocation();
  if (types.length === 0) return <>{children}</>;
  const tabs = [{ id: "", label: "Persons" }, ...types.map((label, index) => ({ id: String(index), label }))];
  const select = (id: string) => navigate(id === "" ? path("persons") : path("persons", "groups", id));
  return (
    <Tabs label="Persons or groups" tabs={tabs} selected={String(type ?? "")} onSelect={select}>
      <div class="timeline">{children}</div>
    </Tabs>
  );
}
