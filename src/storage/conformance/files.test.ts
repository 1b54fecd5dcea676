import { tryEngines } from "./engine.ts";
import { FILE_ENGINES } from "./engines.ts";
import { describeFiles } from "./files.ts";

tryEngines(FILE_ENGINES, [describeFiles]);
