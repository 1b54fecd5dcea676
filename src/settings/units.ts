export const MiB = 1024 * 1024;
export const DAY_SECONDS = 86_400;
export const MAX_RETENTION_SECONDS = 3650 * DAY_SECONDS;
