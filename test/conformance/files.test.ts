import { runSuites } from "./engine-suites.ts";
import { describeFiles } from "./files.ts";
import { FILE_ENGINES } from "./tested-engines.ts";

runSuites(FILE_ENGINES, [describeFiles]);
