import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { describeEvents } from "../../http/contract/project-document.ts";
import { checkSchema } from "./check-schema.ts";
import { eventsOfDocument } from "./events-of-document.ts";
import { goTypes } from "./go-types.ts";
import { pythonTypes } from "./python-types.ts";
import { typescriptTypes } from "./typescript-types.ts";

const run = promisify(execFile);
const TSC = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");

const HOSTILE = '*/ """ `x` {1} \\ "quoted"\nand a line';
const SCHEMAS: readonly (readonly [event: string, schema: object])[] = [
  [
    "signed up",
    {
      type: "object",
      properties: {
        plan: { type: "string", enum: ["free", "pro"], description: "What is paid" },
        seats: { type: "integer", minimum: 1 },
        address: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
        tags: { type: "array", items: { type: "string" } },
        price: { anyOf: [{ type: "number" }, { type: "null" }] },
        class: { const: true },
      },
      required: ["plan", "seats"],
      additionalProperties: false,
    },
  ],
  ["opened", { type: "object" }],
  ["closed", { type: "object", required: ["why"] }],
  [
    HOSTILE,
    {
      type: "object",
      description: HOSTILE,
      properties: {
        [HOSTILE]: { enum: [HOSTILE, ""], description: HOSTILE },
        "a b": { type: ["string", "null"] },
        "a-b": { enum: [1, 2.5, null, false] },
        event: { type: "object", properties: { EventName: { type: "number" } } },
      },
      required: ["a b", "é"],
    },
  ],
  ["signed-up", { type: "object", properties: {}, additionalProperties: false }],
  ["1", { type: "object" }],
];

/** Returns the events as a project's document describes them. */
function documented(schemas = SCHEMAS) {
  const signatures = schemas.map(([name, schema]) => {
    const checked = checkSchema(JSON.parse(JSON.stringify(schema)));
    return { name, description: name === HOSTILE ? HOSTILE : "", schema: checked };
  });
  const { body, schemas: components } = describeEvents(signatures, []);
  const content = { "application/json": { schema: body } };
  const document = {
    paths: { "/capture/": { post: { requestBody: { content } } } },
    components: { schemas: components },
  };
  const events = eventsOfDocument(JSON.parse(JSON.stringify(document)));
  assert.deepEqual(
    events.map(({ event }) => event),
    schemas.map(([event]) => event),
  );
  return events;
}

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "sightline-types-"));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

const installed = (command: string, argument: string) =>
  run(command, [argument]).then(
    () => false as const,
    () => `no ${command}`,
  );

test("the module in TypeScript compiles, and refuses what the schemas refuse", async (t) => {
  const directory = await folder(t);
  await writeFile(join(directory, "events.ts"), typescriptTypes(documented()));
  const uses = `
    import { typedCapture } from "./events.ts";
    export const sent: [string, Record<string, unknown>][] = [];
    const capture = typedCapture((event, properties) => sent.push([event, properties]));
    capture("signed up", { plan: "pro", seats: 2, address: { city: "Oslo" }, tags: ["a"], price: null });
    capture("opened");
    capture("opened", { more: 1 });
    capture("closed", { why: 1 });
    // @ts-expect-error
    capture("signed up", { plan: "gold", seats: 2 });
    // @ts-expect-error
    capture("signed up", { plan: "pro" });
    // @ts-expect-error
    capture("signed up", { plan: "pro", seats: 2, more: 1 });
    // @ts-expect-error
    capture("signed up");
    // @ts-expect-error
    capture("unknown");
    // @ts-expect-error
    capture("closed", {});`;
  await writeFile(join(directory, "uses.ts"), uses);
  const compilerOptions = {
    ...{ noEmit: true, strict: true, allowImportingTsExtensions: true, types: [] },
    ...{ module: "nodenext", target: "es2022" },
  };
  await writeFile(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["uses.ts"] }));
  await writeFile(join(directory, "package.json"), '{"type": "module"}');
  const { stdout } = await run(process.execPath, [TSC, "-p", directory]).catch((error) => error);
  assert.equal(stdout, "");
});

test("the module in Python compiles and sends events", { skip: await installed("python3", "--version") }, async (t) => {
  const directory = await folder(t);
  await writeFile(join(directory, "events.py"), pythonTypes(documented()));
  await run("python3", ["-m", "py_compile", join(directory, "events.py")]);
  const hasExtensions = await run("python3", ["-c", "import sys; assert sys.version_info >= (3, 11)"]).then(
    () => true,
    () => false,
  );
  if (!hasExtensions) return t.diagnostic("it needs typing_extensions here, and was not run");
  const use = `import events, json
sent = []
capture = events.TypedCapture(lambda event, properties: sent.append([event, properties]))
capture("signed up", {"plan": "pro", "seats": 2})
capture("opened")
print(json.dumps(sent))`;
  const { stdout } = await run("python3", ["-c", use], { cwd: directory });
  assert.deepEqual(JSON.parse(stdout), [
    ["signed up", { plan: "pro", seats: 2 }],
    ["opened", {}],
  ]);
  await writeFile(join(directory, "events.py"), pythonTypes(documented(SCHEMAS.slice(0, 1))));
  await run("python3", ["-m", "py_compile", join(directory, "events.py")]);
});

test("the package in Go is vetted and sends events", { skip: await installed("go", "version") }, async (t) => {
  const directory = await folder(t);
  await writeFile(join(directory, "events.go"), goTypes(documented()));
  await writeFile(join(directory, "go.mod"), "module example.org/events\n\ngo 1.21\n");
  const use = `package events

import (
	"reflect"
	"testing"
)

func TestCapture(t *testing.T) {
	err := Capture(func(event string, properties map[string]any) error {
		wanted := map[string]any{"plan": "pro", "seats": 2.0}
		if event != "signed up" || !reflect.DeepEqual(properties, wanted) {
			t.Fatal(event, properties)
		}
		return nil
	}, SignedUp{Plan: SignedUpPlanPro, Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
}
`;
  await writeFile(join(directory, "events_test.go"), use);
  const env = { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local" };
  await run("go", ["vet", "./..."], { cwd: directory, env });
  await run("go", ["test", "./..."], { cwd: directory, env });
});
