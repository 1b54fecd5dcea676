import { isObject, parseJson } from "../components/json.ts";

type Property = Readonly<Record<string, unknown>>;

export interface PropertyRow {
  readonly name: string;
  readonly isRequired: boolean;
  /** Kept whole, so that what the form does not know of it stays. */
  readonly property: Property;
}

/** Returns the properties that a schema describes; null if the text is not the JSON of one. */
export function rowsOf(text: string): PropertyRow[] | null {
  const { properties = {}, required = [] } = readSchema(text) ?? { properties: null };
  if (!isObject(properties) || !Array.isArray(required)) return null;
  const rows = Object.entries(properties).map(([name, property]) => {
    return { name, isRequired: required.includes(name), property: property as Property };
  });
  return rows.every(({ property }) => isObject(property)) ? rows : null;
}

export function withRows(text: string, rows: readonly PropertyRow[]): string {
  const { properties: _, required = [], ...rest } = readSchema(text) ?? {};
  const known = new Set(rowsOf(text)?.map(({ name }) => name));
  const others = (required as string[]).filter((name) => !known.has(name));
  const all = [...new Set([...rows.filter(({ isRequired }) => isRequired).map(({ name }) => name), ...others])];
  const properties = Object.fromEntries(rows.map(({ name, property }) => [name, property]));
  return JSON.stringify({ ...rest, properties, ...(all.length > 0 && { required: all }) }, null, 2);
}

/** Returns the type of a property: empty if it may be anything, and several with "or" between. */
export const typeOf = ({ type = "" }: Property): string => [type].flat().join(" or ");

/** Returns a property with another type. Only texts keep their list of values. */
export function withType({ type: _, enum: values, ...rest }: Property, type: string): Property {
  return { ...(type !== "" && { type }), ...rest, ...(values !== undefined && isText(type) && { enum: values }) };
}

/** Returns the texts that a property may be; null if its values are not texts. */
export function valuesOf({ type = "", enum: values = [] }: Property): string | null {
  if (!isText(type) || !Array.isArray(values)) return null;
  return values.every((value) => typeof value === "string" && !value.includes(",")) ? values.join(", ") : null;
}

/** Returns a property that may only be one of these texts, or any if there are none. */
export function withValues({ enum: _, ...rest }: Property, text: string): Property {
  const values = new Set(text.split(",").flatMap((value) => value.trim() || []));
  return { ...rest, ...(values.size > 0 && { enum: [...values] }) };
}

const isText = (type: unknown) => type === "" || type === "string";

function readSchema(text: string): Property | null {
  const schema = parseJson(text);
  return isObject(schema) ? schema : null;
}
