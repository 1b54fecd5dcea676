import assert from "node:assert/strict";
import { test } from "node:test";
import { applyMutant, findMutants } from "./find-mutants.ts";

/** Returns each mutant of a module as the text of the module with it. */
function mutantsOf(source: string): string[] {
  return findMutants("module.ts", source).map((mutant) => applyMutant(source, mutant));
}

test("each mutant changes one place", () => {
  assert.deepEqual(mutantsOf("if (a < 1) b();"), [
    "if (!(a < 1)) b();",
    "if (a <= 1) b();",
    "if (a < (1 + 1)) b();",
    "if (a < 1) ;",
  ]);
  assert.deepEqual(mutantsOf("const f = async () => { await g(1, x); return true; };"), [
    "const f = async () => { ; return true; };",
    "const f = async () => { g(1, x); return true; };",
    "const f = async () => { await g(1, undefined); return true; };",
    "const f = async () => { await g((1 + 1), x); return true; };",
    "const f = async () => { await g(1, x); return undefined; };",
    "const f = async () => { await g(1, x); return false; };",
  ]);
  assert.deepEqual(mutantsOf("throw a ?? 'code';"), [";", "throw a && 'code';", 'throw a ?? "codex";']);
});

test("a small number grows by one, a large one is doubled", () => {
  assert.deepEqual(mutantsOf("f(9)[1_000];"), [";", "f((9 + 1))[1_000];", "f(9)[(1000 * 2)];"]);
});

test("types, imports, logs and texts for people are left alone", () => {
  const source = `
    import { a } from "a";
    type T = "x" | 1;
    interface I { readonly kind: "y" }
    const message: "z" = "Not found.";
    log.warn(message);
    export { a } from "b";
  `;
  assert.deepEqual(mutantsOf(source), []);
});
