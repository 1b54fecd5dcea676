import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const own = sharedServer("previews");
const CUSTOMERS = { groups: [{ properties: [{ key: "plan", value: "pro" }], rollout_percentage: 100 }] };

const namesOf = ({ name }: { readonly name: string }) => name;

async function sendPersons(): Promise<void> {
  const { client, tenant } = own();
  const batch = ["ada", "bob", "cyd"].map((distinct_id, index) => ({
    ...{ event: "seen", distinct_id },
    $set: { plan: index === 0 ? "pro" : "free", email: `${distinct_id}@guests.example` },
  }));
  await client.expectStatus("batch", 200, { json: { api_key: tenant.projectApiKey, batch } });
  await eventually("the persons are stored", async () => {
    return (await client.expectStatus("persons_list", 200)).count === batch.length;
  });
}

describe("flags: explained and previewed", needs("settings"), () => {
  test("a flag that is not saved is counted on real persons; nothing is saved", async () => {
    await sendPersons();
    const { client } = own();
    const preview = (json: object) =>
      client.expectStatus("feature_flags_preview", 200, { json: { key: "new", filters: CUSTOMERS, ...json } });
    const { persons, evaluated, complete, values } = await preview({});
    assert.deepEqual([persons, evaluated, complete], [3, 3, true]);
    assert.deepEqual(
      values.map(({ enabled, variant, count, examples }) => [
        enabled,
        variant,
        count,
        examples.map(namesOf).toSorted(),
      ]),
      [
        [false, null, 2, ["bob@guests.example", "cyd@guests.example"]],
        [true, null, 1, ["ada@guests.example"]],
      ],
    );
    assert.equal(values[1]?.examples[0]?.reason.code, "condition_match");
    assert.equal((await preview({ persons: 1 })).evaluated, 1);
    const variants = [
      { key: "a", rollout_percentage: 100 },
      { key: "b", rollout_percentage: 0 },
    ];
    const multivariate = await preview({ filters: { groups: [{ properties: [] }], multivariate: { variants } } });
    assert.deepEqual(
      multivariate.values.map(({ variant, count }) => [variant, count]),
      [["a", 3]],
    );
    const filters = { groups: [{ rollout_percentage: 101 }] };
    const error = [400, "invalid_input", "filters__groups__0__rollout_percentage"] as const;
    await client.expectError("feature_flags_preview", error, { json: { key: "new", filters } });
    assert.equal((await client.expectStatus("feature_flags_list", 200)).count, 0);
  });

  test("each flag of a person has a value, a payload and a reason", async () => {
    const { client } = own();
    const payloads = { true: { color: "blue" } };
    for (const [key, fields] of [
      ["everyone", { filters: { groups: [{ properties: [] }], payloads } }],
      ["customers", { filters: CUSTOMERS, ensure_experience_continuity: true }],
      ["off", { filters: CUSTOMERS, active: false }],
      ["nobody", { filters: { groups: [{ properties: [], rollout_percentage: 0 }] } }],
    ] as const) {
      await client.expectStatus("feature_flags_create", 201, { json: { key, ...fields } });
    }
    const explain = async (distinct_id: string) => {
      const { person, flags } = await client.expectStatus("feature_flags_evaluate", 200, { json: { distinct_id } });
      const rows = flags.map(({ key, enabled, reason, payload }) => [key, enabled, reason.code, payload]);
      return { person, rows };
    };
    const ada = await eventually("all flags are known", async () => {
      const explained = await explain("ada");
      return explained.rows.length === 4 && explained;
    });
    assert.match(ada.person ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(ada.rows, [
      ["customers", true, "condition_match", null],
      ["everyone", true, "condition_match", '{"color":"blue"}'],
      ["nobody", false, "out_of_rollout_bound", null],
      ["off", false, "inactive", null],
    ]);
    const stranger = await explain("nobody we know");
    assert.deepEqual([stranger.person, stranger.rows[0]], [null, ["customers", false, "no_condition_match", null]]);
    await client.expectError("feature_flags_evaluate", [400, "required", "distinct_id"], { json: {} as never });
  });
});
