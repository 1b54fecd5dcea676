import { SurveyRequest } from "../../../generated/console.ts";
import { type Call, type Schemas, useOperation, usePages } from "../api/operations.ts";
import { useGo } from "../api/place.ts";
import { ConfirmButton, DeleteButton } from "../components/dialog.tsx";
import { Field, Select, TextField } from "../components/field.tsx";
import { type Editing, fieldsOf, SentForm, useForm } from "../components/form.tsx";
import { formatFigure } from "../components/format.ts";
import { optionsOf } from "../components/options.ts";
import {
  Button,
  ButtonLink,
  Card,
  CrossButton,
  Loaded,
  Message,
  Page,
  PageLink,
  pageOfOne,
} from "../components/page.tsx";
import { changed, Listing, Table } from "../components/table.tsx";
import { formatCount, Time } from "../components/text.tsx";

type Survey = Schemas["Survey"];
type Question = Schemas["SurveyQuestion"];
type Stats = Schemas["SurveyStats"];

/** What a person edits; the rest of a survey stays as it is. */
type Draft = Pick<Survey, "name" | "type"> & { readonly questions: readonly Question[]; readonly url: string };

const TYPES = optionsOf<Survey["type"]>({
  popover: "In a corner of the page",
  widget: "Behind a button on the page",
  api: "By the page's own code",
});
const KINDS = optionsOf<Question["type"]>({
  open: "A text",
  rating: "A rating",
  single_choice: "One of several choices",
  multiple_choice: "Several choices",
  link: "A link",
});
const FIRST: Question = { type: "open", question: "" };
const NEW: Draft = { name: "", type: "popover", questions: [FIRST], url: "" };
const BACK = <PageLink to={["surveys"]}>Surveys</PageLink>;

function stateOf({ archived, start_date, end_date }: Survey): string {
  if (archived) return "Archived";
  if (start_date === null) return "Draft";
  return end_date === null ? "Running" : "Ended";
}

function ListPage() {
  const create = <ButtonLink label="New survey" kind="main" to={["surveys", "new"]} />;
  return (
    <Page title="Surveys" actions={create}>
      <Listing
        of={usePages("surveys_list", {})}
        caption="Surveys"
        columns={[
          { title: "Name", cell: ({ id, name }) => <PageLink to={["surveys", id]}>{name}</PageLink> },
          { title: "State", cell: stateOf },
          { title: "Questions", count: ({ questions }) => questions.length },
          ...changed,
        ]}
        empty="Visitors are not asked anything yet"
        says="A survey shows questions on the pages that load posthog-js, and counts the answers here."
      />
    </Page>
  );
}

function bodyOf({ url, questions, ...draft }: Draft, conditions: Survey["conditions"]) {
  const asked = questions.map(({ choices, ...question }) => {
    const given = question.type.endsWith("_choice") ? choices?.filter((choice) => choice !== "") : undefined;
    return { ...question, ...(given?.length && { choices: given }) };
  });
  return { ...draft, questions: asked, conditions: url || conditions ? { ...conditions, url: url || null } : null };
}

function NewPage() {
  const go = useGo();
  const create = async (draft: Draft, call: Call) =>
    go("surveys", (await call("surveys_create", { body: bodyOf(draft, null) })).id);
  return (
    <Page title="New survey" back={BACK}>
      <SurveyForm form={useForm(NEW, create, { asks: true })} submit="Create" />
    </Page>
  );
}

const SurveyPage = pageOfOne("surveys", { title: "Survey", back: BACK }, ({ one: survey, reload: onChanged }) => (
  <One key={survey.version} {...{ survey, onChanged }} />
));

function One({ survey, onChanged }: { readonly survey: Survey; readonly onChanged: () => void }) {
  const { id, name, version, start_date, end_date } = survey;
  const isRunning = stateOf(survey) === "Running";
  const change = (call: Call, body: Schemas["SurveyPatch"]) =>
    call("surveys_partial_update", { id, body: { ...body, version } }).then(onChanged);
  const draft: Draft = { name, type: survey.type, questions: survey.questions, url: survey.conditions?.url ?? "" };
  const save = (values: Draft, call: Call) => change(call, bodyOf(values, survey.conditions));
  const form = useForm(draft, save, { asks: true });
  const now = () => new Date().toISOString();
  return (
    <Page
      title={name}
      back={BACK}
      actions={
        <>
          {isRunning ? (
            <ConfirmButton
              {...{ label: "End", title: `End ${name}?`, confirm: "End it" }}
              says="Within seconds nobody sees it any more. The answers stay."
              act={(call) => change(call, { end_date: now() })}
            />
          ) : (
            <ConfirmButton
              {...{ kind: "main", label: "Start", title: `Start ${name}?`, confirm: "Start it", isHarmless: true }}
              says="Within seconds visitors see it."
              act={(call) => change(call, { start_date: start_date ?? now(), end_date: null, archived: false })}
            />
          )}
          <DeleteButton
            {...{ of: "surveys", id, area: "surveys", title: `Delete ${name}?` }}
            says="The survey is deleted. The answers stay, as events."
          />
        </>
      }
    >
      <p class="quiet">
        {stateOf(survey)}
        {start_date !== null && (
          <>
            {" "}
            since <Time at={end_date ?? start_date ?? null} />
          </>
        )}
        .
      </p>
      {start_date !== null && <Results id={id} />}
      <SurveyForm form={form} submit="Save" />
    </Page>
  );
}

