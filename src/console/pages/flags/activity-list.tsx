import { useState } from "preact/hooks";
import { useResource } from "../../api/use-resource.ts";
import { Loaded } from "../../components/message.tsx";
import { Pager } from "../../components/pager.tsx";
import { Table } from "../../components/table.tsx";
import { Code, Time } from "../../components/text.tsx";
import { type Activity, type Flag, useFlags } from "./flags.ts";

const LIMIT = 20;

export function ActivityList({ flag }: { readonly flag: Flag }) {
  const flags = useFlags();
  const [offset, setOffset] = useState(0);
  const activity = useResource(
    (signal) => flags.activity(flag.id, offset, LIMIT, signal),
    [flags, flag.id, flag.version, offset],
    { keep: true },
  );
  return (
    <Loaded resource={activity}>
      {({ results, count }) => (
        <>
          <Table<Activity>
            caption="Changes of this flag"
            rows={results}
            keyOf={({ version }) => version}
            columns={[
              { title: "When", cell: ({ created_at }) => <Time at={created_at} /> },
              { title: "Who", cell: whoOf },
              { title: "What", cell: (one) => <ChangeList activity={one} /> },
            ]}
          />
          <Pager {...{ offset, count }} limit={LIMIT} shown={results.length} onOffset={setOffset} />
        </>
      )}
    </Loaded>
  );
}

export function whoOf({ actor, user }: Activity): string {
  if (actor === "command_line") return "The command line";
  return user?.email ?? "Someone who is no longer a member";
}

const KINDS = { created: "Created", updated: "Changed", deleted: "Deleted", restored: "Restored" } as const;

export function ChangeList({ activity: { activity, detail } }: { readonly activity: Activity }) {
  if (detail.changes.length === 0) return <p>{KINDS[activity]}</p>;
  return (
    <ul class="flag-changes">
      {detail.changes.map(({ field, action, before, after }) => (
        <li key={field}>
          <Code>{field}</Code>{" "}
          {action !== "created" && (
            <>
              <span class="visually-hidden">was</span> <Code>{toJson(before)}</Code>
            </>
          )}
          {action === "changed" && " → "}
          {action === "deleted" ? " (removed)" : <Code>{toJson(after)}</Code>}
        </li>
      ))}
    </ul>
  );
}

const toJson = (value: unknown) => JSON.stringify(value) ?? "";
