import type { Member } from "./team-api.ts";

const LEVELS = [
  { value: "member", label: "Member: uses everything" },
  { value: "admin", label: "Admin: also manages people and settings" },
  { value: "owner", label: "Owner: also manages owners" },
] as const;

export function levelsUpTo(own: Member["level"]) {
  return LEVELS.slice(0, LEVELS.findIndex(({ value }) => value === own) + 1);
}
