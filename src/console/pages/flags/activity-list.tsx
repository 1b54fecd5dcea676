import { usePages } from "../../api/operations.ts";
import { Listing } from "../../components/table.tsx";
import { Code, Time } from "../../components/text.tsx";
import type { Activity, Flag } from "./flags.ts";

export function ActivityList({ flag: { id, version } }: { readonly flag: Flag }) {
  const activity = usePages("feature_flags_activity_list", { id: String(id) }, { limit: 20, version });
  return (
    <Listing
      of={activity}
      caption="Changes of this flag"
      keyOf={({ version }) => version}
      columns={[
        { title: "When", cell: ({ created_at }) => <Time at={created_at} /> },
        { title: "Who", cell: whoOf },
        { title: "What", cell: (one) => <ChangeList activity={one} /> },
      ]}
    />
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
