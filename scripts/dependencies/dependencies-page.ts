import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../contract/redocly.ts";
import { PackageSizes } from "./package-sizes.ts";
import { REASONS } from "./reasons.ts";

type Names = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Names;
  readonly devDependencies?: Names;
  readonly optionalDependencies?: Names;
}

interface LockedPackage extends Manifest {
  readonly version?: string;
  readonly license?: string;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** A folder with packages of its own; empty for the root. */
interface Project {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly lockfile: Lockfile;
}

export const DEPENDENCIES_PAGE = "docs/dependencies.md";
const DIRECTORY = "node_modules/";
const TITLES = ["package", "version", "license", "size", "with", "why"];
/** What only some checks need is installed apart, and not by `npm ci` in the root. */
const SEPARATE_PROJECTS = ["contract-tests/browser", "contract-tests/clients", "scripts/bench", "scripts/clickhouse"];

/**
 * Returns the text of docs/dependencies.md: every package that is in the service. Throws for a package without a
 * reason, also of development and checks, and for a reason without a package.
 */
export async function dependenciesPage(): Promise<string> {
  const sizes = await PackageSizes.read(join(root, DEPENDENCIES_PAGE));
  const projects = await Promise.all(["", ...SEPARATE_PROJECTS].map(readProject));
  rejectStaleReasons(projects);
  const tableOf = (project: Project | undefined, kind: keyof Manifest) =>
    project ? table(Object.keys(project.manifest[kind] ?? {}), project, sizes) : "";
  const [own, ...separate] = projects;
  const development = Object.keys(own?.manifest.devDependencies ?? {});
  const built = development.filter((name) => reasonOf(name).includes(BUILT_IN));
  const parts = [
    INTRODUCTION,
    "## In the service\n",
    await tableOf(own, "dependencies"),
    "Optional: the service runs without.\n",
    await tableOf(own, "optionalDependencies"),
    "## For development\n",
    DEVELOPMENT,
    own ? shortTable(built, own) : "",
  ];
  for (const { manifest } of separate) Object.keys(manifest.dependencies ?? {}).forEach(reasonOf);
  return `${parts.join("\n").trimEnd()}\n`;
}

async function readProject(folder: string): Promise<Project> {
  const read = async (name: string) => JSON.parse(await readFile(join(root, folder, name), "utf8"));
  return { folder, manifest: await read("package.json"), lockfile: await read("package-lock.json") };
}

const BUILT_IN = "built into `dist/`";
const DEVELOPMENT = `These are ${BUILT_IN}, and not in a production installation (\`npm ci --omit=dev\`).
Neither are those that only development and checks need: \`scripts/dependencies/reasons.ts\` says why they are there.
`;

const INTRODUCTION = `# Dependencies

Generated from the lockfiles and \`scripts/dependencies/reasons.ts\` by \`npm run generate\`, which fails for a package
without a reason. The lockfiles have a checksum of each package, and \`package.json\` forbids scripts at installation
(\`allowScripts\`). The size is that of the package unpacked; "with" counts the packages that it needs in turn.

An SBOM of a release, in CycloneDX format:

\`\`\`sh ci
npm run --silent sbom > sightline.cdx.json
\`\`\`
`;

async function table(names: readonly string[], project: Project, sizes: PackageSizes): Promise<string> {
  const { folder, lockfile } = project;
  const rows = names.map(async (name) => {
    const { version = "", license = "unknown" } = lockfile.packages[DIRECTORY + name] ?? {};
    const size = await sizes.sizeOf({ name, version, directory: join(root, folder, DIRECTORY, name) });
    return [`\`${name}\``, version, license, size, String(neededBy(name, lockfile).size), reasonOf(name)];
  });
  return tableText([TITLES, ...(await Promise.all(rows))]);
}

/** Returns a table of packages that no installation has: those with one reason share a row. */
function shortTable(names: readonly string[], { lockfile }: Project): string {
  const rows = new Map<string, { versions: Map<string, string[]>; licenses: Set<string> }>();
  for (const name of names) {
    const { version = "", license = "unknown" } = lockfile.packages[DIRECTORY + name] ?? {};
    const row = rows.get(reasonOf(name)) ?? { versions: new Map(), licenses: new Set() };
    rows.set(reasonOf(name), row);
    const base = withoutVersion(name);
    row.versions.set(base, [...(row.versions.get(base) ?? []), version]);
    row.licenses.add(license);
  }
  const cells = [...rows].map(([reason, { versions, licenses }]) => [
    [...versions].map(([name, list]) => `\`${name}\` ${list.join(", ")}`).join("; "),
    [...licenses].join(", "),
    reason,
  ]);
  return tableText([["packages", "licenses", "why"], ...cells]);
}

function tableText([titles = [], ...rows]: readonly (readonly string[])[]): string {
  const lines = [titles, titles.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

/** Versions of one package that are installed side by side, as in `posthog-js-1.13.0`, share a reason. */
function reasonOf(name: string): string {
  const reason = REASONS[withoutVersion(name)];
  if (!reason) throw new Error(`Say in scripts/dependencies/reasons.ts why the checkout depends on ${name}.`);
  return reason;
}

function withoutVersion(name: string): string {
  return name.replace(/-\d+\.\d+\.\d+$/, "");
}

function rejectStaleReasons(projects: readonly Project[]): void {
  const used = projects
    .flatMap(({ manifest }) => [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies])
    .flatMap((names = {}) => Object.keys(names).map(withoutVersion));
  const stale = Object.keys(REASONS).filter((name) => !used.includes(name));
  if (stale.length > 0) throw new Error(`scripts/dependencies/reasons.ts names unused packages: ${stale.join(", ")}.`);
}

/** Returns the paths in the lockfile of all packages that this one needs, on any platform. */
function neededBy(name: string, { packages }: Lockfile): Set<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const resolved = resolveFrom(path, dependency, packages);
      if (resolved === undefined || found.has(resolved)) continue;
      found.add(resolved);
      visit(resolved);
    }
  };
  visit(DIRECTORY + name);
  return found;
}

/** Finds a package as Node does: in the nearest `node_modules`. */
function resolveFrom(path: string, name: string, packages: Lockfile["packages"]): string | undefined {
  const candidate = `${path}/${DIRECTORY}${name}`;
  if (candidate in packages) return candidate;
  const end = path.lastIndexOf(`/${DIRECTORY}`);
  if (end !== -1) return resolveFrom(path.slice(0, end), name, packages);
  return DIRECTORY + name in packages ? DIRECTORY + name : undefined;
}
