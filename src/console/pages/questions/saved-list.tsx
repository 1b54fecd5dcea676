import { type Schemas, usePages } from "../../api/operations.ts";
import { useProjectPath } from "../../api/place.ts";
import { PageLink } from "../../components/page.tsx";
import { changed, Listing } from "../../components/table.tsx";
import { isKind, KINDS, type Question, savedQuestion } from "./question.ts";

/** Returns what makes links that have a question in them: they can be shared, and nothing is stored for them. */
export function useAskPath(): (question: Question, name?: string) => string {
  const pathTo = useProjectPath();
  return (question, name) => {
    const filters = new URLSearchParams({ q: JSON.stringify(question), ...(name && { name }) });
    return `${pathTo("questions", "ask")}?${filters}`;
  };
}

export const BACK = <PageLink to={["questions"]}>Questions</PageLink>;

type Insight = Schemas["Insight"];
export const nameOf = ({ name, short_id }: Pick<Insight, "name" | "short_id">) => name || `Question ${short_id}`;
export const nameOfDashboard = ({ name, id }: Pick<Schemas["Dashboard"], "name" | "id">) => name || `Dashboard ${id}`;
export function kindOf({ query }: Insight): string {
  const { kind } = savedQuestion(query) ?? query;
  return isKind(kind) ? KINDS[kind].label : kind;
}

export function SavedList() {
  return (
    <Listing
      of={usePages("insights_list", {})}
      caption="Saved questions"
      keyOf={({ short_id }) => short_id}
      columns={[
        {
          title: "Name",
          cell: (insight) => <PageLink to={["questions", "saved", insight.short_id]}>{nameOf(insight)}</PageLink>,
        },
        { title: "Kind", cell: kindOf },
        ...changed,
      ]}
      empty="No question is saved yet"
      says="Ask one of those above, and save it: it can then be on dashboards, too."
    />
  );
}
