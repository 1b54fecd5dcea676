/**
 * The folder of the program's modules: `src/`, or `dist/`, where a build puts this module into a file at the top.
 * Builds merge modules, so only this one may refer to files beside it.
 */
const isBundled = !/\/lib\/code-folder\.[jt]s$/.test(import.meta.url);
export const CODE_FOLDER = new URL(isBundled ? "./" : "../", import.meta.url);
