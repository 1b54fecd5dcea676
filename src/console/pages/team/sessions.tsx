import { client } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, Loaded, Message } from "../../components/message.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/text.tsx";
import { browserOf } from "./browser-of.ts";
import type { Session } from "./team-api.ts";

export function Sessions() {
  const sessions = useResource((signal) => unwrap(client.GET("/api/users/@me/sessions", { signal })), []);
  const end = useAction(async ({ id }: Session) => {
    await unwrap(client.DELETE("/api/users/@me/sessions/{id}", { params: { path: { id } } }));
    sessions.reload();
  });
  return (
    <div class="team-panel">
      {end.error && <Message>{end.error.message}</Message>}
      <Loaded resource={sessions}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No browser is signed in">
              <p>You use the console without a session. The browsers in which you sign in appear here.</p>
            </EmptyState>
          ) : (
            <Table<Session>
              caption="Your sessions"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: "Browser", cell: (session) => <Browser session={session} /> },
                {
                  title: "Signed in with",
                  cell: ({ signed_in_with: way }) => WAYS[way] ?? way,
                },
                { title: "Signed in", cell: ({ created_at }) => <Time at={created_at} /> },
                { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} /> },
                { title: "Ends if unused", cell: ({ expires_at }) => <Time at={expires_at} /> },
                {
                  title: "Actions",
                  cell: (session) =>
                    session.is_current ? (
                      <span class="quiet">This one</span>
                    ) : (
                      <Button
                        small
                        disabled={end.isRunning}
                        aria-label={`End the session in ${browserOf(session.user_agent)}`}
                        onClick={() => end.run(session)}
                      >
                        End
                      </Button>
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </div>
  );
}

const WAYS: Readonly<Record<string, string>> = { link: "A link", password: "A password", passkey: "A passkey" };

function Browser({ session: { user_agent } }: { readonly session: Session }) {
  return <span title={user_agent}>{browserOf(user_agent)}</span>;
}
