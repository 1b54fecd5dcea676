import { useMemo, useRef } from "preact/hooks";
import { useCall, useOperation, useTurn } from "../api/operations.ts";
import { Button, Loading, Message, PageLink } from "../components/page.tsx";
import { Time } from "../components/text.tsx";
import { savedQuestion } from "./questions/question.ts";
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
}

export function Tile({ insight: id, asked, arranging }: TileProps) {
  const call = useCall();
  const first = useRef(asked);
  const found = useOperation("insights_retrieve", { id });
  const refresh = asked === first.current ? "blocking" : "force_blocking";
  const answer = useTurn((signal) => call("insights_retrieve", { id, refresh }, { signal }), [call, id, asked]);
  const { data: insight } = found;
  const { data, error = found.error, isLoading } = answer;
  const name = insight ? nameOf(insight) : `Question ${id}`;
  const answered = useMemo(() => {
    const question = data && savedQuestion(data.query);
    return data?.result && question ? { question, answer: data.result } : null;
  }, [data]);
  return (
    <section class="card tile" aria-label={name}>
      <header class="card-head">
        <h2 class="wrap-anywhere">
          <PageLink to={["questions", "saved", id]}>{name}</PageLink>
        </h2>
        {arranging && <ArrangeButtons {...arranging} name={name} />}
      </header>
      {error && <Message onRetry={answer.reload}>{error.message}</Message>}
      {isLoading && !data && !error && <Loading what="Asking" />}
      {answered && (
        <div class={isLoading ? "ask-old" : undefined}>
          <AnswerView answered={answered} name={name} foldTable />
        </div>
      )}
      {data && !answered && !error && <p class="quiet">This kind of question is asked through the interface only.</p>}
      {data?.result && (
        <p class="small quiet" role="status">
          {isLoading ? (
            "Asking again…"
          ) : (
            <>
              As of <Time at={data.result.last_refresh} />
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
    <section class="card tile" aria-label="A text">
      {arranging && <ArrangeButtons {...arranging} name="the text" />}
      <p class="wrap-anywhere tile-text">{text}</p>
    </section>
  );
}

function ArrangeButtons({ isFirst, isLast, isDisabled, onMove, onRemove, name }: Arranging & { name: string }) {
  return (
    <div class="page-actions">
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
