import { useOperation, usePolling } from "../../api/operations.ts";
import { useParam } from "../../api/place.ts";
import { Loaded, Message, Page, PageLink } from "../../components/page.tsx";
import { Time } from "../../components/text.tsx";

const PAUSE_MS = 1000;

export function ErasurePage() {
  const erasure = useOperation("erasures_retrieve", { id: useParam("erasure") });
  usePolling(erasure, PAUSE_MS, erasure.data?.state === "pending");
  return (
    <Page title="Erasing a person" back={<PageLink to="/">All persons</PageLink>}>
      <Loaded resource={erasure}>
        {({ state, requested_at: requested, completed_at: completed, waiting_for: nodes }) => (
          <>
            <ol class="erasure-steps">
              <li data-done>
                Requested <Time at={requested} />
              </li>
              <li data-done={state === "completed" || undefined}>
                {state === "completed" ? (
                  <>
                    Completed <Time at={completed} />
                  </>
                ) : (
                  "Erasing events, recordings and properties…"
                )}
              </li>
            </ol>
            {state === "completed" ? (
              <Message tone="success">Nothing of the person is left.</Message>
            ) : (
              <Message tone="info">
                <p>This continues if you leave the page. As a rule it takes some ten seconds.</p>
                {nodes.map((node) => (
                  <p key={node.id}>
                    Waiting for the node {node.name}, which last reported <Time at={node.last_seen_at} />
                  </p>
                ))}
              </Message>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
