import { useState } from "preact/hooks";
import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useIsAdmin, useProject } from "../../api/session.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Field, fieldError } from "../../components/field.tsx";
import { ForAdmins } from "../../components/for-admins.tsx";
import { Form, FormError } from "../../components/form.tsx";
import { EmptyState, Loaded } from "../../components/message.tsx";
import { Bar } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Code, CopyButton, Time } from "../../components/text.tsx";

type ProjectKey = Schemas["ProjectKey"];
const PATH = "/api/projects/{project_id}/keys";
const nameOf = ({ label, id }: ProjectKey) => label || `Key ${id}`;

export function ProjectKeys() {
  const project_id = String(useProject().project.id);
  const isAdmin = useIsAdmin();
  const [label, setLabel] = useState("");
  const [revoked, setRevoked] = useState<ProjectKey | null>(null);
  const params = { path: { project_id } };
  const keys = useResource((signal) => unwrap(client.GET(PATH, { params, signal })), [project_id]);
  const create = useAction(async () => {
    await unwrap(client.POST(PATH, { params, body: { label } }));
    setLabel("");
    keys.reload();
  });
  const revoke = useAction(async () => {
    if (revoked) await unwrap(client.DELETE(`${PATH}/{id}`, { params: { path: { project_id, id: revoked.id } } }));
    setRevoked(null);
    keys.reload();
  });
  const { error } = create;
  return (
    <div class="settings-panel">
      <p class="quiet">Sites and applications send events with a key of the project. It is no secret.</p>
      <Loaded resource={keys}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="The project has no key">
              <p>Create one to send events.</p>
            </EmptyState>
          ) : (
            <Table<ProjectKey>
              caption="Keys of the project"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: "Name", cell: nameOf },
                { title: "Key", cell: ({ key }) => <Code>{key}</Code> },
                { title: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
                { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} /> },
                {
                  title: "Actions",
                  cell: (key) => (
                    <div class="page-actions">
                      <CopyButton text={key.key} />
                      {isAdmin && (
                        <Button small aria-label={`Revoke ${nameOf(key)}`} onClick={() => setRevoked(key)}>
                          Revoke
                        </Button>
                      )}
                    </div>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <ForAdmins to="create and revoke keys">
        <Form onSubmit={() => create.run()}>
          <Bar>
            <Field
              label="Name of a new key"
              autocomplete="off"
              value={label}
              error={fieldError(error, "label")}
              onValue={setLabel}
            />
            <Button type="submit" disabled={create.isRunning}>
              Create the key
            </Button>
          </Bar>
        </Form>
      </ForAdmins>
      <FormError error={error} fields={["label"]} />
      {revoked && (
        <ConfirmDialog
          title="Revoke the key?"
          says={`Within seconds, events sent with “${nameOf(revoked)}” are refused. A key cannot be restored.`}
          confirm="Revoke"
          action={revoke}
          onClose={() => setRevoked(null)}
        />
      )}
    </div>
  );
}
