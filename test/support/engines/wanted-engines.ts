/** Whether tests of several engines leave out the embedded ones, where they have run before: TEST_ENGINES=external. */
export const ONLY_EXTERNAL_ENGINES = process.env.TEST_ENGINES === "external";
