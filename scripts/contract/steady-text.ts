const SECONDS = 1_767_322_000;
/** UUIDs, and the ids of older browser libraries. */
const RANDOM_ID = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}|(?:[0-9a-f]{13,}-){2}[0-9a-f]+-[0-9a-f]+)-[0-9a-f]{12,}\b/g;
const RANDOM_FIELD = /("\$insert_id":")[^"]+/g;

/**
 * Returns a function that replaces in JSON what differs from run to run (keys, ids, times, ports), so that the same
 * requests result in the same text. The same id always gets the same replacement.
 */
export function steadyText(): (json: string) => string {
  const ids = new Map<string, string>();
  const idFor = (id: string) => {
    const known = ids.get(id) ?? `00000000-0000-7000-8000-${String(ids.size + 1).padStart(12, "0")}`;
    ids.set(id, known);
    return known;
  };
  return (json) =>
    json
      .replace(/\b(ph[cx])_\w+/g, "$1_recorded")
      .replace(RANDOM_ID, idFor)
      .replace(RANDOM_FIELD, "$1random")
      .replace(/(127\.0\.0\.1|localhost):\d+/g, "$1:8000")
      .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?/g, (_, fraction = "") => {
        return `2026-01-02T03:04:05${fraction.replace(/\d/g, "0")}`;
      })
      .replace(/\b1[78]\d{8}(\d{3})?(\.\d+)?\b/g, (_, milliseconds, fraction) => {
        return `${SECONDS}${milliseconds === undefined ? "" : "000"}${fraction === undefined ? "" : ".5"}`;
      });
}
