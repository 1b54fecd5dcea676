import { call, type Schemas, useOperation, useTurn } from "../api/operations.ts";
import { useParam } from "../api/place.ts";
import { knownZone } from "../components/format.ts";
import { EmptyState, Loaded, Page } from "../components/page.tsx";
import { ZoneContext } from "../components/text.tsx";
import { AnswerTile, TextTile } from "./dashboard-tile.tsx";

const GONE = { title: "This link is not valid", says: "It was revoked, or what it showed was deleted." };

/** A dashboard or a saved question as those see it who have its link. */
function SharedPage() {
  const token = useParam("token");
  return (
    <Loaded resource={useOperation("shared_retrieve", { token })} gone={GONE}>
      {({ name, description, timezone, tiles }) => (
        <ZoneContext.Provider value={knownZone(timezone)}>
          <Page title={name || "Shared with you"}>
            {description && <p class="wrap-anywhere">{description}</p>}
            {tiles.length === 0 && <EmptyState title="Nothing is on this dashboard yet" />}
            <div class="board">
              {tiles.map(({ id, insight, text }) =>
                insight ? (
                  <SharedTile key={id} {...{ token, insight }} />
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

function SharedTile({ token, insight }: { readonly token: string; readonly insight: Insight }) {
  const { short_id, name, query } = insight;
  const answer = useTurn(
    (signal) => call("shared_answer_retrieve", { token, short_id }, { signal }),
    [token, short_id],
  );
  return <AnswerTile name={name || "A question"} query={query} of={answer} />;
}

export const pages = { "/:token": SharedPage };
