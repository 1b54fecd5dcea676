import { HEATMAP_EVENT } from "../../store/ports/events.ts";
import { sqlText } from "../history/duckdb-process.ts";
import { columnName } from "../history/event-columns.ts";
import { HOT_COLUMNS } from "../hot-properties.ts";
import { COMPARISON_MACROS } from "./comparison-macros.ts";
import { COMPATIBLE_MACROS } from "./compatible-macros.ts";
import type { DatabaseOptions } from "./engine-methods.ts";
import { PROPERTY_MACROS } from "./half-pairs.ts";
import { zoneMacros } from "./zone-macros.ts";

/** Columns that a query of `events` needs beyond the table's: each costs a join, or parsing. */
export interface ViewNeeds {
  personId: boolean;
  personProperties: boolean;
  hotProperties: boolean;
  session: boolean;
  /** Whether a client's statement reads properties as columns, which `SELECT *` does not have. */
  properties?: boolean;
}

export function eventsView({ personId, personProperties, hotProperties, session, properties }: ViewNeeds): string {
  const people = `${personId ? "_p" : ""}${personProperties ? "_q" : ""}`;
  return `live_events${people}${hotProperties ? "_h" : ""}${session ? "_s" : ""}${properties ? "_c" : ""}`;
}

export function sessionColumn(field: string): string {
  return `session:${field}`;
}

const COLUMNS = "uuid, event, distinct_id, timestamp, created_at, properties, sequence";
const HOT_LIST = [...HOT_COLUMNS.values()].join(", ");
const PARSED = [...HOT_COLUMNS].map(([name, column]) => `json_text(properties, '/${name}') AS ${column}`).join(", ");

/** Orders events by time, and those of one moment by their arrival. */
export const ARRIVAL = "arrival_order(timestamp, created_at, sequence)";
/** Times take up to 48 bits, arrivals 42 (until 2109), and the sequence 36. */
const ARRIVAL_MACRO = `CREATE MACRO arrival_order(t, arrived, sequence) AS CAST(epoch_ms(t) AS HUGEINT) * ${2n ** 78n}
  + CAST(epoch_ms(arrived) AS HUGEINT) * ${2n ** 36n} + coalesce(sequence, 0)`;

/** Defines everything but the tables and `filed_events`. */
export function viewStatements({ timeZone, weekStart }: DatabaseOptions): string[] {
  return [
    ARRIVAL_MACRO,
    CHANNEL_MACRO,
    ...COMPARISON_MACROS,
    ...PROPERTY_MACROS,
    ...COMPATIBLE_MACROS,
    ...zoneMacros(timeZone, weekStart),
    `CREATE VIEW live_source AS SELECT ${COLUMNS}, ${HOT_LIST} FROM filed_events
      UNION ALL SELECT ${COLUMNS}, ${PARSED} FROM stored_events`,
    `CREATE VIEW all_events AS SELECT ${COLUMNS} FROM live_source`,
    ...eventsViews(false),
    SESSIONS_VIEW,
    ...eventsViews(true),
  ];
}

function eventsViews(session: boolean): string[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
    eventsViewStatement({
      personId: (bits & 1) > 0,
      personProperties: (bits & 2) > 0,
      hotProperties: (bits & 4) > 0,
      session,
    }),
  );
}

/** Describes a group: its distinct id need not be that of a person. */
export const GROUP_EVENT = "$groupidentify";

/** Returns SQL for an event's person, derived from the distinct id if there is none; null where `isOfGroup` is true. */
export function personIdSql(isOfGroup: string): string {
  const visitor = "CAST(md5(source.distinct_id) AS UUID)";
  const otherwise = isOfGroup === "false" ? visitor : `CASE WHEN NOT ${isOfGroup} THEN ${visitor} END`;
  return `coalesce(owners.person_id, ${otherwise})`;
}

function eventsViewStatement(needs: ViewNeeds): string {
  return `CREATE VIEW ${eventsView(needs)} AS ${selectEvents(needs, "live_source", [])}`;
}

