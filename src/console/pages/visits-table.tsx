import { useState } from "preact/hooks";
import { type Answer, type Input, type Resource, type Schemas, useTurn } from "../api/operations.ts";
import { useFilters } from "../api/place.ts";
import { Checkbox } from "../components/field.tsx";
import { formatFigure } from "../components/format.ts";
import { Card, Loaded } from "../components/page.tsx";
import { Tabs } from "../components/tabs.tsx";
import { fills } from "./questions/result/shown.ts";

type Condition = Schemas["QueryPropertyFilter"];
type Divided = Schemas["WebStatsTableQuery"]["breakdownBy"];

/** What all questions of the page have in common. */
export interface Visits {
  readonly dateRange: { readonly date_from: string };
  readonly properties: Condition[];
  readonly filterTestAccounts?: true;
}

type Division = { readonly label: string; readonly key: string; readonly type: "event" | "session" };

const ofView = (label: string, key: string): Division => ({ label, key, type: "event" });
const ofSession = (label: string, key: string): Division => ({ label, key, type: "session" });

/** What the tables of the page divide visits by, and the property that a click on a row makes a condition of. */
export const TABLES: Readonly<Record<string, Readonly<Partial<Record<Divided, Division>>>>> = {
  Pages: {
    Page: ofView("Page", "$pathname"),
    InitialPage: ofSession("Entry page", "$entry_pathname"),
    ExitPage: ofSession("Exit page", "$end_pathname"),
  },
  Sources: {
    InitialChannelType: ofSession("Channel", "$channel_type"),
    InitialReferringDomain: ofSession("Site", "$entry_referring_domain"),
    InitialUTMSource: ofSession("UTM source", "$entry_utm_source"),
    InitialUTMCampaign: ofSession("Campaign", "$entry_utm_campaign"),
  },
  Visitors: {
    Country: ofView("Country", "$geoip_country_code"),
    DeviceType: ofView("Device", "$device_type"),
    Browser: ofView("Browser", "$browser"),
    OS: ofView("System", "$os"),
  },
};

const DIVISIONS = Object.values(TABLES).flatMap((table) => Object.values(table));

function conditionOf({ key, type }: Division, value: string | null): Condition {
  return value === null ? { key, type, operator: "is_not_set" } : { key, type, operator: "exact", value };
}

/** Returns whether staff is left out, as the address or else the project says, and the switch if there is one. */
export function useStaffSwitch(project: Schemas["Project"] | undefined) {
  const [, , field] = useFilters();
  const hasFilters = project !== undefined && project.test_account_filters.length > 0;
  const { value, onValue } = field("staff", project?.test_account_filters_default_checked ? "without" : "with");
  const isWithout = hasFilters && value === "without";
  const choose = (checked: boolean) => onValue(checked ? "without" : "with");
  const label = "Without staff and test users";
  return [isWithout, hasFilters && <Checkbox {...{ label, value: isWithout, onValue: choose }} />] as const;
}

/** Returns a condition in words, such as `Page: /prices`. */
export function conditionLabel({ type, key, operator, value, cohort_name }: Visits["properties"][number]): string {
  if (type === "cohort") return `${operator === "not_in" ? "Not in" : "In"} ${cohort_name || `cohort ${value}`}`;
  const division = DIVISIONS.find((one) => one.key === key);
  return `${division?.label ?? key}: ${valueLabel(key, value == null ? null : String(value))}`;
}

const COUNTRIES = new Intl.DisplayNames(undefined, { type: "region" });

function valueLabel(key: string, value: string | null): string {
  if (value === null) return "(none)";
  if (key === "$entry_referring_domain" && value === "$direct") return "Direct";
  return key === "$geoip_country_code" && /^[A-Z]{2}$/.test(value)
    ? (COUNTRIES.of(value) ?? value)
    : value || "(empty)";
}

export const DATES = [
  { value: "dStart", label: "Today", interval: "hour" },
  { value: "-7d", label: "Last 7 days", interval: "day" },
  { value: "-30d", label: "Last 30 days", interval: "day" },
  { value: "-90d", label: "Last 90 days", interval: "week" },
  { value: "-12m", label: "Last 12 months", interval: "month" },
] as const;

/** Returns the question of visitors over time. */
export function trendOf(visits: Visits): Schemas["TrendsQuery"] {
  const chosen = DATES.find(({ value }) => value === visits.dateRange.date_from);
  return {
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", event: "$pageview", custom_name: "Visitors", math: "dau" }],
    interval: chosen?.interval ?? "day",
    compareFilter: { compare: true },
    ...visits,
  };
}

export type Answered = Answer<"query_create">;

/** Asks whenever the question is another one. */
export function useAnswerOf(query: Input<"query_create">["body"]["query"]): Resource<Answered> {
  const body = { query, refresh: "blocking" as const };
  return useTurn((signal, call) => call("query_create", { body }, { signal }), [JSON.stringify(query)]);
}

type Row = readonly [value: string | null, visitors: readonly [number, number | null], views: unknown];

const ROWS = 10;

type Props = { readonly title: string; readonly visits: Visits; readonly onCondition: (condition: Condition) => void };

/** The values with the most visitors. A click on one makes it a condition of the whole page. */
export function VisitsTable({ title, visits, onCondition }: Props) {
  const divisions = Object.entries(TABLES[title] ?? {});
  const [by, setBy] = useState(divisions[0]?.[0] as Divided);
  const division = TABLES[title]?.[by];
  const answer = useAnswerOf({ kind: "WebStatsTableQuery", breakdownBy: by, limit: ROWS, ...visits });
  if (division === undefined) return null;
  return (
    <Card title={title}>
      <Tabs
        label={title}
        tabs={divisions.map(([id, { label }]) => ({ id, label }))}
        selected={by}
        onSelect={(id) => setBy(id as Divided)}
      >
        <Loaded resource={answer}>
          {({ results, hasMore }: Answered) => {
            const rows = results as unknown as readonly Row[];
            const share = fills(rows.map(([, [visitors]]) => visitors));
            if (rows.length === 0) return <p class="quiet">No visit has one.</p>;
            return (
              <>
                <ol class="list" aria-label={`${division.label}: visitors`}>
                  {rows.map(([value, [visitors]]) => (
                    <li key={value} class="visits-row">
                      <button
                        type="button"
                        class="plain visits-value"
                        style={{ "--fill": String(share(visitors)) }}
                        onClick={() => onCondition(conditionOf(division, value))}
                      >
                        <span class="wrap-anywhere">{valueLabel(division.key, value)}</span>
                      </button>
                      <span class="number">{formatFigure({ value: visitors })}</span>
                    </li>
                  ))}
                </ol>
                {hasMore && <p class="small quiet">The first {ROWS}.</p>}
              </>
            );
          }}
        </Loaded>
      </Tabs>
    </Card>
  );
}
