import { randomBytes } from "node:crypto";
import { sendBatches } from "./send-batches.ts";
import { post, repeat, type Workload } from "./workload.ts";

const KNOWN_PERSONS = 1000;
const CONNECTIONS = 50;

const personProperties = (number: number) => ({
  plan: number % 2 === 0 ? "pro" : "free",
  email: `person-${number}@${number % 3 === 0 ? "Shop.example" : "mail.example"}`,
});

const storeKnownPersons: Workload["prepare"] = (server) =>
  sendBatches(server, KNOWN_PERSONS, (number) => ({
    event: "$identify",
    properties: { distinct_id: `user-${number}`, $set: personProperties(number) },
  }));

/** A third each has a condition `exact`, `icontains` and none; every fifth has variants. */
function sampleFlag(number: number) {
  const conditions = [
    [{ key: "plan", type: "person", operator: "exact", value: "pro" }],
    [{ key: "email", type: "person", operator: "icontains", value: "@shop." }],
    [],
  ];
  const variants = ["control", "test"].map((key) => ({ key, rollout_percentage: 50 }));
  return {
    key: `flag-${number}`,
    name: "",
    active: true,
    filters: {
      groups: [{ properties: conditions[number % 3], rollout_percentage: (number * 7) % 101 }],
      ...(number % 5 === 0 ? { multivariate: { variants } } : {}),
    },
  };
}

const sampleFlags = (count: number) => Array.from({ length: count }, (_, number) => sampleFlag(number));

const newPerson = () => ({ distinct_id: `visitor-${randomBytes(6).toString("hex")}` });
const knownNumber = () => Math.floor(Math.random() * KNOWN_PERSONS);
const knownPerson = () => ({ distinct_id: `user-${knownNumber()}` });
const overrides = () => {
  const number = knownNumber();
  return { distinct_id: `user-${number}`, person_properties: personProperties(number) };
};

function decide(name: string, title: string, flags: number, query: () => object, isRepeated: boolean): Workload {
  const make = (key: string) => () => post("/decide/?v=3", { api_key: key, ...query() });
  return {
    name: `decide-${flags}-${name}`,
    title: `\`/decide/\` of ${flags} flags: ${title}`,
    others: ["bare", "prism"],
    events: 0,
    connections: CONNECTIONS,
    flags: sampleFlags(flags),
    prepare: storeKnownPersons,
    requests: ({ keys }) => (isRepeated ? repeat(KNOWN_PERSONS, make(keys.project)) : make(keys.project)),
  };
}

const BATCH_BYTES = 19.9 * 1024 * 1024;

function largestBatch(key: string): string {
  const event = { event: "imported", properties: { distinct_id: "user-1", note: "x".repeat(400) } };
  const length = Math.floor(BATCH_BYTES / (JSON.stringify(event).length + 1));
  return post("/batch/", { api_key: key, batch: Array.from({ length }, () => event) });
}

export const DECISION_WORKLOADS: readonly Workload[] = [
  ...[20, 100].flatMap((flags) => [
    decide("new", "new visitors", flags, newPerson, false),
    decide("known", "known persons", flags, knownPerson, true),
    decide("overrides", "with their properties", flags, overrides, true),
  ]),
  {
    ...decide("beside", "beside batches of 20 MB", 20, knownPerson, true),
    others: ["bare"],
    connections: 5, // few enough that decisions alone do not saturate the service
    beside: ({ keys }) => repeat(1, () => largestBatch(keys.project)),
  },
];
