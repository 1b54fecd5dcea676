import { HOT_COLUMNS } from "../hot-properties.ts";
import { refusal } from "./check-tree.ts";
import { compareProperties } from "./compare-properties.ts";
import { readHalfPairs } from "./half-pairs.ts";
import { orderByArrival, orderProperties, withNamedProperties } from "./order-properties.ts";
import type { PreparedSql } from "./project-database.ts";
import { eventsView, SESSION_COLUMNS, sessionColumn, type ViewNeeds } from "./project-views.ts";
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
  visitOwn,
} from "./syntax-tree.ts";
import { translateCall } from "./translate-calls.ts";

const TESTS: Readonly<Record<string, string>> = {
  COMPARE_EQUAL: "OPERATOR_IS_NULL",
  COMPARE_NOTEQUAL: "OPERATOR_IS_NOT_NULL",
};

/** Reads `= null` and `!= null` as PostHog does: whether there is a value. */
function compareNulls(node: Node): void {
  const type = TESTS[stringOf(node, "type")];
  if (type === undefined || !(isNull(node.left) || isNull(node.right))) return;
  const child = (isNull(node.right) ? node.left : node.right) ?? null;
  replaceNode(node, { class: "OPERATOR", type, alias: stringOf(node, "alias"), query_location: 0, children: [child] });
}

function isNull(tree: Tree | undefined): boolean {
  return isNode(tree) && stringOf(tree, "class") === "CONSTANT" && isNode(tree.value) && tree.value.is_null === true;
}

/** Names of an event's person in PostHog's dialect. */
const PERSON = new Set(["person", "pdi"]);

const PERSON_COLUMNS = new Map([
  ["id", "person_id"],
  ["person_id", "person_id"],
  ["created_at", "person_created_at"],
  ["is_identified", "person_is_identified"],
]);
/** PostHog's columns of events that are properties here. */
const PROPERTY_COLUMNS = new Map([
  ["$session_id", "$session_id"],
  ["$window_id", "$window_id"],
  ["elements_chain", "$elements_chain"],
]);

interface Tables {
  /** Whether it reads only events: then some properties have a column of their own. */
  readonly isEventsOnly: boolean;
  /** Whether it selects all columns: then it has none of properties. */
  readonly hasStar: boolean;
  readonly hasPersonTable: boolean;
  readonly hasSessionTable: boolean;
}

/**
 * Resolves PostHog's functions, properties and fields in the tree. Reads events with needed columns only. Returns the
 * properties that are columns, by name, and the views that have them.
 */
export function resolveTree(tree: Tree): Omit<PreparedSql, "sql"> {
  const views = new Set<string>();
  visitNodes(tree, translateCall);
  visitNodes(tree, resolveBrackets);
  visitNodes(tree, (node) => {
    if ("cte_map" in node && "from_table" in node) resolveQuery(node, views);
  });
  visitNodes(tree, readHalfPairs);
  visitNodes(tree, compareNulls);
  visitNodes(tree, orderProperties);
  withNamedProperties(tree, () => visitNodes(tree, compareProperties));
  visitNodes(tree, averageConditions);
  const names = new Map<string, string>();
  visitNodes(tree, (node) => nameProperty(node, names));
  return { properties: new Map([...names].map(([pointer, name]) => [name, pointer])), views };
}

/** Marks calls that read a property of the only table: its view has the property as a column. */
const OF_EVENTS = "is_of_events";

/** Limits what the views of a statement have. */
const MAX_PROPERTIES = 64;

/** Turns a marked call into a column. */
function nameProperty(node: Node, names: Map<string, string>): void {
  if (node[OF_EVENTS] !== true) return;
  delete node[OF_EVENTS];
  const [column, pointer] = node.children as [Node, Node];
  const text = stringOf(pointer.value as Node, "value");
  const name = names.get(text) ?? `property:${names.size}`;
  if (!names.has(text) && names.size === MAX_PROPERTIES) return;
  names.set(text, name);
  const table = (column.column_names as Tree[]).slice(0, -1).map(String);
  replaceNode(node, { ...columnOf([...table, name]), alias: stringOf(node, "alias") });
}

function averageConditions(node: Node): void {
  const { children } = node;
  if (!/^(avg|mean|avgif)$/i.test(stringOf(node, "function_name")) || !Array.isArray(children)) return;
  const [first, ...others] = children;
  if (first !== undefined) node.children = [callOf("averaged", [first]), ...others];
}