/** Defines views with these properties, by name: files have them as columns, or in the text. */
export function propertyViews(
  views: ReadonlySet<string>,
  properties: ReadonlyMap<string, string>,
  filed: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  const select = (from: string, hot: string, known?: ReadonlySet<string>) => {
    const values = [...properties].map(([name, pointer]) => {
      const path = sqlText(pointer).replaceAll("\0", "' || chr(0) || '"); // a statement ends at NUL
      const column = known?.has(pointer) ? `"${columnName(pointer)}"` : `property_text(properties, ${path})`;
      return `${column} AS "${name}"`;
    });
    return `SELECT ${[COLUMNS, hot, ...values].join(", ")} FROM ${from}`;
  };
  const sources = [...filed].map(([view, known]) => select(view, HOT_LIST, known));
  const source = `(${[...sources, select("stored_events", PARSED)].join(" UNION ALL ")})`;
  const names = [...properties.keys()].map((name) => `"${name}"`);
  const definitions = [...views].map((view) => {
    const has = (part: string) => view.split("_").includes(part);
    const needs = { personId: has("p"), personProperties: has("q"), hotProperties: has("h"), session: has("s") };
    return `${view} AS NOT MATERIALIZED (${selectEvents(needs, source, names)})`;
  });
  return `WITH ${definitions.join(", ")}`;
}

function selectEvents(needs: ViewNeeds, from: string, properties: readonly string[]): string {
  const columns = [...COLUMNS.split(", "), ...properties].map((column) => `source.${column}`);
  if (needs.hotProperties) columns.push(HOT_LIST);
  if (needs.personId) columns.push(`${personIdSql(`(source.event = '${GROUP_EVENT}')`)} AS person_id`);
  if (needs.personProperties) {
    columns.push("people.properties AS person_properties", "people.created_at AS person_created_at");
    columns.push("people.is_identified AS person_is_identified");
  }
  const ofSession = SESSION_COLUMNS.map((name) => `"${name}" AS "${sessionColumn(name)}"`);
  if (needs.session) columns.push("session.* EXCLUDE (joined_id)");
  const joins = [
    needs.personId || needs.personProperties ? "LEFT JOIN person_distinct_ids AS owners USING (distinct_id)" : "",
    needs.personProperties ? "LEFT JOIN persons AS people ON people.id = owners.person_id" : "",
    needs.session
      ? `LEFT JOIN (SELECT session_id AS joined_id, ${ofSession.join(", ")} FROM sessions) AS session
          ON session.joined_id = source.p_session_id`
      : "",
  ];
  const own = `${from} AS source ${joins.join(" ")} WHERE source.event <> '${HEATMAP_EVENT}'`;
  return `SELECT ${columns.join(", ")} FROM ${own}`;
}

const ENTRY_UTM = Object.fromEntries(
  ["source", "medium", "campaign", "term", "content"].map((name) => [
    `$entry_utm_${name}`,
    `arg_min(json_text(properties, '/utm_${name}'), ${ARRIVAL})`,
  ]),
);
const ENTRY_DOMAIN = `arg_min(p_referring_domain, ${ARRIVAL})`;

const SESSION_FIGURES = {
  distinct_id: `arg_min(distinct_id, ${ARRIVAL})`,
  person_id: "any_value(person_id)",
  $start_timestamp: "min(timestamp)",
  $end_timestamp: "max(timestamp)",
  $session_duration: "date_diff('second', min(timestamp), max(timestamp))",
  $event_count: "count(*)",
  $pageview_count: "count_if(event = '$pageview')",
  $screen_count: "count_if(event = '$screen')",
  $autocapture_count: "count_if(event = '$autocapture')",
  $num_uniq_urls: "count(DISTINCT p_current_url)",
  // A bounce has one page, no click, and takes less than ten seconds; null for sessions without pages.
  $is_bounce: `CASE count_if(event IN ('$pageview', '$screen')) WHEN 0 THEN NULL
    WHEN 1 THEN count_if(event = '$autocapture') = 0 AND date_diff('second', min(timestamp), max(timestamp)) < 10
    ELSE false END`,
  $entry_current_url: `arg_min(p_current_url, ${ARRIVAL})`,
  $entry_pathname: `arg_min(p_pathname, ${ARRIVAL})`,
  $entry_referring_domain: ENTRY_DOMAIN,
  ...ENTRY_UTM,
  $channel_type: `channel_type(${[
    ENTRY_DOMAIN,
    ...["source", "medium", "campaign"].map((name) => ENTRY_UTM[`$entry_utm_${name}`]),
  ]
    .map((text) => `lower(${text})`)
    .join(", ")})`,
  $end_current_url: `arg_max(p_current_url, ${ARRIVAL})`,
  $end_pathname: `arg_max(p_pathname, ${ARRIVAL})`,
} as const;

