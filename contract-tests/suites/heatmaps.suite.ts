import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const own = sharedServer("heatmaps");
const CART = "https://shop.example/cart";
const at = (x: unknown, y: unknown, type: unknown = "click", target_fixed: unknown = false) => {
  return { x, y, target_fixed, type };
};

function sent(distinct_id: string, data: unknown, width: unknown = 1000): SentEvent {
  const properties = { $session_id: `s-${distinct_id}`, $viewport_width: width, $viewport_height: 700 };
  const others = { $lib: "web", $browser: "Firefox", secret: "left out" };
  return { event: "$$heatmap", distinct_id, properties: { ...properties, ...others, $heatmap_data: data } };
}

function view(distinct_id: string, pathname: string, scrolled: number, event = "$pageview"): SentEvent {
  const window = { $viewport_width: 1000, $viewport_height: 700, $current_url: "https://shop.example/next?a=b" };
  const before = { $prev_pageview_pathname: pathname, $prev_pageview_max_scroll: scrolled };
  const session = { $session_id: `s-${distinct_id}`, is_staff: distinct_id === "ann" };
  return { event, distinct_id, properties: { ...window, ...before, ...session } };
}

const EVENTS: readonly SentEvent[] = [
  sent("ann", { [CART]: [at(480, 512), at(482, 511), at(900, 10, "click", true), at(480, 512, "rageclick")] }),
  sent("bob", { [CART]: [at(480, 512)], [`${CART}?step=2`]: [at(480, 512), at(100, 100, "mousemove")] }),
  sent("cy", { [CART]: [at(195, 300)] }, 390),
];
/** What any page may send. */
const WRONG: readonly SentEvent[] = [
  sent("eve", {
    [CART]: Array.from({ length: 1500 }, () => at(10, 10, "deadclick")),
    "https://late.example": [at(1, 1)],
  }),
  sent("eve", { [CART]: [at("1", 2), at(-1, 2), at(1, 2e9), at(1, 1, 3), null, [], "x", at(1, 1, "y".repeat(21))] }),
  ...[null, "text", [1], { [CART]: "text", "https://list.example/": [[1]] }, {}].map((data) => sent("eve", data)),
  sent("eve", { [`https://long.example/${"x".repeat(2000)}`]: [at(1, 1)] }),
  sent("eve", { [CART]: [at(500, 500, "mousemove")] }, "wide"),
  sent("eve", { [CART]: [at(500, 500, "mousemove")] }, 0),
  { event: "$$heatmap", distinct_id: "eve" },
];

