import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CLIENTS_PAGE, clientsPage } from "./client-snippets.ts";
import { runCommand } from "./command.ts";
import { contractArtifacts } from "./contract/artifacts.ts";
import { root } from "./contract/redocly.ts";
import { DEPENDENCIES_PAGE, dependenciesPage } from "./dependencies/dependencies-page.ts";
import { envExample } from "./env-example.ts";

const help = `
Usage: npm run generate [-- --check]

Generates generated/ from the contract in openapi/ (the complete document, the one for clients, the one of the sandbox,
TypeScript types), .env.example from the settings in src/settings/, docs/dependencies.md from the lockfiles, and the
code in docs/clients.md from that of the console.

  --check     write nothing, and fail if a generated file is stale
  -h, --help  show this help
`;

/** Returns the texts of the generated files by their paths in the checkout. */
async function generateFiles(): Promise<Map<string, string>> {
  const { complete, client, sandbox, operations, console, mcpTools } = await contractArtifacts();
  return new Map([
    ["generated/complete.json", complete.json],
    ["generated/complete.yaml", complete.yaml],
    ["generated/openapi.json", client.json],
    ["generated/openapi.yaml", client.yaml],
    ["generated/openapi.ts", complete.types],
    ["generated/operations.ts", operations],
    ["generated/console.ts", console],
    ["generated/mcp-tools.json", mcpTools],
    ["generated/sandbox.json", sandbox.json],
    ["generated/sandbox.ts", sandbox.types],
    [".env.example", envExample()],
    [DEPENDENCIES_PAGE, await dependenciesPage()],
    [CLIENTS_PAGE, await clientsPage()],
  ]);
}

async function isStale([path, text]: [string, string]): Promise<boolean> {
  const current = await readFile(join(root, path), "utf8").catch(() => undefined);
  return current !== text;
}

async function write([path, text]: [string, string]): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), text);
}

async function assertFresh(files: Map<string, string>): Promise<void> {
  const stalePaths = await Promise.all([...files].map(async (file) => ((await isStale(file)) ? [file[0]] : [])));
  const lines = stalePaths.flat().map((path) => `${path} is stale`);
  if (lines.length === 0) return;
  throw new Error([...lines, "Run `npm run generate` and commit the result."].join("\n"));
}

await runCommand({
  help,
  options: { check: { type: "boolean" } },
  run: async ({ check }) => {
    const files = await generateFiles();
    if (check === true) await assertFresh(files);
    else await Promise.all([...files].map(write));
  },
});
