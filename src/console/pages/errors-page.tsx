import { useState } from "preact/hooks";
import { type Call, type Schemas, useOperation, useQueryPages } from "../api/operations.ts";
import { useFilters } from "../api/place.ts";
import { Field, Select } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { asObject } from "../components/json.ts";
import { optionsOf } from "../components/options.ts";
import { ActionButton, Bar, Button, Card, Page, PageLink, pageOfOne } from "../components/page.tsx";
import { Facts, Properties } from "../components/properties.tsx";
import { Listing } from "../components/table.tsx";
import { Code, Count, Time } from "../components/text.tsx";
import { ActorList } from "./questions/result/actor-list.tsx";
import { LineChart } from "./questions/result/line-chart.tsx";
import { DATES } from "./visits-table.tsx";

type Issue = Schemas["ErrorTrackingIssue"];
type Wanted = NonNullable<Schemas["ErrorTrackingQuery"]["status"]>;

const STATUSES = optionsOf<Wanted>({ active: "Active", resolved: "Resolved", suppressed: "Suppressed", all: "All" });
const [MAX_EXCEPTIONS, MAX_FRAMES] = [10, 100];

const placeOf = ({ function: name, source }: Pick<Issue, "function" | "source">) =>
  [name, source].filter(Boolean).join(" in ");

function stateOf({ status, resolved_at }: Issue): string {
  if (status === "active") return resolved_at == null ? "Active" : "Came back";
  return status === "resolved" ? "Resolved" : "Suppressed";
}

function ListPage() {
  const [, , field] = useFilters();
  const [dates, search, status] = [field("dates", "-7d"), field("search", ""), field<Wanted>("status", "active")];
  const [typed, setTyped] = useState(search.value);
  const wanted = { status: status.value, searchQuery: search.value, dateRange: { date_from: dates.value } };
  const found = useQueryPages(
    { kind: "ErrorTrackingQuery", volumeResolution: 0, ...wanted },
    (results) => results as Issue[],
  );
  return (
    <Page title="Errors">
      <Form onSubmit={() => search.onValue(typed.trim())}>
        <Bar>
          <Select label="Dates" options={DATES} {...dates} />
          <Select label="Status" options={STATUSES} {...status} />
          <Field
            label="Part of the error or its place"
            type="search"
            maxLength={200}
            value={typed}
            onValue={setTyped}
          />
          <Button label="Search" type="submit" />
        </Bar>
      </Form>
      <Listing
        of={found}
        caption="Errors, the one that was seen last first"
        columns={[
          {
            title: "Error",
            cell: (issue) => (
              <>
                <PageLink to={["errors", issue.id]}>{issue.name}</PageLink>{" "}
                <span class="wrap-anywhere">{issue.description}</span>
                <div class="small quiet wrap-anywhere">{placeOf(issue)}</div>
              </>
            ),
          },
          { title: "Status", cell: stateOf },
          { title: "Times", count: ({ aggregations }) => aggregations.occurrences },
          { title: "Persons", count: ({ aggregations: { users } }) => users },
          { title: "Sessions", count: ({ aggregations: { sessions } }) => sessions },
          { title: "Last seen", time: ({ last_seen }) => last_seen },
        ]}
        empty={status.value === "active" && search.value === "" ? "No error needs you" : "No error was found"}
        says="Client libraries send exceptions as $exception events; those that are alike are one row."
      />
    </Page>
  );
}

