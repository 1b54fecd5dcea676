import type { Client } from "../client/client.ts";

/** The sum of a metric's samples whose labels include these. */
export type Metrics = (name: string, labels?: Readonly<Record<string, string>>) => number;

/** Reads the service's metrics. */
export async function readMetrics(client: Client): Promise<Metrics> {
  const text = String((await client.ask("metrics")).body);
  const samples = text.split("\n").flatMap((line) => {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    return match ? [{ name: match[1], labels: `,${match[2] ?? ""}`, value: Number(match[3]) }] : [];
  });
  return (name, labels = {}) => {
    const wanted = Object.entries(labels).map(([label, value]) => `,${label}="${value}"`);
    return samples
      .filter((sample) => sample.name === name && wanted.every((label) => sample.labels.includes(label)))
      .reduce((sum, { value }) => sum + value, 0);
  };
}
