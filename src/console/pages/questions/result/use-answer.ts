import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { type ApiError, isAbort, unwrap } from "../../../api/errors.ts";
import { useProject } from "../../../api/session.ts";
import type { Answer, Question } from "../model/question.ts";

/** An answer with its question, since the form may be ahead of it. */
export interface Answered {
  readonly question: Question;
  readonly answer: Answer;
}

interface State {
  readonly answered?: Answered;
  readonly error?: ApiError;
  readonly status: "idle" | "asking" | "cancelled";
}

/** Asks a question whenever it is another one. The last answer stays until the next is there. */
export function useAnswer(question: Question | null) {
  const project_id = String(useProject().project.id);
  const [state, setState] = useState<State>({ status: "idle" });
  const running = useRef<AbortController | null>(null);
  const ask = async (asked: Question, refresh: "blocking" | "force_blocking") => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState(({ answered }) => ({ ...(answered && { answered }), status: "asking" }));
    const params = { path: { project_id } };
    try {
      const body = { query: asked, refresh };
      const request = client.POST("/api/projects/{project_id}/query", { params, body, signal: abort.signal });
      const answer = await unwrap(request);
      if (!abort.signal.aborted) setState({ answered: { question: asked, answer }, status: "idle" });
    } catch (error) {
      if (!abort.signal.aborted && !isAbort(error)) setState({ error: error as ApiError, status: "idle" });
    }
  };
  useEffect(() => {
    if (question !== null) void ask(question, "blocking");
    return () => running.current?.abort();
  }, [JSON.stringify(question)]);
  const cancel = useCallback(() => {
    running.current?.abort();
    setState(({ answered }) => ({ ...(answered && { answered }), status: "cancelled" }));
  }, []);
  const refresh = () => question && void ask(question, "force_blocking");
  return { ...state, cancel, refresh };
}
