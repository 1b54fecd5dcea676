import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { type Schemas, useOperation, usePolling } from "../api/operations.ts";
import { isEqual, useFilters, useProject } from "../api/place.ts";
import { Select } from "../components/field.tsx";
import { type Formatted, formatFigure } from "../components/format.ts";
import { Bar, Button, Card, EmptyState, Loaded, Loading, Message, Page, PageLink } from "../components/page.tsx";
import { SendEvents } from "../components/send-events.tsx";
import { Count } from "../components/text.tsx";
import { FindingsCard } from "./findings-card.tsx";
import { EventPicker } from "./questions/form/pickers.tsx";
import { parseFilters } from "./questions/question.ts";
import { AnswerView } from "./questions/result/answer-view.tsx";
import type { Answered, Visits } from "./visits-table.tsx";
import { conditionLabel, DATES, TABLES, trendOf, useAnswerOf, useStaffSwitch, VisitsTable } from "./visits-table.tsx";

const POLL_MS = 5000;
const NOW_MS = 30_000;
const NOW_MINUTES = 5;
const MAX_NOW = 25;

function OverviewPage() {
  const newest = useOperation("events_list", { limit: 1 });
  const hasEvents = newest.data === undefined || newest.data.results.length > 0 || newest.data.next !== null;
  usePolling(newest, POLL_MS, !hasEvents);
  const wasEmpty = useRef(false);
  wasEmpty.current ||= !hasEvents;
  const settings = useOperation("projects_retrieve", {});
  if (!hasEvents) {
    return (
      <Page title="Overview">
        <EmptyState title="Send the first event">
          <p role="status">This page listens, and shows who visits as soon as an event is stored.</p>
          <SendEvents />
        </EmptyState>
      </Page>
    );
  }
  return (
    <Loaded resource={settings}>{(project) => <VisitsPage isFirst={wasEmpty.current} project={project} />}</Loaded>
  );
}

