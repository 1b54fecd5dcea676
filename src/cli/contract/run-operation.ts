import { Readable } from "node:stream";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { writeNewFile } from "../write-new-file.ts";
import { type CliOperation, streamType } from "./cli-operations.ts";
import { printBody } from "./print-body.ts";
import { readBody, readQuery } from "./read-fields.ts";
import { readPath, requireIds } from "./read-path.ts";
import type { Service, ServiceCall, ServiceReply } from "./service.ts";
import { type ServiceOptions, withService } from "./with-service.ts";

/** The values of a command's options, by their keys in Commander. */
export interface RunOptions extends ServiceOptions {
  readonly [key: string]: unknown;
  readonly project?: string;
  readonly organization?: string;
  readonly json?: true;
  readonly all?: true;
  readonly out?: string;
}

/** Calls the operation, and prints what it responds. */
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
    const reply = await service.call(call);
    if (reply.body instanceof Readable) return writeStream(reply.body, reply, options, context);
    const text = options.all ? await allPages(call, reply.body, service) : reply.body;
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

interface Page {
  readonly results: readonly unknown[];
  readonly next: string | null;
}

/** Returns the first page as JSON with the items of all pages. */
async function allPages(call: ServiceCall, first: string, service: Service): Promise<string> {
  const whole = JSON.parse(first) as Page;
  if (!Array.isArray(whole.results)) return first;
  const results = [...whole.results];
  for (let { next } = whole; next !== null; ) {
    const { searchParams } = new URL(next, "http://localhost");
    const { body } = await service.call({ ...call, query: searchParams });
    const page = JSON.parse(String(body)) as Page;
    if (page.results.length === 0) throw new CommandFailure("A page is empty although another follows it.");
    results.push(...page.results);
    next = page.next;
  }
  return JSON.stringify({ ...whole, results, next: null, previous: null });
}
