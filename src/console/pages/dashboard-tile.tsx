import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { type Answer, type Resource, type Schemas, useOperation, useTurn } from "../api/operations.ts";
import { Button, Loading, Message, PageLink } from "../components/page.tsx";
import { Time } from "../components/text.tsx";
import { complete, isFilled } from "./questions/complete.ts";
import { type Filter, type Question, savedQuestion } from "./questions/question.ts";
import { AnswerView } from "./questions/result/answer-view.tsx";
import { nameOf } from "./questions/saved-list.tsx";

interface Arranging {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isDisabled: boolean;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

interface TileProps {
  readonly insight: string;
  /** How often the person asked for fresh answers. */
  readonly asked: number;
  readonly arranging: Arranging | false;
  readonly narrowing: Narrowing;
}

/** What is asked of all tiles, beside what each has: dates in place of its own, and further conditions. */
interface Narrowing {
  /** Empty for those that each tile has. */
  readonly dates: string;
  readonly where: readonly Filter[];
}

export function Tile({ insight: id, asked, arranging, narrowing }: TileProps) {
  const first = useRef(asked);
  const found = useOperation("insights_retrieve", { id });
  const refresh = asked === first.current ? "blocking" : "force_blocking";
  const { data: insight } = found;
  const isNarrowing = narrowing.dates !== "" || narrowing.where.some(isFilled);
  const saved = insight && savedQuestion(insight.query);
  const narrowed = isNarrowing && saved ? narrow(saved, narrowing) : null;
  const answer = useTurn(
    async (signal, call) => {
      if (isNarrowing && !insight) return undefined; // it is loaded first
      if (narrowed) return call("query_create", { body: { query: narrowed, refresh } }, { signal });
      return (await call("insights_retrieve", { id, refresh }, { signal })).result ?? undefined;
    },
    [id, asked, isNarrowing && !insight, JSON.stringify(narrowed)],
  );
  const { error = found.error } = answer;
  const name = insight ? nameOf(insight) : `Question ${id}`;
  return (
    <AnswerTile
      {...{ name, query: narrowed ?? insight?.query, of: { ...answer, error } }}
      note={isNarrowing && saved && !narrowed ? "Dates and conditions of all tiles do not change SQL." : undefined}
      title={<PageLink to={["questions", "saved", id]}>{name}</PageLink>}
      actions={arranging && <ArrangeButtons {...arranging} name={name} />}
    />
  );
}

/** Returns the question with other dates and further conditions; null of SQL, which has its own. */
function narrow(saved: Question, { dates, where }: Narrowing): Question | null {
  if (saved.kind === "HogQLQuery") return null;
  const dateRange = dates === "" ? saved.dateRange : { date_from: dates };
  const own = Array.isArray(saved.properties) ? saved.properties : [];
  const completed = complete({ ...saved, ...(dateRange && { dateRange }), properties: [...own, ...where] });
  return "question" in completed ? completed.question : null;
}

interface AnswerTileProps {
  readonly name: string;
  readonly note?: string | undefined;
  readonly query: Schemas["Query"] | Question | undefined;
  readonly of: Resource<Answer<"query_create">>;
  readonly title?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

export function AnswerTile({ name, query, of: { data, error, isLoading, reload }, ...head }: AnswerTileProps) {
  const { title = name, actions, note } = head;
  const answered = useMemo(() => {
    const question = query && savedQuestion(query as Schemas["Query"]);
    return data && question ? { question, answer: data } : null;
  }, [data, query]);
  return (
    <section class="stack card tile" aria-label={name}>
      <header class="row page-head">
        <h2 class="wrap-anywhere">{title}</h2>
        {actions}
      </header>
      {note && <p class="small quiet">{note}</p>}
      {error && <Message onRetry={reload}>{error.message}</Message>}
      {isLoading && !data && !error && <Loading what="Asking" />}
      {answered && (
        <div class={isLoading ? "ask-old" : undefined}>
          <AnswerView answered={answered} name={name} foldTable />
        </div>
      )}
      {data && !answered && !error && <p class="quiet">This kind of question is asked through the interface only.</p>}
      {data && (
        <p class="small quiet" role="status">
          {isLoading ? (
            "Asking again…"
          ) : (
            <>
              As of <Time at={data.last_refresh} />
            </>
          )}
        </p>
      )}
    </section>
  );
}

/** A text that a tool put on the dashboard, as it is written: Markdown is not shown as such. */
export function TextTile({ text, arranging }: { readonly text: string; readonly arranging: Arranging | false }) {
  return (
    <section class="stack card tile" aria-label="A text">
      {arranging && <ArrangeButtons {...arranging} name="the text" />}
      <p class="wrap-anywhere tile-text">{text}</p>
    </section>
  );
}

function ArrangeButtons({ isFirst, isLast, isDisabled, onMove, onRemove, name }: Arranging & { name: string }) {
  return (
    <div class="row">
      <Button small disabled={isFirst || isDisabled} aria-label={`Move ${name} forward`} onClick={() => onMove(-1)}>
        <span aria-hidden="true">↑</span>
      </Button>
      <Button small disabled={isLast || isDisabled} aria-label={`Move ${name} back`} onClick={() => onMove(1)}>
        <span aria-hidden="true">↓</span>
      </Button>
      <Button small disabled={isDisabled} aria-label={`Take ${name} off the dashboard`} onClick={onRemove}>
        <span aria-hidden="true">✕</span>
      </Button>
    </div>
  );
}