describe("heatmaps", needs("settings"), () => {
  let project: AskedProject;
  const heatmap = async (query: Readonly<Record<string, string | number>> = {}) => {
    const { path } = project;
    return (await own().client.expectStatus("heatmaps_list", 200, { path, query })).results;
  };
  const place = (count: number, pointer_y: number, pointer_relative_x: number, pointer_target_fixed = false) => {
    return { count, pointer_y, pointer_relative_x, pointer_target_fixed };
  };
  before(async () => {
    project = await AskedProject.create(own(), {});
    await project.capture([...EVENTS, ...WRONG]);
    await project.send([
      view("ann", "/cart", 0),
      view("ann", "/cart", 640),
      view("bob", "/cart", 100, "$pageleave"),
      view("bob", "/other", 0),
    ]);
    await eventually("all events are stored", async () => {
      const query = { event: "$$heatmap", limit: 100 };
      const { results } = await own().client.expectStatus("events_list", 200, { path: project.path, query });
      return results.length === EVENTS.length + WRONG.length;
    });
  });

  test("count places by type, page, width and visitor", async () => {
    const wide = [place(4, 512, 0.48), place(1, 16, 0.9, true), place(1, 304, 0.5)];
    assert.deepEqual(await heatmap(), wide);
    assert.deepEqual(await heatmap({ type: "rageclick" }), [place(1, 512, 0.48)]);
    assert.deepEqual(await heatmap({ url_exact: `${CART}?step=2` }), [place(1, 512, 0.48)]);
    const pattern = { url_pattern: "^https://shop\\.example/cart(\\?.*)?$", viewport_width_max: 500 };
    assert.deepEqual(await heatmap(pattern), [place(1, 304, 0.5)]);
    assert.deepEqual(await heatmap({ viewport_width_min: 1001 }), []);
    const [first] = await heatmap({ aggregation: "unique_visitors", viewport_width_min: 1000 });
    assert.deepEqual(first, place(2, 512, 0.48));
    assert.deepEqual(await heatmap({ date_from: "2020-01-01", date_to: "2020-01-02" }), []);
  });

  test("leave out what is no point, and more than 1,000 points of an event", async () => {
    assert.deepEqual(await heatmap({ type: "deadclick" }), [place(1000, 16, 0.01)]);
    assert.deepEqual(await heatmap({ url_exact: "https://late.example" }), []);
    assert.deepEqual(await heatmap({ type: "mousemove" }), [place(1, 96, 0.1)]);
  });

  test("count how far a page was seen", async () => {
    const depth = (scroll_depth_bucket: number, bucket_count: number, cumulative_count: number) => {
      return { scroll_depth_bucket, bucket_count, cumulative_count };
    };
    const query = { type: "scrolldepth", url_exact: CART };
    assert.deepEqual(await heatmap(query), [depth(700, 1, 3), depth(800, 1, 2), depth(1300, 1, 1)]);
    const ofVisitors = await heatmap({ ...query, aggregation: "unique_visitors" });
    assert.deepEqual(ofVisitors, [depth(800, 1, 2), depth(1300, 1, 1)]);
  });

  test("leave out sessions of test accounts if asked to", async () => {
    const json = { test_account_filters: [{ key: "is_staff", operator: "is_not", value: "true" }] };
    await own().client.expectStatus("projects_partial_update", 200, { path: project.path, json });
    const query = { filter_test_accounts: "true" };
    assert.deepEqual(await heatmap(query), [place(2, 512, 0.48)]);
    const [depth] = await heatmap({ ...query, type: "scrolldepth", url_exact: CART });
    assert.deepEqual(depth, { scroll_depth_bucket: 800, bucket_count: 1, cumulative_count: 1 });
    assert.equal((await heatmap({ filter_test_accounts: "false" })).length, 3);
  });

  test("are apart from other events, and keep what they need", async () => {
    const { client } = own();
    const { path } = project;
    const { results } = await client.expectStatus("events_list", 200, { path, query: { limit: 3 } });
    assert.deepEqual(new Set(results.map(({ event }) => event)), new Set(["$pageview", "$pageleave"]));
    const names = await client.expectStatus("event_definitions_list", 200, { path });
    assert.deepEqual(names.results.map(({ name }) => name).toSorted(), ["$pageleave", "$pageview"]);
    assert.deepEqual(await project.select("SELECT count() FROM events WHERE event = '$$heatmap'"), [[0]]);
    const query = { event: "$$heatmap", distinct_id: "cy" };
    const [kept] = (await client.expectStatus("events_list", 200, { path, query })).results;
    assert.deepEqual(kept?.properties, {
      ...{ $session_id: "s-cy", $viewport_width: 390, $viewport_height: 700 },
      $heatmap_data: { [CART]: [at(195, 300)] },
    });
  });

  test("refuse times and patterns that are none", async () => {
    for (const [name, value] of [
      ["date_from", "yesterday"],
      ["url_pattern", "("],
      ["type", "hover"],
    ] as const) {
      const options = { path: project.path, query: { [name]: value } };
      await own().client.expectError("heatmaps_list", [400, "invalid_input", name], options);
    }
  });

  test("are on in libraries of projects that want them", async () => {
    const { client } = own();
    const asked = { path: { token: project.token } };
    assert.equal((await client.expectStatus("remote_config", 200, asked)).heatmaps, false);
    await client.expectStatus("projects_partial_update", 200, { path: project.path, json: { heatmaps_opt_in: true } });
    await eventually("libraries are asked to send them", async () => {
      return (await client.expectStatus("remote_config", 200, asked)).heatmaps === true;
    });
  });
});
