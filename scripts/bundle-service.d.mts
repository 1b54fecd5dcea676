import type * as esbuild from "esbuild";

type Esbuild = Pick<typeof esbuild, "build" | "transform">;

export function bundleService(
  esbuild: Esbuild,
  checkout: string,
  outdir: string,
  validators: string,
  options?: esbuild.BuildOptions,
): Promise<void>;

export function compileValidators(esbuild: Esbuild, checkout: string, folder: string): Promise<string>;
