/** Texts, quoted names, comments, and what of other SQL is rewritten. */
const PARTS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|`([^`]*)`|\{\s*(?:variables\.)?([A-Za-z_]\w*)\s*\}|(\$[A-Za-z_]\w*)/g;

/**
 * Rewrites what PostHog's dialect writes otherwise than DuckDB: names with `$`, names in backticks, and
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
