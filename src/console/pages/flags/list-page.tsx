import { useState } from "preact/hooks";
import { usePages } from "../../api/operations.ts";
import { useFilters } from "../../api/place.ts";
import { Field } from "../../components/field.tsx";
import { Bar, Button, ButtonLink, Page, PageLink } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { Time } from "../../components/text.tsx";
import { NewPage } from "./flag-form.tsx";
import { FlagPage } from "./flag-page.tsx";
import { FlagSwitch } from "./flag-switch.tsx";
import { describeRollout, filtersOf } from "./flags.ts";

function ListPage() {
  const [filters, change] = useFilters();
  const search = filters.get("search") ?? "";
  const [typed, setTyped] = useState(search);
  const list = usePages("feature_flags_list", { search }, { isInAddress: true });
  const find = (text: string) => {
    setTyped(text);
    change({ search: text.trim(), offset: "" });
  };
  const empty =
    search === ""
      ? {
          empty: "There is no flag yet",
          says: "A flag turns a feature on for some persons, for a share of them, or for everyone, without a release.",
        }
      : {
          empty: "No flag has this text in its key or description",
          says: <Button label="Show all flags" onClick={() => find("")} />,
        };
  const create = <ButtonLink label="New flag" kind="main" to={["flags", "new"]} />;
  return (
    <Page title="Flags" actions={create}>
      <Bar>
        <Field label="Find a flag" type="search" placeholder="Key or description" value={typed} onValue={find} />
      </Bar>
      <Listing
        of={list}
        caption="Flags"
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Flag",
            cell: ({ id, key, name }) => (
              <>
                <PageLink to={["flags", id]}>{key}</PageLink>
                {name && <p class="small quiet flag-name">{name}</p>}
              </>
            ),
          },
          { title: "State", cell: (flag) => <FlagSwitch flag={flag} onChanged={list.reload} /> },
          { title: "Who gets it", cell: (flag) => describeRollout(filtersOf(flag)) },
          { title: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
        ]}
        {...empty}
      />
    </Page>
  );
}

export const pages = { "/": ListPage, "/new": NewPage, "/:flag": FlagPage };
