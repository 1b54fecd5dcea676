import { useAction } from "../../../api/use-resource.ts";
import type { Question } from "../model/question.ts";
import { useInsights } from "./insights.ts";
import { NameDialog } from "./name-dialog.tsx";

interface SaveDialogProps {
  readonly question: Question;
  readonly name: string;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** Saves a question with a name. */
export function SaveDialog({ question, name, onClose, onSaved }: SaveDialogProps) {
  const insights = useInsights();
  const save = useAction(async (chosen: string) => {
    onSaved((await insights.create({ name: chosen, query: question })).short_id);
  });
  return <NameDialog title="Save the question" submit="Save" {...{ name, onClose }} action={save} />;
}
