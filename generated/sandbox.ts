// Made from openapi/ by `npm run generate`: change the contract there, not this file.

export interface paths {
    "/_sandbox/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events that arrived
         * @description The tenant's events that arrived since the start or its last reset, accepted or not, oldest first. A request whose body
         *     could not be read counts as one event. The sandbox remembers the last 10,000 events, and up to 32 MB of them;
         *     of more, the oldest are forgotten.
         */
        get: operations["sandbox_events_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore the data
         * @description Restores the data that the tenant had when it was created, its keys and its clock, ends its failures, and forgets
         *     its events. The `id` of events continues. The project is a new one: paths may still name it by its first id.
         */
        post: operations["sandbox_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/console": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the console
         * @description Leads a browser to a new link with which the tenant's owner signs in to the console, once, within ten minutes.
         *     A browser that sends the header `X-Sandbox-Tenant` with each request sees that tenant.
         */
        get: operations["sandbox_console_open"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add data
         * @description Adds flags, persons, events and recordings to the tenant's project, in this order. Everything is stored when the
         *     response is sent, so that questions, lists and decisions include it. Events may be as old as you like. `history`
         *     makes visits of a shop on as many whole days (UTC) before today, always as many for the same numbers: its
         *     trends, funnels and retention are worth asking about.
         */
        post: operations["sandbox_seed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the clock
         * @description Returns the time that the tenant's requests have.
         */
        get: operations["sandbox_clock_retrieve"];
        /**
         * Set or advance the clock
         * @description Sets the tenant's clock, which then runs on. It decides when invites, sessions and links expire, when events
         *     arrive, what `-7d` means in a question, and what is too old: events beyond the retention of the project, and
         *     unpinned recordings after 30 days, are gone when the response is sent. Timers of clients are not affected.
         */
        put: operations["sandbox_clock_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the failures
         * @description Returns the tenant's failures that are still to come.
         */
        get: operations["sandbox_failures_list"];
        put?: never;
        /**
         * Let requests fail
         * @description Makes the next requests of the tenant fail, or all until the failures are deleted or the tenant is reset. The first
         *     failure that applies to a request is used. With `code`, it applies to operations that document this response. A
         *     request with the header `Prefer` is not counted.
         */
        post: operations["sandbox_failures_create"];
        /**
         * End the failures
         * @description Deletes all failures of the tenant.
         */
        delete: operations["sandbox_failures_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tenants
         * @description Returns the tenants, in the order of their creation. The first is `default`.
         */
        get: operations["sandbox_tenants_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the tenant, for example that of a test.
                 * @example checkout-3
                 */
                name: components["schemas"]["TenantName"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Create a tenant
         * @description Creates the tenant unless it exists, and returns it. A request whose `X-Sandbox-Tenant` names no tenant creates it,
         *     too, with sample data.
         */
        put: operations["sandbox_tenants_update"];
        post?: never;
        /**
         * Delete a tenant
         * @description Deletes the tenant with its data. Its keys are then unknown. `default` cannot be deleted.
         */
        delete: operations["sandbox_tenants_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        TenantName: string;
        /** @description Tenants in the order of their creation. */
        Tenants: {
            /** @description The tenants. */
            results: components["schemas"]["Tenant"][];
        };
        /** @description A tenant, and what a program needs to use it. */
        Tenant: {
            name: components["schemas"]["TenantName"];
            /** Format: uuid */
            organization_id: string;
            /** @description The id of the project. Each reset changes it; paths may name any earlier one. */
            project_id: string;
            /** @description It follows from the name, and is the same after each reset. */
            project_api_key: string;
            /** @description It follows from the name, and is the same after each reset. */
            personal_api_key: string;
        };
        /** @description How a tenant begins, and what a reset restores. */
        TenantOptions: {
            /**
             * @description Whether it has the data of the contract's examples; otherwise it is empty.
             * @default true
             */
            samples: boolean;
        };
        /** @description The time of a tenant. */
        Clock: {
            /** Format: date-time */
            now: string;
        };
        /** @description A time, or by how many seconds to advance. */
        ClockChange: {
            /**
             * Format: date-time
             * @description The new time.
             */
            now?: string;
            /** @description Seconds to add. */
            advance?: number;
        };
        /** @description Failures in the order in which they are tried. */
        Failures: {
            /** @description The failures. */
            results: components["schemas"]["Failure"][];
        };
        /** @description How requests fail, and which. */
        Failure: {
            /** @description The `operationId` of the requests; without it, all operations. */
            operation?: string;
            /** @description How many more requests fail; without it, all. */
            times?: number;
            /** @description The status of an error that the operation documents. */
            code?: number;
            /** @description The name of the documented example to answer with; without it, the first. */
            example?: string;
            /** @description The seconds of the header `Retry-After`, if the response has one. */
            retry_after?: number;
            /** @description Seconds until the response begins. The request is processed before. */
            delay?: number;
            /** @description Seconds over which the body is sent, in ten parts. */
            drip?: number;
            /** @description Whether the connection breaks off in the middle of the body. */
            cut?: boolean;
            /** @description Whether a byte in the middle of the body is replaced by one that no JSON has. */
            garble?: boolean;
        };
        /** @description Data to add. */
        Seed: {
            /** @description Flags as `sightline flags apply` takes them. One with a known key replaces it. */
            flags?: {
                [key: string]: unknown;
            }[];
            /** @description Persons, known by all of their distinct ids. */
            persons?: {
                /** @description The distinct ids. */
                distinct_ids: string[];
                properties?: components["schemas"]["Properties"];
            }[];
            /** @description Events as `/batch/` takes them. */
            events?: components["schemas"]["BatchEvent"][];
            /** @description Sessions with what was recorded. They are stored in files. */
            recordings?: {
                session_id: string;
                distinct_id: string;
                /** @description What each window recorded, in order. */
                snapshots: components["schemas"]["SnapshotLine"][];
            }[];
            /** @description Visits of a shop. */
            history?: {
                /** @description How many days before today have visits. */
                days: number;
                /**
                 * @description How many visitors there are.
                 * @default 40
                 */
                persons: number;
            };
        };
        /** @description How much was added. */
        Seeded: {
            flags: number;
            /** @description Without those of events. */
            persons: number;
            events: number;
            recordings: number;
        };
        /** @description Events in the order in which they arrived. */
        ArrivedEvents: {
            /** @description The events. */
            results: components["schemas"]["ArrivedEvent"][];
        };
        /** @description An event that arrived, and what became of it. */
        ArrivedEvent: {
            /**
             * Format: int64
             * @description Counted from 1 in the order of arrival at the tenant.
             */
            id: number;
            /** Format: date-time */
            received_at: string;
            /** @description The `operationId` of the request, such as `capture` or `batch`. */
            operation: string;
            /**
             * @description `accepted` if the event is stored, `dropped` if the request was accepted but the event has no name or no
             *     distinct id, `rejected` if the request was refused.
             * @enum {string}
             */
            outcome: "accepted" | "dropped" | "rejected";
            /** @description The status of the response that the client got. */
            status: number;
            /** @description The error that the client got; null if the request was accepted. */
            error: components["schemas"]["Error"] | null;
            /**
             * @description An accepted event as it is stored: `event`, `distinct_id`, `timestamp` and `properties`. Any other event as
             *     the client sent it; null if the body could not be read.
             */
            event: unknown;
        };
        /**
         * @description The code that programs should check.
         *
         *     | Code | Status | Meaning |
         *     |---|---|---|
         *     | `required` | 400 | a field is missing |
         *     | `null` | 400 | a field is null but must not be |
         *     | `blank` | 400 | a field is empty but must not be |
         *     | `invalid_input` | 400 | a value has the wrong type, is out of bounds or is refused for another reason |
         *     | `unique` | 400 | a value may occur only once |
         *     | `max_length` | 400 | a value or a list is too long |
         *     | `invalid_project` | 400 | the project cannot be determined, or the key's user cannot access it |
         *     | `parse_error` | 400 | the body cannot be read |
         *     | `not_authenticated` | 401 | the private interface was called without a key |
         *     | `invalid_api_key` | 401 | the project API key is missing or unknown |
         *     | `invalid_personal_api_key` | 401 | the personal API key is unknown or revoked |
         *     | `permission_denied` | 403 | the key may read this resource but not change it |
         *     | `not_found` | 404 | the resource does not exist, or the key has no access to it |
         *     | `method_not_allowed` | 405 | the path does not support this method |
         *     | `request_timeout` | 408 | the request arrives too slowly |
         *     | `breaking_change` | 409 | what is valid now could become invalid |
         *     | `conflict` | 409 | the resource has another version than the client knows |
         *     | `request_too_large` | 413 | the body is too large, holds too much, or unpacks to suspiciously much |
         *     | `unsupported_media_type` | 415 | the content type of the body is not supported |
         *     | `query_limit_exceeded` | 400 | a question takes too much time, memory or space |
         *     | `range_not_satisfiable` | 416 | the range is outside the file |
         *     | `throttled` | 429 | too many requests |
         *     | `headers_too_large` | 431 | the headers are too long |
         *     | `fetch_team_fail` | 503 | the project of the key could not be looked up (deprecated: treat it like any other 503) |
         *     | `journal_full` | 503 | there is no room for events at the moment |
         *     | `query_engine_failed` | 503 | the engine of questions failed while it ran this one |
         *     | `service_unavailable` | 503 | a component that the response needs cannot be reached |
         * @enum {string}
         */
        ErrorCode: "required" | "null" | "blank" | "invalid_input" | "unique" | "max_length" | "invalid_project" | "parse_error" | "not_authenticated" | "invalid_api_key" | "invalid_personal_api_key" | "permission_denied" | "not_found" | "method_not_allowed" | "request_timeout" | "breaking_change" | "conflict" | "request_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "throttled" | "headers_too_large" | "fetch_team_fail" | "journal_full" | "query_engine_failed" | "query_limit_exceeded" | "service_unavailable";
        /** @description The shape of every error. */
        Error: {
            /**
             * @description The category of the error.
             * @enum {string}
             */
            type: "validation_error" | "authentication_error" | "invalid_request" | "throttled_error" | "server_error";
            code: components["schemas"]["ErrorCode"];
            /** @description A sentence for people. It may change. */
            detail: string;
            /**
             * @description The field or parameter that caused the error, if there is one. Inside lists and objects it is a path joined by two
             *     underscores, such as `batch__17__event`.
             */
            attr?: string;
        };
        /** @description A free-form map from property names to any JSON values. */
        Properties: {
            [key: string]: unknown;
        };
        /**
         * @description Something that happened. An event without a name, without a distinct id or with an empty distinct id is dropped
         *     without an error, alone: the other events of its request are kept. Fields that are not listed here are ignored.
         */
        Event: {
            /** @description The name of the event. Any name is allowed; names that begin with `$` belong to Sightline. */
            event?: string | null;
            /**
             * @description The user or visitor who caused the event. It may be in `properties.distinct_id` instead. It is converted to a
             *     string and truncated to 200 characters.
             */
            distinct_id?: string | number | boolean | null;
            /** @description Any data about the event. Names and values are free-form and are returned exactly as sent. */
            properties?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description When the event happened, in ISO 8601. If absent, the current time is used. If `sent_at` is present, it is used to
             *     correct a clock that is wrong by more than two minutes; how long the request takes moves nothing. No format is enforced, because an event is worth more than its time. A time that cannot be
             *     read, or is more than 23 hours ahead, is replaced by the current time.
             */
            timestamp?: string | null;
            /**
             * @description How many milliseconds before `sent_at`, or before the request arrives, the event happened. Some clients send it
             *     instead of `timestamp`. They send it unchanged when they repeat a request, with a later `sent_at`; the event's
             *     `uuid` then says when it happened, if it is of version 7.
             */
            offset?: number | null;
            /**
             * @description Identifies the event within the project: a UUID as text. Events with the same `uuid` are stored once. Anything
             *     else (such as null or an empty text, which some libraries send) counts as absent: the service generates one.
             */
            uuid?: unknown;
            /** @description Properties to set on the person. */
            $set?: {
                [key: string]: unknown;
            } | null;
            /** @description Properties to set on the person if they are not set yet. */
            $set_once?: {
                [key: string]: unknown;
            } | null;
            /** @description Names of properties to remove from the person, as a list or as the keys of an object. */
            $unset?: string[] | {
                [key: string]: unknown;
            } | null;
            /** @description The context of the event (library, page, locale …), which some libraries send with `$identify`. */
            context?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description An event of a batch. Its distinct id may be at the root or, as many libraries send it, in `properties`. */
        BatchEvent: components["schemas"]["Event"];
        /** @description An rrweb event, as created by the recorder in the page. */
        RrwebEvent: {
            /** @description The rrweb event type: 2 full snapshot, 3 incremental snapshot, 4 meta, 5 custom, 6 plugin … */
            type: number;
            /** @description The time of the event, in milliseconds since 1970. */
            timestamp: number;
            /** @description Data whose shape depends on the type. */
            data?: unknown;
        };
        /** @description A line of a snapshot stream. */
        SnapshotLine: {
            /** @description The browser window of the events. */
            window_id: string;
            /** @description The events of the window, in order. */
            data: components["schemas"]["RrwebEvent"][];
        };
    };
    responses: never;
    parameters: {
        /**
         * @description The name of the tenant. It is created if it does not exist.
         * @example default
         */
        Tenant: components["schemas"]["TenantName"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this request in the logs of the service: the `X-Request-Id` of the request if it has 1 to 64 letters,
         *     digits, `_`, `.`, `:` and `-`, else a new one.
         * @example req-7f3a9c21d4
         */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sandbox_events_list: {
        parameters: {
            query?: {
                /**
                 * @description Only events with a higher `id`. Give the last `id` that you have seen to get the next events.
                 * @example 2
                 */
                after?: number;
                /**
                 * @description How long to wait for an event if there is none yet, in seconds. The response is sent as soon as one arrives;
                 *     otherwise its list is empty.
                 * @example 5
                 */
                wait?: number;
            };
            header?: {
                /**
                 * @description The name of the tenant. It is created if it does not exist.
                 * @example default
                 */
                "X-Sandbox-Tenant"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to 1,000 events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArrivedEvents"];
                };
            };
            /** @description A parameter is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sandbox_reset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The name of the tenant. It is created if it does not exist.
                 * @example default
                 */
                "X-Sandbox-Tenant"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The name of the tenant is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The sandbox is ending. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sandbox_console_open: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The name of the tenant. It is created if it does not exist.
                 * @example default
                 */
                "X-Sandbox-Tenant"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description A path of the console.
                     * @example /#/sign-in/sit_Jd7quPRczcUfoxQmINUG3OYnZRNPxix1qbfGHkQA
                     */
                    Location: string;
                    /**
                     * @description Never kept, because the link works once.
                     * @example no-store
                     */
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The name of the tenant is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The sandbox is ending. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sandbox_seed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The name of the tenant. It is created if it does not exist.
                 * @example default
                 */
                "X-Sandbox-Tenant"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Seed"];
            };
        };
        responses: {
            /** @description What was added. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Seeded"];
                };
            };
            /** @description The name of the tenant, a flag or another part of the body is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The sandbox is ending. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sandbox_clock_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The name of the tenant. It is created if it does not exist.
                 * @example default
                 */
                "X-Sandbox-Tenant"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            /** @description The name of the tenant is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sandbox_clock_update: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The name of the tenant. It is created if it does not exist.
                 * @example default
                 */
                "X-Sandbox-Tenant"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockChange"];
            };
        };
        responses: {
            /** @description The new time. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            /** @description The name of the tenant or the body is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The sandbox is ending. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sandbox_failures_list: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The name of the tenant. It is created if it does not exist.
                 * @example default
                 */
                "X-Sandbox-Tenant"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The failures, in the order in which they are tried. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failures"];
                };
            };
            /** @description The name of the tenant is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sandbox_failures_create: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The name of the tenant. It is created if it does not exist.
                 * @example default
                 */
                "X-Sandbox-Tenant"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        responses: {
            /** @description The failure. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The failure is not one that the contract documents, or the body is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sandbox_failures_destroy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The name of the tenant. It is created if it does not exist.
                 * @example default
                 */
                "X-Sandbox-Tenant"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The name of the tenant is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sandbox_tenants_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenants. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenants"];
                };
            };
        };
    };
    sandbox_tenants_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the tenant, for example that of a test.
                 * @example checkout-3
                 */
                name: components["schemas"]["TenantName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantOptions"];
            };
        };
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            /** @description The name or the body is not valid, or there are 1,000 tenants. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The sandbox is ending. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sandbox_tenants_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the tenant, for example that of a test.
                 * @example checkout-3
                 */
                name: components["schemas"]["TenantName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or there was no such tenant. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The name of the tenant is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The sandbox is ending. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
export type Schemas = components["schemas"];
