import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./command.ts";
import { contractArtifacts } from "./contract/artifacts.ts";
import { root } from "./contract/redocly.ts";
import { envExample } from "./env-example.ts";

const help = `
Usage: npm run generate [-- --check]

Makes generated/ from the contract in openapi/ (the bundled document as JSON and YAML, and its TypeScript types),
and .env.example from the settings in src/config.ts.

  --check     write nothing, and fail when what is there is stale
  -h, --help  this text
`;

/** Path in the checkout to text. */
async function generateFiles(): Promise<Map<string, string>> {
  const { json, yaml, types } = await contractArtifacts();
  return new Map([
    ["generated/openapi.json", json],
    ["generated/openapi.yaml", yaml],
    ["generated/openapi.ts", types],
    [".env.example", envExample()],
  ]);
}

async function isStale([path, text]: [string, string]): Promise<boolean> {
  const present = await readFile(join(root, path), "utf8").catch(() => undefined);
  return present !== text;
}

async function write([path, text]: [string, string]): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), text);
}

async function assertFresh(files: Map<string, string>): Promise<void> {
  const verdicts = await Promise.all([...files].map(async (file) => ((await isStale(file)) ? [file[0]] : [])));
  const stale = verdicts.flat();
  if (stale.length === 0) return;
  const lines = stale.map((path) => `${path} is stale`);
  throw new Error([...lines, "Run `npm run generate` and commit what it writes."].join("\n"));
}

await runCommand({
  help,
  options: { check: { type: "boolean" } },
  run: async ({ check: onlyCheck }) => {
    const files = await generateFiles();
    if (onlyCheck === true) await assertFresh(files);
    else await Promise.all([...files].map(write));
  },
});
