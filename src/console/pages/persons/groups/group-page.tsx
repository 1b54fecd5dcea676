import { Link } from "wouter-preact";
import { client } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useFilters } from "../../../api/hash-location.ts";
import { useParam, useProject, useProjectPath } from "../../../api/session.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Loaded } from "../../../components/message.tsx";
import { Card, Page } from "../../../components/page.tsx";
import { Properties } from "../../../components/properties.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { Code, CopyButton, Time } from "../../../components/text.tsx";
import { ActorList } from "../../questions/result/actor-list.tsx";
import { GroupEvents } from "./group-events.tsx";
import { type Group, nameOf } from "./groups.ts";
import { useGroupTypes } from "./use-group-types.ts";

const TABS = [
  { id: "events", label: "Events" },
  { id: "persons", label: "Persons" },
  { id: "properties", label: "Properties" },
];

export function GroupPage() {
  const { project } = useProject();
  const path = useProjectPath();
  const type = Number(useParam("type"));
  const key = useParam("key");
  const params = { path: { project_id: String(project.id) }, query: { group_type_index: type, group_key: key } };
  const group = useResource(
    (signal) => unwrap(client.GET("/api/projects/{project_id}/groups/find", { params, signal })),
    [project.id, type, key],
  );
  const name = useGroupTypes()[type] ?? "group";
  return (
    <Page
      title={group.data ? nameOf(group.data) : "Group"}
      back={<Link href={path("persons", "groups", type)}>{`All of type ${name}`}</Link>}
    >
      <Loaded resource={group}>{(found) => <Profile group={found} type={name} />}</Loaded>
    </Page>
  );
}

function Profile({ group, type }: { readonly group: Group; readonly type: string }) {
  const [filters, change] = useFilters();
  const tab = filters.get("tab") ?? "events";
  const { group_key: key, group_type_index: index, group_properties: properties, created_at: since } = group;
  const ofGroup = [{ key: "$group_key", type: "group" as const, group_type_index: index, value: key }];
  return (
    <>
      <Card>
        <dl class="event-facts">
          <div>
            <dt class="quiet small">First seen</dt>
            <dd>
              <Time at={since} />
            </dd>
          </div>
          <div>
            <dt class="quiet small">Type</dt>
            <dd>{type}</dd>
          </div>
          <div>
            <dt class="quiet small">Key</dt>
            <dd class="wrap-anywhere">
              <Code>{key}</Code> <CopyButton text={key} />
            </dd>
          </div>
        </dl>
      </Card>
      <Tabs
        label="About this group"
        tabs={TABS}
        selected={tab}
        onSelect={(id) => change({ tab: id === "events" ? "" : id })}
      >
        <div class="timeline">
          {tab === "properties" ? (
            <Card>
              <Properties values={properties ?? {}} />
            </Card>
          ) : tab === "persons" ? (
            <ActorList
              caption="Persons with events of this group"
              actors={{
                kind: "InsightActorsQuery",
                source: {
                  kind: "TrendsQuery",
                  series: [{ kind: "EventsNode", event: null, properties: ofGroup }],
                  dateRange: { date_from: "all" },
                },
              }}
            />
          ) : (
            <GroupEvents properties={ofGroup} />
          )}
        </div>
      </Tabs>
    </>
  );
}
