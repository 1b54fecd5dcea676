import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { clientSnippets, LANGUAGES } from "../../src/console/components/client-snippets.ts";
import { snippetsOf } from "../../src/console/pages/flags/snippets.ts";
import { type Browser, findBrowser } from "../browser/browser.ts";
import { applyFlags } from "../services/sightline-cli.ts";
import { type Server, startServer } from "../services/sightline-server.ts";
import type { Tenant } from "../target-description.ts";
import { waitForExportedEvents } from "./exported-data.ts";
import { BUILT } from "./languages/clients.ts";
import { SAMPLE_FLAGS } from "./sample-flags.ts";
import { startSite } from "./site.ts";
import { skip } from "./skip-unless-installed.ts";

const LIMITS = { timeout: 300_000 };
const [JS, NODE, PYTHON, GO] = ["1.449.2", "5.70.0", "python-7.91.1/bin/python", "go-module-1.5.2"];
const VARIANTS = ["red", "blue"];
const FLAGS = [
  ...SAMPLE_FLAGS.filter(({ key }) => key === "everybody" || key === "off"),
  colored("colored", 100),
  colored("not-colored", 0),
];
/** What a snippet finds: true or a variant in place of a payload where it asks for none. */
const EXPECTED = { everybody: '{"color":"blue","sizes":[1,2]}', off: null, colored: '"sky"', "not-colored": null };
type Key = keyof typeof EXPECTED;

/** Returns a flag with two variants, of which everybody has the last one or nobody. */
function colored(key: string, percent: number) {
  const variants = VARIANTS.map((variant, index) => ({
    key: variant,
    rollout_percentage: index === VARIANTS.length - 1 ? percent : 100 - percent,
  }));
  return {
    ...{ key, name: "", active: true, ensure_experience_continuity: false },
    filters: { groups: [{}], multivariate: { variants }, payloads: { blue: '"sky"' } },
  };
}

/** Adds a line behind the one that reads the payload, or else at the end. */
function probe(snippet: string, line: string): string {
  const added = snippet.replace(/^( *)(?:const )?payload = .*$/m, `$&\n$1${line}`);
  assert.notEqual(added, snippet);
  return added;
}

