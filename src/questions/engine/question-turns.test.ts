import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { Problem } from "../../lib/problem.ts";
import { type ProcessName, questionTurns } from "./question-turns.ts";

const TOO_LARGE = new Error("too large");
const NEVER_MS = 2 ** 31 - 1;
const isThrottled = (error: unknown) => error instanceof Problem && error.code === "throttled";

/** Questions that run until they are told to end. The log has their starts; interrupted ones fail. */
function openTurns(longMs = 1, maxWaitMs = NEVER_MS) {
  const log: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  let inSecond = "";
  const turns = questionTurns({
    longMs,
    max: 4,
    maxPerProject: 2,
    maxWaitMs,
    interruptSecond: () => ends.get(inSecond)?.(new Error("killed")),
    mayNeedFirst: (error) => error === TOO_LARGE,
  });
  const work = (name: string) => (process: ProcessName) => {
    log.push(`${process} ${name}`);
    if (process === "second") inSecond = name;
    return new Promise<string>((resolve, reject) => {
      ends.set(name, (error) => (error ? reject(error) : resolve(name)));
    });
  };
  return {
    log,
    /** Asks a question whose name begins with its project. */
    ask: (name: string) => turns(name.charAt(0), work(name)),
    end: (name: string, error?: Error) => ends.get(name)?.(error),
    started: (...names: string[]) =>
      waitUntil(() => log.length >= names.length).then(() => assert.deepEqual(log, names)),
  };
}

describe("the turns of questions", () => {
  test("quick questions run in the first process, and projects take turns", async () => {
    const { ask, end, log } = openTurns(NEVER_MS);
    const answers = ["a1", "a2", "a3", "b1"].map(ask);
    for (const name of ["a1", "a2", "b1", "a3"]) {
      await waitUntil(() => log.at(-1) === `first ${name}`);
      end(name);
    }
    assert.deepEqual(await Promise.all(answers), ["a1", "a2", "a3", "b1"]);
    assert.deepEqual(log, ["first a1", "first a2", "first b1", "first a3"]);
  });

  test("others run in the second process beside a long question, but not those of its project", async () => {
    const { ask, end, started } = openTurns();
    const answers = ["a1", "a2", "b1"].map(ask);
    await started("first a1", "second b1");
    end("b1");
    assert.equal(await answers[2], "b1");
    const later = ask("c1");
    await started("first a1", "second b1", "second c1");
    end("c1");
    await later;
    end("a1");
    await started("first a1", "second b1", "second c1", "first a2");
    end("a2");
    await Promise.all(answers);
  });

  test("a long question in the second process makes room for a third project, and is asked again", async () => {
    const { ask, end, started, log } = openTurns();
    const answers = ["a1", "b1"].map(ask);
    await started("first a1", "second b1");
    const third = ask("c1");
    await started("first a1", "second b1", "second c1");
    end("c1");
    assert.equal(await third, "c1");
    assert.equal(log.length, 3, "the interrupted question waits for the first process");
    end("a1");
    await started("first a1", "second b1", "second c1", "first b1");
    end("b1");
    assert.deepEqual(await Promise.all(answers), ["a1", "b1"]);
  });

  test("what the second process has no memory for runs in the first one; other failures are final", async () => {
    const { ask, end, started } = openTurns();
    const answers = ["a1", "b1"].map(ask);
    await started("first a1", "second b1");
    end("b1", TOO_LARGE);
    end("a1");
    await started("first a1", "second b1", "first b1");
    end("b1", TOO_LARGE);
    await assert.rejects(async () => answers[1], TOO_LARGE);
    const failed = ask("c1");
    end("c1", new Error("wrong"));
    await assert.rejects(failed, /wrong/);
  });

  test("too many waiting questions are refused, altogether and of one project", async () => {
    const { ask, end, log } = openTurns(NEVER_MS);
    const answers = ["a1", "a2", "a3"].map(ask);
    await assert.rejects(ask("a4"), isThrottled);
    answers.push(ask("b1"), ask("c1"));
    await assert.rejects(ask("d1"), isThrottled);
    for (const name of ["a1", "a2", "b1", "c1", "a3"]) {
      await waitUntil(() => log.at(-1) === `first ${name}`);
      end(name);
    }
    await Promise.all(answers);
  });

  test("a question that waits for too long is refused, and never runs", async () => {
    const { ask, end, log } = openTurns(NEVER_MS, 20);
    const first = ask("a1");
    await assert.rejects(ask("a2"), isThrottled);
    const other = ask("b1");
    end("a1");
    await waitUntil(() => log.at(-1) === "first b1");
    end("b1");
    assert.deepEqual(await Promise.all([first, other]), ["a1", "b1"]);
    assert.deepEqual(log, ["first a1", "first b1"]);
  });
});
