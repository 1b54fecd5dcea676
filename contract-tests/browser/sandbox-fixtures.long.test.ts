import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { minimalProcessEnv, ROOT, runProcess } from "../../test/support/child-process.ts";
import { buildOnce } from "../services/sightline-server.ts";
import { findBrowser, STEP_TIMEOUT_MS } from "./browser.ts";

const browserOrReason = await findBrowser();
const RUNNERS = join(ROOT, "contract-tests/browser/node_modules");
const noRunners = !existsSync(RUNNERS) && "They are not installed: npm ci --prefix contract-tests/browser";
const noBrowser = "missing" in browserOrReason && browserOrReason.missing;
const { PYTEST } = process.env;
const noPytest = PYTEST === undefined && "PYTEST names no program";
const noGo = spawnSync("go", ["version"]).status !== 0 && "Go is not installed";
const BLOCK = /^```(?:js|python|go) (\S+)\n(.*?)^```/gms;
/** The program under test, as the page expects it. */
const SEND = `fetch(url + "/capture/", { method: "POST", body: JSON.stringify({
  api_key: "phc_fjordbikes4Q7wZk2mXr9TnLb", event: "order_placed", distinct_id: "customer-4812", properties,
}) })`;
const PYTHON_SHOP = `import json, urllib.request
def place_order(properties, sandbox):
    event = {"event": "order_placed", "distinct_id": "customer-4812", "properties": properties}
    body = json.dumps({"api_key": sandbox.project_api_key, **event}).encode()
    urllib.request.urlopen(f"{sandbox.url}/capture/", body).close()
`;
const GO_SHOP = `package shop
import ("bytes"; "encoding/json"; "net/http")
func placeOrder(properties map[string]any, url string) error {
	body, err := json.Marshal(map[string]any{"api_key": "phc_fjordbikes4Q7wZk2mXr9TnLb",
		"event": "order_placed", "distinct_id": "customer-4812", "properties": properties})
	if err != nil { return err }
	response, err := http.Post(url + "/capture/", "application/json", bytes.NewReader(body))
	if err != nil { return err }
	return response.Body.Close()
}
`;
const SHOP = `export const placeOrder = (properties, { url }) => ${SEND};`;
const PAGE = `<button onclick='const url = ANALYTICS_URL, properties = { total_nok: 15490 }; ${SEND}'>Order</button>`;

describe("the fixtures in docs/sandbox.md work", { timeout: 900_000 }, () => {
  let directory: string;
  before(async () => {
    await buildOnce();
    directory = await mkdtemp(join(tmpdir(), "sightline-fixtures-"));
    await mkdir(join(directory, "node_modules"));
    await symlink(ROOT, join(directory, "node_modules/sightline"));
    for (const name of ["@playwright", "vitest"]) {
      await symlink(join(RUNNERS, name), join(directory, "node_modules", name));
    }
    const page = await readFile(join(ROOT, "docs/sandbox.md"), "utf8");
    for (const [, name = "", code = ""] of page.matchAll(BLOCK)) await writeFile(join(directory, name), code);
    await writeFile(join(directory, "package.json"), '{"type":"module"}');
    await writeFile(join(directory, "shop.js"), SHOP);
    await writeFile(join(directory, "shop.py"), PYTHON_SHOP);
    await writeFile(join(directory, "shop.go"), GO_SHOP);
    await writeFile(join(directory, "go.mod"), "module shop\n\ngo 1.19\n");
  });
  after(() => rm(directory, { recursive: true }));

  const run = async (args: readonly string[], program?: string) => {
    const { status, stdout, stderr } = await runProcess(args, minimalProcessEnv(), directory, program);
    assert.equal(status, 0, stdout + stderr);
    return stdout;
  };

  test("with node:test", async () => {
    assert.match(await run(["--test", "order.test.js"]), /pass 1\b/);
  });

  test("with Vitest", { skip: noRunners }, async () => {
    const config = { test: { include: ["order.vitest.js"] } };
    await writeFile(join(directory, "vitest.config.js"), `export default ${JSON.stringify(config)};`);
    assert.match(await run(["node_modules/vitest/vitest.mjs", "run"]), /Tests .*1 passed/);
  });

  test("with pytest", { skip: noPytest }, async () => {
    assert.match(await run(["-q", "-p", "no:cacheprovider"], PYTEST), /1 passed/);
  });

  test("with Go", { skip: noGo }, async () => {
    assert.match(await run(["test", "-v", "."], "go"), /--- PASS: TestAnOrderIsCaptured/);
  });

  test("with Playwright", { skip: noRunners || noBrowser }, async (t) => {
    if ("missing" in browserOrReason) return;
    const site = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(PAGE));
    t.after(() => site.close());
    await once(site.listen(0, "127.0.0.1"), "listening");
    const baseURL = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const use = { baseURL, launchOptions: browserOrReason.options };
    const config = { use, testMatch: "order.spec.js", timeout: STEP_TIMEOUT_MS };
    await writeFile(join(directory, "playwright.config.js"), `export default ${JSON.stringify(config)};`);
    assert.match(await run(["node_modules/@playwright/test/cli.js", "test"]), /1 passed/);
  });
});
