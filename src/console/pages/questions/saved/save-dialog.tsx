import { useAction } from "../../../api/use-resource.ts";
import type { Question } from "../model/question.ts";
import { type Insight, useInsights } from "./insights.ts";
import { NameDialog } from "./name-dialog.tsx";

interface SaveDialogProps {
  readonly question: Question;
  readonly name: string;
  readonly variables?: Insight["variables"];
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

export function SaveDialog({ question, name, variables, onClose, onSaved }: SaveDialogProps) {
  const insights = useInsights();
  const save = useAction(async (chosen: string) => {
    onSaved((await insights.create({ name: chosen, query: question, ...(variables && { variables }) })).short_id);
  });
  return <NameDialog title="Save the question" submit="Save" {...{ name, onClose }} action={save} />;
}
