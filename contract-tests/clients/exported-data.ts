import assert from "node:assert/strict";
import { runCliOrThrow } from "../services/sightline-cli.ts";
import type { TestEnvironment } from "../services/test-environment.ts";
import { eventually } from "../support/poll.ts";

export interface ExportedEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface ExportedPerson {
  readonly is_identified: boolean;
  readonly distinct_ids: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Waits until a project has stored at least `count` events with this name. Returns all stored events. */
export async function waitForExportedEvents(
  environment: TestEnvironment,
  projectId: string,
  event: string,
  count: number,
) {
  return eventually(
    `${count} events ${event} are stored`,
    async () => {
      const lines = await runCliOrThrow(environment, "events", "export", "--project", projectId);
      const events = lines
        .split("\n")
        .filter(Boolean)
        .map((line): ExportedEvent => JSON.parse(line));
      return events.filter((exported) => exported.event === event).length >= count && events;
    },
    300_000,
  );
}

/** Returns the only event with this name that this version of the library sent. Throws unless there is exactly one. */
export function singleEvent(events: readonly ExportedEvent[], name: string, version: string): ExportedEvent {
  const [found, ...others] = events.filter(
    ({ event, properties }) => event === name && properties.$lib_version === version,
  );
  assert.ok(found !== undefined && others.length === 0, `${name} of ${version} is stored once`);
  return found;
}

/** Returns the properties with these names. */
export function pick<T>(properties: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)));
}

/** Returns the person with this distinct id. */
export async function readPerson(
  environment: TestEnvironment,
  projectId: string,
  distinctId: string,
): Promise<ExportedPerson> {
  const options = ["--project", projectId, "--json"];
  const person = JSON.parse(await runCliOrThrow(environment, "persons", "show", distinctId, ...options));
  const question = `SELECT is_identified FROM persons WHERE id = '${person.uuid}'`;
  const { results } = JSON.parse(await runCliOrThrow(environment, "sql", question, ...options));
  return { ...person, is_identified: results[0]?.[0] };
}
