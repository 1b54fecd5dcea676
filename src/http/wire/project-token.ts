import { isPersonalKey } from "../../access/api-keys.ts";
import { isPropertyMap, type PropertyMap, propertyOf } from "../../values/properties.ts";

const TOKEN_FIELDS = ["api_key", "token", "$token"];

/**
 * The project key at one of the places where clients have put it over the years: in the body or its properties, else in the first event. A personal key
 * is none: it is a secret, and taken only from where the contract says.
 */
export function findProjectToken(body: PropertyMap): string | undefined {
  const batch = propertyOf(body, "batch");
  const first: unknown = Array.isArray(batch) ? batch[0] : undefined;
  return tokenFromFields(body) ?? (isPropertyMap(first) ? tokenFromFields(first) : undefined);
}

function tokenFromFields(map: PropertyMap): string | undefined {
  const properties = propertyOf(map, "properties");
  const values = [
    ...TOKEN_FIELDS.map((key) => propertyOf(map, key)),
    isPropertyMap(properties) ? propertyOf(properties, "token") : undefined,
  ];
  return values.find((value): value is string => typeof value === "string" && value !== "" && !isPersonalKey(value));
}
