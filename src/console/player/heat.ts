import type { Heat } from "../pages/recordings/recordings-api.ts";

/** Pixels of the page for one of the canvas. */
const STEP = 2;
const [RADIUS, LEAST] = [14, 0.12];
/** From few to many. */
const COLORS = ["#2563eb", "#06b6d4", "#22c55e", "#eab308", "#ef4444"];

type Size = { readonly width: number; readonly height: number };

/** Returns a picture of where visitors pointed, or how far they scrolled, to lay over a page of that size. */
export function drawHeat(heat: Heat, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.ceil(width / STEP), Math.ceil(height / STEP)];
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const places = heat.flatMap((one) => ("pointer_y" in one ? [one] : []));
  const depths = heat.flatMap((one) => ("scroll_depth_bucket" in one ? [one] : []));
  const most = Math.max(1, ...places.map(({ count }) => count));
  for (const { count, pointer_relative_x: x, pointer_y: y } of places) {
    const center = [x * canvas.width, y / STEP] as const;
    const glow = context.createRadialGradient(...center, 0, ...center, RADIUS);
    glow.addColorStop(0, `rgb(0 0 0 / ${Math.max(LEAST, count / most)})`);
    glow.addColorStop(1, "rgb(0 0 0 / 0)");
    context.fillStyle = glow;
    context.fillRect(center[0] - RADIUS, center[1] - RADIUS, 2 * RADIUS, 2 * RADIUS);
  }
  const all = depths[0]?.cumulative_count ?? 1;
  let [from, share] = [0, 1];
  for (const { scroll_depth_bucket: bucket, bucket_count: last, cumulative_count: further } of depths) {
    const to = (bucket + 50) / STEP;
    context.fillStyle = `rgb(0 0 0 / ${Math.max(LEAST, share)})`;
    context.fillRect(0, from, canvas.width, to - from);
    [from, share] = [to, (further - last) / all];
  }
  if (heat.length > 0) color(context, canvas);
  return canvas;
}

/** Colors each pixel by its opacity. */
function color(context: CanvasRenderingContext2D, { width, height }: Size): void {
  const palette = document.createElement("canvas").getContext("2d");
  if (!palette) return;
  palette.canvas.width = 256;
  const scale = palette.createLinearGradient(0, 0, 256, 0);
  for (const [index, name] of COLORS.entries()) scale.addColorStop(index / (COLORS.length - 1), name);
  palette.fillStyle = scale;
  palette.fillRect(0, 0, 256, 1);
  const colors = palette.getImageData(0, 0, 256, 1).data;
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  for (let index = 0; index < data.length; index += 4) {
    const alpha = data[index + 3] ?? 0;
    if (alpha === 0) continue;
    for (let part = 0; part < 3; part += 1) data[index + part] = colors[4 * alpha + part] ?? 0;
    data[index + 3] = Math.min(alpha + 60, 170);
  }
  context.putImageData(image, 0, 0);
}
