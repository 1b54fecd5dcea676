import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createClient, type SightlineOptions } from "./index.ts";

/** Returns a client whose service gives these answers in turn, and the bodies of its requests. */
function clientOf(answers: readonly (() => Response)[], options: Partial<SightlineOptions> = {}) {
  const bodies: string[] = [];
  const fetch = async (request: Request) => {
    bodies.push(await request.text());
    return answers[bodies.length - 1]?.() ?? Response.json({ status: 1 });
  };
  return { bodies, client: createClient({ baseUrl: "http://service.test", fetch, ...options }) };
}

const refused =
  (status: number, retryAfter?: string): (() => Response) =>
  () =>
    Response.json({ code: "throttled" }, { status, headers: retryAfter ? { "Retry-After": retryAfter } : {} });
const capture = { body: { event: "seen", distinct_id: "ada" } };

describe("the client repeats", () => {
  it("a refused request with its body, after the time that the service names", async () => {
    const now = new Date().toUTCString();
    const { client, bodies } = clientOf([refused(503, "0"), refused(429, now)]);
    const { data } = await client.POST("/capture/", capture);
    assert.equal(data?.status, 1);
    assert.deepEqual(bodies, Array(3).fill(JSON.stringify(capture.body)));
  });

  it("no more often than allowed", async () => {
    const answers = Array(9).fill(refused(429, "0"));
    for (const [maxRetries, requests] of [
      [undefined, 3],
      [1, 2],
      [0, 1],
    ]) {
      const { client, bodies } = clientOf(answers, { maxRetries });
      const { response } = await client.POST("/capture/", capture);
      assert.deepEqual([response.status, bodies.length], [429, requests]);
    }
  });

  it("nothing that names no time, a long one, or is another error", async () => {
    for (const answer of [refused(503), refused(429, "31"), refused(500, "0"), refused(429, "soon")]) {
      const { client, bodies } = clientOf([answer]);
      const { response } = await client.POST("/capture/", capture);
      assert.deepEqual([response.status, bodies.length], [answer().status, 1]);
    }
  });

  it("nothing once it is aborted", async () => {
    const { client, bodies } = clientOf([refused(429, "20")]);
    const abort = new AbortController();
    const waiting = client.POST("/capture/", { ...capture, signal: abort.signal });
    setImmediate(() => abort.abort(new Error("enough")));
    await assert.rejects(waiting, /enough/);
    assert.equal(bodies.length, 1);
  });
});
