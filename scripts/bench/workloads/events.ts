import { randomBytes } from "node:crypto";
import { sendBatches } from "./send-batches.ts";
import { post, repeat, type Workload } from "./workload.ts";

const KNOWN_PERSONS = 1000;
const CONNECTIONS = 50;

const newId = () => randomBytes(6).toString("hex");
const knownPerson = () => `user-${Math.floor(Math.random() * KNOWN_PERSONS)}`;
const newPerson = () => `user-${newId()}`;

/** An event of about 0.5 KB, as a server library sends it. */
function sampleEvent(distinctId: string) {
  return {
    event: "product viewed",
    timestamp: new Date().toISOString(),
    properties: {
      distinct_id: distinctId,
      $current_url: `https://shop.example/products/${newId()}`,
      $browser: "Firefox",
      $os: "Linux",
      price: 1299,
      tags: ["a", "b"],
      note: "x".repeat(220),
    },
  };
}

const storeKnownPersons: Workload["prepare"] = (server) =>
  sendBatches(server, KNOWN_PERSONS, (number) => sampleEvent(`user-${number}`));

/** The same as a browser library sends it: it belongs to a session. */
function browserEvent(distinctId: string) {
  const { properties, ...event } = sampleEvent(distinctId);
  return { ...event, properties: { ...properties, $session_id: `session-of-${distinctId}` } };
}

const batch = (key: string, length: number, person: () => string) =>
  post("/batch/", { api_key: key, batch: Array.from({ length }, () => sampleEvent(person())) });

export const EVENT_WORKLOADS: readonly Workload[] = [
  {
    name: "capture",
    title: "`/capture/` of one event of 0.5 KB",
    others: ["bare", "fastify", "express", "prism"],
    events: 1,
    connections: CONNECTIONS,
    prepare: storeKnownPersons,
    requests: ({ keys }) =>
      repeat(1000, () => post("/capture/", { api_key: keys.project, ...browserEvent(knownPerson()) })),
  },
  {
    name: "batch-100",
    title: "`/batch/` of 100 events of known persons",
    others: ["bare", "fastify", "express"],
    events: 100,
    connections: CONNECTIONS,
    prepare: storeKnownPersons,
    requests: ({ keys }) => repeat(100, () => batch(keys.project, 100, knownPerson)),
  },
  {
    name: "batch-100-new",
    title: "`/batch/` of 100 events of new persons",
    others: ["bare", "fastify", "express"],
    events: 100,
    connections: CONNECTIONS,
    requests:
      ({ keys }) =>
      () =>
        batch(keys.project, 100, newPerson),
  },
  {
    name: "batch-10000",
    title: "`/batch/` of 10,000 events of known persons",
    others: ["bare", "fastify", "express"],
    events: 10_000,
    connections: 4,
    prepare: storeKnownPersons,
    requests: ({ keys }) => repeat(4, () => batch(keys.project, 10_000, knownPerson)),
  },
];
