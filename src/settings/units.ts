export const MiB = 1024 * 1024;
export const DAY_SECONDS = 86_400;
export const MAX_RETENTION_SECONDS = 3650 * DAY_SECONDS;
/** Bounds the list of an organization's recent invites, also where `INVITES_PER_HOUR` is 0. */
export const MAX_INVITES_PER_HOUR = 10_000;
