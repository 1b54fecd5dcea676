import assert from "node:assert/strict";
import { test } from "node:test";
import type { Figures } from "../measure.ts";
import { serverKinds } from "../servers/servers.ts";
import { EVENT_WORKLOADS } from "../workloads/events.ts";
import { drawChart } from "./chart.ts";
import { formatFigures, formatOverview, formatServers, replaceFigures } from "./markdown.ts";

const figures = (cpuMicros: number): Figures => ({
  cpuMicros,
  requestsPerSecond: 2000,
  eventsPerSecond: 1500,
  megabytesPerSecond: 1,
  grownBytes: -1,
  p50Ms: 1.25,
  p99Ms: 9,
  p999Ms: null,
  failed: 0,
});
const measured = (server: string, cpu: readonly number[]) => ({
  server,
  startMs: 400,
  restBytes: 112_000_000,
  rounds: cpu.map(figures),
});
const [workload] = EVENT_WORKLOADS;
assert.ok(workload);
// The second round was slow for both, which the multiples of the same round do not show.
const results = [{ workload, measured: [measured("bare", [10, 20, 10]), measured("sightline", [21, 44, 23])] }];
const kinds = serverKinds([], 0).filter(({ name }) => ["bare", "fastify", "sightline"].includes(name));

test("the report compares each round with the bare server's, and leaves unmeasured cells empty", () => {
  const lines = `${formatOverview(results, kinds)}\n${formatFigures(results)}`.split("\n");
  assert.ok(lines.includes("| `/capture/` of one event of 0.5 KB | 1.0 | – | 2.2 |"), lines.join("\n"));
  assert.match(formatServers(results, kinds), /^\| sightline \|.*\| 400 \| 112 \|$/m);
  assert.ok(
    lines.includes("| sightline | 23.0 (21.0–44.0) | 2.20 (2.10–2.30) | 2,000 | 1.3 | 9.0 | – | 0 | 0 |"),
    lines.join("\n"),
  );
});

test("a page gets figures in place of those that it has", () => {
  const page = replaceFigures(
    "# P\n\n<!-- The figures of a run. -->\nold\n<!-- End of the figures. -->\n\nText\n",
    "new",
  );
  assert.equal(page, "# P\n\n<!-- The figures of a run. -->\n\nnew\n\n<!-- End of the figures. -->\n\nText\n");
  assert.throws(() => replaceFigures("# P\n", "new"), /needs the lines/);
});

test("the chart has a dot for each server measured, and the value of Sightline's", () => {
  const chart = drawChart(results, kinds);
  assert.deepEqual(chart.match(/<title>\w+: [\d.]+× bare/g), ["<title>bare: 1.0× bare", "<title>sightline: 2.2× bare"]);
  assert.match(chart, /class="value"[^>]*>2\.2</);
});
