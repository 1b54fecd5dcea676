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
         * @description The events that arrived since the start or the last reset, accepted or not, oldest first. A request whose body
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
         * @description Restores the data that the sandbox had when it started, and forgets the events that arrived. Requests in
         *     progress are finished before, later ones afterwards. The `id` of events continues.
         */
        post: operations["sandbox_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Events in the order in which they arrived. */
        ArrivedEvents: {
            /** @description The events. */
            results: components["schemas"]["ArrivedEvent"][];
        };
        /** @description An event that arrived, and what became of it. */
        ArrivedEvent: {
            /**
             * Format: int64
             * @description Counted from 1 in the order of arrival.
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
         *     | `query_engine_missing` | 503 | the optional package that answers questions is not installed |
         *     | `service_unavailable` | 503 | a component that the response needs cannot be reached |
         * @enum {string}
         */
        ErrorCode: "required" | "null" | "blank" | "invalid_input" | "unique" | "max_length" | "invalid_project" | "parse_error" | "not_authenticated" | "invalid_api_key" | "invalid_personal_api_key" | "permission_denied" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "request_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "throttled" | "headers_too_large" | "fetch_team_fail" | "journal_full" | "query_engine_failed" | "query_engine_missing" | "query_limit_exceeded" | "service_unavailable";
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
    };
    responses: never;
    parameters: never;
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
            header?: never;
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
            header?: never;
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
