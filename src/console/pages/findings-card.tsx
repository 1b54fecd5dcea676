import { Link } from "wouter-preact";
import { type Schemas, useOperation } from "../api/operations.ts";
import { formatFigure } from "../components/format.ts";
import { Card, Message } from "../components/page.tsx";
import { Time } from "../components/text.tsx";
import { useAskPath } from "./questions/saved-list.tsx";
import { conditionLabel } from "./visits-table.tsx";

type Finding = Schemas["Finding"];

const SHOWN = 3;
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** What was suddenly rarer or more frequent; nothing if nothing was. */
export function FindingsCard() {
  const { data, error } = useOperation("findings_list", {});
  const found = data?.results ?? [];
  const more = found.slice(SHOWN);
  if (found.length === 0 && !error) return null;
  return (
    <Card title="What changed">
      {error && <Message>{error.message}</Message>}
      <FindingList found={found.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details>
          <summary>{`Earlier (${more.length})`}</summary>
          <FindingList found={more} />
        </details>
      )}
    </Card>
  );
}

function FindingList({ found }: { readonly found: readonly Finding[] }) {
  return (
    <ul class="list">
      {found.map((finding) => (
        <Item key={`${finding.type} ${finding.id} ${finding.since}`} {...finding} />
      ))}
    </ul>
  );
}

function Item({ kind, type, id, name, since, until, before, after, segment, near }: Finding) {
  const pathOf = useAskPath();
  const one =
    type === "events" ? { kind: "EventsNode" as const, event: id } : { kind: "ActionsNode" as const, id: +id };
  const dateRange = { date_from: "-60d" };
  const question = { kind: "TrendsQuery" as const, series: [one], interval: "day" as const, dateRange };
  const isDrop = kind === "drop";
  const change = isDrop ? (before - after) / before : (after - before) / before;
  const days = [since, until ?? ""].map((day) => day && DAY.format(new Date(day)));
  return (
    <li class="wrap-anywhere">
      <span aria-hidden="true">{isDrop ? "▼ " : "▲ "}</span>
      <Link href={pathOf(question, name)}>{name}</Link>
      {` ${before < 0.5 ? "" : `${formatFigure({ value: change, unit: "share" })} `}${isDrop ? "less" : "more"} `}
      {until === null ? `since ${days[0]}` : since === until ? `on ${days[0]}` : `from ${days[0]} to ${days[1]}`}
      {`: ${rates(before, after)}.`}
      {segment && ` Most of all ${conditionLabel({ key: segment.property, value: segment.value })}, `}
      {segment && `${rates(segment.before, segment.after)}.`}
      {near.map(({ at, text }) => (
        <p key={`${at} ${text}`} class="small quiet">
          <Time at={at} /> {text}
        </p>
      ))}
    </li>
  );
}

function rates(before: number, after: number): string {
  const [usual, now] = [before, after].map((value) => formatFigure({ value: Number(value.toPrecision(3)) }));
  return `${now} a day instead of ${usual}`;
}
