import { client, SERVICE_URL } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useProject } from "../../api/session.ts";
import { useResource } from "../../api/use-resource.ts";
import { EmptyState, Loaded } from "../../components/message.tsx";
import { Code, CopyButton } from "../../components/text.tsx";

/** What sends the first event of a project, for its web site or from a shell. */
export function FirstEvent() {
  const { project } = useProject();
  const params = { path: { project_id: String(project.id) } };
  const keys = useResource(
    (signal) => unwrap(client.GET("/api/projects/{project_id}/keys", { params, signal })),
    [project.id],
  );
  return (
    <EmptyState title="Send the first event">
      <p role="status">This page listens, and shows the event as soon as it is stored.</p>
      <Loaded resource={keys}>
        {([first]) =>
          first ? (
            <>
              <Snippet title="On a web site, before </head>" text={websiteSnippet(first.key)} />
              <Snippet title="From a shell" text={shellSnippet(first.key)} />
            </>
          ) : (
            <p>The project has no key. Create one in the settings.</p>
          )
        }
      </Loaded>
      <p class="small quiet">
        Libraries of the PostHog family work unmodified: give them this key, and {SERVICE_URL} as the host.
      </p>
    </EmptyState>
  );
}

function Snippet({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section class="first-event-snippet">
      <header class="card-head">
        <h3>{title}</h3>
        <CopyButton text={text} />
      </header>
      <Code block>{text}</Code>
    </section>
  );
}

const HOST = SERVICE_URL.slice(0, -1);

function websiteSnippet(key: string): string {
  return `<script src="${HOST}/static/array.js"></script>
<script>
  posthog.init("${key}", { api_host: "${HOST}" });
</script>`;
}

function shellSnippet(key: string): string {
  return `curl -X POST ${HOST}/capture/ -H 'Content-Type: application/json' \\
  -d '{"api_key": "${key}", "event": "hello", "distinct_id": "ada"}'`;
}
