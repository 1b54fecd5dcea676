import { Client } from "../client/client.ts";

/** The sum of a metric's samples whose labels include these. */
export type Metrics = (name: string, labels?: Readonly<Record<string, string>>) => number;

/** Reads the metrics of each of the service's processes. */
export async function readMetrics({ endpoint }: Client): Promise<Metrics> {
  const { base, nodes = [] } = endpoint;
  const bases = nodes.length > 1 ? nodes : [base];
  const texts = await Promise.all(
    bases.map(async (one) => String((await new Client({ base: one, direct: one }).ask("metrics")).body)),
  );
  const samples = texts
    .join("\n")
    .split("\n")
    .flatMap((line) => {
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
