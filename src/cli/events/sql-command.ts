import type { Command } from "commander";
import { PROJECT_OPTION, type ProjectOption } from "../choose-project.ts";
import { type CliContext, UsageError } from "../cli-context.ts";
import { checkFormat, type FormatOptions, printAnswer } from "../contract/print-body.ts";
import { askQuestion } from "../contract/with-service.ts";
import { examples } from "../output.ts";
import { readCount, readInput } from "../read-input.ts";

interface SqlOptions extends ProjectOption, FormatOptions {
  readonly file?: string;
  readonly limit: string;
}

const MAX_SQL_CHARACTERS = 65_536;
const MAX_ROWS = 10_000;

export function addSqlCommand(program: Command, context: CliContext): void {
  program
    .command("sql")
    .summary("answer a question in SQL")
    .description(
      "Run one SELECT on a project, whether or not the service is running. The tables are events, persons, " +
        "person_distinct_ids, groups and sessions; properties.name is a property. The limits are the service's " +
        "(ANSWERS_…). A table shows the beginning of long values; --csv and --json print all of them.",
    )
    .argument("[sql]", "the SELECT, in quotes")
    .option(...PROJECT_OPTION)
    .option("--file <path>", "read the SQL from a file, or from standard input if this is -")
    .option("--csv", "print CSV, with the names of the columns in the first line")
    .option("--json", "print the answer as the service returns it")
    .option("--limit <rows>", `number of rows, up to ${MAX_ROWS}`, String(MAX_ROWS))
    .addHelpText(
      "after",
      examples(
        "sql 'SELECT event, count() FROM events GROUP BY event ORDER BY 2 DESC'",
        "sql --file question.sql --csv > answer.csv",
      ),
    )
    .action(async (argument: string | undefined, options: SqlOptions) => {
      checkFormat(options);
      const limit = readCount("--limit", options.limit, MAX_ROWS);
      const query = await readSql(argument, options.file, context);
      const answer = await askQuestion(options.project, { kind: "HogQLQuery", query }, context);
      const rows = Array.isArray(answer.results) ? answer.results : [];
      const hasMore = answer.hasMore || rows.length > limit;
      await printAnswer({ ...answer, results: rows.slice(0, limit), hasMore, limit }, options, context);
    });
}

async function readSql(argument: string | undefined, file: string | undefined, context: CliContext): Promise<string> {
  if ((argument === undefined) === (file === undefined)) {
    throw new UsageError("Give the SQL as one argument in quotes, or --file.");
  }
  const text = argument ?? Buffer.from(await readInput(file ?? "", context)).toString();
  if (text.trim() === "") throw new UsageError("The SQL is empty.");
  if (text.length > MAX_SQL_CHARACTERS) throw new UsageError(`The SQL has more than ${MAX_SQL_CHARACTERS} characters.`);
  return text;
}
