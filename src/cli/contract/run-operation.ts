import { existsSync } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { withExactValues } from "../../lib/json/exact-values.ts";
import { parseExactly, parseJson } from "../../lib/json/json.ts";
import { Problem } from "../../lib/problem.ts";
import { syncPath } from "../../store/directory.ts";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { readInput } from "../read-input.ts";
import { type CliOperation, type Field, streamType } from "./cli-operations.ts";
import { optionKey, optionName } from "./command-names.ts";
import { printBody } from "./print-body.ts";
import { readPath, requireIds } from "./read-path.ts";
import { withService } from "./remote-service.ts";
import { pagesOf, type Service, type ServiceCall, type ServiceReply } from "./service.ts";

export interface RunOptions {
  readonly [key: string]: unknown;
  /** Address of the user to act as, instead of as the operator. */
  readonly user?: string;
  readonly project?: string;
  readonly organization?: string;
  readonly json?: true;
  readonly all?: true;
  readonly out?: string;
}

export async function runOperation(
  operation: CliOperation,
  given: readonly (string | undefined)[],
  options: RunOptions,
  context: CliContext,
): Promise<void> {
  requireIds(operation, given);
  const isBinary = streamType(operation) !== undefined && !options.json;
  return withService(operation, options, context, async (service) => {
    const call: ServiceCall = {
      operation,
      path: await readPath(operation, given, options, service),
      query: readQuery(operation, options),
      body: await readBody(operation, options, context),
      ...(isBinary && { accept: streamType(operation) }),
    };
    const reply = await (options.all ? joinPages(call, service) : service.call(call));
    const { body: text } = reply;
    if (text instanceof Readable) return writeStream(text, reply, options, context);
    if (text === "") return options.json ? undefined : context.out("Done.\n");
    if (options.json) await context.write(`${text}\n`);
    else await printBody(JSON.parse(text), context);
  });
}

async function writeStream(
  stream: Readable,
  { type, headers }: ServiceReply,
  { out }: RunOptions,
  context: CliContext,
): Promise<void> {
  const disposition = headers["content-disposition"] ?? headers["Content-Disposition"] ?? "";
  const path = out ?? /filename="([\w.-]+)"/.exec(disposition)?.[1];
  if (path !== undefined) {
    await writeNewFile(path, stream);
    return void context.out(`Written to ${path}.\n`);
  }
  if (type?.startsWith("application/zip")) throw new UsageError("Add --out FILE.");
  for await (const chunk of stream) if (!(await context.write(String(chunk)))) break;
}

async function joinPages(call: ServiceCall, service: Service): Promise<ServiceReply> {
  let whole: object | undefined;
  const all: unknown[] = [];
  for await (const page of pagesOf(call, service)) {
    whole ??= page;
    all.push(...page.results);
  }
  const body = JSON.stringify({ ...whole, results: all, next: null, previous: null });
  return { type: "application/json", headers: {}, body };
}

/** Writes a new private file, `<path>.partial` until it is complete and on disk. Leaves no file if it throws. */
async function writeNewFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const target = resolve(path);
  const partial = `${target}.partial`;
  const fail = (error: NodeJS.ErrnoException, adviceIfPresent: string) => {
    throw new CommandFailure(
      error.code === "EEXIST" ? adviceIfPresent : `${target} cannot be written: ${error.message}.`,
    );
  };
  const exists = `${target} exists already: choose another name.`;
  if (existsSync(target)) throw new CommandFailure(exists);
  const handle = await open(partial, "wx", 0o600).catch((error) =>
    fail(error, `${partial} is of an interrupted export, or one that still runs: delete it first.`),
  );
  try {
    await pipeline(content, handle.createWriteStream({ flush: true }));
    // Unlike a renamed file, a link replaces nothing.
    await link(partial, target).catch((error) => fail(error, exists));
    await rm(partial);
    await syncPath(dirname(target));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

type Input = Pick<CliContext, "readStdin">;
type OptionValues = Readonly<Record<string, unknown>>;

function readQuery({ fields }: CliOperation, options: OptionValues): URLSearchParams {
  const query = new URLSearchParams();
  for (const field of fields) {
    if (field.in !== "query") continue;
    for (const value of [options[optionKey(field)] ?? []].flat()) query.append(field.name, String(value));
  }
  return query;
}

/** Returns the body of a call: the file of `--body`, and the options, which win. Throws `UsageError`. */
async function readBody({ fields, hasBody }: CliOperation, options: OptionValues, context: Input): Promise<unknown> {
  if (!hasBody) return undefined;
  const { body: file } = options;
  const whole = file === undefined ? {} : await readBodyFile(String(file), context);
  const given: Record<string, unknown> = {};
  for (const field of fields) {
    const value = field.in === "body" ? options[optionKey(field)] : undefined;
    if (value !== undefined) given[field.name] = await readValue(field, value, context);
  }
  return Array.isArray(whole) ? whole : { ...whole, ...given };
}

async function readBodyFile(file: string, context: Input): Promise<object> {
  const bytes = await readInput(file, context);
  const { readFlagFile } = await import("../flag-file.ts"); // loads a parser of YAML
  return readFlagFile(bytes);
}

async function readValue(field: Field, value: unknown, context: Input): Promise<unknown> {
  const { types } = field;
  if (value === "null" && types.includes("null")) return null;
  if (Array.isArray(value)) return readList(field, value, context);
  if (typeof value === "boolean") return value;
  const text = String(value);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.includes("string") || types.includes("boolean")) return text;
  const isNumeric = types.includes("integer") || types.includes("number");
  if (!isNumeric) return readJson(field, text, context);
  return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

async function readList(field: Field, values: readonly string[], context: Input): Promise<unknown> {
  const [first = "", ...others] = values;
  if (others.length === 0 && /^\s*[[@]/.test(first)) return readJson(field, first, context);
  if (field.itemTypes.includes("string")) return values;
  return Promise.all(values.map((value) => readJson(field, value, context)));
}

async function readJson(field: Field, text: string, context: Input): Promise<unknown> {
  const bytes = text.startsWith("@") ? await readInput(text.slice(1), context) : Buffer.from(text);
  try {
    return withExactValues(parseJson(bytes, parseExactly));
  } catch (error) {
    if (error instanceof Problem) throw new UsageError(`${optionName(field)}: ${error.message}`);
    throw new UsageError(`${optionName(field)} must be JSON, or @FILE with JSON: ${(error as Error).message}`);
  }
}
