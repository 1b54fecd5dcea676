import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, test } from "node:test";
import { PreflightError } from "./errors.ts";
import { checkDeployment, checkVersion } from "./preflight.ts";

const tenant = { organizationId: "1", projectId: "1", projectApiKey: "phc_any", personalApiKey: "phx_any" };
let server: Server | undefined;

afterEach(() => server?.close());

async function startProgram(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : ""}`;
}

describe("the preflight of a deployment says in one sentence", () => {
  test("that nothing listens", async () => {
    const url = await startProgram(() => undefined);
    server?.close();
    await assert.rejects(
      checkDeployment(url, tenant),
      new PreflightError(`${url} cannot be reached: nothing listens there.`),
    );
  });

  test("that another program answers", async () => {
    const url = await startProgram((_, response) => response.setHeader("Content-Type", "text/html").end("<p>ok"));
    await assert.rejects(checkDeployment(url, tenant), /is another program than Sightline: GET \/_health .* 200/);
  });

  test("that the address redirects", async () => {
    const url = await startProgram((_, response) => response.writeHead(301, { Location: "https://a.example/" }).end());
    await assert.rejects(checkDeployment(url, tenant), /redirects to https:\/\/a\.example\/: test that address\.$/);
  });

  test("that the deployment has another version", () => {
    for (const [deployed, tested] of [
      ["1.5.9", "1.6.0"],
      ["1.6.0", "1.6.1"],
      ["2.0.0", "1.6.0"],
      ["", "1.6.0"],
    ]) {
      assert.throws(() => checkVersion(deployed ?? "", tested ?? ""), /has version .* and this suite tests/);
    }
    for (const deployed of ["1.6.0", "1.6.2", "1.10.0"]) checkVersion(deployed, "1.6.0");
  });
});
