import assert from "node:assert/strict";
import { test } from "node:test";
import { needsQuery, readFilter, toParameters, toQuery, writeFilter } from "./filter.ts";

const funnel = JSON.stringify({ kind: "FunnelsActorsQuery", funnelStep: -2, source: { kind: "FunnelsQuery" } });
const everything =
  "email=a%2Bb%40c.example&distinct_id=d&person=p&from=2026-03-01&to=2026-03-09&min=30&page=%2Fcart" +
  `&figure=console_error_count&least=2&funnel=${encodeURIComponent(funnel)}` +
  "&event=added+to+cart&event=viewed&without=paid&session=s1&session=s2";

test("a filter survives its address", () => {
  const filter = readFilter(new URLSearchParams(everything));
  assert.deepEqual(readFilter(new URLSearchParams(writeFilter(filter))), filter);
  assert.deepEqual([filter.email, filter.event], ["a+b@c.example", ["added to cart", "viewed"]]);
  assert.equal(writeFilter(readFilter(new URLSearchParams())), "");
});

test("who, when and how long are asked of the list, everything else is a question", () => {
  const ofList = readFilter(new URLSearchParams("email=a%40b.example&min=30&session=s1"));
  assert.equal(needsQuery(ofList), false);
  assert.deepEqual(toParameters(ofList), { person_email: "a@b.example", min_duration: 30, session_ids: ["s1"] });
  for (const query of ["event=a", "without=a", "page=a", "figure=click_count", `funnel=${funnel}`]) {
    assert.equal(needsQuery(readFilter(new URLSearchParams(query))), true, query);
  }
  assert.deepEqual(toQuery(readFilter(new URLSearchParams(everything))), {
    kind: "RecordingsQuery",
    date_from: "2026-03-01",
    date_to: "2026-03-09",
    person_email: "a+b@c.example",
    person_uuid: "p",
    distinct_ids: ["d"],
    session_ids: ["s1", "s2"],
    events: [
      { id: "added to cart", type: "events" },
      { id: "viewed", type: "events" },
    ],
    without_events: [{ id: "paid", type: "events" }],
    properties: [{ type: "recording", key: "visited_page", operator: "icontains", value: "/cart" }],
    having_predicates: [
      { key: "duration", operator: "gte", value: 30 },
      { key: "console_error_count", operator: "gte", value: 2 },
    ],
    funnel: JSON.parse(funnel),
  });
});
