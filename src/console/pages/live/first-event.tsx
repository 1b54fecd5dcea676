import { SERVICE_URL } from "../../api/client.ts";
import { EmptyState } from "../../parts/message.tsx";
import { Code, CopyButton } from "../../parts/text.tsx";

const KEY = "PROJECT_API_KEY";

/** What sends the first event of a project, for its web site or from a shell. */
export function FirstEvent() {
  return (
    <EmptyState title="Send the first event">
      <p role="status">This page listens, and shows the event as soon as it is stored.</p>
      <Snippet title="On a web site, before </head>" text={websiteSnippet(KEY)} />
      <Snippet title="From a shell" text={shellSnippet(KEY)} />
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