export const SESSION_COLUMNS: readonly string[] = ["session_id", ...Object.keys(SESSION_FIGURES)];

const SESSIONS_VIEW = `CREATE VIEW sessions AS SELECT p_session_id AS session_id,
    ${Object.entries(SESSION_FIGURES)
      .map(([name, figure]) => `${figure} AS "${name}"`)
      .join(", ")}
  FROM live_events_p_h WHERE p_session_id IS NOT NULL GROUP BY p_session_id`;

/** Sites by what they are; the first that matches counts, so that gemini.google.com is no search. */
const SITES: Readonly<Record<string, readonly string[]>> = {
  Email: ["mail.google", "gmail", "outlook.live", "outlook", "mail.yahoo", "newsletter", "email"],
  AI: [
    ...["chatgpt", "openai", "perplexity", "claude", "gemini.google", "copilot.microsoft", "deepseek", "mistral"],
    ...["grok", "you", "phind"],
  ],
  Search: [
    ...["google", "bing", "duckduckgo", "yahoo", "ecosia", "qwant", "baidu", "yandex", "startpage", "naver", "kagi"],
    ...["seznam", "brave", "ask", "sogou", "swisscows", "mojeek"],
  ],
  Social: [
    ...["facebook", "instagram", "twitter", "x", "t.co", "linkedin", "lnkd", "reddit", "pinterest", "tiktok", "vk"],
    ...["threads", "snapchat", "bsky", "mastodon", "ycombinator", "t.me", "telegram", "whatsapp", "discord", "quora"],
  ],
  Video: ["youtube", "youtu.be", "vimeo", "twitch"],
};
/** Of a name of a host: so that mail.example.com is no mail, and google.co.uk is a search. */
const ENDING = "(\\.(com|net|org|ai|app|social|[a-z]{2}))?(\\.[a-z]{2})?";
const PAID = "cpc|cpm|cpv|cpa|cpp|ppc|retargeting|paid.*|display|banner";

/** Returns a macro that names the channel of a visit as PostHog does, from what its first page says; lower case. */
const CHANNEL_MACRO = `CREATE MACRO channel_type(domain, source, medium, campaign) AS CASE
  WHEN regexp_full_match(coalesce(medium, ''), '${PAID}') THEN CASE ${ofSites("Paid ")} ELSE 'Paid Unknown' END
  WHEN medium IN ('email', 'e-mail', 'mail', 'newsletter') THEN 'Email'
  WHEN medium = 'affiliate' THEN 'Affiliate'
  ${ofSites("Organic ")}
  WHEN source IS NOT NULL OR campaign IS NOT NULL THEN 'Campaign'
  WHEN coalesce(domain, '') IN ('', '$direct') THEN 'Direct'
  ELSE 'Referral' END`;

function ofSites(prefix: string): string {
  const isSite = (names: readonly string[]) => {
    const any = names.map((name) => name.replaceAll(".", "\\.")).join("|");
    const isHost = `regexp_matches(coalesce(domain, ''), '(^|\\.)(${any})${ENDING}$')`;
    return `(${isHost} OR regexp_full_match(coalesce(source, ''), '(${any})${ENDING}'))`;
  };
  const named = (kind: string) => (kind === "Email" || kind === "AI" ? kind : `${prefix}${kind}`);
  return Object.entries(SITES)
    .map(([kind, names]) => `WHEN ${isSite(names)} THEN '${named(kind)}'`)
    .join(" ");
}