const IssuePage = pageOfOne(
  "error_tracking_issues",
  { title: "Error", back: <PageLink to={["errors"]}>Errors</PageLink> },
  ({ one: issue, reload }) => {
    const { id, name, description, status, resolved_at, first_release, last_release, last_event, library } = issue;
    const { occurrences, users, sessions } = issue.aggregations;
    const decide = (wanted: Issue["status"]) => (call: Call) =>
      call("error_tracking_issues_partial_update", { id, body: { status: wanted } }).then(reload);
    const properties: Readonly<Record<string, unknown>> = JSON.parse(last_event?.properties ?? "{}");
    const session = textOf(properties.$session_id);
    const source = { kind: "ErrorTrackingQuery" as const, issueId: id, dateRange: { date_from: "-90d" } };
    return (
      <Page
        title={name}
        back={<PageLink to={["errors"]}>Errors</PageLink>}
        actions={
          <>
            {status !== "active" && <ActionButton label="Reopen" act={decide("active")} />}
            {status === "active" && <ActionButton label="Suppress" act={decide("suppressed")} />}
            {status !== "resolved" && <ActionButton label="Resolve" kind="main" act={decide("resolved")} />}
          </>
        }
      >
        {description && <p class="wrap-anywhere">{description}</p>}
        <Facts
          facts={[
            ["Status", stateOf(issue)],
            resolved_at ? ["Resolved", <Time key="at" at={resolved_at} />] : null,
            ["Place", placeOf(issue) || "unknown"],
            ["Times", <Count key="n" value={occurrences} />],
            ["Persons", <Count key="n" value={users} />],
            ["Sessions", <Count key="n" value={sessions} />],
            ["First seen", <Time key="at" at={issue.first_seen} />],
            ["Last seen", <Time key="at" at={issue.last_seen} />],
            !!first_release && [
              "Release",
              first_release === last_release ? first_release : `${first_release} to ${last_release}`,
            ],
            !!library && ["Library", library],
          ]}
        />
        <Card title="Last 30 days">
          <Series id={id} />
        </Card>
        <Card title="Last time" actions={session && <Moment at={issue.last_seen} session={session} />}>
          <Stack list={properties.$exception_list} />
          <details>
            <summary>All properties of the event</summary>
            <Properties values={properties} />
          </details>
        </Card>
        <Card title="Persons of the last 90 days">
          <ActorList actors={{ kind: "InsightActorsQuery", source }} caption={`Persons with ${name}`} />
        </Card>
      </Page>
    );
  },
);

function Series({ id }: Pick<Issue, "id">) {
  const query = { kind: "ErrorTrackingQuery" as const, issueId: id, dateRange: { date_from: "-29d" } };
  const buckets = useOperation("query_create", { body: { query } }).data?.results as Issue[] | undefined;
  const shown = buckets?.[0]?.aggregations.volume_buckets ?? [];
  if (shown.length === 0) return <p class="quiet">{buckets ? "It was not seen." : "Loading…"}</p>;
  const line = { label: "Times", data: shown.map(({ value }) => value) };
  return <LineChart name="Times a day" days={shown.map(({ label }) => label)} lines={[line]} />;
}

/** Leads to the recording of the session, some seconds before the exception. */
function Moment({ at, session }: { readonly at: string; readonly session: string }) {
  const recording = useOperation("session_recordings_list", { session_ids: [session], limit: 1 }).data?.results[0];
  if (!recording) return null;
  const seconds = Math.max(0, Math.floor((Date.parse(at) - Date.parse(recording.start_time)) / 1000) - 5);
  return (
    <PageLink to={["recordings", recording.id]} query={`t=${seconds}`}>
      Watch what happened
    </PageLink>
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown) =>
  value == null ? "" : String(typeof value === "object" ? JSON.stringify(value) : value);

/** Shows what anybody may have sent: the innermost frame first. */
function Stack({ list }: { readonly list: unknown }) {
  const exceptions = listOf(list).slice(0, MAX_EXCEPTIONS).map(asObject);
  if (exceptions.length === 0) return <p class="quiet">The library sent no stack.</p>;
  return (
    <>
      {exceptions.map(({ type, value, stacktrace }, index) => {
        const frames = listOf(asObject(stacktrace).frames).toReversed().slice(0, MAX_FRAMES).map(asObject);
        const lines = frames.map((frame) => {
          const place = [frame.filename, frame.lineno, frame.colno].map(textOf).filter(Boolean).join(":");
          return `${frame.in_app === true ? "→" : " "} ${textOf(frame.function) || "?"}  ${place}`.slice(0, 500);
        });
        const title = `${index > 0 ? "Caused by " : ""}${textOf(type) || "Error"}: ${textOf(value)}`.slice(0, 1000);
        return (
          <Code key={index} block>
            {[title, ...lines].join("\n")}
          </Code>
        );
      })}
    </>
  );
}

export const pages = { "/": ListPage, "/:id": IssuePage };
