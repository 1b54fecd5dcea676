import type { Schemas } from "../../api/operations.ts";
import { isObject, parseJson } from "../../components/json.ts";

export type Condition = Schemas["QueryPropertyFilter"];
export type Divided = Schemas["WebStatsTableQuery"]["breakdownBy"];

/** What all questions of the page have in common. */
export interface Visits {
  readonly dateRange: { readonly date_from: string };
  readonly properties: Condition[];
  readonly filterTestAccounts?: true;
}

interface Division {
  readonly label: string;
  readonly key: string;
  readonly type: "event" | "session";
}

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

export function conditionOf({ key, type }: Division, value: string | null): Condition {
  return value === null ? { key, type, operator: "is_not_set" } : { key, type, operator: "exact", value };
}

/** Returns a condition in words, such as `Page: /prices`. */
export function conditionLabel({ key, value }: Condition): string {
  const division = DIVISIONS.find((one) => one.key === key);
  return `${division?.label ?? key}: ${valueLabel(key, value === undefined ? null : String(value))}`;
}

const COUNTRIES = new Intl.DisplayNames(undefined, { type: "region" });

export function valueLabel(key: string, value: string | null): string {
  if (value === null) return "(none)";
  if (key === "$entry_referring_domain" && value === "$direct") return "Direct";
  return key === "$geoip_country_code" && /^[A-Z]{2}$/.test(value)
    ? (COUNTRIES.of(value) ?? value)
    : value || "(empty)";
}

/** Returns the conditions in an address, without what is none. */
export function parseConditions(text: string | null): Condition[] {
  const found = parseJson(text ?? "[]");
  return Array.isArray(found) ? found.filter((one) => isObject(one) && typeof one.key === "string") : [];
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
