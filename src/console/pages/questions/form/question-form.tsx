import { useGroupTypes } from "../../../api/operations.ts";
import type { Question } from "../model/question.ts";
import type { FormProps } from "./fields.tsx";
import { FunnelForm } from "./funnel-form.tsx";
import { GroupTypes } from "./group-types.ts";
import { PathsForm } from "./paths-form.tsx";
import { RetentionForm } from "./retention-form.tsx";
import { SqlForm } from "./sql-form.tsx";
import { LifecycleForm, StickinessForm, TrendsForm } from "./trends-form.tsx";

interface QuestionFormProps extends FormProps<Question> {
  readonly sqlError: string | undefined;
}

/** Keeps what it does not show of a question from elsewhere. */
export function QuestionForm(props: QuestionFormProps) {
  return (
    <GroupTypes.Provider value={useGroupTypes()}>
      <FormOfKind {...props} />
    </GroupTypes.Provider>
  );
}

function FormOfKind({ question, onChange, sqlError }: QuestionFormProps) {
  switch (question.kind) {
    case "TrendsQuery":
      return <TrendsForm {...{ question, onChange }} />;
    case "FunnelsQuery":
      return <FunnelForm {...{ question, onChange }} />;
    case "RetentionQuery":
      return <RetentionForm {...{ question, onChange }} />;
    case "PathsQuery":
      return <PathsForm {...{ question, onChange }} />;
    case "LifecycleQuery":
      return <LifecycleForm {...{ question, onChange }} />;
    case "StickinessQuery":
      return <StickinessForm {...{ question, onChange }} />;
    case "HogQLQuery":
      return <SqlForm {...{ question, onChange }} error={sqlError} />;
  }
}
