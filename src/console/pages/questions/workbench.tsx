import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type ApiError, isAbort } from "../../api/client.ts";
import { useCall } from "../../api/operations.ts";
import { isEqual } from "../../api/place.ts";
import { Field, Select } from "../../components/field.tsx";
import { optionsOf } from "../../components/options.ts";
import { Bar, Button, Card, Loading, Message } from "../../components/page.tsx";
import { Time, withCode } from "../../components/text.tsx";
import { complete } from "./complete.ts";
import { QuestionForm } from "./form/question-form.tsx";
import type { Question } from "./question.ts";
import { AnswerView } from "./result/answer-view.tsx";
import { downloadCsv } from "./result/csv.ts";
import { type Answered, showAnswer } from "./result/show-answer.ts";
import { bindTexts, defaultTexts, type Variable, type VariableTexts } from "./variables.ts";

interface WorkbenchProps {
  readonly question: Question;
  /** Called with another question as soon as it can be asked. */
  readonly onChange: (question: Question) => void;
  readonly name: string;
  /** Whether it can be answered as it is: on phones, the form is then folded. */
  readonly isReady: boolean;
  readonly variables?: readonly Variable[];
}

const SQL_FIELD = "query__query";

/** Returns where in the question a mistake is, such as `series › 2 › math_property`. */
const placeOf = (attr: string) =>
  attr
    .replace(/^query__/, "")
    .split("__")
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part))
    .join(" › ");

export function Workbench({ question, onChange, name, isReady, variables = [] }: WorkbenchProps) {
  const [texts, setTexts] = useState(() => defaultTexts(variables));
  const [isOpen] = useState(() => !isReady || matchMedia("(min-width: 700px)").matches);
  const [draft, setDraft] = useState(question);
  const completed = useMemo(() => complete(draft), [draft]);
  const asked = "question" in completed ? completed.question : null;
  const bound = asked && bindTexts(asked, variables, texts);
  const { answered, error, status, cancel, refresh } = useAnswer(bound);
  useEffect(() => {
    if (asked === null || !isEqual(asked, question)) setDraft(question);
  }, [JSON.stringify(question)]);
  const change = (next: Question) => {
    setDraft(next);
    const changed = complete(next);
    if ("question" in changed && !isEqual(changed.question, question)) onChange(changed.question);
  };
  const isAboutSql = question.kind === "HogQLQuery" && error?.attr === SQL_FIELD;
  return (
    <>
      <Card>
        <details open={isOpen}>
          <summary class="ask-fold">Question</summary>
          <div class="ask-form">
            <QuestionForm question={draft} onChange={change} sqlError={isAboutSql ? error?.message : undefined} />
          </div>
        </details>
        {variables.length > 0 && <VariableFields {...{ variables, texts }} onChange={setTexts} />}
        {asked && !bound && <p class="quiet">Fill in the variables.</p>}
        {"missing" in completed && <p class="quiet">{completed.missing}</p>}
      </Card>
      <Card
        title="Answer"
        actions={
          status === "asking" ? (
            <Button label="Cancel" small onClick={cancel} />
          ) : (
            answered && (
              <>
                <Button label="Refresh" small onClick={refresh} />
                <Button
                  label="CSV"
                  small
                  onClick={() => downloadCsv(showAnswer(answered.question, answered.answer), name)}
                />
              </>
            )
          )
        }
      >
        <div class="ask-status small" role="status" aria-live="polite">
          {status === "asking" && <Loading what="Asking" />}
          {status === "cancelled" && "Cancelled."}
          {status === "idle" && answered && (
            <span class="quiet">
              As of <Time at={answered.answer.last_refresh} />
            </span>
          )}
        </div>
        {error && !isAboutSql && (
          <Message onRetry={refresh}>
            {withCode(error.message)}
            {error.attr && <span class="small">{` (at ${placeOf(error.attr)})`}</span>}
          </Message>
        )}
        {isAboutSql && <Message>There is no answer: correct the SQL.</Message>}
        {answered && (
          <div class={status === "asking" ? "ask-old" : undefined}>
            <AnswerView answered={answered} name={name} />
          </div>
        )}
      </Card>
    </>
  );
}

interface State {
  readonly answered?: Answered;
  readonly error?: ApiError;
  readonly status: "idle" | "asking" | "cancelled";
}

/** Asks a question whenever it is another one. The last answer stays until the next is there. */
function useAnswer(question: Question | null) {
  const call = useCall();
  const [state, setState] = useState<State>({ status: "idle" });
  const running = useRef<AbortController | null>(null);
  const ask = async (asked: Question, refresh: "blocking" | "force_blocking") => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState(({ answered }) => ({ ...(answered && { answered }), status: "asking" }));
    try {
      const answer = await call("query_create", { body: { query: asked, refresh } }, { signal: abort.signal });
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

interface VariableFieldsProps {
  readonly variables: readonly Variable[];
  readonly texts: VariableTexts;
  readonly onChange: (texts: VariableTexts) => void;
}

const BOOLEANS = optionsOf({ true: "Yes", false: "No" });
const HINTS = { List: "Several, with commas between them.", Date: "A date or a time, such as 2026-03-09." };

function VariableFields({ variables, texts, onChange }: VariableFieldsProps) {
  return (
    <Bar>
      {variables.map(({ name, type, description }) => {
        const value = texts[name] ?? "";
        const set = (text: string) => onChange({ ...texts, [name]: text });
        if (type === "Boolean") {
          return <Select key={name} label={name} options={BOOLEANS} value={value as "true"} onValue={set} />;
        }
        return (
          <Field
            key={name}
            label={name}
            hint={description ?? (type === "List" || type === "Date" ? HINTS[type] : undefined)}
            type={type === "Number" ? "number" : "text"}
            step="any"
            value={value}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          />
        );
      })}
    </Bar>
  );
}
