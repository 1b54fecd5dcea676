import type { Command } from "commander";
import { loadProjectDocument } from "../../http/contract/project-document.ts";
import { listEventSignatures } from "../../ingest/event-schemas/event-schemas.ts";
import { eventsOfDocument, type TypedEvent } from "../../ingest/event-schemas/events-of-document.ts";
import { goTypes } from "../../ingest/event-schemas/go-types.ts";
import { pythonTypes } from "../../ingest/event-schemas/python-types.ts";
import { typescriptTypes } from "../../ingest/event-schemas/typescript-types.ts";
import { parseJson } from "../../lib/json/json.ts";
import { chooseProject, PROJECT_OPTION, type ProjectOption } from "../choose-project.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "../cli-context.ts";
import { examples } from "../output.ts";
import { readInput } from "../read-input.ts";

interface TypesOptions extends ProjectOption {
  readonly language: string;
  readonly document?: string;
}

const LANGUAGES: ReadonlyMap<string, (events: readonly TypedEvent[]) => string> = new Map([
  ["typescript", typescriptTypes],
  ["python", pythonTypes],
  ["go", goTypes],
]);
const NAMES = [...LANGUAGES.keys()].join(", ");

export function addSchemaTypes(schemas: Command, context: CliContext): void {
  schemas
    .command("types")
    .summary("print a capture() that takes the project's events only")
    .description(
      "Print source code with a typed capture(), made from the project's own OpenAPI document. It passes events on " +
        "to any client library. With --document it needs no store: the document is at " +
        "/api/projects/<id>/openapi.json of a service.",
    )
    .requiredOption("--language <name>", `one of ${NAMES}`)
    .option("--document <file>", "read the document from this file, or from standard input if this is -")
    .option(...PROJECT_OPTION)
    .addHelpText("after", examples("schemas types --language typescript > events.ts"))
    .action(async ({ language, document: file, project }: TypesOptions) => {
      const generate = LANGUAGES.get(language);
      if (generate === undefined) throw new UsageError(`--language must be one of ${NAMES}.`);
      const document = file === undefined ? await documentOf(project, context) : await readDocument(file, context);
      const events = eventsOfDocument(document);
      if (events.length === 0) throw new CommandFailure("The document has no events: the project has no event schema.");
      context.out(generate(events));
    });
}

async function documentOf(option: string | undefined, context: CliContext): Promise<unknown> {
  return withStore(context, async ({ tenants, records }) => {
    const project = await chooseProject(option, tenants);
    const events = await listEventSignatures(project.id, records);
    return loadProjectDocument(project, { insights: [], events }, "http://localhost:8000");
  });
}

async function readDocument(file: string, context: CliContext): Promise<unknown> {
  const bytes = await readInput(file, context);
  try {
    return parseJson(bytes);
  } catch (error) {
    throw new CommandFailure(`${file} is no JSON that can be read: ${(error as Error).message}`);
  }
}