const percent = (rate: number) => formatFigure({ value: rate / 100, unit: "share" });

function Results({ id }: Pick<Survey, "id">) {
  return <Loaded resource={useOperation("surveys_stats", { id })}>{Answers}</Loaded>;
}

function Answers({ stats, rates, questions }: Stats) {
  const times = (what: keyof Stats["stats"]) => formatCount(stats[what].total_count, "time");
  return (
    <>
      <Card title="Answers">
        <p>
          {`Shown ${times("survey shown")}, answered ${times("survey sent")} (${percent(rates.response_rate)}), `}
          {`dismissed ${times("survey dismissed")}.`}
        </p>
      </Card>
      {questions.map(({ id, question, answered, answers, average, nps, type, has_more }) => (
        <Card key={id} title={question}>
          {answered === 0 ? (
            <p class="quiet">Nobody has answered it yet.</p>
          ) : (
            <>
              <p>
                {formatCount(answered, "answer")}
                {average !== null && `, on average ${formatFigure({ value: average })}`}
                {nps !== null && `, net promoter score ${Math.round(nps)}`}
                {has_more && ", the newest or most frequent ones"}.
              </p>
              <Table
                caption={question}
                rows={answers}
                keyOf={({ value }) => value}
                columns={[
                  { title: "Answer", cell: ({ value }) => <span class="wrap-anywhere">{value}</span> },
                  type === "open"
                    ? { title: "Last", time: ({ last_at }) => last_at }
                    : { title: "Share", share: ({ count }) => count / answered },
                  { title: "Answers", count: ({ count }) => count },
                ]}
              />
            </>
          )}
        </Card>
      ))}
    </>
  );
}

function SurveyForm({ form, submit }: { readonly form: Editing<Draft>; readonly submit: string }) {
  const { questions } = form.values;
  const set = (next: readonly Question[]) => form.set({ questions: next });
  return (
    <Card title="Questions">
      <SentForm
        class="stack"
        byButton
        {...{ form, submit }}
        beside={form.isSaved && <Message tone="success">Saved.</Message>}
      >
        <Field label="Name" maxLength={SurveyRequest.name.maxLength} {...form.field("name")} />
        <Select label="Shown" options={TYPES} {...form.field("type")} />
        <Field label="On pages whose address contains" placeholder="all pages" {...form.field("url")} />
        {questions.map((question, index) => (
          <QuestionFields
            key={index}
            {...{ question, errorOf: (field: string) => form.errorOf(`questions__${index}__${field}`) }}
            number={index + 1}
            onChange={(changes) => set(questions.with(index, { ...question, ...changes }))}
            onRemove={questions.length > 1 ? () => set(questions.toSpliced(index, 1)) : undefined}
          />
        ))}
        <Button label="Add a question" small onClick={() => set([...questions, FIRST])} />
      </SentForm>
    </Card>
  );
}

interface QuestionProps {
  readonly question: Question;
  readonly number: number;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (changes: Partial<Question>) => void;
  readonly onRemove: (() => void) | undefined;
}

function QuestionFields({ question, number, errorOf, onChange, onRemove }: QuestionProps) {
  const { type, choices = [] } = question;
  const field = fieldsOf(question, onChange, errorOf);
  const scale = String(question.scale ?? 10) as "5" | "10";
  return (
    <fieldset class="stack">
      <legend>
        Question {number} {onRemove && <CrossButton name={`Remove question ${number}`} onClick={onRemove} />}
      </legend>
      <Field label={`Text of question ${number}`} spellcheck {...field("question")} />
      <Select
        label={`Answer to question ${number}`}
        options={KINDS}
        value={type}
        onValue={(kind) => onChange({ type: kind, ...(kind === "rating" && RATING) })}
      />
      {type.endsWith("_choice") && (
        <TextField
          label={`Choices of question ${number}`}
          hint="One in each line."
          value={choices.join("\n")}
          error={errorOf("choices")}
          onValue={(text) => onChange({ choices: text.split("\n") })}
        />
      )}
      {type === "rating" && (
        <Select
          label={`Scale of question ${number}`}
          options={SCALES}
          value={scale}
          onValue={(value) => onChange({ scale: Number(value) as 5 | 10 })}
        />
      )}
      {type === "link" && <Field label={`Address of question ${number}`} {...field("link", "")} />}
    </fieldset>
  );
}

const RATING = { display: "number", scale: 10, lowerBoundLabel: "Unlikely", upperBoundLabel: "Very likely" } as const;
const SCALES = optionsOf({ "5": "1 to 5", "10": "0 to 10" });

export const pages = { "/": ListPage, "/new": NewPage, "/:id": SurveyPage };
