import { exchange, textOf } from "../../../contract-tests/client/exchange.ts";
import type { Visitor } from "../load/visitor.ts";
import type { Project } from "../world/world.ts";
import type { FoundMark } from "./marks.ts";

interface Line {
  readonly data: readonly { readonly data: { readonly id: number } }[];
}

/** The marks of all snapshots of the visitors' recordings, as the service plays them; each recording's count of clicks must be that of its snapshots. */
export async function playedMarks(
  visitors: readonly Visitor[],
  base: string,
  { id: projectId, personalApiKey }: Project,
): Promise<{ marks: FoundMark[]; wrong: string[] }> {
  const marks: FoundMark[] = [];
  const wrong: string[] = [];
  const read = async (path: string, accept: string) => {
    const headers = { authorization: `Bearer ${personalApiKey}`, accept };
    const answer = await exchange(base, {
      method: "GET",
      path: `/api/projects/${projectId}/session_recordings/${path}`,
      headers,
    });
    if (answer.status === 404) return null; // no snapshot came through
    if (answer.status !== 200)
      throw new Error(`a recording was answered ${answer.status}: ${textOf(answer).slice(0, 300)}`);
    return textOf(answer);
  };
  for (const session of visitors.flatMap(({ sessions }) => sessions)) {
    const name = encodeURIComponent(session);
    const lines = await read(`${name}/snapshots`, "application/x-ndjson");
    const played = (lines ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .flatMap((line) => (JSON.parse(line) as Line).data);
    marks.push(...played.map(({ data }): FoundMark => ({ kind: "snapshot", mark: data.id, owner: session })));
    const clicks =
      lines === null
        ? 0
        : (JSON.parse((await read(name, "application/json")) ?? "{}") as { click_count?: number }).click_count;
    if (clicks !== played.length)
      wrong.push(`the recording ${session} counts ${clicks} clicks and has ${played.length}`);
  }
  return { marks, wrong };
}
