/** Matches texts, quoted names and comments, and the parts of other SQL that are rewritten. */
const PARTS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|`([^`]*)`|\{\s*(?:variables\.)?([A-Za-z_]\w*)\s*\}|(\$[A-Za-z_]\w*)/g;

/**
 * Rewrites what PostHog's dialect writes differently from DuckDB: names with `$`, names in backticks, and
 * placeholders (`{name}`), which become parameters.
 */
export function quoteNames(sql: string): string {
  return sql.replace(PARTS, (part, _tag, backticked?: string, placeholder?: string, dollar?: string) => {
    if (backticked !== undefined) return `"${backticked.replaceAll('"', '""')}"`;
    if (placeholder !== undefined) return `$${placeholder}`;
    if (dollar !== undefined) return `"${dollar}"`;
    return part;
  });
}
