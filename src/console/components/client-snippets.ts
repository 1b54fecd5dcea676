/** Languages of the snippets, by their names. */
export const LANGUAGES = { "Web site": "html", npm: "js", React: "jsx", Node: "js", Python: "python", curl: "sh" };

/** Returns code that sends events of a project, for each kind of program. The documentation has the same. */
export function clientSnippets(host: string, projectKey: string): Readonly<Record<keyof typeof LANGUAGES, string>> {
  const [url, key] = [host, projectKey].map((value) => JSON.stringify(value));
  const init = `posthog.init(${key}, { api_host: ${url} });`;
  const hello = JSON.stringify({ api_key: projectKey, event: "hello", distinct_id: "ada" });
  const web = `<!-- Before </head>. Calls wait for the library, which is requested again while it cannot be reached. -->
<script>
  (function () {
    if (window.posthog) return;
    function queue() {
      return new Proxy([], {
        get: function (calls, name) {
          if (name in calls || /^(_|then$|toJSON$|Symbol)/.test(String(name))) return calls[name];
          return function (...args) {
            if (name === "capture") args[2] = { timestamp: new Date(), ...args[2] };
            if (calls.length < 1000) calls.push([name, ...args]);
          };
        },
      });
    }
    const posthog = queue();
    posthog.__SV = 1;
    posthog._i = [];
    posthog.people = queue();
    posthog.init = function (key, options, name = "posthog") {
      posthog[name] = name === "posthog" ? posthog : queue();
      posthog._i.push([key, options, name]);
    };
    window.posthog = posthog;
    const source = ${JSON.stringify(`${host}/static/array.js`)};
    let delay = 1000;
    function retry() {
      setTimeout(load, (delay *= 2));
    }
    function load() {
      // A script that does not come would keep the page loading; a request does not.
      fetch(source, { mode: "no-cors", credentials: "include" }).then(function () {
        const script = document.createElement("script");
        script.src = source;
        script.onerror = retry;
        document.head.append(script);
      }, retry);
    }
    load();
  })();
  ${init}
</script>`;
  return {
    "Web site": web,
    npm: `// npm install posthog-js
import posthog from "posthog-js";

${init}
posthog.capture("hello");`,
    React: `// npm install posthog-js
import posthog from "posthog-js";
import { PostHogProvider } from "posthog-js/react";
import { createRoot } from "react-dom/client";

${init}

createRoot(document.getElementById("root")).render(
  <PostHogProvider client={posthog}>
    <App />
  </PostHogProvider>,
);`,
    Node: `// npm install posthog-node
import { PostHog } from "posthog-node";

const posthog = new PostHog(${key}, { host: ${url} });
posthog.capture({ distinctId: "ada", event: "hello" });
await posthog.shutdown(); // when the program ends: sends what waits`,
    Python: `# pip install posthog
from posthog import Posthog

posthog = Posthog(${key}, host=${url})
posthog.capture(event="hello", distinct_id="ada")
posthog.shutdown()  # when the program ends: sends what waits`,
    curl: `curl -X POST ${host}/capture/ -H 'Content-Type: application/json' \\
  -d '${hello}'`,
  };
}
