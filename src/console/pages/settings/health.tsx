import { type Schemas, useOperation } from "../../api/operations.ts";
import { formatBytes, formatDuration } from "../../components/format.ts";
import { Button, Card, ForAdmins, Loaded, Message, PageLink } from "../../components/page.tsx";
import { Fact } from "../../components/properties.tsx";
import { Count, Time } from "../../components/text.tsx";

type ProjectHealth = Schemas["ProjectHealth"];

const ENGINES = {
  documents: "Store of events and persons",
  files: "Store of recordings",
  journal: "Journal of what is accepted",
  columnar: "Files of older events",
} as const;
const STATES = { ok: "Works", unavailable: "Cannot be reached", damaged: "Is damaged" } as const;

/** Shows how the service does, as the node that answers sees it. */
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
      <div>
        <Button disabled={health.isLoading} onClick={health.reload}>
          Refresh
        </Button>
      </div>
    </div>
  );
}

function Figures({ health }: { readonly health: ProjectHealth }) {
  const { engines, journal, dropped } = health;
  const names = Object.keys(ENGINES) as (keyof typeof ENGINES)[];
  const isWell = names.every((name) => (engines[name] ?? "ok") === "ok") && !health.stopping;
  const lost = dropped.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {isWell ? (
        <Message tone="success">Everything works.</Message>
      ) : (
        <Message tone="warning">{health.stopping ? "The node is about to stop." : "Something does not work."}</Message>
      )}
      <Card title="Service">
        <dl class="event-facts">
          <Fact name="Sightline">
            version {health.version}; its API has <a href="docs">a version of its own</a>
          </Fact>
          <Fact name="Node that answers">{health.node.name}</Fact>
          <Fact name="Running since">
            <Time at={health.running_since} />
          </Fact>
          {health.other_nodes.map(({ id, name, last_seen_at }) => (
            <Fact key={id} name={`Node ${name}`}>
              last reported <Time at={last_seen_at} />
            </Fact>
          ))}
          {names.map((name) => {
            const state = engines[name];
            return (
              state && (
                <Fact key={name} name={ENGINES[name]}>
                  {STATES[state]}
                </Fact>
              )
            );
          })}
        </dl>
      </Card>
      <Card title="What is stored">
        <dl class="event-facts">
          <Fact name="Waiting for the store">
            <Count value={journal.entries} unit="request" />, {formatBytes(journal.bytes)} of at most{" "}
            {formatBytes(journal.max_bytes)}
          </Fact>
          <Fact name="Waiting for the longest">{formatDuration(journal.oldest_seconds)}</Fact>
          <Fact name="Size of the store">{formatBytes(health.store_bytes)}</Fact>
          <Fact name="Free on the disk">{formatBytes(health.disk_free_bytes)}</Fact>
          {health.history && (
            <Fact name="Files of older events">
              <Count value={health.history.files} unit="file" />, {formatBytes(health.history.bytes)},{" "}
              {formatDuration(health.history.lag_seconds)} behind
            </Fact>
          )}
          <Fact name="Dropped since it runs">
            <Count value={lost} unit="event" />
          </Fact>
          <Fact name="Dead letters">
            {health.dead_letters.count === null ? (
              "Not known"
            ) : (
              <Count value={health.dead_letters.count} unit="event" />
            )}
            , of at most {formatBytes(health.dead_letters.max_bytes)}
          </Fact>
        </dl>
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
