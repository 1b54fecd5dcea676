import { useState } from "preact/hooks";
import { useOperation, usePages } from "../../api/operations.ts";
import { useFilters } from "../../api/place.ts";
import { Field, Select } from "../../components/field.tsx";
import { optionsOf } from "../../components/options.ts";
import { Bar, Button, ButtonLink, Page, PageLink } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { NewPage } from "./flag-form.tsx";
import { FlagPage } from "./flag-page.tsx";
import { FlagSwitch } from "./flag-switch.tsx";
import { describeRollout, filtersOf } from "./flags.ts";

const STATES = { "": "All", true: "On", false: "Off", STALE: "Stale" } as const;

function ListPage() {
  const [filters, change] = useFilters();
  const search = filters.get("search") ?? "";
  const [typed, setTyped] = useState(search);
  const active = (filters.get("active") ?? "") as keyof typeof STATES;
  const list = usePages("feature_flags_list", { search, active: active || undefined }, { isInAddress: true });
  /** Asked beside the list, which does not wait for it. */
  const stale = useOperation("feature_flags_list", { active: "STALE", limit: 1000 }, { keep: true });
  const staleIds = new Set(stale.data?.results.map(({ id }) => id));
  const find = (text: string, state: string = active) => {
    setTyped(text);
    change({ search: text.trim(), active: state, offset: "" });
  };
  const empty =
    search === "" && active === ""
      ? {
          empty: "There is no flag yet",
          says: "A flag turns a feature on for some persons, for a share of them, or for everyone, without a release.",
        }
      : { empty: "No flag is like this", says: <Button label="Show all flags" onClick={() => find("", "")} /> };
  const create = <ButtonLink label="New flag" kind="main" to={["flags", "new"]} />;
  return (
    <Page title="Flags" actions={create}>
      <Bar>
        <Field
          label="Find a flag"
          type="search"
          placeholder="Key or description"
          value={typed}
          onValue={(text) => find(text)}
        />
        <Select label="State" options={optionsOf(STATES)} value={active} onValue={(state) => find(typed, state)} />
      </Bar>
      <Listing
        of={list}
        caption="Flags"
        columns={[
          {
            title: "Flag",
            cell: ({ id, key, name }) => (
              <>
                <PageLink to={["flags", id]}>{key}</PageLink>
                {name && <p class="small quiet flag-name">{name}</p>}
                {staleIds.has(id) && <p class="small quiet">Stale: unused, or the same for everyone, for 30 days</p>}
              </>
            ),
          },
          { title: "State", cell: (flag) => <FlagSwitch flag={flag} onChanged={list.reload} /> },
          { title: "Who gets it", cell: (flag) => describeRollout(filtersOf(flag)) },
          { title: "Changed", time: ({ updated_at }) => updated_at },
        ]}
        {...empty}
      />
    </Page>
  );
}

export const pages = { "/": ListPage, "/new": NewPage, "/:flag": FlagPage };