/** `isFirst` says that the first event has just arrived. */
function VisitsPage({ isFirst, project }: { readonly isFirst: boolean; readonly project: Schemas["Project"] }) {
  const [filters, change, field] = useFilters();
  const dates = field("dates", "-7d");
  const properties = parseFilters(filters.get("where"));
  const [isWithoutStaff, staffSwitch] = useStaffSwitch(project);
  const withoutStaff = isWithoutStaff && { filterTestAccounts: true as const };
  const visits: Visits = { dateRange: { date_from: dates.value }, properties, ...withoutStaff };
  const setConditions = (next: Visits["properties"]) =>
    change({ where: next.length === 0 ? "" : JSON.stringify(next) });
  const figures = useAnswerOf({ kind: "WebOverviewQuery", compareFilter: { compare: true }, ...visits });
  const trend = trendOf(visits);
  const overTime = useAnswerOf(trend);
  const hasVisits = (figures.data?.results as readonly WebFigure[] | undefined)?.some(({ value }) => value) !== false;
  return (
    <Page title="Overview" actions={<HereNow />}>
      {isFirst && (
        <Message tone="success">
          The first event has arrived. <PageLink to={["live"]}>Look at it</PageLink>
        </Message>
      )}
      <Bar>
        <Select label="Dates" options={DATES} {...dates} />
        {staffSwitch}
        <p class="small quiet">Changes are those from the time before.</p>
      </Bar>
      {properties.length > 0 && (
        <ul class="row" aria-label="Conditions">
          {properties.map((condition, index) => (
            <li key={index}>
              <Button
                small
                aria-label={`Remove ${conditionLabel(condition)}`}
                onClick={() => setConditions(properties.filter((_, other) => other !== index))}
              >
                {conditionLabel(condition)} <span aria-hidden="true">✕</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Loaded resource={figures}>{({ results }: Answered) => <Figures of={results as readonly WebFigure[]} />}</Loaded>
      {hasVisits ? (
        <>
          {figures.data && <FindingsCard />}
          <Card title="Visitors">
            <Loaded resource={overTime}>
              {(answer) => <AnswerView answered={{ question: trend, answer }} name="Visitors" foldTable />}
            </Loaded>
          </Card>
          <div class="board">
            {Object.keys(TABLES).map((title) => (
              <VisitsTable
                key={title}
                {...{ title, visits }}
                onCondition={(added) => setConditions([...properties.filter((one) => !isEqual(one, added)), added])}
              />
            ))}
            <Goal visits={visits} figures={figures.data?.results as readonly WebFigure[] | undefined} />
          </div>
        </>
      ) : (
        <EmptyState title="Nobody visited a page in this time">
          <p>
            Visits are page views and screens that have a session, as browser and mobile libraries send them. Of other
            events, <PageLink to={["questions"]}>ask a question</PageLink>.
          </p>
        </EmptyState>
      )}
    </Page>
  );
}

type WebFigure = Schemas["WebOverviewResult"];

const LABELS: Readonly<Record<string, string>> = {
  visitors: "Visitors",
  views: "Page views",
  sessions: "Visits",
  "session duration": "Time of a visit",
  "bounce rate": "Bounce rate",
};

function Figures({ of }: { readonly of: readonly WebFigure[] }) {
  return (
    <dl class="figures">
      {of.map(({ key, kind, value, changeFromPreviousPct: change, isIncreaseBad }) => {
        const unit = ({ unit: undefined, duration_s: "seconds", percentage: "share" } as const)[kind];
        const shown = kind === "percentage" && value !== null ? value / 100 : value;
        return (
          <Figure key={key} label={LABELS[key] ?? key} of={{ value: shown, unit }}>
            <Change percent={change} isIncreaseBad={isIncreaseBad === true} />
          </Figure>
        );
      })}
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  readonly of: Formatted;
  readonly children?: ComponentChildren;
}

function Figure({ label, of, children }: FigureProps) {
  return (
    <div class="figure">
      <dt class="small quiet">{label}</dt>
      <dd class="figure-value count">{formatFigure(of)}</dd>
      {children}
    </div>
  );
}

function Change({ percent, isIncreaseBad }: { readonly percent: number | null; readonly isIncreaseBad: boolean }) {
  if (percent === null) return <dd class="small quiet">Nothing before</dd>;
  if (percent === 0) return <dd class="small quiet">As before</dd>;
  const isGood = percent > 0 !== isIncreaseBad;
  return (
    <dd class={`small ${isGood ? "figure-good" : "figure-bad"}`}>
      <span aria-hidden="true">{percent > 0 ? "▲ " : "▼ "}</span>
      {formatFigure({ value: Math.abs(percent) / 100, unit: "share" })}
      <span class="visually-hidden">{percent > 0 ? " more than before" : " less than before"}</span>
    </dd>
  );
}

/** How many were active in the last minutes, by the newest events: asking the question engine would cost more. */
function HereNow() {
  const minute = Math.floor(Date.now() / 60_000);
  const after = new Date((minute - NOW_MINUTES) * 60_000).toISOString();
  const newest = useOperation("events_list", { after, limit: MAX_NOW }, { keep: true });
  usePolling(newest, NOW_MS);
  if (!newest.data) return <Loading />;
  const persons = new Set(newest.data.results.map(({ distinct_id: id, person }) => person?.id ?? id)).size;
  const isMore = newest.data.results.length === MAX_NOW;
  return (
    <p class="quiet" role="status">
      {isMore && "At least "}
      <Count value={persons} unit="person" /> in the last {NOW_MINUTES} minutes
    </p>
  );
}

type GoalProps = { readonly visits: Visits; readonly figures: readonly WebFigure[] | undefined };

/** The part of visitors who do something that this browser remembers for the project. */
function Goal({ visits, figures }: GoalProps) {
  const { project } = useProject();
  const name = `sightline.goal.${project.id}`;
  const [goal, setGoal] = useState(() => localStorage.getItem(name) ?? "");
  const choose = (event: string | null) => {
    localStorage.setItem(name, event ?? "");
    setGoal(event ?? "");
  };
  return (
    <Card title="Goal">
      <EventPicker label="What visitors should do" value={goal} onValue={choose} />
      {goal !== "" && <GoalFigures {...{ goal, visits, figures }} />}
    </Card>
  );
}

function GoalFigures({ goal, visits, figures }: GoalProps & { readonly goal: string }) {
  const answer = useAnswerOf({
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", event: goal, math: "dau" }],
    trendsFilter: { display: "BoldNumber" },
    compareFilter: { compare: true },
    ...visits,
    properties: visits.properties.filter(({ key }) => key !== "$pathname"),
  });
  const visitors = figures?.find(({ key }) => key === "visitors")?.value ?? 0;
  return (
    <Loaded resource={answer}>
      {({ results }: Answered) => {
        const [now = 0, before = 0] = (results as Schemas["TrendsResult"][]).map(
          ({ aggregated_value }) => aggregated_value ?? 0,
        );
        const percent = before === 0 ? null : Math.round((100 * (now - before)) / before);
        return (
          <dl class="figures">
            <Figure label="Persons" of={{ value: now }}>
              <Change percent={percent} isIncreaseBad={false} />
            </Figure>
            <Figure label="Of visitors" of={{ value: visitors === 0 ? null : now / visitors, unit: "share" }} />
          </dl>
        );
      }}
    </Loaded>
  );
}

export const pages = { "/": OverviewPage };
