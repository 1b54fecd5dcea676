import { existsSync } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncPath } from "../../store/directory.ts";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { type CliOperation, streamType } from "./cli-operations.ts";
import { printBody } from "./print-body.ts";
import { readBody, readQuery } from "./read-fields.ts";
import { readPath, requireIds } from "./read-path.ts";
import { withService } from "./remote-service.ts";
import { pagesOf, type Service, type ServiceCall, type ServiceReply } from "./service.ts";

/** The values of a command's options, by their keys in Commander. */
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