describe("the code that the console shows for a flag", { skip, timeout: 1_200_000 }, () => {
  let server: Server;
  let tenant: Tenant;
  let folder: string;
  before(async () => {
    if (skip) return;
    server = await startServer({ tenants: ["snippets"] });
    tenant = server.tenants[0] as Tenant;
    await applyFlags(server.environment, tenant.projectId, FLAGS);
    folder = await mkdtemp(join(tmpdir(), "snippets-"));
    const modules = (name: string) => fileURLToPath(new URL(`node_modules/${name}`, import.meta.url));
    await mkdir(join(folder, "node_modules"));
    await symlink(modules(`posthog-node-${NODE}`), join(folder, "node_modules/posthog-node"));
    await symlink(modules("@openfeature"), join(folder, "node_modules/@openfeature"));
  });
  after(async () => {
    await server?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const snippetOf = (library: string, flag: Key) => {
    const variants = flag.endsWith("colored") ? VARIANTS : [];
    const { direct: host } = server;
    return snippetsOf({ host, projectKey: tenant.projectApiKey, flag, variants })[library] ?? assert.fail(library);
  };
  const run = async (file: string, text: string, program: string, ...options: string[]) => {
    await writeFile(join(folder, file), text);
    const { stdout } = await promisify(execFile)(program, [...options, file], { ...LIMITS, cwd: folder });
    return stdout.trim();
  };
  const forEachFlag = async (find: (flag: Key) => Promise<unknown>, expected: (flag: Key) => unknown) => {
    for (const flag of Object.keys(EXPECTED) as Key[]) assert.deepEqual(await find(flag), expected(flag), flag);
  };
  const payloadOf = (flag: Key) => JSON.parse(EXPECTED[flag] ?? "null");
  /** Payloads are JSON to some libraries, and what it means to others. */
  const readPayload = (text: string) => {
    const value = JSON.parse(text || "null");
    return typeof value === "string" && /^["{]/.test(value) ? JSON.parse(value) : value;
  };

  test("for Node runs", async () => {
    await forEachFlag(async (flag) => {
      const text = probe(snippetOf("Node", flag), "console.log(JSON.stringify(payload));");
      return readPayload(await run("node.mjs", text, process.execPath));
    }, payloadOf);
  });

  test("for OpenFeature runs", async () => {
    const given = (flag: Key) => ({ everybody: true, off: false, colored: "blue", "not-colored": "red" })[flag];
    await forEachFlag(async (flag) => {
      const text = `${snippetOf("OpenFeature", flag)}\nconsole.log(JSON.stringify(value));`;
      return JSON.parse(await run("openfeature.mjs", text, process.execPath));
    }, given);
  });

  test("for curl runs", async () => {
    await forEachFlag(
      async (flag) => {
        const { flags } = JSON.parse(await run("curl.sh", snippetOf("curl", flag), "sh"));
        return [flags[flag]?.enabled ?? false, flags[flag]?.variant ?? null]; // one that is off is left out
      },
      (flag) => [flag !== "off", { colored: "blue", "not-colored": "red" }[flag as "colored"] ?? null],
    );
  });

  const python = join(BUILT, PYTHON);
  test("for Python runs", { skip: !existsSync(python) && "posthog is not installed: run .ci/clients" }, async () => {
    await forEachFlag(async (flag) => {
      const text = probe(snippetOf("Python", flag), "print(__import__('json').dumps(payload))");
      return readPayload(await run("program.py", text, python));
    }, payloadOf);
  });

  const go = join(BUILT, GO);
  test("for Go runs", { skip: !existsSync(go) && "posthog-go is not installed: run .ci/clients" }, async () => {
    for (const file of ["go.mod", "go.sum"]) await copyFile(join(go, file), join(folder, file));
    await forEachFlag(
      async (flag) => {
        const body = snippetOf("Go", flag).replace("// the person gets it", 'fmt.Println("got")');
        const imports = 'import (\n"fmt"\n"log"\n"github.com/posthog/posthog-go"\n)';
        return run("main.go", `package main\n${imports}\nfunc main() {\n${body}\n}\n`, "go", "run");
      },
      (flag) => (EXPECTED[flag] === null ? "" : "got"),
    );
  });

  test("that sends events runs", async () => {
    const snippets = clientSnippets(server.direct, tenant.projectApiKey);
    const programs = { Node: process.execPath, Python: existsSync(python) ? python : null, curl: "sh" };
    const programsHere = Object.entries(programs).filter(([, program]) => program !== null);
    for (const [name, program] of programsHere) {
      const known = name as keyof typeof programs;
      const language = LANGUAGES[known];
      await run(`send.${language === "js" ? "mjs" : language}`, snippets[known], program ?? "");
    }
    await waitForExportedEvents(server.environment, tenant.projectId, "hello", programsHere.length);
  });

  const found = findBrowser();
  test("for browsers runs", async (context) => {
    const browserOrReason = await found;
    if ("missing" in browserOrReason) return context.skip(browserOrReason.missing);
    const services = new Map([["snippet", server.direct]]);
    const library = fileURLToPath(new URL(`node_modules/posthog-js-${JS}/dist/array.js`, import.meta.url));
    const site = await startSite(services, tenant.projectApiKey, () => readFile(library));
    const browser: Browser = await browserOrReason.launch();
    try {
      await forEachFlag(async (flag) => {
        const page = await (await browser.newContext()).newPage();
        await page.goto(site.pageUrl("snippet"));
        const text = probe(snippetOf("JavaScript", flag), "window.payload = payload;");
        const seen = text.replace("onFeatureFlags(() => {", "$&\n  window.wasCalled = true;");
        // The page has started the library already, which a second start would ignore.
        await page.evaluate(seen.replace(/^posthog\.init.*$/m, ""));
        await page.waitForFunction("window.wasCalled");
        return page.evaluate("window.payload ?? null");
      }, payloadOf);
    } finally {
      await browser.close();
      await site.stop();
    }
  });
});
