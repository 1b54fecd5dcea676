import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";

/**
 * Bundles the console for browsers into a folder: modules and one style sheet, named by their content, the licenses of
 * the packages in them, and `console.json`, which names the files that the page begins with.
 */
export async function buildConsole(esbuild, checkout, outdir) {
  const source = join(checkout, "src", "console");
  const common = { bundle: true, minify: true, target: "es2022", outdir, metafile: true, logLevel: "warning" };
  const modules = await esbuild.build({
    ...common,
    entryPoints: { main: join(source, "main.tsx") },
    format: "esm",
    splitting: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
    banner: { js: "/*! Made with the packages in notices.txt */" },
  });
  const sheet = await esbuild.build({
    ...common,
    stdin: { contents: importStyles(source), resolveDir: source, loader: "css" },
    entryNames: "style-[hash]",
    loader: { ".svg": "dataurl" },
  });
  const script = entryOf(modules.metafile, join("src", "console", "main.tsx"));
  const [style] = Object.keys(sheet.metafile.outputs);
  const inputs = [modules, sheet].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(join(outdir, "notices.txt"), noticesOf(checkout, inputs, source));
  writeFileSync(join(outdir, "console.json"), JSON.stringify({ script: nameOf(script), style: nameOf(style) }));
}

/** Returns a sheet with all of a folder: `tokens.css` and `base.css` come first, so that the others build on them. */
function importStyles(source) {
  const sheets = readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll(sep, "/"))
    .filter((name) => name.endsWith(".css"))
    .toSorted();
  const rank = (name) => ["tokens.css", "base.css"].indexOf(name) + 1 || (name.startsWith("components/") ? 3 : 4);
  return sheets
    .toSorted((one, other) => rank(one) - rank(other))
    .map((name) => `@import "./${name}";\n`)
    .join("");
}

function entryOf({ outputs }, module) {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(module.replaceAll(sep, "/")));
  return found[0];
}

const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1);

/** Returns the licenses of the packages among the inputs, and notices of pages for what packages contain. */
function noticesOf(checkout, inputs, source) {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const packages = [...folders].toSorted().map((folder) => {
    const path = join(checkout, folder);
    const { name, version, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    const file = readdirSync(path).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(path, file), "utf8").trim() : ""}`.trim();
  });
  const others = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("notices.txt"))
    .map((name) => readFileSync(join(source, name), "utf8").trim());
  return `${[...packages, ...others].join("\n\n---\n\n")}\n`;
}
