import { useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/message.tsx";
import { Card } from "../../components/page.tsx";
import { Properties } from "../../components/properties.tsx";
import { Code, Count, Time } from "../../components/text.tsx";
import { useSchemas, type Violations } from "./schemas.ts";

interface ViolationsCardProps {
  readonly event: string;
  readonly version: number;
}

export function ViolationsCard({ event, version }: ViolationsCardProps) {
  const schemas = useSchemas();
  const found = useResource((signal) => schemas.violations(event, signal), [schemas, event, version], { keep: true });
  return (
    <Card
      title="Violations"
      actions={
        <Button small onClick={found.reload}>
          Refresh
        </Button>
      }
    >
      <Loaded resource={found}>
        {({ results }) =>
          results.length === 0 ? (
            <p class="quiet">No event has violated the schema.</p>
          ) : (
            results.map((one) => <OfVersion key={one.version} violations={one} />)
          )
        }
      </Loaded>
    </Card>
  );
}

function OfVersion({ violations }: { readonly violations: Violations }) {
  const { version, count, refused_count, last_at, examples } = violations;
  return (
    <section class="plan-version" aria-label={`Violations of version ${version}`}>
      <p>
        Version {version}: <Count value={count} unit="event" />
        {refused_count > 0 && (
          <>
            , <Count value={refused_count} /> not stored
          </>
        )}
        . The last one was processed <Time at={last_at} />.
      </p>
      {examples.map((example) => (
        <details key={example.event_id} class="plan-example">
          <summary class="wrap-anywhere">
            <Code>{example.path}</Code> {example.detail}
            <span class="small quiet">
              {" "}
              · <Time at={example.timestamp} /> · {example.distinct_id}
            </span>
          </summary>
          <Properties values={example.properties} />
        </details>
      ))}
    </section>
  );
}
