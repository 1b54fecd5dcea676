/** Sources import `.ts` files, whose translations end with .js. */
const renameImports = {
  name: "rename-imports",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path }) =>
      // Modules that are generated from the contract are bundled into the modules that import them.
      path.includes("/generated/") ? undefined : { path: path.replace(/\.ts$/, ".js"), external: true },
    );
  },
};

/** Translates TypeScript modules of `base` one by one into `outdir`, which gets the same folders. */
export function translateModules(esbuild, modules, base, outdir, options = {}) {
  return esbuild.build({
    entryPoints: modules,
    outbase: base,
    outdir,
    bundle: true,
    packages: "external",
    plugins: [renameImports],
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
    ...options,
  });
}
