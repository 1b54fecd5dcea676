// Serves the part of ClickHouse's HTTP interface that its official client needs, on loopback only. The engine is chdb,
// in this process. Prints its URL. Its data is lost on exit. The optional argument is the port.
import { createServer } from "node:http";
import { Session } from "chdb";

process.chdir("/"); // it reads tables below the current folder only
const session = new Session();

/** Returns the query from the URL, the body or both; in the latter case the body contains the rows of an INSERT. */
function queryOf(url, body) {
  const query = url.searchParams.get("query");
  return query === null ? body : `${query}\n${body}`;
}

/** Sets the parameters of the query. HTTP and SET use the same notation for them. */
function setParameters({ searchParams }) {
  for (const [name, value] of searchParams) {
    if (name.startsWith("param_")) session.query(`SET ${name} = '${value.replace(/[\\']/g, "\\$&")}'`);
  }
}

async function respond(request, response) {
  const url = new URL(request.url, "http://127.0.0.1");
  if (url.pathname === "/ping") return response.end("Ok.\n");
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    // No await between these two lines, or another request could replace the parameters.
    setParameters(url);
    response.end(session.query(queryOf(url, Buffer.concat(chunks).toString()), "TabSeparated"));
  } catch (error) {
    const code = error.clickhouseCode ?? /^Code: (\d+)/.exec(error.message)?.[1] ?? 1000;
    response.writeHead(500, { "X-ClickHouse-Exception-Code": String(code) }).end(error.message);
  }
}

const server = createServer(respond);
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  session.close();
});
