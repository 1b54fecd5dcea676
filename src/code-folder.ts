/**
 * The folder of the program's modules: `src/`, or `dist/`. A build puts several modules into one file, so only this
 * module may refer to files beside it.
 */
export const CODE_FOLDER = new URL("./", import.meta.url);
