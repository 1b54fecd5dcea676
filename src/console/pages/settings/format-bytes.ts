const UNITS = ["bytes", "kB", "MB", "GB", "TB"];
const NUMBER = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });

export function formatBytes(bytes: number | null): string {
  if (bytes === null) return "Cannot be measured";
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${NUMBER.format(bytes / 1000 ** power)} ${UNITS[power]}`;
}
