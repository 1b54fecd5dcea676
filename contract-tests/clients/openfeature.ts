import { decodeBody, exchange } from "../client/exchange.ts";
import type { Server } from "../services/sightline-server.ts";
import { SAMPLE_FLAGS } from "./sample-flags.ts";
import { samplePerson } from "./sample-person.ts";

/** The active flags, as programs that use OpenFeature know them. */
export const OPENFEATURE_FLAGS = SAMPLE_FLAGS.filter(({ active }) => active).map(({ key, filters }) => ({
  key,
  hasVariants: "multivariate" in filters,
}));
/** The default of programs for flags with variants. */
export const CODE_DEFAULT = "default";

export type Decisions = Record<string, string | boolean>;

export const samplePersons = (count: number) => Array.from({ length: count }, (_, number) => samplePerson(number));

/** Returns the evaluation context of a person. */
export function contextOf({ distinctId, groups, personProperties, groupProperties }: ReturnType<typeof samplePerson>) {
  return { targetingKey: distinctId, groups, group_properties: groupProperties, ...personProperties };
}

/** Returns what `/decide/` decides for a person, with the code default for flags with variants that are off. */
export async function decide(
  server: Server,
  projectApiKey: string,
  { distinctId, groups, personProperties, groupProperties }: ReturnType<typeof samplePerson>,
): Promise<Decisions> {
  const query = { api_key: projectApiKey, distinct_id: distinctId, groups };
  const body = { ...query, person_properties: personProperties, group_properties: groupProperties };
  const { featureFlags } = await post(server, "/decide/?v=3", body);
  const values = OPENFEATURE_FLAGS.map(({ key, hasVariants }) => {
    const value = (featureFlags as Decisions)[key] as string | boolean;
    return [key, hasVariants && value === false ? CODE_DEFAULT : value] as const;
  });
  return Object.fromEntries(values);
}

export async function post(server: Server, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { "content-type": "application/json" };
  const response = await exchange(server.direct, { method: "POST", path, headers, body: JSON.stringify(body) });
  return JSON.parse(decodeBody(response));
}
