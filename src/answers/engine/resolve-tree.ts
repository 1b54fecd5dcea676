import { refusal } from "./check-tree.ts";
import { compareNulls } from "./compare-nulls.ts";
import { compareNumbers } from "./compare-numbers.ts";
import { readHalfPairs } from "./half-pairs.ts";
import { eventsView, HOT_COLUMN_NAMES, type ViewNeeds } from "./project-views.ts";
import {
  callOf,
  columnOf,
  isNode,
  type Node,
  replaceNode,
  stringOf,
  type Tree,
  textConstant,
  visitNodes,
} from "./syntax-tree.ts";

/** What the person of an event is called in PostHog's dialect. */
const PERSON = new Set(["person", "pdi"]);

/** What a query reads. */
interface Tables {
  /** Whether it reads the events only: then properties with a column of their own are read from that. */
  readonly isEventsOnly: boolean;
  /** Whether `person` names one of its tables. */
  readonly hasPersonTable: boolean;
}

/**
 * Resolves `properties.name`, `person.properties.name` and `person.id`, and reads only the needed columns of events.
 * Changes the tree.
 */
export function resolveTree(tree: Tree): void {
  visitNodes(tree, resolveBrackets);
  visitNodes(tree, (node) => {
    if ("cte_map" in node && "from_table" in node) resolveQuery(node);
  });
  visitNodes(tree, readHalfPairs);
  visitNodes(tree, compareNulls);
  visitNodes(tree, compareNumbers);
}

function resolveQuery(query: Node): void {
  const tables: Node[] = [];
  collectTables(query.from_table, tables);
  const events = tables.filter((table) => stringOf(table, "table_name").toLowerCase() === "events");
  const isEventsOnly = events.length === 1 && tables.length === 1;
  const hasPersonTable = tables.some((table) => PERSON.has(stringOf(table, "alias")));
  const needs: ViewNeeds = { personId: false, personProperties: false, hotProperties: false };
  nameColumns(query.select_list);
  visitNodes(query, (node) => {
    if (stringOf(node, "type") === "STAR") needs.personId = true;
    if (stringOf(node, "type") === "COLUMN_REF") resolveColumn(node, needs, { isEventsOnly, hasPersonTable });
  });
  for (const table of events) {
    if (stringOf(table, "alias") === "") table.alias = stringOf(table, "table_name");
    // A join's condition or USING may compare persons.
    table.table_name = eventsView(isEventsOnly ? needs : { ...needs, personId: true });
  }
}

/** Turns `properties['name']` into `properties.name`. */
function resolveBrackets(node: Node): void {
  if (stringOf(node, "type") !== "ARRAY_EXTRACT" || !Array.isArray(node.children)) return;
  const [column, key] = node.children;
  if (!isNode(column) || !isNode(key) || !Array.isArray(column.column_names)) return;
  const names = column.column_names.map(String);
  const name = isNode(key.value) ? key.value.value : undefined;
  if (!names.includes("properties") || typeof name !== "string") return;
  replaceNode(node, { ...columnOf([...names, name]), alias: stringOf(node, "alias") });
}

function collectTables(tree: Tree | undefined, tables: Node[]): void {
  if (!isNode(tree)) return;
  if (stringOf(tree, "type") === "JOIN") {
    collectTables(tree.left, tables);
    collectTables(tree.right, tables);
  } else if (stringOf(tree, "type") !== "EMPTY") tables.push(tree);
}

/** Names each selected property after itself: `properties.plan` is the column `plan`. */
function nameColumns(selected: Tree | undefined): void {
  if (!Array.isArray(selected)) return;
  for (const node of selected.filter(isNode)) {
    const path = node.column_names;
    if (Array.isArray(path) && path.length > 1 && stringOf(node, "alias") === "") node.alias = String(path.at(-1));
  }
}

function resolveColumn(node: Node, needs: ViewNeeds, { isEventsOnly, hasPersonTable }: Tables): void {
  const path = node.column_names;
  if (!Array.isArray(path)) return;
  const names = path.map(String);
  const last = names.length - 1;
  if (names[last] === "person_id") needs.personId = true;
  const at = names.indexOf("properties");
  const person = hasPersonTable ? -1 : names.findIndex((name) => PERSON.has(name));
  if (person >= 0 && person < last && (at < 0 || person < at)) {
    resolvePerson(node, needs, names, { person, at });
  } else if (at >= 0 && at < last) {
    const hot = isEventsOnly && at === last - 1 ? HOT_COLUMN_NAMES.get(names[last] ?? "") : undefined;
    if (hot === undefined) {
      readProperty(node, names.slice(0, at + 1), names.slice(at + 1));
    } else {
      needs.hotProperties = true;
      node.column_names = [...names.slice(0, at), hot];
    }
  }
}

/** Resolves `person.properties`, `person.properties.name`, and `person.id`. */
function resolvePerson(
  node: Node,
  needs: ViewNeeds,
  names: readonly string[],
  { person, at }: { readonly person: number; readonly at: number },
): void {
  const table = names.slice(0, person);
  if (at > person) {
    needs.personProperties = true;
    const column = [...table, "person_properties"];
    if (at === names.length - 1) node.column_names = column;
    else readProperty(node, column, names.slice(at + 1));
    return;
  }
  const field = names.slice(person + 1).join(".");
  if (field !== "id") throw refusal(`person.${field} is not supported: a person has id and properties.`);
  needs.personId = true;
  node.column_names = [...table, "person_id"];
}

/** Turns a column into a call that reads a property of the JSON in it. */
function readProperty(node: Node, column: readonly string[], path: readonly string[]): void {
  const pointer = path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const alias = stringOf(node, "alias");
  replaceNode(node, { ...callOf("property_text", [columnOf(column), textConstant(pointer)]), alias });
}
