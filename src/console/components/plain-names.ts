/** Events and properties of PostHog's libraries as people say them. */
const EVENTS = new Map([
  ["$pageview", "Page viewed"],
  ["$pageleave", "Page left"],
  ["$screen", "Screen viewed"],
  ["$autocapture", "Interaction"],
  ["$rageclick", "Rage click"],
  ["$dead_click", "Click without an effect"],
  ["$identify", "Identified"],
  ["$groupidentify", "Group described"],
  ["$set", "Person described"],
  ["$exception", "Exception"],
  ["$web_vitals", "Web vitals"],
  ["$feature_flag_called", "Flag decided"],
  ["survey shown", "Survey shown"],
  ["survey sent", "Survey answered"],
  ["survey dismissed", "Survey closed"],
]);
const PROPERTIES = new Map([
  ["$browser", "Browser"],
  ["$browser_version", "Version of the browser"],
  ["$os", "System"],
  ["$device_type", "Device"],
  ["$current_url", "Address of the page"],
  ["$pathname", "Page"],
  ["$host", "Site"],
  ["$referring_domain", "Site before"],
  ["$geoip_country_code", "Country"],
  ["$lib", "Library"],
  ["$app_version", "Version of the app"],
  ["$screen_name", "Screen"],
  ["utm_source", "Source"],
  ["utm_medium", "Medium"],
  ["utm_campaign", "Campaign"],
]);
const NAMES = { event: EVENTS, property: PROPERTIES };

export type Named = keyof typeof NAMES;

/** Returns the plain name; undefined if there is none. */
export const plainName = (of: Named, name: string) => NAMES[of].get(name);

export const eventName = (name: string) => EVENTS.get(name) ?? name;
export const propertyName = (name: string) => PROPERTIES.get(name) ?? name;

/** Returns those whose plain name has the text. */
export function namesLike(of: Named, text: string): string[] {
  const wanted = text.toLowerCase();
  return [...NAMES[of]].flatMap(([name, plain]) => (plain.toLowerCase().includes(wanted) ? [name] : []));
}
