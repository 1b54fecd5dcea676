import type { ServerKind } from "../servers/servers.ts";
import { cpuMultiples, isCompared, median, type Result } from "./statistics.ts";

const LABEL_WIDTH = 310;
const PLOT_WIDTH = 480;
const RIGHT_WIDTH = 50;
const TOP = 56;
const ROW_HEIGHT = 30;
const LEGEND_STEP = 110;
const LEAST = 0.5;
const TICKS = [LEAST, 1, 2, 5, 10, 20, 50, 100, 200, 500];
/** Distinct for color-blind readers, on light and on dark ground. */
const COLORS = ["#8a8a8a", "#56b4e9", "#cc79a7", "#c9a227", "#d55e00", "#009e73", "#0072b2"];
const STYLE = `text { font: 13px system-ui, sans-serif; fill: #333 } .grid { stroke: #8884 } .value { font-weight: 600 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } }`;

/**
 * Returns an SVG chart of the servers' CPU time per request as multiples of the bare server's, on a logarithmic scale:
 * for each workload and server the median, and a line from the least to the greatest.
 */
export function drawChart(results: readonly Result[], kinds: readonly ServerKind[]): string {
  const shown = results.filter((result) => result.measured.some((each) => isCompared(result, each)));
  const greatest = Math.max(
    ...shown.flatMap((result) => result.measured.flatMap((each) => cpuMultiples(result, each, "bare"))),
  );
  const end = TICKS.find((tick) => tick >= greatest) ?? greatest;
  const x = (multiple: number) => {
    const share = Math.log(Math.max(multiple, LEAST) / LEAST) / Math.log(end / LEAST);
    return round(LABEL_WIDTH + share * PLOT_WIDTH);
  };
  const color = (name: string) => COLORS[kinds.findIndex((kind) => kind.name === name) % COLORS.length];
  const bottom = TOP + shown.length * ROW_HEIGHT;
  const legend = kinds.map(({ name }, index) => {
    const left = 10 + index * LEGEND_STEP;
    return `<circle cx="${left}" cy="12" r="5" fill="${color(name)}"/>${text(left + 10, 16, name)}`;
  });
  const grid = TICKS.filter((tick) => tick <= end).map((tick) => {
    const line = `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 8}" y2="${bottom}"/>`;
    return line + text(x(tick), TOP - 14, `${tick}×`, 'text-anchor="middle"');
  });
  const rows = shown.flatMap((result, row) => {
    const y = TOP + (row + 0.5) * ROW_HEIGHT;
    const dots = result.measured.map((each) => {
      const multiples = cpuMultiples(result, each, "bare");
      const middle = median(multiples);
      const [from, to] = [x(Math.min(...multiples)), x(Math.max(...multiples))];
      const fill = color(each.server);
      const title = `<title>${escapeXml(each.server)}: ${middle.toFixed(1)}× bare</title>`;
      const spread = `<line x1="${from}" x2="${to}" y1="${y}" y2="${y}" stroke="${fill}" stroke-width="3"/>`;
      const value =
        each.server === "sightline"
          ? text(x(middle), y - 8, middle.toFixed(1), 'class="value" text-anchor="middle"')
          : "";
      return `<g>${title}${spread}<circle cx="${x(middle)}" cy="${y}" r="5" fill="${fill}"/>${value}</g>`;
    });
    return [text(10, y + 4, result.workload.title.replaceAll("`", "")), ...dots];
  });
  const size = `${LABEL_WIDTH + PLOT_WIDTH + RIGHT_WIDTH} ${bottom + 10}`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" role="img">`;
  const title = "<title>CPU time per request as multiples of a bare node:http server's</title>";
  return [head, title, `<style>${STYLE}</style>`, ...legend, ...grid, ...rows, "</svg>", ""].join("\n");
}

function text(x: number, y: number, content: string, attributes = ""): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escapeXml(content)}</text>`;
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
const escapeXml = (content: string) => content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
