import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EmptyState, Loaded } from "../../components/message.tsx";
import { Bar } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Code, Time } from "../../components/text.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import type { PersonalKey } from "./team-api.ts";

const nameOf = ({ label, id }: PersonalKey) => label || `Key ${id}`;

export function Keys() {
  const keys = useResource((signal) => unwrap(client.GET("/api/users/@me/keys", { signal })), []);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<PersonalKey | null>(null);
  const revoke = useAction(async () => {
    if (revoked) await unwrap(client.DELETE("/api/users/@me/keys/{id}", { params: { path: { id: revoked.id } } }));
    setRevoked(null);
    keys.reload();
  });
  return (
    <div class="team-panel">
      <Bar>
        <Button kind="main" onClick={() => setCreating(true)}>
          Create a key
        </Button>
      </Bar>
      <p class="quiet">With a personal key, programs do in your name what you may do yourself. Keep them secret.</p>
      <Loaded resource={keys}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="You have no key">
              <p>Create one for each program that reads or changes something in your name.</p>
            </EmptyState>
          ) : (
            <Table<PersonalKey>
              caption="Your keys"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: "Name", cell: nameOf },
                { title: "Key", cell: ({ hint }) => <Code>{hint}</Code> },
                { title: "May", cell: ({ read_only }) => (read_only ? "Read" : "Read and change") },
                { title: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
                {
                  title: "Last used",
                  cell: ({ last_used_at }) =>
                    last_used_at ? <Time at={last_used_at} /> : <span class="quiet">Never</span>,
                },
                {
                  title: "Actions",
                  cell: (key) => (
                    <Button small aria-label={`Revoke ${nameOf(key)}`} onClick={() => setRevoked(key)}>
                      Revoke
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {isCreating && <KeyDialog onClose={() => setCreating(false)} onCreated={keys.reload} />}
      {revoked && (
        <ConfirmDialog
          title="Revoke the key?"
          says={`Within seconds, programs that use “${nameOf(revoked)}” are refused. A key cannot be restored.`}
          confirm="Revoke"
          action={revoke}
          onClose={() => setRevoked(null)}
        />
      )}
    </div>
  );
}
