/** The command line is invalid. */
export class UsageError extends Error {}

/** A deployment cannot be tested, for the reason in the message. */
export class PreflightError extends Error {}
