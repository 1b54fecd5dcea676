import { useProjectPath } from "../../api/place.ts";
import type { Question } from "./model/question.ts";

/** Returns what makes links that have a question in them: they can be shared, and nothing is stored for them. */
export function useAskPath(): (question: Question, name?: string) => string {
  const pathTo = useProjectPath();
  return (question, name) => {
    const filters = new URLSearchParams({ q: JSON.stringify(question), ...(name && { name }) });
    return `${pathTo("questions", "ask")}?${filters}`;
  };
}
