import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const own = sharedServer("surveys");
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const RATING = { type: "rating", question: "Would you recommend us?", scale: 10, display: "number", id: "score" };
const CHOICES = { type: "multiple_choice", question: "What did you use?", choices: ["Bike", "Boat"], id: "used" };
const TEXT = { type: "open", question: "Anything else?", id: "words" };

describe("surveys", needs("settings"), () => {
  let project: AskedProject;
  const create = async (json: object) =>
    own().client.expectStatus("surveys_create", 201, {
      path: project.path,
      json: { name: "Ride", type: "popover", questions: [{ type: "open", question: "How was it?" }], ...json } as never,
    });
  const one = ({ id }: { readonly id: string }) => ({ path: { ...project.path, id } });
  const served = async () =>
    (await own().client.expectStatus("surveys", 200, { query: { token: project.token } })).surveys;

  test("are created, listed, changed and deleted", async () => {
    project = await AskedProject.create(own(), {}, []);
    const { client } = own();
    const survey = await create({ description: "After a ride" });
    const { id, questions, created_at, created_by, updated_at, updated_by, ...rest } = survey;
    assert.deepEqual(rest, {
      ...{ name: "Ride", description: "After a ride", type: "popover", schedule: "once" },
      ...{ linked_flag_id: null, linked_flag: null, targeting_flag_id: null, targeting_flag: null },
      ...{ internal_targeting_flag: null, conditions: null, appearance: null, start_date: null, end_date: null },
      ...{ archived: false, responses_limit: null, iteration_count: null, iteration_frequency_days: null },
      ...{ current_iteration: null, current_iteration_start_date: null, enable_partial_responses: false, version: 1 },
    });
    const first = questions[0]?.id;
    assert.ok(first, "a question has an id");
    const json = { questions: [{ type: "open", question: "How was it?" } as const, RATING as never], version: 1 };
    const changed = await client.expectStatus("surveys_partial_update", 200, { ...one(survey), json });
    assert.deepEqual(
      changed.questions.map((question) => question.id),
      [first, "score"],
    );
    const stale = await client.expectStatus("surveys_partial_update", 409, { ...one(survey), json });
    assert.equal(stale.code, "conflict");
    const { results } = await client.expectStatus("surveys_list", 200, {
      path: project.path,
      query: { search: "RID" },
    });
    assert.deepEqual([results.map((one) => one.id), results[0]?.version], [[id], 2]);
    await client.expectStatus("surveys_destroy", 204, one(survey));
    await client.expectStatus("surveys_retrieve", 404, one(survey));
  });

  test("refuse questions that cannot be answered, and what would bring code to a page", async () => {
    const refused: readonly (readonly [attr: string, json: object])[] = [
      ["questions__0__choices", { questions: [{ type: "single_choice", question: "?" }] }],
      ["questions__0__scale", { questions: [{ type: "rating", question: "?" }] }],
      ["questions__1__id", { questions: [TEXT, TEXT] }],
      ["questions__0__link", { questions: [{ type: "link", question: "?", link: "javascript:alert(1)" }] }],
      ["questions__0__descriptionContentType", { questions: [{ ...TEXT, descriptionContentType: "html" }] }],
      ["linked_flag_id", { linked_flag_id: 12_345 }],
      ["start_date", { start_date: "2026-02-30T00:00:00Z" }],
      ["linked_insight_id", { linked_insight_id: 3 }],
    ];
    for (const [attr, json] of refused) {
      const body = { name: "x", type: "popover", questions: [TEXT], ...json } as never;
      const problem = await own().client.expectStatus("surveys_create", 400, { path: project.path, json: body });
      assert.equal(problem.attr, attr);
    }
    const html = { appearance: { thankYouMessageDescriptionContentType: "html", submitButtonColor: "red" } };
    const { appearance } = await create(html);
    assert.deepEqual(appearance, { thankYouMessageDescriptionContentType: "text", submitButtonColor: "red" });
  });

  test("are served to client libraries while they run, with keys of flags and steps of actions", async () => {
    const { client } = own();
    const flag = await client.expectStatus("feature_flags_create", 201, {
      path: project.path,
      json: { key: "rides", filters: { groups: [] } },
    });
    const action = await client.expectStatus("actions_create", 201, {
      path: project.path,
      json: { name: "Rides", steps: [{ event: "ride" }] },
    });
    const survey = await create({
      linked_flag_id: flag.id,
      conditions: { url: "/rides", actions: { values: [{ id: action.id }] } },
      ...{ schedule: "recurring", iteration_count: 3, iteration_frequency_days: 1 },
    });
    assert.deepEqual(await served(), []);
    const start_date = ago(30);
    const started = await client.expectStatus("surveys_partial_update", 200, { ...one(survey), json: { start_date } });
    assert.deepEqual([started.linked_flag, started.current_iteration], [{ id: flag.id, key: "rides" }, 2]);
    const runs = async (count: number) => {
      const surveys = await served();
      return surveys.length === count && surveys;
    };
    const [found] = await eventually("the survey is served", () => runs(1));
    assert.equal(found?.linked_flag_key, "rides");
    assert.deepEqual(
      found.questions,
      survey.questions.map((question) => ({ ...question, descriptionContentType: "text" })),
    );
    assert.deepEqual(found?.conditions, {
      url: "/rides",
      actions: { values: [{ id: action.id, name: "Rides", steps: [{ event: "ride" }] }] },
    });
    assert.equal(found?.current_iteration, 2);
    const hasSurveys = async () =>
      (await client.expectStatus("remote_config", 200, { path: { token: project.token } })).surveys;
    await eventually("libraries load surveys", async () => (await hasSurveys()) === true);
    await client.expectStatus("surveys_partial_update", 200, { ...one(survey), json: { archived: true } });
    await eventually("it is served no more", () => runs(0));
    await eventually("libraries load none", async () => (await hasSurveys()) === undefined);
    await client.expectStatus("surveys", 401, { query: { token: "phc_unknown" } });
    await client.expectStatus("surveys", 401, { query: { token: "" } });
  });

  test("count what happened to them, and the answers to each question", async () => {
    const survey = await create({ questions: [RATING, CHOICES, TEXT] });
    const happened = (event: string, distinct_id: string, hours: number, properties: object = {}): SentEvent => {
      return { event, distinct_id, timestamp: ago(hours), properties: { $survey_id: survey.id, ...properties } };
    };
    const answer = (score: unknown, used: unknown, words: unknown, submission?: string) => ({
      ...{ $survey_response_score: score, $survey_response_used: used, $survey_response_words: words },
      ...(submission && { $survey_submission_id: submission }),
    });
    await project.send([
      ...["ada", "bo", "cy", "di"].map((who) => happened("survey shown", who, 9)),
      happened("survey dismissed", "di", 8),
      happened("survey sent", "ada", 7, answer(10, ["Bike", "Boat"], "Fine")),
      happened("survey sent", "bo", 6, answer(3, ["Bike"], "")),
      happened("survey sent", "cy", 5, answer(9, undefined, undefined, "s1")),
      happened("survey sent", "cy", 4, answer(8, ["Tent"], "Good", "s1")),
      happened("survey sent", "cy", 3, { ...answer(1, [], "x"), $survey_id: "another" }),
    ]);
    const { stats, rates, questions } = await own().client.expectStatus("surveys_stats", 200, one(survey));
    const counts = Object.values(stats).map(({ total_count, unique_persons }) => [total_count, unique_persons]);
    assert.deepEqual(counts, [
      [4, 4],
      [1, 1],
      [3, 3],
    ]);
    assert.deepEqual([rates.response_rate, rates.dismissal_rate], [75, 25]);
    const values = questions.map(({ answers }) => answers.map(({ value, count }) => [value, count]));
    assert.deepEqual(values, [
      [
        ["10", 1],
        ["3", 1],
        ["8", 1],
      ],
      [
        ["Bike", 2],
        ["Boat", 1],
        ["Tent", 1],
      ],
      [
        ["Good", 1],
        ["Fine", 1],
      ],
    ]);
    const figures = questions.map(({ answered, average, nps }) => [answered, average, nps]);
    assert.deepEqual(figures, [
      [3, 7, 0],
      [3, null, null],
      [2, null, null],
    ]);
    assert.deepEqual(questions[2]?.answers[0]?.distinct_id, "cy");
  });

  test("end by themselves after as many answers as they may have", async () => {
    const survey = await create({ start_date: ago(1), responses_limit: 1 });
    const isServed = async () => (await served()).some(({ id }) => id === survey.id);
    await eventually("the survey is served", isServed);
    const properties = { $survey_id: survey.id, $survey_response: "yes" };
    await project.send([{ event: "survey sent", distinct_id: "ada", timestamp: ago(0), properties }]);
    const retrieved = () => own().client.expectStatus("surveys_retrieve", 200, one(survey));
    // It is serving that ends it, on a node that knows the survey.
    await eventually("it ends", async () => !(await isServed()) && (await retrieved()).end_date !== null);
    assert.equal((await retrieved()).updated_by, null);
  });
});

