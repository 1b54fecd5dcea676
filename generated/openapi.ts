// Made from openapi/ by `npm run generate`: change the contract there, not this file.

export interface paths {
    "/capture/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture an event
         * @description Takes one event. Any name is welcome; those that mean more to Sightline are `$pageview`, `$screen`, `$identify`, `$create_alias`,
         *     `$groupidentify` and `$snapshot`, each of them among the examples, and `properties.$groups` ties any event to groups.
         *
         *     An event without a name, without a distinct id, or with an empty one is dropped without an error: the answer is 200 as well. What is answered
         *     200 is on disk. An event that is sent again with the same `uuid` is stored once, so that a client may repeat what it did not hear about.
         */
        post: operations["capture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture many events
         * @description Takes any number of events of one project, each as `/capture/` takes it, in a body smaller than 20 MiB; a larger one is answered 413. Events
         *     that would be dropped are dropped one by one, the others are kept.
         */
        post: operations["batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/decide/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide feature flags
         * @description Tells which feature flags are on for a user. Flags keep their answer for a user until their settings change, so that clients may remember it. Flags
         *     are not made here.
         *
         *     `groups` is read by versions from 2 on; `person_properties` and `group_properties` by versions from 3 on. A flag that cannot be computed is left out, the
         *     others are answered, and version 3 says so in `errorComputingFlags`, version 4 in `errorsWhileComputingFlags`.
         */
        post: operations["decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide feature flags, as newer libraries ask
         * @description Decides as `/decide/` does, and says of each flag why it has its value. `person_properties` and `group_properties` are read.
         */
        post: operations["flags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/e/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture events from a browser
         * @description Takes events as `/capture/` and `/batch/` do, in the shapes and packings of browser libraries. What a list or a batch has wrong is named as in a batch
         *     (`batch__17__event`).
         */
        post: operations["capture_e"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/i/v0/e/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture events from a browser, newer path
         * @description The same as `/e/`.
         */
        post: operations["capture_i_v0_e"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture session recordings
         * @description The same as `/e/`; browser libraries send `$snapshot` events here.
         */
        post: operations["capture_s"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/track/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture events, older path
         * @description The same as `/e/`.
         */
        post: operations["capture_track"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/engage/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set properties of a person, older path
         * @description The same as `/e/`, but that an event without a name is not dropped: it is called `$set`, since old libraries send properties of a person here.
         */
        post: operations["capture_engage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/array/{token}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Settings of client libraries
         * @description What a library loads when it starts.
         */
        get: operations["remote_config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/array/{token}/config.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Settings of client libraries, as a script
         * @description The same as `/array/{token}/config`, put where the library in the page finds it.
         */
        get: operations["remote_config_script"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/static/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A script of the browser library
         * @description What the browser library (posthog-js), or a page's snippet, loads from its server: the library itself, the recorder and the like. They come from the npm package posthog-js, where it is installed beside the service; whatever version asks gets that one's.
         */
        get: operations["client_script"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/static/{version}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A script of one version of the browser library
         * @description The same as `/static/{file}`, if the service has this version.
         */
        get: operations["client_script_version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/feature_flag/local_evaluation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Flag definitions for server libraries
         * @description The flags of a project, so that a server library can evaluate them by itself, and come to what `/decide/` answers. A flag with rules that libraries know
         *     differently is marked, so that they ask; `/decide/` decides such flags. Needs a personal API key of a user who can see the project.
         */
        get: operations["local_evaluation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flags/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Flag definitions for newer server libraries
         * @description The same as `/api/feature_flag/local_evaluation`.
         */
        get: operations["flag_definitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/surveys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * No surveys
         * @description Sightline has no surveys: a library that asks is told that there are none, and carries on.
         */
        get: operations["surveys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/early_access_features/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * No early access features
         * @description Sightline has no early access features: a library that asks is told that there are none, and carries on.
         */
        get: operations["early_access_features"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/web_experiments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * No web experiments
         * @description Sightline has no web experiments: a library that asks is told that there are none, and carries on.
         */
        get: operations["web_experiments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/product_tours/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * No product tours
         * @description Sightline has no product tours: a library that asks is told that there are none, and carries on.
         */
        get: operations["product_tours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/session_recordings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List recordings
         * @description The recordings of a project, newest first. What the query asks for besides the page has to hold of each of them, all at once; `count` is the
         *     number of those of which it holds.
         */
        get: operations["session_recordings_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/session_recordings/properties": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve the properties of recordings
         * @description What the events of up to 100 sessions say of the browser, the device and the place. The answer is the newest of these recordings, with `results`
         *     for all of them. When none of them exists the answer is 404.
         */
        get: operations["session_recordings_properties_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/session_recordings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The recording, by the `$session_id` of its snapshots.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a recording
         * @description One recording, without its snapshots.
         */
        get: operations["session_recordings_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete a recording
         * @description Erases a recording and its snapshots, wherever they are. They cannot be brought back.
         */
        delete: operations["session_recordings_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/session_recordings/{id}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The recording, by the `$session_id` of its snapshots.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Pin a recording
         * @description Pins a recording for the user whose key it is. Each user pins it once, however often this is called; `pinned_count` is how many users have.
         *     A pinned recording is kept, also where the service is set to erase recordings after some time.
         */
        put: operations["session_recordings_pin"];
        post?: never;
        /**
         * Unpin a recording
         * @description Takes back the pin of the user whose key it is, if there is one.
         */
        delete: operations["session_recordings_unpin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/session_recordings/{id}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The recording, by the `$session_id` of its snapshots.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve the snapshots of a recording
         * @description | Asked for | Answer |
         *     |---|---|
         *     | neither `source` nor JSON lines | the recording, with `sources`: the places that hold snapshots, in order of time |
         *     | `source` | that place's snapshots, as JSON lines |
         *     | `source` and `key` | those of one file of the place, as JSON lines |
         *     | `Accept: application/x-ndjson` without `source` | all snapshots, from all places in order, as one stream of JSON lines |
         *
         *     JSON lines are streamed, one `SnapshotLine` each, in order of time. Files are kept gzipped and are passed on that way, with
         *     `Content-Encoding: gzip`, to clients that accept it. A file never changes: it has an `ETag`, and clients that accept gzip may ask for a
         *     part of it. The service may be set to send them to the object storage for it (302).
         *
         *     A `source` that is not one of the three, or a `key` without `source`, is answered 400. A place that holds nothing of the recording, or a key that it
         *     does not have, is answered 404: a recording may have moved since its `sources` were read, so ask for them again.
         */
        get: operations["session_recordings_snapshots_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization. One that the key's user is not a member of is answered 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /**
         * List invites
         * @description The invites of an organization, newest first, expired ones too.
         */
        get: operations["invites_list"];
        put?: never;
        /**
         * Create an invite
         * @description Invites one address. With a mail server set, the invite is mailed and `emailing_attempt_made` is true; a mail server that fails does not make the
         *     request fail.
         */
        post: operations["invites_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/invites/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization. One that the key's user is not a member of is answered 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many invites
         * @description Invites 1 to 20 addresses: all of them, or, when one is not right, none. A list is answered with a list in the same order; a single object is
         *     taken as well, and answered with a single invite.
         */
        post: operations["invites_bulk_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/invites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization. One that the key's user is not a member of is answered 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The invite.
                 * @example 019ce18a-dca0-76d0-b93a-2e7f514c8d29
                 */
                id: components["parameters"]["InviteId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an invite
         * @description Takes an invite back. It can no longer be accepted, and is listed no more.
         */
        delete: operations["invites_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive?
         * @description Answers 200 as long as the process runs. It asks no engine.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can the service serve?
         * @description Asks each engine whether it can be reached, and the journal whether it has room. 503 while one cannot, or has none; events are taken all
         *     the same as long as the journal is well, and the answer tells how many of them wait.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics
         * @description Counters and histograms in Prometheus's text format: requests by operation and status, latencies, what became of events,
         *     the journal's depth and age, and dead letters.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
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
        /** @description The key, and with a personal key the project. A key in the `Authorization` header does as well; a missing one is answered 401. */
        Credentials: {
            /** @description The project API key, or a personal one. */
            api_key?: string;
            /** @description A personal API key. */
            personal_api_key?: string;
            /** @description The project, needed with a personal key; it may also be in the query. Ignored with a project API key. */
            project_id?: string | number;
        };
        /**
         * @description Something that happened. Dropped without an error when it has no name, no distinct id, or an empty distinct id. Fields that are not named here
         *     are ignored.
         */
        Event: {
            /** @description The event's name. Any name is welcome; those that begin with `$` are Sightline's own. */
            event?: string | null;
            /** @description Whom it happened to. `properties.distinct_id` serves as well. Turned into a string and cut to 200 characters. */
            distinct_id?: string | number | boolean | null;
            /** @description Anything worth keeping about the event. Names and values are free, and come back exactly as they were sent. */
            properties?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description When it happened, as ISO 8601; now when absent. With `sent_at` beside it a wrong clock is corrected. No format is enforced, because an event
             *     is worth more than its time: what cannot be read, or lies more than 23 hours ahead, becomes now.
             */
            timestamp?: string | null;
            /** @description How many milliseconds ago it happened, for clients that send this in place of `timestamp`. */
            offset?: number | null;
            /** @description The event's identity within the project. An event that is sent again with the same one is stored once. Made up when absent. */
            uuid?: string | null;
            /** @description Properties to set on the person. */
            $set?: {
                [key: string]: unknown;
            } | null;
            /** @description Properties to set on the person where they are not set yet. */
            $set_once?: {
                [key: string]: unknown;
            } | null;
            /** @description Names of properties to remove from the person, as a list or as the keys of an object. */
            $unset?: string[] | {
                [key: string]: unknown;
            } | null;
            /** @description The setting of the event (library, page, locale …), as some libraries send it with `$identify`. */
            context?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description When the client sent the request, by the same clock as `timestamp`: the difference between the two is kept, the clock's error is not. */
        SentAt: string | null;
        /** @description One event, with the key of its project. */
        CaptureRequest: components["schemas"]["Credentials"] & components["schemas"]["Event"] & {
            sent_at?: components["schemas"]["SentAt"];
        };
        /** @description The request was well formed and its key is valid; its events are safely kept and will be processed. */
        StatusOk: {
            /** @constant */
            status: 1;
        };
        /**
         * @description What programs decide by.
         *
         *     | Code | Status | Meaning |
         *     |---|---|---|
         *     | `required` | 400 | a field is missing |
         *     | `null` | 400 | a field is null and may not be |
         *     | `blank` | 400 | a field is empty and may not be |
         *     | `invalid_input` | 400 | a value is of the wrong type, out of bounds or otherwise refused |
         *     | `unique` | 400 | a value may be there only once |
         *     | `max_length` | 400 | a value or a list is too long |
         *     | `invalid_project` | 400 | the project cannot be told, or the key's user cannot see it |
         *     | `parse_error` | 400 | the body cannot be read |
         *     | `not_authenticated` | 401 | the private interface was called without a key |
         *     | `invalid_api_key` | 401 | the project API key is missing or unknown |
         *     | `invalid_personal_api_key` | 401 | the personal API key is unknown or revoked |
         *     | `permission_denied` | 403 | the key may see this, and may not change it |
         *     | `not_found` | 404 | no such thing, or not for this key |
         *     | `method_not_allowed` | 405 | the path does not have this method |
         *     | `request_too_large` | 413 | the body is too large |
         *     | `unsupported_media_type` | 415 | the body's content type is not one that is understood |
         *     | `range_not_satisfiable` | 416 | the file has no such part |
         *     | `throttled` | 429 | too many requests |
         *     | `fetch_team_fail` | 503 | the project of the key could not be looked up (deprecated: to be treated as any other 503) |
         *     | `journal_full` | 503 | no room for events at the moment |
         *     | `service_unavailable` | 503 | something the answer needs is out of reach |
         * @enum {string}
         */
        ErrorCode: "required" | "null" | "blank" | "invalid_input" | "unique" | "max_length" | "invalid_project" | "parse_error" | "not_authenticated" | "invalid_api_key" | "invalid_personal_api_key" | "permission_denied" | "not_found" | "method_not_allowed" | "request_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "throttled" | "fetch_team_fail" | "journal_full" | "service_unavailable";
        /** @description What went wrong. The one shape of every error. */
        Error: {
            /**
             * @description The family of the error.
             * @enum {string}
             */
            type: "validation_error" | "authentication_error" | "invalid_request" | "throttled_error" | "server_error";
            code: components["schemas"]["ErrorCode"];
            /** @description A sentence for people. It may change. */
            detail: string;
            /** @description The field or parameter to blame, when there is one. Inside lists and objects a path joined by two underscores, such as `batch__17__event`. */
            attr?: string;
        };
        /** @description An event of a batch. Its distinct id may be in `properties`, as many libraries send it, or at the root. */
        BatchEvent: components["schemas"]["Event"];
        /** @description Events of one project. Their number is not limited; the body must be smaller than 20 MiB. */
        BatchRequest: components["schemas"]["Credentials"] & {
            /** @description The events. An empty list is fine. */
            batch: components["schemas"]["BatchEvent"][];
            sent_at?: components["schemas"]["SentAt"];
            /** @description Says that these events are old ones, moved here from somewhere else. They are treated as any others. */
            historical_migration?: boolean;
        };
        /** @description A free-form map from a property's name to any JSON value. */
        Properties: {
            [key: string]: unknown;
        };
        /** @description Whom the flags are decided for. */
        DecideRequest: components["schemas"]["Credentials"] & {
            /** @description The user. A number is taken as its decimal form. */
            distinct_id: string | number;
            /** @description The id that the user had before signing in, so that flags which keep their answer across a sign-in can. */
            $anon_distinct_id?: string;
            /** @description The flags that are asked about; all of them when absent. */
            flag_keys_to_evaluate?: string[] | null;
            /** @description Says that no flags are asked for, only settings. */
            disable_flags?: boolean | null;
            /** @description The user's groups, group type to group key. Flags that go by groups need it. */
            groups?: {
                [key: string]: string | number;
            };
            /** @description Properties of the person that win over the stored ones, for this decision only. */
            person_properties?: components["schemas"]["Properties"];
            /** @description For each group type, properties of the group that win over the stored ones, for this decision only. */
            group_properties?: {
                [key: string]: components["schemas"]["Properties"];
            };
        };
        /** @description Settings for the client library. */
        DecideConfig: {
            /** @description Whether the library may collect clicks and the like by itself. */
            enable_collect_everything: boolean;
        };
        /** @description Parameters for an in-page editor. Empty. */
        EditorParams: {
            [key: string]: unknown;
        };
        /** @description The compressions of a request body that the service understands. */
        SupportedCompression: ("gzip" | "lz64")[];
        /** @description The answer of version 1. */
        DecideResponseV1: {
            config: components["schemas"]["DecideConfig"];
            editorParams: components["schemas"]["EditorParams"];
            /** @description Whether the caller is signed in to the service. Always false with a project API key. */
            isAuthenticated: boolean;
            supportedCompression: components["schemas"]["SupportedCompression"];
            /** @description The keys of the flags that are on. A multivariate flag is here too, without its variant. */
            featureFlags: string[];
        };
        /** @description How a browser library is to record sessions. It may be told not to where it is set up. */
        SessionRecordingSettings: {
            /** @description The path that recordings are sent to. */
            endpoint: string;
            /** @description Whether the browser's console is recorded. */
            consoleLogRecordingEnabled: boolean;
            /** @description Which recorder is to be loaded. */
            recorderVersion: string;
        };
        /** @description Flag key to `true` or `false`, or to the name of the variant when the flag is multivariate. */
        FlagValues: {
            [key: string]: boolean | string;
        };
        /** @description The answer of version 2. */
        DecideResponseV2: {
            config: components["schemas"]["DecideConfig"];
            editorParams: components["schemas"]["EditorParams"];
            /** @description Whether the caller is signed in to the service. Always false with a project API key. */
            isAuthenticated: boolean;
            supportedCompression: components["schemas"]["SupportedCompression"];
            sessionRecording?: components["schemas"]["SessionRecordingSettings"];
            /** @description The flags that are on. */
            featureFlags: components["schemas"]["FlagValues"];
        };
        /** @description The answer of version 3. */
        DecideResponseV3: {
            config: components["schemas"]["DecideConfig"];
            editorParams: components["schemas"]["EditorParams"];
            /** @description Whether the caller is signed in to the service. Always false with a project API key. */
            isAuthenticated: boolean;
            supportedCompression: components["schemas"]["SupportedCompression"];
            sessionRecording?: components["schemas"]["SessionRecordingSettings"];
            /** @description All flags that could be computed, also those that are off. */
            featureFlags: components["schemas"]["FlagValues"];
            /** @description Flag key to the payload of its value, for those that have one. Usually a string or an object. */
            featureFlagPayloads: {
                [key: string]: unknown;
            };
            /** @description Whether some flags could not be computed. They are missing then, and a client keeps what it knew of them. */
            errorComputingFlags: boolean;
            /** @description The same, by the name that client libraries know. */
            errorsWhileComputingFlags?: boolean;
        };
        /** @description A flag, its value for this user, and why. */
        FlagDetail: {
            key: string;
            /** @description Whether it is on. */
            enabled: boolean;
            /** @description The variant, where the flag is multivariate and on. */
            variant: string | null;
            /** @description Why it has this value. */
            reason: {
                /** @enum {string} */
                code: "condition_match" | "no_condition_match" | "out_of_rollout_bound" | "no_group_type" | "super_condition_value" | "holdout_condition_value";
                /** @description The condition set that decided it, counted from 0. */
                condition_index: number | null;
                /** @description A sentence for people. */
                description: string;
            };
            /** @description What does not depend on the user, and the payload of the value. */
            metadata: {
                /** @description A number that is the flag's for good. */
                id: number;
                /** @description A number that is higher after each change of the flag. */
                version: number;
                description: string | null;
                /** @description The payload of the value, where it has one. Usually a string or an object. */
                payload?: unknown;
            };
        };
        /** @description Flag key to what is known of the flag; all flags that could be computed, also those that are off. */
        FlagDetails: {
            [key: string]: components["schemas"]["FlagDetail"];
        };
        /** @description The answer of version 4. */
        DecideResponseV4: {
            config: components["schemas"]["DecideConfig"];
            editorParams: components["schemas"]["EditorParams"];
            /** @description Whether the caller is signed in to the service. Always false with a project API key. */
            isAuthenticated: boolean;
            supportedCompression: components["schemas"]["SupportedCompression"];
            sessionRecording?: components["schemas"]["SessionRecordingSettings"];
            flags: components["schemas"]["FlagDetails"];
            /** @description Whether some flags could not be computed. They are missing then, and a client keeps what it knew of them. */
            errorsWhileComputingFlags: boolean;
            /**
             * Format: uuid
             * @description Names this decision.
             */
            requestId: string;
        };
        /** @description The decision, in the version that `v` asked for. */
        DecideResponse: components["schemas"]["DecideResponseV1"] | components["schemas"]["DecideResponseV2"] | components["schemas"]["DecideResponseV3"] | components["schemas"]["DecideResponseV4"];
        /** @description The compressions of a request body that the service understands, by the names of browser libraries. */
        ClientCompression: ("gzip" | "gzip-js" | "lz64")[];
        /** @description Always empty. */
        NothingServed: unknown[];
        /** @description The flags, and with `config=true` also the settings of client libraries. */
        FlagsResponse: {
            flags: components["schemas"]["FlagDetails"];
            /** @description Whether some flags could not be computed. They are missing then, and a client keeps what it knew of them. */
            errorsWhileComputingFlags: boolean;
            /**
             * Format: uuid
             * @description Names this decision.
             */
            requestId: string;
            supportedCompression?: components["schemas"]["ClientCompression"];
            sessionRecording?: components["schemas"]["SessionRecordingSettings"];
            /** @description Whether the caller is signed in to the service. Always false. */
            isAuthenticated?: boolean;
            siteApps?: components["schemas"]["NothingServed"];
            /** @description Whether there are surveys to ask for. Always false. */
            surveys?: boolean;
        };
        /**
         * @description An event as client libraries send it. The project API key is one of `api_key`, `token`, `$token` and `properties.token`, in the body or in its
         *     first event.
         */
        ClientEvent: components["schemas"]["CaptureRequest"] & {
            /** @description The project API key. */
            token?: string;
            /** @description The project API key. */
            $token?: string;
            /** @description Whom it happened to. */
            $distinct_id?: string | number | boolean | null;
        };
        /** @description One event, a list of events, or a batch. */
        ClientEvents: components["schemas"]["ClientEvent"] | components["schemas"]["ClientEvent"][] | components["schemas"]["BatchRequest"];
        /** @description A form, as pages send it that may not send JSON to other origins. */
        ClientForm: {
            /** @description The JSON, in base64 or as `compression` says. */
            data: string;
            /**
             * @description How `data` is packed, where the query does not say it.
             * @enum {string}
             */
            compression?: "lz64" | "gzip" | "gzip-js" | "base64";
        };
        /** @description The settings of client libraries for a project. */
        RemoteConfig: {
            /** @description The project API key. */
            token: string;
            /** @description Whether flags are to be asked for. */
            hasFeatureFlags: boolean;
            supportedCompression: components["schemas"]["ClientCompression"];
            sessionRecording: components["schemas"]["SessionRecordingSettings"];
            /** @description Whether the caller is signed in to the service. Always false. */
            isAuthenticated: boolean;
            siteApps: components["schemas"]["NothingServed"];
            /** @description Whether there are surveys to ask for. Always false. */
            surveys: boolean;
        };
        /** @description A flag, whether it is active or not. */
        FlagDefinition: {
            /** @description A number that is the flag's for good. */
            id: number;
            key: string;
            name: string;
            /** @description Whether it is in use. One that is not is off for everybody. */
            active: boolean;
            /** @constant */
            deleted: false;
            /**
             * @description Whether libraries have to ask the service: because the flag keeps its answer across a sign-in, or because it has rules that not every library decides
             *     as the service does.
             */
            ensure_experience_continuity: boolean;
            /** @description A number that is higher after each change of the flag. */
            version: number;
            /** @description The rules of the flag. */
            filters: {
                [key: string]: unknown;
            };
        };
        /** @description The flags of a project, as server libraries evaluate them by themselves. */
        FlagDefinitions: {
            flags: components["schemas"]["FlagDefinition"][];
            /** @description The group types by the numbers under which the flags name them. */
            group_type_mapping: {
                [key: string]: string;
            };
            /** @description Always empty. */
            cohorts: Record<string, never>;
            /**
             * @description By which rules properties are compared. 2 compares values as texts, also where they read `true` or `false`.
             * @constant
             */
            property_matching_version: 2;
        };
        /** @description That there are no surveys here. */
        Surveys: {
            surveys: components["schemas"]["NothingServed"];
        };
        /** @description That there are no features to enrol in here. */
        EarlyAccessFeatures: {
            earlyAccessFeatures: components["schemas"]["NothingServed"];
        };
        /** @description That there are no experiments here. */
        WebExperiments: {
            experiments: components["schemas"]["NothingServed"];
        };
        /** @description That there are no tours here. */
        ProductTours: {
            product_tours: components["schemas"]["NothingServed"];
        };
        /** @description A time, or a date. */
        DateOrTime: string;
        /** @description Somebody whom events happened to. */
        Person: {
            /** @description A number for the person. */
            id: number;
            /** @description What to call the person; a distinct id when nothing better is known. */
            name: string;
            /** @description All distinct ids that were found to mean this person. */
            distinct_ids: string[];
            /** @description What events have set on the person. */
            properties: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the person was first seen.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description The person's identity.
             */
            uuid: string;
        };
        /**
         * @description Where snapshots are. `in_memory`: of a session that is newer than the ingestion limit. `object_storage`: of an older one, in one or several files.
         *     `columnar`: in the columnar database, for sessions that came by an earlier way of ingestion.
         * @enum {string}
         */
        StoragePlace: "object_storage" | "in_memory" | "columnar";
        /** @description A visit, recorded. Counts and durations are computed from its rrweb events. */
        SessionRecording: {
            /** @description The recording, by the `$session_id` of its snapshots. */
            id: string;
            /** @description Whom the session belongs to, as its earliest snapshot said. */
            distinct_id: string;
            /**
             * @description Whether the user who asks has watched the recording.
             * @enum {string}
             */
            viewed: "true" | "false";
            /** @description Whole seconds between the first and the last event. */
            recording_duration: number;
            /** @description Whole seconds in which the visitor did something. */
            active_seconds: number;
            /** @description Whole seconds of the rest. */
            inactive_seconds: number;
            /**
             * Format: date-time
             * @description The time of the first event.
             */
            start_time: string;
            /**
             * Format: date-time
             * @description The time of the last event; null while it is not known.
             */
            end_time: string | null;
            /** @description Clicks and touches. */
            click_count: number;
            /** @description Inputs by keyboard. */
            keypress_count: number;
            /** @description Movements, scrolls, clicks and other acts of the mouse. */
            mouse_activity_count: number;
            /** @description Lines logged to the console below a warning. */
            console_log_count: number;
            /** @description Warnings on the console. */
            console_warn_count: number;
            /** @description Errors on the console. */
            console_error_count: number;
            /** @description The first page that was seen; null when no event told it. */
            start_url: string | null;
            /** @description The person whom the distinct id means; null when none is known. */
            person: components["schemas"]["Person"] | null;
            storage: components["schemas"]["StoragePlace"];
            /** @description How many users have pinned the recording, as a decimal number. */
            pinned_count: string;
        };
        /** @description A page of recordings, newest first. */
        PaginatedSessionRecordings: {
            /** @description How many there are in all. */
            count: number;
            /**
             * Format: uri
             * @description Where the next page is; null on the last one.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Where the page before is; null on the first one.
             */
            previous: string | null;
            /** @description The page. */
            results: components["schemas"]["SessionRecording"][];
        };
        /** @description The properties of one recording's session. */
        SessionProperties: {
            /** @description The recording. */
            id: string;
            /** @description What the session's events say of the browser, the device and the place (`$browser`, `$os`, `$device_type`, `$current_url` …). */
            properties: components["schemas"]["Properties"];
        };
        /** @description The newest of the recordings asked for, and the properties of all of them. */
        SessionRecordingProperties: components["schemas"]["SessionRecording"] & {
            /** @description Each recording's properties, newest recording first. */
            results: components["schemas"]["SessionProperties"][];
        };
        /** @description A place that holds snapshots of the recording. Its `source` and `key` are what to ask for. */
        SnapshotSource: {
            source: components["schemas"]["StoragePlace"];
            /** @description Which file of the place; null where the place is asked as a whole. */
            key: string | null;
            /**
             * Format: date-time
             * @description The time of its first event.
             */
            start_timestamp: string;
            /**
             * Format: date-time
             * @description The time of its last event.
             */
            end_timestamp: string;
        };
        /** @description A recording, and where its snapshots are. */
        SessionRecordingSnapshots: components["schemas"]["SessionRecording"] & {
            /** @description The places that hold snapshots, in order of time. */
            sources: components["schemas"]["SnapshotSource"][];
        };
        /** @description An rrweb event, as the recorder in the page made it. */
        RrwebEvent: {
            /** @description rrweb's event type: 2 full snapshot, 3 incremental snapshot, 4 meta, 5 custom, 6 plugin … */
            type: number;
            /** @description When, in milliseconds since 1970. */
            timestamp: number;
            /** @description What depends on the type. */
            data?: unknown;
        };
        /** @description A line of a stream of snapshots. */
        SnapshotLine: {
            /** @description The browser window that the events are from. */
            window_id: string;
            /** @description The window's events, in order. */
            data: components["schemas"]["RrwebEvent"][];
        };
        /** @description JSON lines. Each line is an object of the shape `SnapshotLine`. */
        SnapshotStream: string;
        /** @description Bytes of a gzipped file. */
        FilePart: string;
        /** @description A user of the service. */
        User: {
            /** @description A number for the user. */
            id: number;
            /**
             * Format: uuid
             * @description The user's identity.
             */
            uuid: string;
            /** @description The id under which the service knows the user in its own analytics. */
            distinct_id: string;
            /** @description What to call the user; may be empty. */
            first_name: string;
            /**
             * Format: email
             * @description The user's e-mail address.
             */
            email: string;
            /** @description Whether the address was shown to be the user's. */
            is_email_verified: boolean;
        };
        /** @description An invitation to join an organization. */
        Invite: {
            /**
             * Format: uuid
             * @description The invite.
             */
            id: string;
            /**
             * Format: email
             * @description Who is invited.
             */
            target_email: string;
            /** @description What to call whoever is invited; may be empty. */
            first_name: string;
            /** @description Whether the invite was handed to a mail server. */
            emailing_attempt_made: boolean;
            /** @description Whether the invite is too old to be accepted. */
            is_expired: boolean;
            created_by: components["schemas"]["User"];
            /**
             * Format: date-time
             * @description When the invite was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description A word from the inviter; may be empty. */
            message: string;
        };
        /** @description A page of invites, newest first. */
        PaginatedInvites: {
            /** @description How many there are in all. */
            count: number;
            /**
             * Format: uri
             * @description Where the next page is; null on the last one.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Where the page before is; null on the first one.
             */
            previous: string | null;
            /** @description The page. */
            results: components["schemas"]["Invite"][];
        };
        /** @description Whom to invite. */
        InviteRequest: {
            /**
             * Format: email
             * @description The address to invite. One that already belongs to a member is refused.
             */
            target_email: string;
            /** @description What to call whoever is invited. Empty when absent. */
            first_name?: string;
            /** @description A word to go into the mail. Empty when absent. */
            message?: string;
        };
        /** @description A list of up to 20 people to invite, or a single one. */
        InviteBulkRequest: components["schemas"]["InviteRequest"][] | components["schemas"]["InviteRequest"];
        /** @description The invites in the order of the request, or the single one when the request was a single one. */
        InviteBulkResponse: components["schemas"]["Invite"][] | components["schemas"]["Invite"];
        /** @description The process is alive. */
        Health: {
            /** @constant */
            status: "ok";
        };
        /**
         * @description Whether an engine can be reached; of the journal: whether it takes events, which it does not while it or its disk is full.
         * @enum {string}
         */
        EngineState: "ok" | "unavailable";
        /** @description What was accepted and is not in the store, on the node that answers. */
        JournalState: {
            /** @description Accepted requests that wait for the store. */
            entries: number;
            /** @description Their size. */
            bytes: number;
            /** @description How long the oldest of them has waited; 0 where none waits. */
            oldest_seconds: number;
            /** @description Events that the store would not take and that are set aside, each with its reason. Counted every few seconds. */
            dead_letters: number;
        };
        /** @description Whether the service can serve, and what stands in its way. */
        Readiness: {
            /**
             * @description `ready` when `documents`, `files` and `journal` are `ok`.
             * @enum {string}
             */
            status: "ready" | "unavailable";
            /**
             * @description The parts that keep data: `documents` (events, persons, invites …), `files` (recordings) and `journal` (what is accepted and not stored
             *     yet). Where recordings of an older ingestion are read from a database of their own, `columnar` is there, too: without it the service
             *     does all but play those.
             */
            engines: {
                documents: components["schemas"]["EngineState"];
                files: components["schemas"]["EngineState"];
                journal: components["schemas"]["EngineState"];
                columnar?: components["schemas"]["EngineState"];
            };
            journal: components["schemas"]["JournalState"];
        };
    };
    responses: {
        /** @description The request was well formed, its key is valid, and its events are safely kept. They are processed a moment later. */
        EventsAccepted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StatusOk"];
            };
        };
        /** @description The request is not one event, or its project cannot be told. */
        CaptureBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing, unknown or revoked. */
        PublicUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. */
        RequestTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body's content type is not understood. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The events were not taken; send them again after a while. A service that answers only when its database has the events may have taken them all the
         *     same: an event with a `uuid` is stored once, however often it is sent.
         */
        IngestionUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is not a batch, or its project cannot be told. */
        BatchBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is not a question about flags, or its project cannot be told. */
        DecideBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The project of the key could not be looked up. */
        DecisionUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is not a question about flags, or its project cannot be told. */
        FlagsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is neither an event nor a list or a batch of events, or cannot be read. */
        ClientEventsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The project API key is unknown or revoked. */
        ProjectKeyUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The script. */
        Script: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "text/javascript": string;
            };
        };
        /** @description There is no such script, or not of this version, or posthog-js is not installed. Client libraries go on without it. */
        ScriptNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The definitions. */
        FlagDefinitions: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlagDefinitions"];
            };
        };
        /** @description The project API key is missing. */
        DefinitionsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The personal API key is missing, unknown or revoked, or the project API key is none of a project that its user can see. */
        DefinitionsUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests with this key. */
        Throttled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something the answer needs is out of reach for the moment. Nothing was changed. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The page is out of bounds, or a filter makes no sense. */
        RecordingsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The personal API key is missing, unknown or revoked. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such project, or not for this key. */
        ProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The list of recordings is not right. */
        PropertiesBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description None of the recordings exists, or there is no such project, or not for this key. */
        PropertiesNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such recording or project, or not for this key. */
        RecordingNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key may read this, and may not change it. */
        PermissionDenied: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The place is not one of the three, or a file was named without its place. */
        SnapshotsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such recording or project, or not for this key; or the named place or file has nothing of it. */
        SnapshotsNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The file has no such part. */
        RangeNotSatisfiable: {
            headers: {
                "Content-Range": components["headers"]["Content-Size"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The page is out of bounds. */
        PageBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such organization, or not for this key. */
        OrganizationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The invite is not right. */
        InviteBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The list is not right. No invite was made. */
        InviteBulkBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such invite or organization, or not for this key. */
        InviteNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The project, where the key is a personal one and the body has no `project_id`. Ignored with a project API key. */
        ProjectIdQuery: string;
        /**
         * @description The version of the answer. 1: a list of the enabled flags' keys. 2: flag key to boolean or variant. 3: also flags that are off, payloads, and
         *     `errorComputingFlags`. 4: flag key to all that is known of the flag, as `/flags/` answers. 1 and 2 are kept for older clients.
         * @example 3
         */
        DecideVersion: 1 | 2 | 3 | 4;
        /**
         * @description Whether the settings of client libraries are wanted too (`true`).
         * @example true
         */
        WithConfig: string;
        /**
         * @description How the body is packed: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` has to be said; the others tell themselves. A form may say
         *     it in its field `compression`, and the header `Content-Encoding: gzip` is as good. Others are answered 415.
         * @example gzip-js
         */
        Compression: string;
        /**
         * @description When the request was sent, by the client's clock, in milliseconds since 1970. It counts as `sent_at`, where the body has none.
         * @example 1773308463250
         */
        SendingClock: string;
        /**
         * @description The project API key.
         * @example phc_fjordbikes4Q7wZk2mXr9TnLb
         */
        ProjectToken: string;
        /**
         * @description The script's name.
         * @example array.js
         */
        ScriptFile: string;
        /**
         * @description The version of posthog-js that the script has to be of.
         * @example 1.449.2
         */
        ScriptVersion: string;
        /**
         * @description The API key of the project. It has to be one that the personal key's user can see.
         * @example phc_fjordbikes4Q7wZk2mXr9TnLb
         */
        ProjectTokenQuery: string;
        /**
         * @description The project. One that the key's user cannot see is answered 404.
         * @example 1
         */
        ProjectId: string;
        /**
         * @description How many items a page holds at most.
         * @example 100
         */
        Limit: number;
        /**
         * @description How many items, newest first, to pass over before the page begins.
         * @example 0
         */
        Offset: number;
        /**
         * @description Only recordings that started at this time or later. A date alone is its beginning, in UTC.
         * @example 2026-03-01T00:00:00Z
         */
        RecordingDateFrom: components["schemas"]["DateOrTime"];
        /**
         * @description Only recordings that started at this time or earlier. A date alone is its end, in UTC.
         * @example 2026-03-31
         */
        RecordingDateTo: components["schemas"]["DateOrTime"];
        /**
         * @description Only recordings of this person: those whose `distinct_id` is one of the person's. A person with more than 10,000 distinct ids is refused.
         * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
         */
        RecordingPersonUuid: string;
        /**
         * @description Only recordings with this `distinct_id`.
         * @example customer-4812
         */
        RecordingDistinctId: string;
        /**
         * @description Only these recordings, up to 100 in all: the parameter repeated, or its value a comma-separated list, or a JSON array of strings.
         * @example [
         *       "019cde10-366c-7c3e-8f10-2a6d4b9e1c77",
         *       "019ce16b-c892-7a1f-9b5c-07e83d24f6ab"
         *     ]
         */
        RecordingSessionIds: string[];
        /**
         * @description Only recordings whose `recording_duration` is at least so many seconds.
         * @example 60
         */
        RecordingMinDuration: number;
        /**
         * @description The recordings whose properties are wanted, up to 100 in all: the parameter repeated, or its value a comma-separated list, or a JSON array of strings.
         *     Absent, it is the newest recording of the project. Ids that the project does not have are left out of the answer.
         */
        SessionIds: string[];
        /**
         * @description The recording, by the `$session_id` of its snapshots.
         * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
         */
        RecordingId: string;
        /** @description The place to read snapshots from, as named in `sources`. Given, the answer is JSON lines; absent, see the operation's description. */
        SnapshotSource: components["schemas"]["StoragePlace"];
        /** @description One file of the place, as named in `sources`. Only together with `source`. Absent, all that the place holds comes in order of time. */
        SnapshotKey: string;
        /**
         * @description `false` for clients that may not be sent to another host, such as pages with a strict Content-Security-Policy: then the service gives the file itself,
         *     whatever it is set to. With `key` only.
         */
        SnapshotRedirect: boolean;
        /**
         * @description An `ETag` that the client has the content of: if it is still the right one, the answer is 304. With `key` only.
         * @example "4be0643f1d98573b-gzip"
         */
        "If-None-Match": string;
        /**
         * @description A part of a file, as bytes of its gzip. With `key` only, and for clients that accept gzip; otherwise, and where it names several parts, it is ignored.
         * @example bytes=0-1023
         */
        Range: string;
        /**
         * @description The `ETag` of the content that `Range` is meant for: if it is another one, the answer is all of it.
         * @example "4be0643f1d98573b-gzip"
         */
        "If-Range": string;
        /**
         * @description The organization. One that the key's user is not a member of is answered 404.
         * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
         */
        OrganizationId: string;
        /**
         * @description The invite.
         * @example 019ce18a-dca0-76d0-b93a-2e7f514c8d29
         */
        InviteId: string;
    };
    requestBodies: {
        /**
         * @description Events in any shape, plain or packed:
         *
         *     - **JSON**: one event, a list of events, or a batch;
         *     - **a form**: the JSON in the field `data`, in base64 or, with `compression=lz64` in the form or the query, as lz-string's `compressToBase64` makes it;
         *     - **text or bytes**: the JSON plain, gzipped, in base64, or gzipped and then in base64.
         */
        ClientEvents: {
            content: {
                "application/json": components["schemas"]["ClientEvents"];
                "application/x-www-form-urlencoded": components["schemas"]["ClientForm"];
                "text/plain": string;
            };
        };
    };
    headers: {
        /**
         * @description Names this request in the service's logs.
         * @example req-7f3a9c21d4
         */
        "X-Request-Id": string;
        /**
         * @description How many whole seconds to wait before the next try.
         * @example 5
         */
        "Retry-After": number;
        /**
         * @description Names the content; another content, and the same one unpacked, have another.
         * @example "4be0643f1d98573b-gzip"
         */
        ETag: string;
        /**
         * @description `bytes` where a part of the content may be asked for.
         * @example bytes
         */
        "Accept-Ranges": "bytes" | "none";
        /**
         * @description Which bytes these are, and of how many.
         * @example bytes 0-1023/48210
         */
        "Content-Range": string;
        /**
         * @description Where the file is, for some minutes and without a key.
         * @example https://recordings.s3.eu-north-1.amazonaws.com/session_recordings/project_id/1/session_id/019cde10/data/1773252130412-1773252340902?X-Amz-Expires=300&X-Amz-Signature=5d67
         */
        Location: string;
        /**
         * @description Of how many bytes a part was asked for.
         * @example bytes *\/48210
         */
        "Content-Size": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    capture: {
        parameters: {
            query?: {
                /** @description The project, where the key is a personal one and the body has no `project_id`. Ignored with a project API key. */
                project_id?: components["parameters"]["ProjectIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event, and the key. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaptureRequest"];
            };
        };
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["CaptureBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    batch: {
        parameters: {
            query?: {
                /** @description The project, where the key is a personal one and the body has no `project_id`. Ignored with a project API key. */
                project_id?: components["parameters"]["ProjectIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The events, and the key. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["BatchBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    decide: {
        parameters: {
            query?: {
                /**
                 * @description The version of the answer. 1: a list of the enabled flags' keys. 2: flag key to boolean or variant. 3: also flags that are off, payloads, and
                 *     `errorComputingFlags`. 4: flag key to all that is known of the flag, as `/flags/` answers. 1 and 2 are kept for older clients.
                 * @example 3
                 */
                v?: components["parameters"]["DecideVersion"];
                /** @description The project, where the key is a personal one and the body has no `project_id`. Ignored with a project API key. */
                project_id?: components["parameters"]["ProjectIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whom to decide for, and the key. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideRequest"];
            };
        };
        responses: {
            /** @description The decision, in the version that was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecideResponse"];
                };
            };
            400: components["responses"]["DecideBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    flags: {
        parameters: {
            query?: {
                /**
                 * @description Whether the settings of client libraries are wanted too (`true`).
                 * @example true
                 */
                config?: components["parameters"]["WithConfig"];
                /** @description The project, where the key is a personal one and the body has no `project_id`. Ignored with a project API key. */
                project_id?: components["parameters"]["ProjectIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whom to decide for, and the key. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideRequest"];
            };
        };
        responses: {
            /** @description The decision. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagsResponse"];
                };
            };
            400: components["responses"]["FlagsBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    capture_e: {
        parameters: {
            query?: {
                /**
                 * @description How the body is packed: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` has to be said; the others tell themselves. A form may say
                 *     it in its field `compression`, and the header `Content-Encoding: gzip` is as good. Others are answered 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the client's clock, in milliseconds since 1970. It counts as `sent_at`, where the body has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ClientEvents"];
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["ClientEventsBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    capture_i_v0_e: {
        parameters: {
            query?: {
                /**
                 * @description How the body is packed: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` has to be said; the others tell themselves. A form may say
                 *     it in its field `compression`, and the header `Content-Encoding: gzip` is as good. Others are answered 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the client's clock, in milliseconds since 1970. It counts as `sent_at`, where the body has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ClientEvents"];
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["ClientEventsBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    capture_s: {
        parameters: {
            query?: {
                /**
                 * @description How the body is packed: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` has to be said; the others tell themselves. A form may say
                 *     it in its field `compression`, and the header `Content-Encoding: gzip` is as good. Others are answered 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the client's clock, in milliseconds since 1970. It counts as `sent_at`, where the body has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ClientEvents"];
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["ClientEventsBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    capture_track: {
        parameters: {
            query?: {
                /**
                 * @description How the body is packed: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` has to be said; the others tell themselves. A form may say
                 *     it in its field `compression`, and the header `Content-Encoding: gzip` is as good. Others are answered 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the client's clock, in milliseconds since 1970. It counts as `sent_at`, where the body has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ClientEvents"];
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["ClientEventsBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    capture_engage: {
        parameters: {
            query?: {
                /**
                 * @description How the body is packed: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` has to be said; the others tell themselves. A form may say
                 *     it in its field `compression`, and the header `Content-Encoding: gzip` is as good. Others are answered 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the client's clock, in milliseconds since 1970. It counts as `sent_at`, where the body has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ClientEvents"];
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["ClientEventsBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    remote_config: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project API key.
                 * @example phc_fjordbikes4Q7wZk2mXr9TnLb
                 */
                token: components["parameters"]["ProjectToken"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteConfig"];
                };
            };
            401: components["responses"]["ProjectKeyUnauthorized"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    remote_config_script: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project API key.
                 * @example phc_fjordbikes4Q7wZk2mXr9TnLb
                 */
                token: components["parameters"]["ProjectToken"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            401: components["responses"]["ProjectKeyUnauthorized"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    client_script: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The script's name.
                 * @example array.js
                 */
                file: components["parameters"]["ScriptFile"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Script"];
            404: components["responses"]["ScriptNotFound"];
        };
    };
    client_script_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The version of posthog-js that the script has to be of.
                 * @example 1.449.2
                 */
                version: components["parameters"]["ScriptVersion"];
                /**
                 * @description The script's name.
                 * @example array.js
                 */
                file: components["parameters"]["ScriptFile"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Script"];
            404: components["responses"]["ScriptNotFound"];
        };
    };
    local_evaluation: {
        parameters: {
            query: {
                /**
                 * @description The API key of the project. It has to be one that the personal key's user can see.
                 * @example phc_fjordbikes4Q7wZk2mXr9TnLb
                 */
                token: components["parameters"]["ProjectTokenQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FlagDefinitions"];
            400: components["responses"]["DefinitionsBadRequest"];
            401: components["responses"]["DefinitionsUnauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    flag_definitions: {
        parameters: {
            query: {
                /**
                 * @description The API key of the project. It has to be one that the personal key's user can see.
                 * @example phc_fjordbikes4Q7wZk2mXr9TnLb
                 */
                token: components["parameters"]["ProjectTokenQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FlagDefinitions"];
            400: components["responses"]["DefinitionsBadRequest"];
            401: components["responses"]["DefinitionsUnauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    surveys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There are none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Surveys"];
                };
            };
        };
    };
    early_access_features: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There are none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarlyAccessFeatures"];
                };
            };
        };
    };
    web_experiments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There are none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebExperiments"];
                };
            };
        };
    };
    product_tours: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There are none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductTours"];
                };
            };
        };
    };
    session_recordings_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page holds at most.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many items, newest first, to pass over before the page begins.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only recordings that started at this time or later. A date alone is its beginning, in UTC.
                 * @example 2026-03-01T00:00:00Z
                 */
                date_from?: components["parameters"]["RecordingDateFrom"];
                /**
                 * @description Only recordings that started at this time or earlier. A date alone is its end, in UTC.
                 * @example 2026-03-31
                 */
                date_to?: components["parameters"]["RecordingDateTo"];
                /**
                 * @description Only recordings of this person: those whose `distinct_id` is one of the person's. A person with more than 10,000 distinct ids is refused.
                 * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
                 */
                person_uuid?: components["parameters"]["RecordingPersonUuid"];
                /**
                 * @description Only recordings with this `distinct_id`.
                 * @example customer-4812
                 */
                distinct_id?: components["parameters"]["RecordingDistinctId"];
                /**
                 * @description Only these recordings, up to 100 in all: the parameter repeated, or its value a comma-separated list, or a JSON array of strings.
                 * @example [
                 *       "019cde10-366c-7c3e-8f10-2a6d4b9e1c77",
                 *       "019ce16b-c892-7a1f-9b5c-07e83d24f6ab"
                 *     ]
                 */
                session_ids?: components["parameters"]["RecordingSessionIds"];
                /**
                 * @description Only recordings whose `recording_duration` is at least so many seconds.
                 * @example 60
                 */
                min_duration?: components["parameters"]["RecordingMinDuration"];
            };
            header?: never;
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of recordings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedSessionRecordings"];
                };
            };
            400: components["responses"]["RecordingsBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    session_recordings_properties_retrieve: {
        parameters: {
            query?: {
                /**
                 * @description The recordings whose properties are wanted, up to 100 in all: the parameter repeated, or its value a comma-separated list, or a JSON array of strings.
                 *     Absent, it is the newest recording of the project. Ids that the project does not have are left out of the answer.
                 */
                session_ids?: components["parameters"]["SessionIds"];
            };
            header?: never;
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest recording, and the properties of all. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionRecordingProperties"];
                };
            };
            400: components["responses"]["PropertiesBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["PropertiesNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    session_recordings_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The recording, by the `$session_id` of its snapshots.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionRecording"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordingNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    session_recordings_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The recording, by the `$session_id` of its snapshots.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordingNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    session_recordings_pin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The recording, by the `$session_id` of its snapshots.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording, pinned. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionRecording"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordingNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    session_recordings_unpin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The recording, by the `$session_id` of its snapshots.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user has not pinned the recording any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordingNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    session_recordings_snapshots_retrieve: {
        parameters: {
            query?: {
                /** @description The place to read snapshots from, as named in `sources`. Given, the answer is JSON lines; absent, see the operation's description. */
                source?: components["parameters"]["SnapshotSource"];
                /** @description One file of the place, as named in `sources`. Only together with `source`. Absent, all that the place holds comes in order of time. */
                key?: components["parameters"]["SnapshotKey"];
                /**
                 * @description `false` for clients that may not be sent to another host, such as pages with a strict Content-Security-Policy: then the service gives the file itself,
                 *     whatever it is set to. With `key` only.
                 */
                redirect?: components["parameters"]["SnapshotRedirect"];
            };
            header?: {
                /**
                 * @description An `ETag` that the client has the content of: if it is still the right one, the answer is 304. With `key` only.
                 * @example "4be0643f1d98573b-gzip"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description A part of a file, as bytes of its gzip. With `key` only, and for clients that accept gzip; otherwise, and where it names several parts, it is ignored.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /**
                 * @description The `ETag` of the content that `Range` is meant for: if it is another one, the answer is all of it.
                 * @example "4be0643f1d98573b-gzip"
                 */
                "If-Range"?: components["parameters"]["If-Range"];
            };
            path: {
                /**
                 * @description The project. One that the key's user cannot see is answered 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The recording, by the `$session_id` of its snapshots.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the snapshots are, or the snapshots. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionRecordingSnapshots"];
                    "application/x-ndjson": components["schemas"]["SnapshotStream"];
                };
            };
            /** @description The part of the file that was asked for. */
            206: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["FilePart"];
                };
            };
            /** @description The file is to be had there, gzipped. */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client has the file's content already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SnapshotsBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["SnapshotsNotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    invites_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page holds at most.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many items, newest first, to pass over before the page begins.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The organization. One that the key's user is not a member of is answered 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of invites. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedInvites"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrganizationNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    invites_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization. One that the key's user is not a member of is answered 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /** @description Whom to invite. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteRequest"];
            };
        };
        responses: {
            /** @description The new invite. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["InviteBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["OrganizationNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    invites_bulk_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization. One that the key's user is not a member of is answered 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /** @description Whom to invite. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteBulkRequest"];
            };
        };
        responses: {
            /** @description The new invites. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteBulkResponse"];
                };
            };
            400: components["responses"]["InviteBulkBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["OrganizationNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    invites_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization. One that the key's user is not a member of is answered 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The invite.
                 * @example 019ce18a-dca0-76d0-b93a-2e7f514c8d29
                 */
                id: components["parameters"]["InviteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invite is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["InviteNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every engine answers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description An engine does not answer, or the journal has no room. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
}
