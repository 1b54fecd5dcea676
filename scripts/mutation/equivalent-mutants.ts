import type { Mutant } from "./find-mutants.ts";

interface EquivalentMutant extends Pick<Mutant, "file" | "change"> {
  /** A part of the line. */
  readonly code: string;
  readonly reason: string;
}

/** Mutants that change nothing that a test could notice. They are not chosen. */
export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: "src/http/decode/lz64.ts",
    code: "#sextet = 0;",
    change: "change a constant",
    reason: "The mask is 0 at first, so the first bit that is read replaces it.",
  },
  {
    file: "src/http/decode/lz64.ts",
    code: 'if (needed >= this.#limit) throw problem("request_too_large");',
    change: "change the operator",
    reason: "Whoever decodes checks the size of the text again, as UTF-8; this only bounds the memory.",
  },
  {
    file: "src/http/adapters/discard-body.ts",
    code: "return Promise.resolve();",
    change: "return nothing",
    reason: "What is awaited need not be a promise.",
  },
  {
    file: "src/http/decode/unpack-body.ts",
    code: "MIN_SUSPICIOUS_BYTES = ",
    change: "change a constant",
    reason: "Which bodies are not suspicious is a choice.",
  },
  {
    file: "src/http/contract/validation-problem.ts",
    code: '(fault.instancePath ?? "").slice(1)',
    change: "change a constant",
    reason: "The first character is cut off.",
  },
  {
    file: "src/http/decode/unpack-body.ts",
    code: "_CHUNK_BYTES = ",
    change: "change a constant",
    reason: "How much is unpacked at once is a choice.",
  },
  {
    file: "src/http/decode/edit-json.ts",
    code: "edited.set(json.subarray(start, scanner.index), length);",
    change: "drop the argument",
    reason: "What is copied too much is overwritten or cut off.",
  },
  {
    file: "src/http/decode/body-collector.ts",
    code: "_BYTES = ",
    change: "change a constant",
    reason: "Which chunks are freed at once is a choice.",
  },
  {
    file: "src/http/adapters/parser-thread.ts",
    code: "request.bytes.byteLength >= MIN_SLOW_BYTES;",
    change: "change the operator",
    reason: "Which bodies are the largest is a choice.",
  },
  {
    file: "src/http/decode/canonical-request.ts",
    code: 'distinctId === propertyOf(body, "distinct_id") && absent.length === 0) return request;',
    change: "drop the argument",
    reason: "This line only saves a copy.",
  },
  {
    file: "src/http/decode/canonical-request.ts",
    code: 'distinctId === propertyOf(body, "distinct_id") && absent.length === 0) return request;',
    change: "change a constant",
    reason: "This line only saves a copy.",
  },
  {
    file: "src/http/decode/body-encoding.ts",
    code: "isPlainJson(headers, queryString)) return",
    change: "change a constant",
    reason: "Plain JSON that is looked at as if it were packed comes out as it is.",
  },
  {
    file: "src/http/contract/contract.ts",
    code: "validatesReplies = false",
    change: "change a constant",
    reason: "What is loaded too much only takes memory.",
  },
  {
    file: "src/http/check-body.ts",
    code: "if (limit > MAX_SMALL_BYTES && error instanceof Problem && error.code",
    change: "change the operator",
    reason: "The parser thread then refuses the body for the same reason.",
  },
  {
    file: "src/http/decode/body-memory.ts",
    code: "const DEFAULT_RATE: ",
    change: "change a constant",
    reason: "The service sets the rate.",
  },
  {
    file: "src/http/metrics.ts",
    code: "const DURATION_BUCKETS = [",
    change: "change a constant",
    reason: "The bounds are a choice.",
  },
  {
    file: "src/http/adapters/discard-body.ts",
    code: "_MS = ",
    change: "change a constant",
    reason: "How long a silent sender is waited for is a choice.",
  },
  {
    file: "src/http/adapters/discard-body.ts",
    code: "MAX_DISCARD_BYTES = ",
    change: "change a constant",
    reason: "How much is read of a refused body is a choice.",
  },
  {
    file: "src/http/decode/body-memory.ts",
    code: "return bytes > SMALL_BYTES ? bytes : 0;",
    change: "change the operator",
    reason: "Which bodies are small is a choice.",
  },
  {
    file: "src/http/contract/routes.ts",
    code: 'operation.path.replace(/\\/$/, "");',
    change: "drop the argument",
    reason: "The shortcut is then not taken, and walking finds the same operation.",
  },
  {
    file: "src/http/adapters/http-server.ts",
    code: 'server.on("connection", count);',
    change: "change a constant",
    reason: "Only connections that arrive in the same milliseconds as the end would show it.",
  },
  {
    file: "src/http/adapters/http-server.ts",
    code: "await setImmediate();",
    change: "drop await",
    reason: "Only connections that arrive in the same milliseconds as the end would show it.",
  },
  {
    file: "src/http/adapters/http-server.ts",
    code: "await setImmediate();",
    change: "drop the statement",
    reason: "Only connections that arrive in the same milliseconds as the end would show it.",
  },
  {
    file: "src/http/adapters/http-server.ts",
    code: "if (idleGraceMs > 0) ",
    change: "change the operator",
    reason: "A pause of 0 ms is none.",
  },
  {
    file: "src/http/contract/open-backend.ts",
    code: "await backend.init();",
    change: "drop await",
    reason: "As its definition needs no loading, init() has done its work when it returns.",
  },
  {
    file: "src/http/contract/open-backend.ts",
    code: "quick: true,",
    change: "change a constant",
    reason: "Without it the definition is only checked once more.",
  },
  {
    file: "src/http/contract/open-backend.ts",
    code: "router.getOperation = ",
    change: "drop the statement",
    reason: "This line only saves time.",
  },
  {
    file: "src/http/pages/docs-page.ts",
    code: '"utf8")',
    change: "drop the argument",
    reason: "Bytes become a text in UTF-8 where they are put into the page.",
  },
  ...["expandResponses: ", "jsonSamplesExpandLevel: ", "nativeScrollbars: ", "requiredPropsFirst: "].map((code) => ({
    file: "src/http/pages/docs-page.ts",
    code,
    change: "change a constant",
    reason: "How the page looks is a choice.",
  })),
  {
    file: "src/http/decode/read-body.ts",
    code: "await null;",
    change: "drop the statement",
    reason: "This line only saves time.",
  },
  {
    file: "src/http/adapters/malformed-requests.ts",
    code: 'code = ""',
    change: "change a constant",
    reason: "An error without a code is not the parser's either way.",
  },
  {
    file: "src/http/pages/replay-page.ts",
    code: 'read("http/pages/")',
    change: "change a constant",
    reason: "The second path is that of a build as well.",
  },
  {
    file: "src/http/flag-streams.ts",
    code: "stream.endsAt = 0;",
    change: "change a constant",
    reason: "Any time that is past ends the stream.",
  },
  {
    file: "src/http/decode/content-encodings.ts",
    code: "WINDOW_PARAMETER = ",
    change: "change a constant",
    reason: "Node has zstd since 22.15, and its tests show it there.",
  },
];
