import { type Schemas, useOperation } from "../api/operations.ts";
import { formatBytes, formatDuration } from "../components/format.ts";
import { Button, Card, ForAdmins, Loaded, Message, PageLink } from "../components/page.tsx";
import { Facts } from "../components/properties.tsx";
import { formatCount, Time } from "../components/text.tsx";

const ENGINES = {
  documents: "Store of events and persons",
  files: "Store of recordings",
  journal: "Journal of what is accepted",
  columnar: "Files of older events",
} as const;
const STATES = { ok: "Works", unavailable: "Cannot be reached", damaged: "Is damaged" } as const;

export function Health() {
  return (
    <ForAdmins to="see how the service does">
      <NodeHealth />
    </ForAdmins>
  );
}

function NodeHealth() {
  const health = useOperation("project_health_retrieve", {});
  return (
    <div class="stack">
      <Loaded resource={health}>{(data) => <Figures health={data} />}</Loaded>
      <Button label="Refresh" disabled={health.isLoading} onClick={health.reload} />
    </div>
  );
}

function Figures({ health }: { readonly health: Schemas["ProjectHealth"] }) {
  const { engines, journal, dropped, history } = health;
  const names = Object.keys(ENGINES) as (keyof typeof ENGINES)[];
  const isWell = names.every((name) => (engines[name] ?? "ok") === "ok") && !health.stopping;
  const version = (
    <>
      version {health.version}; its API has <a href="docs">a version of its own</a>
    </>
  );
  const lastReported = (at: string) => (
    <>
      last reported <Time at={at} />
    </>
  );
  const bytes = `${formatBytes(journal.bytes)} of at most ${formatBytes(journal.max_bytes)}`;
  const behind = history && `${formatDuration(history.lag_seconds)} behind`;
  const files = history && `${formatCount(history.files, "file")}, ${formatBytes(history.bytes)}, ${behind}`;
  const { count: dead, max_bytes: room } = health.dead_letters;
  const letters = dead === null ? "Not known" : formatCount(dead, "event");
  const lost = dropped.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {isWell ? (
        <Message tone="success">Everything works.</Message>
      ) : (
        <Message tone="warning">{health.stopping ? "The node is about to stop." : "Something does not work."}</Message>
      )}
      <Card title="Service">
        <Facts
          facts={[
            ["Sightline", version],
            ["Node that answers", health.node.name],
            ["Running since", <Time at={health.running_since} />],
            ...health.other_nodes.map(({ name, last_seen_at: at }) => [`Node ${name}`, lastReported(at)] as const),
            ...names.map((name) => {
              const state = engines[name];
              return state ? ([ENGINES[name], STATES[state]] as const) : null;
            }),
          ]}
        />
      </Card>
      <Card title="What is stored">
        <Facts
          facts={[
            ["Waiting for the store", `${formatCount(journal.entries, "request")}, ${bytes}`],
            ["Waiting for the longest", formatDuration(journal.oldest_seconds)],
            ["Size of the store", formatBytes(health.store_bytes)],
            ["Free on the disk", formatBytes(health.disk_free_bytes)],
            files ? ["Files of older events", files] : null,
            ["Dropped since it runs", formatCount(lost, "event")],
            ["Dead letters", `${letters}, of at most ${formatBytes(room)}`],
          ]}
        />
        <p class="small">
          <PageLink to={["live"]} query="tab=refused">
            Live
          </PageLink>{" "}
          tells which events are not stored and why, and stores dead letters again.
        </p>
      </Card>
    </>
  );
}
