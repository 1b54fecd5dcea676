import { randomBytes } from "node:crypto";
import { sendBatches } from "./send-batches.ts";
import { post, repeat, type Workload } from "./workload.ts";

const KNOWN_PERSONS = 1000;
/** So many that a cache of recent ones has forgotten each before it is asked about again. */
const MANY_PERSONS = 50_000;
const CONNECTIONS = 50;

const personProperties = (number: number) => ({
  plan: number % 2 === 0 ? "pro" : "free",
  email: `person-${number}@${number % 3 === 0 ? "Shop.example" : "mail.example"}`,
});

const storePersons =
  (count: number): Workload["prepare"] =>
  (server) =>
    sendBatches(server, count, (number) => ({
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

/** Persons to ask about: how many are stored, and the query of the number of a request. */
interface AskedPersons {
  readonly title: string;
  readonly stored: number;
  readonly query: (number: number) => object;
}

const PERSONS = {
  new: {
    title: "new visitors",
    stored: KNOWN_PERSONS,
    query: () => ({ distinct_id: `visitor-${randomBytes(6).toString("hex")}` }),
  },
  first: {
    title: "stored persons, asked first",
    stored: MANY_PERSONS,
    query: (number) => ({ distinct_id: `user-${number % MANY_PERSONS}` }),
  },
  known: {
    title: "stored persons, asked again",
    stored: KNOWN_PERSONS,
    query: (number) => ({ distinct_id: `user-${number % KNOWN_PERSONS}` }),
  },
  overrides: {
    title: "properties in the request",
    stored: KNOWN_PERSONS,
    query: (number) => {
      const person = number % KNOWN_PERSONS;
      return { distinct_id: `user-${person}`, person_properties: personProperties(person) };
    },
  },
} satisfies Record<string, AskedPersons>;

function decide(flags: number, persons: keyof typeof PERSONS): Workload {
  const { title, stored, query } = PERSONS[persons];
  return {
    name: `decide-${flags}-${persons}`,
    title: `\`/decide/\` of ${flags} flags: ${title}`,
    others: ["bare", "prism"],
    events: 0,
    connections: CONNECTIONS,
    flags: Array.from({ length: flags }, (_, number) => sampleFlag(number)),
    prepare: storePersons(stored),
    requests: ({ keys }) => {
      let number = 0;
      return () => post("/decide/?v=3", { api_key: keys.project, ...query(number++) });
    },
  };
}

const BATCH_BYTES = 19.9 * 1024 * 1024;

function largestBatch(key: string): string {
  const event = { event: "imported", properties: { distinct_id: "user-1", note: "x".repeat(400) } };
  const length = Math.floor(BATCH_BYTES / (JSON.stringify(event).length + 1));
  return post("/batch/", { api_key: key, batch: Array.from({ length }, () => event) });
}

export const DECISION_WORKLOADS: readonly Workload[] = [
  decide(20, "new"),
  decide(20, "known"),
  decide(100, "new"),
  decide(100, "first"),
  decide(100, "known"),
  decide(100, "overrides"),
  {
    ...decide(20, "known"),
    name: "decide-20-beside",
    title: "`/decide/` of 20 flags beside batches of 20 MB",
    others: ["bare"],
    connections: 5, // few enough that decisions alone do not saturate the service
    beside: ({ keys }) => repeat(1, () => largestBatch(keys.project)),
  },
];
