import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Field } from "./field.tsx";
import { Code, DataLink } from "./text.tsx";

const MANY = 12;

/** Lists properties of the application before those of its library, which begin with $. */
export function Properties({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const [search, setSearch] = useState("");
  const all = useMemo(() => Object.entries(values).toSorted(([one], [other]) => compare(one, other)), [values]);
  const shown = all.filter(([name]) => name.toLowerCase().includes(search.toLowerCase()));
  if (all.length === 0) return <p class="quiet">No properties.</p>;
  return (
    <div class="list">
      {all.length > MANY && (
        <Field label="Find a property" hideLabel placeholder="Find a property" value={search} onValue={setSearch} />
      )}
      <dl>
        {shown.map(([name, value]) => (
          <div key={name} class="properties-row">
            <dt class="quiet wrap-anywhere">{name}</dt>
            <dd>{typeof value === "string" ? <DataLink url={value} /> : <Code>{JSON.stringify(value)}</Code>}</dd>
          </div>
        ))}
      </dl>
      {shown.length === 0 && <p class="quiet">None has such a name.</p>}
    </div>
  );
}

function compare(one: string, other: string): number {
  return Number(one.startsWith("$")) - Number(other.startsWith("$")) || one.localeCompare(other);
}

type Fact = readonly [name: string, value: ComponentChildren];

/** Names and what they stand for. What is not known is left out. */
export function Facts({ facts }: { readonly facts: readonly (Fact | false | null | undefined)[] }) {
  return (
    <dl class="event-facts">
      {facts.map(
        (fact, index) =>
          fact && (
            <div key={index}>
              <dt class="small quiet">{fact[0]}</dt>
              <dd class="count wrap-anywhere">{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
