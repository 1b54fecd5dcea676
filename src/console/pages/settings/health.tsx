import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useProject, useProjectPath } from "../../api/session.ts";
import { useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { ForAdmins } from "../../components/for-admins.tsx";
import { Loaded, Message } from "../../components/message.tsx";
import { Card } from "../../components/page.tsx";
import { Count, Time } from "../../components/text.tsx";
import { formatDuration } from "../questions/presentation/format.ts";
import { formatBytes } from "./format-bytes.ts";

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
  const project_id = String(useProject().project.id);
  const path = "/api/projects/{project_id}/health";
  const health = useResource(
    (signal) => unwrap(client.GET(path, { params: { path: { project_id } }, signal })),
    [project_id],
  );
  return (
    <div class="settings-panel">
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
  const pathTo = useProjectPath();
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
        <dl class="settings-figures">
          <Figure name="Sightline">
            version {health.version}; its API has <a href="docs">a version of its own</a>
          </Figure>
          <Figure name="Node that answers">{health.node.name}</Figure>
          <Figure name="Running since">
            <Time at={health.running_since} />
          </Figure>
          {health.other_nodes.map(({ id, name, last_seen_at }) => (
            <Figure key={id} name={`Node ${name}`}>
              last reported <Time at={last_seen_at} />
            </Figure>
          ))}
          {names.map((name) => {
            const state = engines[name];
            return (
              state && (
                <Figure key={name} name={ENGINES[name]}>
                  {STATES[state]}
                </Figure>
              )
            );
          })}
        </dl>
      </Card>
      <Card title="What is stored">
        <dl class="settings-figures">
          <Figure name="Waiting for the store">
            <Count value={journal.entries} unit="request" />, {formatBytes(journal.bytes)} of at most{" "}
            {formatBytes(journal.max_bytes)}
          </Figure>
          <Figure name="Waiting for the longest">{formatDuration(journal.oldest_seconds)}</Figure>
          <Figure name="Size of the store">{formatBytes(health.store_bytes)}</Figure>
          <Figure name="Free on the disk">{formatBytes(health.disk_free_bytes)}</Figure>
          {health.history && (
            <Figure name="Files of older events">
              <Count value={health.history.files} unit="file" />, {formatBytes(health.history.bytes)},{" "}
              {formatDuration(health.history.lag_seconds)} behind
            </Figure>
          )}
          <Figure name="Dropped since it runs">
            <Count value={lost} unit="event" />
          </Figure>
          <Figure name="Dead letters">
            {health.dead_letters.count === null ? (
              "Not known"
            ) : (
              <Count value={health.dead_letters.count} unit="event" />
            )}
            , of at most {formatBytes(health.dead_letters.max_bytes)}
          </Figure>
        </dl>
        <p class="small">
          <Link href={`${pathTo("live")}?tab=refused`}>Live</Link> tells which events are not stored and why, and stores
          dead letters again.
        </p>
      </Card>
    </>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt class="small quiet">{name}</dt>
      <dd class="count wrap-anywhere">{children}</dd>
    </div>
  );
}
