// Loaded into the service before its own modules. After each message it sends the parent the modules of src/ of which a
// function ran on the main thread since the last one.
import { Session } from "node:inspector";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  process.on("message", () => {
    session.post("Profiler.takePreciseCoverage", (error, coverage) => {
      if (error) throw error;
      const used = coverage.result.filter(({ url, functions }) => {
        // The module itself is a function, too, which begins at 0.
        const hasRun = functions.some(({ ranges: [whole] }) => whole.startOffset > 0 && whole.count > 0);
        return hasRun && /\/src\/.*\.ts$/.test(url);
      });
      process.send(used.map(({ url }) => url.slice(url.lastIndexOf("/src/") + 1)));
    });
  });
}
