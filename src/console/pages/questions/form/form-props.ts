import type { Question } from "../model/question.ts";

export interface FormProps<Q extends Question> {
  readonly question: Q;
  readonly onChange: (question: Q) => void;
}
