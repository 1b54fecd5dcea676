import { useState } from "preact/hooks";
import { call, type Input, type Schemas, useOperation, useTurn } from "../api/operations.ts";
import { useParam } from "../api/place.ts";
import { Select } from "../components/field.tsx";
import { knownZone } from "../components/format.ts";
import { Bar, EmptyState, Loaded, Page } from "../components/page.tsx";
import { ZoneContext } from "../components/text.tsx";
import { AnswerTile, TextTile } from "./dashboard-tile.tsx";
import { DATES, SAVED_OR_DATES } from "./questions/choices.ts";
import { type Question, savedQuestion } from "./questions/question.ts";

type Dates = NonNullable<Input<"shared_answer_retrieve">["date_from"]>;

const CHOICES = SAVED_OR_DATES.filter(({ value }) => value !== "all");
const DEFAULT_DATES = "-7d";
const GONE = { title: "This link is not valid", says: "It was revoked, or what it showed was deleted." };

/** A dashboard or a saved question as those see it who have its link. */
function SharedPage() {
  const token = useParam("token");
  const [dates, setDates] = useState("");
  return (
    <Loaded resource={useOperation("shared_retrieve", { token })} gone={GONE}>
      {({ name, description, timezone, tiles }) => (
        <ZoneContext.Provider value={knownZone(timezone)}>
          <Page title={name || "Shared with you"}>
            {description && <p class="wrap-anywhere">{description}</p>}
            {tiles.length === 0 && <EmptyState title="Nothing is on this dashboard yet" />}
            {tiles.some(({ insight }) => insight) && (
              <Bar>
                <Select label="Dates" options={CHOICES} value={dates} onValue={setDates} />
              </Bar>
            )}
            <div class="board">
              {tiles.map(({ id, insight, text }) =>
                insight ? (
                  <SharedTile key={`${id} ${dates}`} {...{ token, insight, dates }} />
                ) : (
                  <TextTile key={id} text={text ?? ""} arranging={false} />
                ),
              )}
            </div>
            <p class="small quiet">{`Times in ${timezone}. Answers are up to five minutes old.`}</p>
          </Page>
        </ZoneContext.Provider>
      )}
    </Loaded>
  );
}

type Insight = NonNullable<Schemas["Shared"]["tiles"][number]["insight"]>;

interface TileProps {
  readonly token: string;
  readonly insight: Insight;
  /** Empty for those that the question has. */
  readonly dates: string;
}

function SharedTile({ token, insight, dates }: TileProps) {
  const { short_id, name, query } = insight;
  const answer = useTurn(
    (signal) =>
      call(
        "shared_answer_retrieve",
        { token, short_id, date_from: (dates || undefined) as Dates | undefined },
        { signal },
      ),
    [token, short_id, dates],
  );
  const saved = savedQuestion(query as Schemas["Query"]);
  return <AnswerTile {...{ name: name || "A question", note: noteOf(saved, dates), query, of: answer }} />;
}

/** Says which dates a tile has. */
function noteOf(saved: Question | null, dates: string): string | undefined {
  if (saved === null) return undefined;
  if (saved.kind === "HogQLQuery" || saved.kind === "RetentionQuery") {
    return dates === "" ? undefined : "These dates do not change this question.";
  }
  const { date_from, date_to } = dates === "" ? (saved.dateRange ?? {}) : { date_from: dates, date_to: null };
  const since = date_from || DEFAULT_DATES;
  if (date_to) return `From ${since} to ${date_to}`;
  return DATES.find(({ value }) => value === since)?.label ?? `Since ${since}`;
}

export const pages = { "/:token": SharedPage };
