import type { Question } from "../model/question.ts";

/** A form shows one question, and says how it is changed. */
export interface FormProps<Q extends Question> {
  readonly question: Q;
  readonly onChange: (question: Q) => void;
}
