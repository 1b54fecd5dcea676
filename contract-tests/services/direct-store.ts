/** An event as it is stored. */
export interface StoredEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** The JSON as it is stored. */
  readonly properties: string;
}

/**
 * Accesses a store without the service, for what no operation shows or does. Each engine has its own implementation.
 */
export interface DirectStore {
  /** Returns the events with these uuids, each as often as it is stored. */
  readonly findEvents: (projectId: string, uuids: readonly string[]) => Promise<StoredEvent[]>;
  /** Makes the store unavailable to the service. */
  readonly makeUnavailable: () => Promise<void>;
  /** Makes it available again. */
  readonly makeAvailable: () => Promise<void>;
}
