let last = "";

/** Keeps which recordings were listed, so that the way back from one of them leads to the same list. */
export const lastSearch = {
  remember: (search: string): void => {
    last = search;
  },
  read: (): string => last,
};
