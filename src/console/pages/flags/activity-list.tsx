import type { ApiError } from "../../api/client.ts";
import { usePages, useResource } from "../../api/operations.ts";
import { Button, Loaded, Message } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { Code, Time } from "../../components/text.tsx";
import type { Activity, Flag } from "./flags.ts";

export function ActivityList({ flag: { id, version } }: { readonly flag: Flag }) {
  const activity = usePages("feature_flags_activity_list", { id: String(id) }, { limit: 20, version });
  return (
    <Listing
      of={activity}
      caption="Changes of this flag"
      columns={[
        { title: "When", time: ({ created_at }) => created_at },
        { title: "Who", cell: whoOf },
        { title: "What", cell: (one) => <ChangeList activity={one} /> },
      ]}
    />
  );
}

function whoOf({ actor, user }: Activity): string {
  if (actor === "command_line") return "The command line";
  return user?.email ?? "Someone who is no longer a member";
}

const KINDS = { created: "Created", updated: "Changed", deleted: "Deleted", restored: "Restored" } as const;

function ChangeList({ activity: { activity, detail } }: { readonly activity: Activity }) {
  if (detail.changes.length === 0) return <p>{KINDS[activity]}</p>;
  return (
    <ul class="list">
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

interface Props {
  /** The flag as it was when this person began to edit it. */
  readonly known: Flag;
  readonly onTheirs: (flag: Flag) => void;
  readonly onMine: (version: number) => void;
  readonly error: ApiError | undefined;
}

const MAX_CHANGES = 20;

export function ConflictMessage({ known, onTheirs, onMine, error }: Props) {
  const id = String(known.id);
  const conflict = useResource(
    async (signal, call) => {
      const [flag, { results }] = await Promise.all([
        call("feature_flags_retrieve", { id }, { signal }),
        call("feature_flags_activity_list", { id, limit: MAX_CHANGES }, { signal }),
      ]);
      return { flag, changes: results.filter(({ version }) => (version ?? 0) > known.version) };
    },
    [id, known.version, error],
  );
  return (
    <Message tone="warning">
      <div class="stack">
        <strong>Your changes are not saved: someone else changed this flag meanwhile.</strong>
        <Loaded resource={conflict}>
          {({ flag, changes }) => (
            <>
              {changes.map((activity) => (
                <section key={activity.id}>
                  <p>
                    {whoOf(activity)}, <Time at={activity.created_at} />:
                  </p>
                  <ChangeList activity={activity} />
                </section>
              ))}
              {error && error.code !== "conflict" && <p>{error.message}</p>}
              <div class="row">
                <Button label="Discard mine, show theirs" small onClick={() => onTheirs(flag)} />
                <Button label="Replace theirs with mine" small onClick={() => onMine(flag.version)} />
              </div>
            </>
          )}
        </Loaded>
      </div>
    </Message>
  );
}