describe("early access features", needs("settings"), () => {
  test("have a flag that is on for those who joined", async () => {
    const project = await AskedProject.create(own(), {}, []);
    const { client } = own();
    const json = { name: "Group bookings!", stage: "beta", payload: { color: "red" } } as const;
    const feature = await client.expectStatus("early_access_feature_create", 201, { path: project.path, json });
    assert.equal(feature.feature_flag.key, "group-bookings");
    const one = { path: { ...project.path, id: feature.id } };
    const taken = await client.expectStatus("early_access_feature_create", 400, { path: project.path, json });
    assert.equal(taken.code, "unique");
    const listed = async (stage?: ("alpha" | "beta")[]) => {
      const query = { token: project.token, ...(stage && { stage }) };
      return (await client.expectStatus("early_access_features", 200, { query })).earlyAccessFeatures;
    };
    const [found] = await listed();
    assert.deepEqual(found, {
      ...{ id: feature.id, name: "Group bookings!", description: "", stage: "beta", documentationUrl: "" },
      ...{ payload: { color: "red" }, flagKey: "group-bookings" },
    });
    assert.deepEqual(await listed(["alpha"]), []);
    const unknown = { query: `?token=${project.token}&stage=gamma` };
    await client.expectError("early_access_features", [400, "invalid_input", "stage__0"], unknown);
    const decide = async (properties: Record<string, unknown>) => {
      const body = { token: project.token, distinct_id: "ada", person_properties: properties };
      const { featureFlags } = (await client.expectStatus("decide", 200, {
        query: { v: "3" },
        json: body as never,
      })) as { featureFlags?: unknown };
      return (featureFlags as Record<string, unknown>)["group-bookings"];
    };
    const joined = { "$feature_enrollment/group-bookings": true };
    await eventually("the flag is on for who joined", async () => (await decide(joined)) === true);
    assert.equal(await decide({}), false);
    const change = { json: { stage: "general-availability", feature_flag_id: feature.feature_flag.id } as const };
    const changed = await client.expectStatus("early_access_feature_partial_update", 200, { ...one, ...change });
    assert.deepEqual([changed.stage, changed.version], ["general-availability", 2]);
    await client.expectError("early_access_feature_partial_update", [409, "conflict", "version"], {
      ...one,
      json: { name: "Groups", version: 1 },
    });
    const other = { json: { feature_flag_id: 99 } };
    const refused = await client.expectStatus("early_access_feature_partial_update", 400, { ...one, ...other });
    assert.equal(refused.attr, "feature_flag_id");
    await client.expectStatus("early_access_feature_destroy", 204, one);
    const { filters } = await client.expectStatus("feature_flags_retrieve", 200, {
      path: { ...project.path, id: String(feature.feature_flag.id) },
    });
    assert.equal("feature_enrollment" in filters, false);
  });
});
