import { type Client, clientsOfNodes } from "../client/contract-client.ts";

/** Returns the sum of a metric's samples whose labels include these. */
export type MetricReader = (name: string, labels?: Readonly<Record<string, string>>) => number;

/** Reads the metrics of each of the service's processes. */
export async function readMetrics({ endpoint }: Client): Promise<MetricReader> {
  const answers = await Promise.all(clientsOfNodes(endpoint).map((client) => client.request("metrics")));
  const texts = answers.map(({ body }) => String(body));
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
