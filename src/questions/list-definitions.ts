import type { Listed, Page, ProjectId } from "../store/ports/common.ts";
import type { Answers, QuestionOptions } from "./answer-question.ts";
import { type DefinitionKind, planDefinitions } from "./kinds/definitions.ts";
import type { QuestionContext } from "./kinds/question-context.ts";

export interface Definition {
  readonly name: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Events of the last 30 days. */
  readonly volume: number;
  /** The type of a property; null if its newest value is no text, number or boolean. */
  readonly type: "String" | "Numeric" | "Boolean" | "DateTime" | null;
  /** Beginnings of some of the newest values, as text. */
  readonly examples: string[];
}

type Row = readonly [string, number, number, number, Definition["type"]?, string[]?];

/** Lists the most frequent first: those that contain `search`, in upper or lower case. */
export async function listDefinitions(
  projectId: ProjectId,
  kind: DefinitionKind,
  { search = "", limit, offset }: Page & { readonly search?: string | undefined },
  options: QuestionOptions,
  answers: Pick<Answers, "answer">,
): Promise<Listed<Definition>> {
  const plan = ({ calendar }: QuestionContext) => planDefinitions(kind, calendar.now);
  const { results } = await answers.answer(projectId, plan, options);
  const text = search.toLowerCase();
  const found = (results as Row[]).filter(([name]) => name.toLowerCase().includes(text));
  const items = found
    .slice(offset, offset + limit)
    .map(([name, firstSeen, lastSeen, volume, type = null, examples = []]) => {
      return { name, firstSeen, lastSeen, volume, type, examples };
    });
  return { count: found.length, items };
}
