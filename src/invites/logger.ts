/** What takes reports of what went wrong without stopping a request; a pino logger fits. */
export interface Logger {
  warn(fields: object, message: string): void;
}
