import { type Schemas, useGroupTypes, useOperation, useQueryPages } from "../../api/operations.ts";
import { useParam } from "../../api/place.ts";
import { Card, CopiedCode, Loaded, Page, PageLink } from "../../components/page.tsx";
import { Facts, Properties } from "../../components/properties.tsx";
import { AddressTabs } from "../../components/tabs.tsx";
import { Time } from "../../components/text.tsx";
import { EventTable, type ShownEvent } from "../live-events.tsx";
import { ActorList, labelOf } from "../questions/result/actor-list.tsx";

type Group = Schemas["Group"];

export function nameOfGroup({ group_key: key, group_properties: properties }: Group): string {
  const name = properties?.name;
  return typeof name === "string" && name !== "" ? name : key;
}

export function GroupPage() {
  const type = Number(useParam("type"));
  const key = useParam("key");
  const group = useOperation("groups_find_retrieve", { group_type_index: type, group_key: key });
  const name = useGroupTypes()[type] ?? "group";
  return (
    <Page
      title={group.data ? nameOfGroup(group.data) : "Group"}
      back={<PageLink to={["persons", "groups", type]}>{`All of type ${name}`}</PageLink>}
    >
      <Loaded resource={group}>{(found) => <Profile group={found} type={name} />}</Loaded>
    </Page>
  );
}

function Profile({ group, type }: { readonly group: Group; readonly type: string }) {
  const { group_key: key, group_type_index: index, group_properties: properties, created_at: since } = group;
  const ofGroup = [{ key: "$group_key", type: "group" as const, group_type_index: index, value: key }];
  const persons = {
    kind: "InsightActorsQuery" as const,
    source: {
      kind: "TrendsQuery" as const,
      series: [{ kind: "EventsNode" as const, event: null, properties: ofGroup }],
      dateRange: { date_from: "all" },
    },
  };
  const inTab = (panel: preact.ComponentChildren) => <div class="stack apart">{panel}</div>;
  return (
    <>
      <Card>
        <Facts
          facts={[
            ["First seen", <Time at={since} />],
            ["Type", type],
            ["Key", <CopiedCode text={key} />],
          ]}
        />
      </Card>
      <AddressTabs
        label="About this group"
        tabs={[
          { id: "events", label: "Events", panel: inTab(<GroupEvents properties={ofGroup} />) },
          {
            id: "persons",
            label: "Persons",
            panel: inTab(<ActorList caption="Persons with events of this group" actors={persons} />),
          },
          {
            id: "properties",
            label: "Properties",
            panel: inTab(
              <Card>
                <Properties values={properties ?? {}} />
              </Card>,
            ),
          },
        ]}
      />
    </>
  );
}

type Row = readonly [
  Omit<ShownEvent, "id" | "person"> & { readonly uuid: string },
  { readonly uuid: string; readonly properties: Readonly<Record<string, unknown>> } | null,
  string | null,
];

function GroupEvents({ properties }: { readonly properties: Schemas["QueryPropertyFilter"][] }) {
  const select = ["*", "person", "person.created_at"];
  const query = { kind: "EventsQuery" as const, select, properties, after: "all" };
  const events = useQueryPages(query, (results) => (results as unknown as readonly Row[]).map(eventOf));
  return (
    <EventTable
      of={events}
      caption="Events of this group, newest first"
      empty="No event names this group"
      says="Only its properties were sent, or its events were removed since."
    />
  );
}

/** Only persons who were created have a page. */
function eventOf([{ uuid: id, ...event }, person, since]: Row): ShownEvent {
  if (person === null || since === null) return { ...event, id, person: null };
  const { uuid, properties } = person;
  const name = labelOf({ id: uuid, properties, distinct_ids: [event.distinct_id] });
  return { ...event, id, person: { uuid, name } };
}
