import type { DuckDBConnection } from "@duckdb/node-api";
import { serveParent } from "../../lib/threads/start-child.ts";
import { checkTree, refusal } from "./check-tree.ts";
import type { EngineAnswer, EngineLimits, EngineMethods, EngineQuestion } from "./engine-methods.ts";
import { isFatal, tooLate, toProblem } from "./engine-problem.ts";
import { openDatabase, type PreparedSql, type ProjectDatabase } from "./project-database.ts";
import { watchMemory } from "./question-engine.ts";
import { readAnswer } from "./read-answer.ts";
import { resolveTree } from "./resolve-tree.ts";
import { isNode, type Node, stringOf, type Tree } from "./syntax-tree.ts";
import { COMMENT_OR_SPACE, TOKENS, translateText, unsupportedSyntax } from "./translate-text.ts";

const PARTS = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
const KEPT = /"#(-?\d{16,})#"/g;

const AFTER_LIST = new Set(
  "from where prewhere group having order limit offset union intersect except window qualify ;".split(" "),
);

/** Turns whole numbers of 16 digits and more into marked texts, because a double may not represent them. */
function parseExactly(json: string): unknown {
  return JSON.parse(json.replace(PARTS, (part) => (part.startsWith('"') ? part : `"#${part}#"`)));
}

function stringifyExactly(value: unknown): string {
  return JSON.stringify(value).replace(KEPT, "$1");
}

// Only this process loads DuckDB.
const api = await import("@duckdb/node-api");
const databases = new Map<string, ProjectDatabase>();
let limits: EngineLimits | undefined;
const INTERRUPT_MS = 50;

const methods: EngineMethods = {
  configure(given) {
    limits = given;
    watchMemory(given.memoryBytes);
  },
  async open(project, options) {
    if (limits === undefined) throw new Error("The engine has no limits yet.");
    const known = databases.get(project);
    // Other projects' rows must not take the memory of this one's question.
    if (!known || process.memoryUsage.rss() > limits.memoryBytes / 2) closeOthers(project);
    if (known) return true;
    databases.set(project, await openDatabase(api, limits, options));
    return false;
  },
  useFiles: (project, files, columns) => database(project).useFiles(files, columns),
  startTable: (project, table) => database(project).startTable(table),
  addRows: (project, load, rows) => database(project).addRows(load, rows),
  finishTable: (project, load, mode) => database(project).finishTable(load, mode),
  cancelTable: (project, load) => database(project).cancelTable(load),
  ask,
  close,
};
serveParent(methods);

async function ask(question: EngineQuestion): Promise<EngineAnswer> {
  const open = database(question.project);
  const connection = await open.connect();
  let isLate = false;
  let isBroken = false;
  // Repeated, because DuckDB forgets an interrupt between two statements.
  const interrupt = () => {
    isLate = true;
    connection.interrupt();
    timer = setTimeout(interrupt, INTERRUPT_MS);
  };
  let timer = setTimeout(interrupt, question.timeoutMs);
  try {
    const prepared = question.isForeign ? await prepareSql(connection, question.sql) : ownStatement(question);
    const answer = await readAnswer(api, connection, prepared.sql, question, open.timeZone, open.head(prepared));
    // DuckDB may end an interrupted stream of rows as if it were complete.
    if (isLate) throw tooLate();
    return answer;
  } catch (error) {
    isBroken = isFatal(error);
    throw isLate ? tooLate() : toProblem(error, question.isForeign);
  } finally {
    clearTimeout(timer);
    connection.closeSync();
    if (isBroken) close(question.project);
  }
}

/** Writes SQL again from the tree that was checked, so that nothing else can run. */
async function prepareSql(connection: DuckDBConnection, sql: string): Promise<PreparedSql> {
  const json = await readText(connection, "SELECT json_serialize_sql($1::VARCHAR)", translateText(sql));
  const tree = parseExactly(json.replace(/(?<!\\)"query_location":\d+/g, '"query_location":0')) as {
    readonly error?: boolean;
    readonly error_message?: string;
    readonly statements?: readonly Tree[];
  };
  if (tree.error) throw refusal(unsupportedSyntax(sql) ?? `${tree.error_message}`);
  if (tree.statements?.length !== 1) throw refusal("Send one SELECT.");
  checkTree(tree.statements as Tree);
  nameColumns(tree.statements as Tree, sql);
  const used = resolveTree(tree.statements as Tree);
  return { sql: await readText(connection, "SELECT json_deserialize_sql($1::JSON)", stringifyExactly(tree)), ...used };
}

/** Finds the columns that `propertySql` names, each after the parameter that has the property. */
function ownStatement({ sql, values }: EngineQuestion): PreparedSql {
  const names = sql.match(/\bproperty_v\d+\b/g) ?? [];
  const properties = new Map(names.map((name) => [name, String(values[name.replace("property_", "")])]));
  return { sql, properties, views: new Set(sql.match(/\blive_events\w*/g)) };
}

async function readText(connection: DuckDBConnection, sql: string, value: string): Promise<string> {
  const reader = await connection.runAndReadAll(sql, [value]);
  return String(reader.getRows()[0]?.[0]);
}

function database(project: string): ProjectDatabase {
  const open = databases.get(project);
  if (!open) throw new Error("The project's database is not open.");
  return open;
}

function close(project: string): void {
  databases.get(project)?.close();
  databases.delete(project);
}

function closeOthers(project: string): void {
  for (const other of databases.keys()) if (other !== project) close(other);
}

/** Names what a client selects without a name as it is written, not as it is translated. */
function nameColumns(statements: Tree, sql: string): void {
  const texts = selectedTexts(sql);
  const [statement] = Array.isArray(statements) ? statements : [];
  let query = isNode(statement) ? statement.node : undefined;
  while (isNode(query) && isNode(query.left)) query = query.left;
  const selected = isNode(query) && Array.isArray(query.select_list) ? query.select_list : [];
  if (selected.length !== texts.length) return;
  for (const [index, node] of selected.entries()) {
    if (isNode(node) && isUnnamed(node)) node.alias = texts[index] ?? "";
  }
}

function isUnnamed(node: Node): boolean {
  return stringOf(node, "alias") === "" && !/^(STAR|COLUMN_REF)$/.test(stringOf(node, "type"));
}

/** Returns the texts in the first SELECT's list, without comments; none if they cannot be told apart. */
export function selectedTexts(sql: string): string[] {
  const tokens = (sql.match(TOKENS) ?? []).map((token) => (COMMENT_OR_SPACE.test(token) ? " " : token));
  const texts: string[] = [];
  let [depth, text, previous, isInside] = [0, "", "", false];
  for (const token of tokens) {
    const word = token.toLowerCase();
    if (/^[)\]}]$/.test(token)) depth -= 1;
    if (depth === 0 && isInside && AFTER_LIST.has(word) && previous !== "distinct") break;
    if (depth === 0 && isInside && token === ",") {
      texts.push(text);
      text = "";
    } else if (isInside && !(text.trim() === "" && (word === "distinct" || word === "all"))) text += token;
    if (depth === 0 && word === "select") isInside = true;
    if (/^[([{]$/.test(token)) depth += 1;
    if (token !== " ") previous = word;
  }
  return [...texts, text].map((one) => one.replace(/ +/g, " ").trim()).filter((one) => one !== "");
}
