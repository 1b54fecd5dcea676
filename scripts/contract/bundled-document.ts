/** `x-deprecation`: what must stand beside each `deprecated: true`. */
interface DocumentedDeprecation {
  /** The day since which it is deprecated, such as `2026-11-01`. */
  readonly since: string;
  /** The day after which it may be gone. */
  readonly sunset: string;
  /** What to use in its place, as an end of the sentence "Use …". */
  readonly use: string;
}

/** Something that the contract may mark as deprecated. */
export interface Deprecatable {
  readonly deprecated?: boolean;
  readonly "x-deprecation"?: DocumentedDeprecation;
}

export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema?: { readonly type?: unknown; readonly default?: unknown; readonly maxItems?: number };
}

export interface DocumentedOperation extends Deprecatable {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly "x-alias-of"?: string;
  readonly "x-cors"?: boolean;
  readonly "x-client-shapes"?: string;
  readonly "x-default-event"?: string;
  readonly "x-body-limit"?: number;
  readonly "x-reserved-path"?: boolean;
  readonly "x-reads"?: boolean;
}

export interface BundledDocument {
  readonly "x-path-aliases"?: Readonly<Record<string, string>>;
  readonly security?: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly schemas?: Readonly<Record<string, { readonly "x-statuses"?: object }>>;
  };
}
