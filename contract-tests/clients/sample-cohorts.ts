import assert from "node:assert/strict";
import { decodeBody, exchange } from "../client/exchange.ts";
import { applyFlags } from "../services/sightline-cli.ts";
import type { Server } from "../services/sightline-server.ts";
import type { Tenant } from "../target-description.ts";

const person = (key: string, value: unknown, operator: string, more: object = {}) => ({
  ...{ type: "person", key, value, operator },
  ...more,
});
const cohort = (id: number) => ({ type: "cohort", key: "id", value: id });

/** Keys of the flags that `addCohortFlags` adds. */
export const COHORT_FLAGS = ["in-cohort", "cohort-share"];

/**
 * Adds two flags with conditions on cohorts to a project: one on a cohort of cohorts with and/or and negation, and one
 * with a cohort beside a property and a percentage.
 */
export async function addCohortFlags(server: Server, { projectId, personalApiKey }: Tenant): Promise<void> {
  const create = async (name: string, properties: object): Promise<number> => {
    const path = `/api/projects/${projectId}/cohorts`;
    const headers = { authorization: `Bearer ${personalApiKey}`, "content-type": "application/json" };
    const body = JSON.stringify({ name, filters: { properties } });
    const answer = await exchange(server.direct, { method: "POST", path, headers, body });
    assert.equal(answer.status, 201, decodeBody(answer));
    return JSON.parse(decodeBody(answer)).id;
  };
  const riders = await create("Riders", {
    type: "OR",
    values: [
      {
        type: "AND",
        values: [person("email", "fjordbikes.example", "icontains"), person("plan", ["pro", "team"], "exact")],
      },
      { type: "AND", values: [person("plan", "free", "exact"), person("joined", "2026-06-01", "is_date_before")] },
    ],
  });
  const early = await create("Early riders", {
    type: "AND",
    values: [
      { type: "AND", values: [cohort(riders)] },
      { type: "AND", values: [person("email", "^rider[0-9]*3@", "regex", { negation: true })] },
    ],
  });
  const [inCohort, cohortShare] = COHORT_FLAGS;
  await applyFlags(server.environment, projectId, [
    { key: inCohort, filters: { groups: [{ properties: [cohort(early)] }] } },
    {
      key: cohortShare,
      filters: {
        groups: [
          { properties: [cohort(riders), person("age", 30, "gte")], rollout_percentage: 70 },
          { properties: [cohort(early), person("age", 40, "lt")], variant: "variant-1" },
        ],
        multivariate: {
          variants: [
            { key: "variant-0", rollout_percentage: 40 },
            { key: "variant-1", rollout_percentage: 60 },
          ],
        },
      },
    },
  ]);
}
