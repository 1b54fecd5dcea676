import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useFilters } from "../../api/hash-location.ts";
import { useProjectPath } from "../../api/session.ts";
import { useResource } from "../../api/use-resource.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { EmptyState, Loaded } from "../../components/message.tsx";
import { Bar, Page } from "../../components/page.tsx";
import { offsetFilter, Pager } from "../../components/pager.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/text.tsx";
import { FlagSwitch } from "./flag-switch.tsx";
import { describeRollout, type Flag, filtersOf, useFlags } from "./flags.ts";

const LIMIT = 50;

export function ListPage() {
  const flags = useFlags();
  const path = useProjectPath();
  const [filters, change] = useFilters();
  const [search, offset] = [filters.get("search") ?? "", Number(filters.get("offset") ?? 0)];
  const [typed, setTyped] = useState(search);
  const list = useResource((signal) => flags.list(search, offset, LIMIT, signal), [flags, search, offset], {
    keep: true,
  });
  const find = (text: string) => {
    setTyped(text);
    change({ search: text.trim(), offset: "" });
  };
  return (
    <Page
      title="Flags"
      actions={
        <ButtonLink kind="main" to={path("flags", "new")}>
          New flag
        </ButtonLink>
      }
    >
      <Bar>
        <Field label="Find a flag" type="search" placeholder="Key or description" value={typed} onValue={find} />
      </Bar>
      <Loaded resource={list}>
        {({ results, count }) =>
          count === 0 ? (
            <Nothing search={search} onReset={() => find("")} />
          ) : (
            <>
              <Table<Flag>
                caption="Flags"
                rows={results}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: "Flag",
                    cell: (flag) => (
                      <>
                        <Link href={path("flags", flag.id)}>{flag.key}</Link>
                        {flag.name && <p class="small quiet flag-name">{flag.name}</p>}
                      </>
                    ),
                  },
                  {
                    title: "State",
                    cell: (flag) => <FlagSwitch flag={flag} onChanged={list.reload} />,
                  },
                  { title: "Who gets it", cell: (flag) => describeRollout(filtersOf(flag)) },
                  { title: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
                ]}
              />
              <Pager
                {...{ offset, count }}
                limit={LIMIT}
                shown={results.length}
                onOffset={(next) => change(offsetFilter(next))}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Nothing({ search, onReset }: { readonly search: string; readonly onReset: () => void }) {
  if (search === "") {
    return (
      <EmptyState title="There is no flag yet">
        <p>A flag turns a feature on for some persons, for a share of them, or for everyone, without a release.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No flag has this text in its key or description">
      <Button onClick={onReset}>Show all flags</Button>
    </EmptyState>
  );
}
