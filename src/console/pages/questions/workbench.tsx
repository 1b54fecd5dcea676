import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useResource } from "../../api/operations.ts";
import { isEqual } from "../../api/place.ts";
import { Field, Select } from "../../components/field.tsx";
import { optionsOf } from "../../components/options.ts";
import { Bar, Button, Card, Loading, Message } from "../../components/page.tsx";
import { Time, withCode } from "../../components/text.tsx";
import { bindTexts, complete, defaultTexts, type Variable, type VariableTexts } from "./complete.ts";
import { QuestionForm } from "./form/question-form.tsx";
import type { Question } from "./question.ts";
import { AnswerView } from "./result/answer-view.tsx";
import { downloadCsv } from "./result/csv.ts";
import { downloadPicture } from "./result/picture.ts";
import { type Answered, showAnswer } from "./result/show-answer.ts";

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
  const { data, error, isLoading, isCancelled, cancel, reload } = useAnswer(bound);
  const answered = error ? null : data;
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
          <div class="stack ask-form">
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
          isLoading ? (
            <Button label="Cancel" small onClick={cancel} />
          ) : (
            answered && (
              <>
                <Button label="Refresh" small onClick={reload} />
                <Button
                  label="CSV"
                  small
                  onClick={() => downloadCsv(showAnswer(answered.question, answered.answer), name)}
                />
                <PictureButton {...{ answered, name }} />
              </>
            )
          )
        }
      >
        <div class="ask-status small" role="status" aria-live="polite">
          {isLoading && <Loading what="Asking" />}
          {isCancelled && "Cancelled."}
          {!isLoading && !isCancelled && answered && (
            <span class="quiet">
              As of <Time at={answered.answer.last_refresh} />
            </span>
          )}
        </div>
        {error && !isAboutSql && (
          <Message onRetry={reload}>
            {withCode(error.message)}
            {error.attr && <span class="small">{` (at ${placeOf(error.attr)})`}</span>}
          </Message>
        )}
        {isAboutSql && <Message>There is no answer: correct the SQL.</Message>}
        {answered && (
          <div class={isLoading ? "ask-old" : undefined}>
            <AnswerView answered={answered} name={name} />
          </div>
        )}
      </Card>
    </>
  );
}

/** Asks the last question that can be asked, when it is another one. The last answer stays until the next is there. */
function useAnswer(question: Question | null) {
  const last = useRef(question);
  last.current = question ?? last.current;
  const query = last.current;
  return useResource<Answered | null>(
    async (signal, call, isAgain) => {
      if (query === null) return null;
      const body = { query, refresh: isAgain ? ("force_blocking" as const) : ("blocking" as const) };
      return { question: query, answer: await call("query_create", { body }, { signal }) };
    },
    [JSON.stringify(query)],
    { keep: true },
  );
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

function PictureButton({ answered, name }: { readonly answered: Answered; readonly name: string }) {
  const { chart, isEmpty } = useMemo(() => showAnswer(answered.question, answered.answer), [answered]);
  if (!chart || isEmpty) return null;
  return (
    <Button
      label="PNG"
      small
      onClick={({ currentTarget }) => downloadPicture(chart, name, currentTarget.closest("section") ?? document.body)}
    />
  );
}
