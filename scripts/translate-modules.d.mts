import type { BuildOptions, BuildResult, build } from "esbuild";

export function translateModules(
  esbuild: { readonly build: typeof build },
  modules: readonly string[],
  base: string,
  outdir: string,
  options?: BuildOptions,
): Promise<BuildResult>;
