import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { bundleContract, root } from "./contract/redocly.ts";
import { typesOf } from "./contract/types.ts";

// YAML 1.1 quotes what older readers would take for a date or a boolean; newer ones read the same.
const yamlStyle = { version: "1.1", aliasDuplicateObjects: false, lineWidth: 0 } as const;

/** What is made from the contract: path in the checkout to text. The same contract gives the same text, to the byte. */
async function generated(): Promise<Map<string, string>> {
  const json = await bundleContract();
  const document: unknown = JSON.parse(json);
  return new Map([
    ["generated/openapi.json", `${JSON.stringify(document, null, 2)}\n`],
    ["generated/openapi.yaml", stringify(document, yamlStyle)],
    ["generated/openapi.ts", await typesOf(json)],
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

async function check(files: Map<string, string>): Promise<void> {
  const verdicts = await Promise.all([...files].map(async (file) => ((await isStale(file)) ? [file[0]] : [])));
  const stale = verdicts.flat();
  if (stale.length === 0) return;
  for (const path of stale) console.error(`${path} is stale`);
  console.error("Run `npm run generate` and commit what it writes.");
  process.exitCode = 1;
}

const [flag, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (flag !== undefined && flag !== "--check")) {
  console.error("Usage: npm run generate [-- --check]");
  process.exitCode = 2;
} else {
  const files = await generated();
  if (flag === "--check") await check(files);
  else await Promise.all([...files].map(write));
}