function resolveQuery(query: Node, views: Set<string>): void {
  const tables: Node[] = [];
  collectTables(query.from_table, tables);
  const events = tables.filter((table) => stringOf(table, "table_name").toLowerCase() === "events");
  const isEventsOnly = events.length === 1 && tables.length === 1;
  let hasStar = false;
  visitNodes(query, (node) => {
    hasStar ||= stringOf(node, "type") === "STAR";
  });
  const hasPersonTable = tables.some((table) => PERSON.has(stringOf(table, "alias")));
  const hasSessionTable = tables.some((table) => stringOf(table, "alias") === "session");
  const needs: ViewNeeds = { personId: hasStar, personProperties: false, hotProperties: false, session: false };
  nameColumns(query.select_list);
  visitOwn(query, (node) => {
    namePropertyColumn(node, events, isEventsOnly);
    if (isEventsOnly) orderByArrival(node);
  });
  visitNodes(query, (node) => {
    if (stringOf(node, "type") !== "COLUMN_REF") return;
    resolveColumn(node, needs, { isEventsOnly, hasStar, hasPersonTable, hasSessionTable });
  });
  for (const table of events) {
    if (stringOf(table, "alias") === "") table.alias = stringOf(table, "table_name");
    // A join's condition or USING may compare persons.
    table.table_name = eventsView(isEventsOnly ? needs : { ...needs, personId: true });
    if (needs.properties) views.add(table.table_name);
  }
}

function namePropertyColumn(node: Node, events: readonly Node[], isEventsOnly: boolean): void {
  const path = stringOf(node, "type") === "COLUMN_REF" ? node.column_names : undefined;
  if (!Array.isArray(path)) return;
  const names = path.map(String);
  const property = PROPERTY_COLUMNS.get(names.at(-1) ?? "");
  const isOfEvents = events.some((table) => (stringOf(table, "alias") || "events") === names[0]);
  if (property === undefined || !(names.length === 1 ? isEventsOnly : names.length === 2 && isOfEvents)) return;
  node.column_names = [...names.slice(0, -1), "properties", property];
}

/** Turns `properties['name']` into `properties.name`; `properties.list[1]` is the first item. */
function resolveBrackets(node: Node): void {
  if (stringOf(node, "type") !== "ARRAY_EXTRACT" || !Array.isArray(node.children)) return;
  const [column, key] = node.children;
  if (!isNode(column) || !isNode(key) || !Array.isArray(column.column_names)) return;
  const names = column.column_names.map(String);
  const name = isNode(key.value) ? key.value.value : undefined;
  const at = names.indexOf("properties");
  if (at < 0) return;
  const isItem = typeof name === "number" && name > 0 && at < names.length - 1;
  if (typeof name !== "string" && !isItem) return;
  const step = typeof name === "string" ? name : String(Number(name) - 1);
  replaceNode(node, { ...columnOf([...names, step]), alias: stringOf(node, "alias") });
}

function collectTables(tree: Tree | undefined, tables: Node[]): void {
  if (!isNode(tree)) return;
  if (stringOf(tree, "type") === "JOIN") {
    collectTables(tree.left, tables);
    collectTables(tree.right, tables);
  } else if (stringOf(tree, "type") !== "EMPTY") tables.push(tree);
}

/** Names the column of `properties.plan` `plan`, and that of `count()` as it is written. */
function nameColumns(selected: Tree | undefined): void {
  if (!Array.isArray(selected)) return;
  for (const node of selected.filter(isNode)) {
    const path = node.column_names;
    if (stringOf(node, "alias") !== "") continue;
    if (Array.isArray(path) && (path.length > 1 || PROPERTY_COLUMNS.has(String(path[0])))) {
      node.alias = String(path.at(-1));
    } else if (stringOf(node, "function_name") === "count_star") node.alias = "count()";
  }
}

function resolveColumn(node: Node, needs: ViewNeeds, tables: Tables): void {
  const { isEventsOnly, hasStar, hasPersonTable, hasSessionTable } = tables;
  const path = node.column_names;
  if (!Array.isArray(path)) return;
  const names = path.map(String);
  const last = names.length - 1;
  if (names[last] === "person_id") needs.personId = true;
  const at = names.indexOf("properties");
  const session = hasSessionTable ? -1 : names.indexOf("session");
  const person = hasPersonTable ? -1 : names.findIndex((name) => PERSON.has(name));
  if (person >= 0 && person < last && (at < 0 || person < at)) {
    resolvePerson(node, needs, names, { person, at });
  } else if (session >= 0 && session < last && at < 0) {
    const field = names.slice(session + 1).join(".");
    if (!SESSION_COLUMNS.includes(field)) throw refusal(`session.${field} is not supported.`);
    needs.session = true;
    node.column_names = [...names.slice(0, session), sessionColumn(field)];
  } else if (at >= 0 && at < last) {
    const hot = isEventsOnly && at === last - 1 ? HOT_COLUMNS.get(names[last] ?? "") : undefined;
    if (hot === undefined) {
      readProperty(node, names.slice(0, at + 1), names.slice(at + 1));
      if (isEventsOnly && !hasStar) node[OF_EVENTS] = needs.properties = true;
    } else {
      needs.hotProperties = true;
      node.column_names = [...names.slice(0, at), hot];
    }
  }
}

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
  const column = PERSON_COLUMNS.get(field);
  if (column === undefined) {
    throw refusal(`person.${field} is not supported: a person has id, created_at, is_identified and properties.`);
  }
  if (column === "person_id") needs.personId = true;
  else needs.personProperties = true;
  node.column_names = [...table, column];
}

function readProperty(node: Node, column: readonly string[], path: readonly string[]): void {
  const pointer = path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const alias = stringOf(node, "alias");
  replaceNode(node, { ...callOf("property_text", [columnOf(column), textConstant(pointer)]), alias });
}
