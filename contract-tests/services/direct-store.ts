/** An event as the store keeps it. */
export interface StoredEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** The JSON that is kept. */
  readonly properties: string;
}

/**
 * Accesses a store without the service, for what no operation shows or does. Each engine has its own implementation.
 */
export interface DirectStore {
  /** The events with these uuids, as often as they are kept. */
  readonly findEvents: (projectId: string, uuids: readonly string[]) => Promise<StoredEvent[]>;
  /** Makes the documents unusable for the service. */
  readonly makeUnavailable: () => Promise<void>;
  /** Makes them usable again. */
  readonly makeAvailable: () => Promise<void>;
}
