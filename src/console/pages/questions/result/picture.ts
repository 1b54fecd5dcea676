import { formatFigure } from "../../../components/format.ts";
import { saveFile } from "../../../components/save-file.ts";
import { fileName } from "./csv.ts";
import { type Chart, colorOf, dashOf } from "./shown.ts";

/** Of a picture, in pixels of a screen that has one for each of a page. */
const [MARGIN, ROW, LABELS, NUMBERS, BARS_WIDTH, SCALE] = [24, 26, 320, 160, 960, 2];

type Style = { readonly color: (name: string) => string; readonly font: (size: number, weight?: number) => string };

/** Saves a chart as PNG in the colors of the page, with its name and what its lines are; `place` is around its plot. */
export function downloadPicture(chart: Chart, name: string, place: Element): void {
  const sample = place.appendChild(document.createElement("span"));
  const style: Style = {
    color: (variable) => {
      sample.style.color = `var(${variable})`;
      return getComputedStyle(sample).color;
    },
    font: (size, weight = 400) => `${weight} ${size}px ${getComputedStyle(sample).fontFamily}`,
  };
  const plot = chart.kind === "lines" ? place.querySelector<HTMLCanvasElement>(".lines-plot canvas") : null;
  const { clientWidth: width, clientHeight: above } = plot ?? { clientWidth: BARS_WIDTH, clientHeight: 0 };
  const height = above + ROW * rowsOf(chart);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [(width + 2 * MARGIN) * SCALE, (height + 3 * MARGIN) * SCALE];
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(SCALE, SCALE);
  context.fillStyle = style.color("--surface");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.color("--text");
  context.font = style.font(17, 600);
  context.fillText(name, MARGIN, MARGIN + 8, width);
  context.translate(MARGIN, 2 * MARGIN);
  if (chart.kind === "bars") drawBars(context, chart, style);
  else {
    if (plot) context.drawImage(plot, 0, 0, width, above);
    context.translate(0, above);
    drawLegend(context, chart, style, width);
  }
  sample.remove();
  canvas.toBlob((content) => content && saveFile(content, fileName(name, "png")), "image/png");
}

const rowsOf = (chart: Chart) =>
  chart.kind === "lines" ? chart.lines.length : chart.groups.reduce((sum, { bars }) => sum + bars.length + 1, 0);

function drawLegend(
  context: CanvasRenderingContext2D,
  { lines }: Chart & { kind: "lines" },
  { color, font }: Style,
  width: number,
): void {
  for (const [index, line] of lines.entries()) {
    const y = (index + 0.5) * ROW;
    context.strokeStyle = color(`--series-${colorOf(index)}`);
    context.lineWidth = 3;
    context.setLineDash([...dashOf(line, index)]);
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(24, y);
    context.stroke();
    context.fillStyle = color("--text");
    context.font = font(13);
    context.fillText(line.label, 34, y + 5, width - 34);
  }
}

function drawBars(
  context: CanvasRenderingContext2D,
  { groups }: Chart & { kind: "bars" },
  { color, font }: Style,
): void {
  const track = BARS_WIDTH - LABELS - NUMBERS;
  let y = 0;
  for (const { label: title, bars } of groups) {
    context.fillStyle = color("--text");
    context.font = font(13, 600);
    context.fillText(title, 0, y + 17, BARS_WIDTH);
    y += ROW;
    context.font = font(13);
    for (const { label, value, share, note } of bars) {
      context.fillStyle = color("--text");
      context.fillText(label, 0, y + 17, LABELS - 12);
      const figure = [formatFigure({ value }), note].filter(Boolean).join(" ");
      context.fillText(figure, LABELS + track + 12, y + 17, NUMBERS - 12);
      context.fillStyle = color("--series-1");
      context.fillRect(LABELS, y + 5, track * share, ROW - 10);
      y += ROW;
    }
  }
}
