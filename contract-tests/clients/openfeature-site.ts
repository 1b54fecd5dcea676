import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Starts a site of another origin than the service, with OpenFeature's web provider in its page. */
export async function startOpenFeatureSite(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const entry = fileURLToPath(new URL("openfeature-page.ts", import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: "iife" });
  const script = outputFiles[0]?.text ?? "";
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isScript ? script : '<!doctype html><title>Fjordbikes</title><script src="page.js"></script>');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The site does not listen.");
  return {
    url: `http://localhost:${address.port}/`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
