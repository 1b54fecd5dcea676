import { useLayoutEffect, useState } from "preact/hooks";

/** Forms of the page whose edits are not saved. */
const edited = new Set<symbol>();
/** Asks the person whether to leave, and calls this if so. */
let ask: ((leave: () => void) => void) | null = null;

export const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
export const hasEdits = () => edited.size > 0;

/** Forgets the page's edits: called before another page is shown, once they are saved or their object is gone. */
export const forgetEdits = () => edited.clear();

export function setLeaveQuestion(question: typeof ask): void {
  ask = question;
}

/** Does what takes the person away from the page: after a question if that loses edits. */
export function leavePage(leave: () => void): void {
  const forget = () => {
    forgetEdits();
    leave();
  };
  if (hasEdits() && ask !== null) ask(forget);
  else forget();
}

/** Keeps the edits of a form: whatever leads away from the page asks first. */
export function useUnsaved(isEdited: boolean): void {
  const [form] = useState(() => Symbol("form"));
  useLayoutEffect(() => {
    if (isEdited) edited.add(form);
    return () => void edited.delete(form);
  }, [isEdited]);
}

/** Closing and reloading the page ask in the words of the browser. */
addEventListener("beforeunload", (event) => {
  if (hasEdits()) event.preventDefault();
});
