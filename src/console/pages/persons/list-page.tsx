import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useGroupTypes, usePages } from "../../api/operations.ts";
import { useFilters, useGo, useParam } from "../../api/place.ts";
import { Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Bar, Button, Page, PageLink } from "../../components/page.tsx";
import { Listing, personColumns } from "../../components/table.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Code, Count } from "../../components/text.tsx";
import { isFilled } from "../questions/complete.ts";
import { FilterList } from "../questions/form/filter-list.tsx";
import { type Filter, parseFilters } from "../questions/question.ts";
import { GroupPage, nameOfGroup } from "./group-page.tsx";
import { ErasurePage, PersonPage } from "./person-page.tsx";

const PERSON = { type: "person" } as const;

interface SearchProps {
  /** The index of the type of groups; null for persons. */
  readonly type: number | null;
  readonly searchLabel: string;
  readonly allLabel: string;
  readonly children: ComponentChildren;
}

/** Asks which persons, or groups of a type, are wanted. What is wanted stands in the address. */
function SearchPage({ type, searchLabel, allLabel, children }: SearchProps) {
  const [filters, change] = useFilters();
  const [search, properties] = [filters.get("search") ?? "", filters.get("properties") ?? ""];
  const [typed, setTyped] = useState(search);
  const [conditions, setConditions] = useState<readonly Filter[]>(() => parseFilters(properties));
  const show = (text: string, chosen: readonly Filter[]) => {
    setTyped(text);
    setConditions(chosen);
    const filled = chosen.filter(isFilled);
    change({ search: text.trim(), properties: filled.length > 0 ? JSON.stringify(filled) : "", offset: "" });
  };
  return (
    <Page title="Persons">
      <Kinds type={type}>
        <Form onSubmit={() => show(typed, conditions)}>
          <Bar>
            <Field label={searchLabel} type="search" value={typed} onValue={setTyped} maxLength={200} />
            <Button label="Search" type="submit" kind="main" />
            {search + properties !== "" && <Button label={allLabel} onClick={() => show("", [])} />}
          </Bar>
          {type === null && (
            <FilterList
              of="persons"
              addLabel="Condition on a property"
              owner={PERSON}
              filters={conditions}
              onChange={setConditions}
            />
          )}
        </Form>
        {children}
      </Kinds>
    </Page>
  );
}

function Kinds({ type, children }: Pick<SearchProps, "type" | "children">) {
  const types = useGroupTypes();
  const go = useGo();
  if (types.length === 0) return <>{children}</>;
  const tabs = [{ id: "", label: "Persons" }, ...types.map((label, index) => ({ id: String(index), label }))];
  const select = (id: string) => go("persons", ...(id === "" ? [] : ["groups", id]));
  return (
    <Tabs label="Persons or groups" tabs={tabs} selected={String(type ?? "")} onSelect={select}>
      <div class="stack apart">{children}</div>
    </Tabs>
  );
}

const howMany = (count: number, unit: string) => (
  <p class="quiet" role="status">
    <Count value={count} unit={unit} />
  </p>
);

const NOBODY_KNOWN = {
  empty: "Nobody is known yet",
  says: "Persons appear with the first event that identifies a visitor or sets properties.",
};
const NOBODY_FOUND = {
  empty: "Nobody was found",
  says: "Addresses and names are the properties email and name. Who is new is found within a minute.",
};

function PersonList() {
  const [filters] = useFilters();
  const wanted = { search: filters.get("search") ?? "", properties: filters.get("properties") ?? "" };
  return (
    <SearchPage type={null} searchLabel="Part of an address, a name or a distinct id" allLabel="Show everybody">
      <Listing
        of={usePages("persons_list", wanted, { isInAddress: true })}
        caption="Persons, newest first"
        keyOf={({ uuid }) => uuid}
        above={({ count }) => howMany(count, "person")}
        columns={personColumns}
        {...(wanted.search + wanted.properties === "" ? NOBODY_KNOWN : NOBODY_FOUND)}
      />
    </SearchPage>
  );
}

function GroupList() {
  const type = Number(useParam("type"));
  const [filters] = useFilters();
  const wanted = { group_type_index: type, search: filters.get("search") ?? "" };
  return (
    <SearchPage key={type} {...{ type }} searchLabel="Part of the key or a property" allLabel="Show all">
      <Listing
        of={usePages("groups_list", wanted, { isInAddress: true })}
        caption="Groups, newest first"
        keyOf={({ group_key: key }) => key}
        above={({ count }) => howMany(count, "group")}
        columns={[
          {
            title: "Name",
            cell: (one) => <PageLink to={["persons", "groups", type, one.group_key]}>{nameOfGroup(one)}</PageLink>,
          },
          { title: "Key", cell: ({ group_key: key }) => <Code>{key}</Code> },
          { title: "First seen", time: ({ created_at: at }) => at },
        ]}
        empty="No group was found"
        says="Groups appear with the first event that names them."
      />
    </SearchPage>
  );
}

export const pages = {
  "/": PersonList,
  "/erasures/:erasure": ErasurePage,
  "/groups/:type": GroupList,
  "/groups/:type/:key": GroupPage,
  "/:id": PersonPage,
};
