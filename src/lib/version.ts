import { readFileSync } from "node:fs";

/**
 * The folder of the program's modules: `src/`, or `dist/`, where a build puts this module into a file at the top.
 * Builds merge modules, so only this one may refer to files beside it.
 */
const isBundled = !/\/lib\/version\.[jt]s$/.test(import.meta.url);
export const CODE_FOLDER = new URL(isBundled ? "./" : "../", import.meta.url);

export const VERSION: string = JSON.parse(readFileSync(new URL("../package.json", CODE_FOLDER), "utf8")).version;
