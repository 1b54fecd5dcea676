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
         * @description Accepts one event. Any name is allowed. `$pageview`, `$screen`, `$identify`, `$create_alias`, `$groupidentify` and
         *     `$snapshot` have a special meaning; each of them is among the examples. `properties.$groups` links any event to
         *     groups.
         *
         *     An event without a name, without a distinct id or with an empty distinct id is dropped without an error; the
         *     response is 200. Events answered with 200 are on disk. Events with the same `uuid` are stored once, so a client
         *     can repeat a request that it received no response to.
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
         * Capture several events
         * @description Accepts any number of events of one project in a body smaller than 20 MiB. Each event is processed as in
         *     `/capture/`. A larger body is answered with 413. Events that must be dropped are dropped individually; the others
         *     are kept.
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
         * Evaluate feature flags
         * @description Returns which feature flags are enabled for a user. Flags keep their value for a user until their settings change,
         *     so clients may cache it. Flags cannot be created here.
         *
         *     `groups` is used by version 2 and later, `person_properties` and `group_properties` by version 3 and later. A flag
         *     that cannot be computed is left out, and the others are returned. Version 3 reports this in
         *     `errorComputingFlags`, version 4 in `errorsWhileComputingFlags`.
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
         * Evaluate feature flags for newer libraries
         * @description Evaluates flags as `/decide/` does and adds the reason for the value of each flag. `person_properties` and
         *     `group_properties` are used.
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
        /**
         * Capture events by an address alone
         * @description Accepts what the POST accepts, in the query: old browser libraries and pixels send events so. The key is that of a
         *     project. An address is written to logs on the way here: new integrations use POST.
         */
        get: operations["get_e"];
        put?: never;
        /**
         * Capture events from a browser
         * @description Accepts events as `/capture/` and `/batch/` do, in the shapes and encodings that browser libraries use. Errors in a
         *     list or a batch name the field as in a batch (`batch__17__event`).
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
    "/i/v0/ai/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture an event about a language model, in parts
         * @description Server libraries send an event with large properties here, as `multipart/form-data`. The first part, `event`, has
         *     the event in JSON, up to 32 KB without its properties. These are in it or in the part `event.properties`; together
         *     they have up to 960 KB. Further properties come one by one as `event.properties.NAME`: JSON
         *     (`application/json`) and text (`text/…`, or no type) become their values. All else becomes a `data:` URL in base64,
         *     of up to 1 MB together; more is answered with 413. There are up to 100 parts, and others are ignored. Events of any
         *     name are stored, and other types of bodies are accepted as in `/e/`.
         */
        post: operations["capture_i_v0_ai"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/i/v0/ai/batch/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture events about language models
         * @description The same as `/batch/`. Newer server libraries send events about language models here.
         */
        post: operations["capture_i_v0_ai_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/i/v1/analytics/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture events, with an answer for each
         * @description Accepts a batch like `/batch/`, and says of each event whether it is stored. Newer server libraries can be set to
         *     send events here. An event that is not as described is dropped alone, the others of its batch are stored. Events
         *     that are accepted are stored durably before the response. Only if more than 1,000 events have fields of wrong types,
         *     the request is refused as in `/batch/`.
         *
         *     Clients send what other operations have in `properties` as fields of the event: `session_id`, `window_id` and
         *     `options`. They become properties, unless `properties` has them. Together with what is added, the body must be
         *     smaller than 20 MiB.
         */
        post: operations["analytics_events"];
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
         * @description The same as `/e/`. Browser libraries send `$snapshot` events here.
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
        /**
         * Capture events by an address alone
         * @description The same as GET `/e/`.
         */
        get: operations["get_track"];
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
         * @description The same as `/e/`, except that an event without a name is not dropped. It is named `$set`, because old libraries
         *     send properties of a person here.
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
         * @description The settings that a library loads when it starts.
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
         * @description The same settings as `/array/{token}/config`, as a script that stores them where the library in the page finds them.
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
         * @description A script that the browser library (posthog-js) or a page's snippet loads from its server, such as the library itself
         *     or the recorder. Scripts come from the npm package posthog-js, if it is installed beside the service. Clients of any
         *     version receive the scripts of the installed version.
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
    "/ofrep/v1/evaluate/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate all flags
         * @description Evaluates every active flag, as `/decide/` does. Web and mobile providers call it and keep the result until the
         *     context changes, or until the event stream announces a change. A flag that cannot be evaluated has an `errorCode`.
         */
        post: operations["ofrep_evaluate_flags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ofrep/v1/evaluate/flags/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate one flag
         * @description Evaluates one flag, as `/decide/` does. Server providers call it for each evaluation. An inactive flag has the reason
         *     `DISABLED` and no value.
         */
        post: operations["ofrep_evaluate_flag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ofrep/v1/event_stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Be told when flags change
         * @description A stream of server-sent events, which `eventStreams` of `/ofrep/v1/evaluate/flags` names. An event of the type
         *     `refetchEvaluation` says that the flags of the project have changed, within about a second; clients then evaluate
         *     again. Comments keep the connection open. A client that reconnects with `Last-Event-ID` gets the event that it has
         *     missed. The number of streams is limited: above it, the response is 429.
         */
        get: operations["ofrep_event_stream"];
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
         * @description The flags of a project, with which a server library can compute the same results as `/decide/` locally. Flags whose
         *     rules libraries evaluate differently are marked, so that libraries ask `/decide/` instead. Requires a personal API
         *     key of a user who can access the project. Libraries that poll send `If-None-Match`. Their `send_cohorts` changes
         *     nothing: `cohorts` are always there.
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
         * Running surveys
         * @description The surveys of a project that run now, for client libraries. They decide whom to show one, by its conditions and
         *     flags, and what a person has seen before.
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
         * Features to try early
         * @description The features that a person may join, for client libraries.
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
         * @description Sightline has no web experiments. Libraries receive an empty list and continue.
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
         * @description Sightline has no product tours. Libraries receive an empty list and continue.
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
    "/api/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description The projects of all organizations that the user belongs to, oldest first.
         */
        get: operations["projects_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a project
         * @description One project with its settings.
         */
        get: operations["projects_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description Removes the project with its events, persons, recordings, flags and everything else, for good. Its keys are refused at
         *     once or within 5 seconds, and the data are gone within minutes. Owners and admins of the organization may delete it.
         */
        delete: operations["projects_destroy"];
        options?: never;
        head?: never;
        /**
         * Change settings of a project
         * @description Changes the project's name, how long it keeps events, what the days and weeks of answers are, or which events are
         *     those of test accounts, from the next question on. Owners and admins of the organization may change it.
         */
        patch: operations["projects_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve the health of the service
         * @description How the service does, for the team of a project: its version, its engines, what waits, and which events of the project
         *     it could not keep. Figures are those of the node that answers. Owners and admins of the organization may see it.
         */
        get: operations["project_health_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the keys of a project
         * @description The project API keys that are not revoked, oldest first. They are not secret: web pages contain them.
         */
        get: operations["project_keys_list"];
        put?: never;
        /**
         * Create a key of a project
         * @description Creates a project API key. A project has up to 100 of them. Owners and admins of the organization may create one.
         */
        post: operations["project_keys_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the project API key, not the key itself.
                 * @example p4ab-9xkq
                 */
                id: components["parameters"]["ProjectKeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key of a project
         * @description Revokes a project API key: within seconds, events and flag queries with it are refused. Owners and admins of the
         *     organization may revoke one.
         */
        delete: operations["project_keys_destroy"];
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
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List recordings
         * @description The recordings of a project, newest first. A recording must match all filters of the query. `count` is the number of
         *     matching recordings. The question `RecordingsQuery` finds them by events, pages and funnels, too.
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
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve the properties of recordings
         * @description The browser, device and location of up to 100 sessions, taken from their events. The response is the newest of these
         *     recordings, with `results` for all of them. If none of them exists, the response is 404.
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
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the recording, which is the `$session_id` of its snapshots. To retrieve one called `properties`, write
                 *     `%70roperties`: the plain path is that of another operation.
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
         * @description Deletes a recording and its snapshots from every storage place. They cannot be restored.
         */
        delete: operations["session_recordings_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/session_recordings/{id}/outline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the recording, which is the `$session_id` of its snapshots. To retrieve one called `properties`, write
                 *     `%70roperties`: the plain path is that of another operation.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        /**
         * Outline a recording in words
         * @description What happened in a recording, in time: pages, clicks, texts that were typed (as they were recorded, which may mask them),
         *     warnings and errors of the console, and requests that failed. It has up to 500 entries, of up to 48 MiB of snapshots.
         *     The recording does not count as viewed.
         */
        get: operations["session_recordings_outline_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
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
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the recording, which is the `$session_id` of its snapshots. To retrieve one called `properties`, write
                 *     `%70roperties`: the plain path is that of another operation.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Pin a recording
         * @description Pins a recording for the key's user. Each user pins it once, however often this is called; `pinned_count` is the
         *     number of users who have pinned it. A pinned recording is kept even if the service deletes recordings after some
         *     time.
         */
        put: operations["session_recordings_pin"];
        post?: never;
        /**
         * Unpin a recording
         * @description Removes the pin of the key's user, if there is one.
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
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the recording, which is the `$session_id` of its snapshots. To retrieve one called `properties`, write
                 *     `%70roperties`: the plain path is that of another operation.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve the snapshots of a recording
         * @description | Request | Response |
         *     |---|---|
         *     | neither `source` nor JSON lines | the recording, with `sources`: the storage places of its snapshots, in order |
         *     | `source` | the snapshots in that storage place, as JSON lines |
         *     | `source` and `key` | the snapshots in one file of that storage place, as JSON lines |
         *     | `Accept: application/x-ndjson` without `source` | all snapshots from all storage places, as JSON lines |
         *
         *     JSON lines are streamed, one `SnapshotLine` each, in chronological order. Files are stored as gzip and are sent
         *     unchanged, with `Content-Encoding: gzip`, to clients that accept it. A file never changes. It has an `ETag`, and
         *     clients that accept gzip may request a part of it. The service can be configured to redirect them to the object
         *     storage (302).
         *
         *     A `source` that is not one of the three, or a `key` without `source`, is answered with 400. A storage place that
         *     contains nothing of the recording, or an unknown `key`, is answered with 404. The recording may have moved since
         *     its `sources` were read, so request them again.
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
    "/api/projects/{project_id}/persons": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List persons
         * @description The persons of a project, sorted by `created_at`, newest first. A person must match all filters of the query.
         *     `count` is the number of matching persons. A person that was merged into another is not listed.
         *
         *     With `search` or `properties`, the persons are those that questions know: one that is new or was changed is found
         *     within seconds, in large projects within a minute. Properties of more than 64 KiB are not searched.
         */
        get: operations["persons_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/persons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The UUID of the person, or one of its distinct ids. If a text is both the UUID of one person and a distinct id of
                 *     another, it means the UUID.
                 * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
                 */
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a person
         * @description One person, with all properties. The UUID of a person that was merged into another returns the other, whose `uuid`
         *     differs.
         */
        get: operations["persons_retrieve"];
        put?: never;
        post?: never;
        /**
         * Erase a person
         * @description Erases a person with everything that arrived until now: distinct ids, properties, events, recordings, and what waits
         *     in the journals of all nodes. Nothing can be restored. The person is erased in the background, as a rule within ten
         *     seconds; the response is the erasure, whose `state` tells when that is done.
         *
         *     An id of no person is taken for a distinct id, and what arrived with it is erased. So anonymous visitors can be
         *     erased whose events create no person, and persons whose events are still waiting. The response does not tell whether
         *     anything has the id.
         *
         *     Later events with the same distinct ids are kept, and start a new person. Repeating the request is harmless: it
         *     begins another erasure, of what has arrived since as well.
         */
        delete: operations["persons_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List groups
         * @description The groups of a type, such as companies, sorted by `created_at`, newest first. `count` is the number of matching
         *     groups. A group that is new or was changed is found within seconds, in large projects within a minute.
         */
        get: operations["groups_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/groups/find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a group
         * @description One group by its type and key, with all properties.
         */
        get: operations["groups_find_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/groups_types": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List types of groups
         * @description The types of groups that events of the project have named, in order of their index, which questions and flags refer
         *     to. A type gets the next index with its first event, and keeps it.
         */
        get: operations["groups_types_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/persons/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The UUID of the person, or one of its distinct ids. If a text is both the UUID of one person and a distinct id of
                 *     another, it means the UUID.
                 * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
                 */
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        /**
         * Export a person
         * @description Everything that is stored about one person, as a ZIP archive: properties, distinct ids, all events, and recordings
         *     with what was recorded. Its `README.txt` explains the files. Events of the last seconds may be missing. If the
         *     archive breaks off, the person was merged or erased meanwhile, or the store failed: export again.
         */
        get: operations["persons_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List events
         * @description The events of a project by `timestamp`, newest first. An event must match all filters of the query. Events that were
         *     stored before the request are included.
         *
         *     `next` is the address of the page after this one. A page may have fewer than `limit` events, or none, although there
         *     are more: it ends where the service has looked at enough events, or where a page has 8 MB. The last page has a `next`
         *     of null. Pages are stable: an event that arrives meanwhile with an earlier `timestamp` is on a later page, and no
         *     event is on two.
         *
         *     Tools that count take a short page for the last one. So a page without `cursor` that has an `offset` or a `limit` above
         *     1000 is never short: if it would have more than 64 MB, or take too long to find, the answer is 400, and a shorter time
         *     or a smaller `limit` helps.
         */
        get: operations["events_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The UUID of the event.
                 * @example 019ce162-3b10-7c52-9a41-0f6d8e2b4c11
                 */
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an event
         * @description One event, by its UUID.
         */
        get: operations["events_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/dead_letters": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List events that could not be stored
         * @description Events of the project that were accepted, and that the store then refused for good, newest first, each with the reason.
         *     Each node keeps its own: the list is that of `node`, which answers. A node keeps a limited size of them and deletes the
         *     oldest above it.
         */
        get: operations["dead_letters_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/dead_letters/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store dead letters again
         * @description Moves dead letters of the node that answers back to what waits for its store: those with these UUIDs, those with this
         *     reason, or those that meet both. One that is refused again becomes a dead letter again. Changes of persons are applied
         *     as if the event arrived now. One request moves up to 2,000; `remaining` tells how many are left.
         */
        post: operations["dead_letters_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/event_definitions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List names of events
         * @description The names of a project's events, those with the most events of the last 30 days first; of more than 10,000, these.
         *     An event that is stored appears within seconds.
         */
        get: operations["event_definitions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/event_schemas": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List event schemas
         * @description The schemas of a project's events, newest first.
         */
        get: operations["event_schemas_list"];
        put?: never;
        /**
         * Create an event schema
         * @description Says what the properties of an event must be. It takes effect within 2 seconds, for events that are processed from
         *     then on.
         *
         *     A project may have 200 event schemas, one for each event, with 256 KB together; one has up to 16 KB.
         */
        post: operations["event_schemas_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/event_schemas/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Draft event schemas
         * @description Schemas that the newest events meet, and others like them, sorted by event: of up to 50,000 events of the last 30
         *     days, up to 1,000 of each name. What client libraries add is left out, as are events that they send by themselves
         *     (`$pageview`), unless `event` names one. Nothing is stored: check a draft, and create an event schema from it.
         */
        get: operations["event_schema_drafts_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/event_schemas/violations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List violations of event schemas
         * @description How often each version of an event schema was violated, with examples, the one that was violated last first. They
         *     are here only: no mail, log or other service gets them.
         *
         *     Up to 20 examples of a schema and 100 of a project are kept, the newest; of one property and rule, up to 5. Erasing
         *     a person removes the examples of the person's events.
         */
        get: operations["event_schema_violations_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/event_schemas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the event schema.
                 * @example mB6uW1nQ
                 */
                id: components["parameters"]["EventSchemaId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an event schema
         * @description One event schema, as it is now.
         */
        get: operations["event_schemas_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete an event schema
         * @description Deletes an event schema with its versions and violations. Within 2 seconds its event is checked no more.
         */
        delete: operations["event_schemas_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an event schema
         * @description Changes the fields that the body has and leaves the others as they are. Each change increments `version`, and what
         *     the schema was before stays listed as a version.
         *
         *     A change for which events that are valid could become invalid is answered with 409 `breaking_change`, and `detail`
         *     names what would break; with `allow_breaking` it is made all the same. Whether a change is safe is told from the two
         *     schemas alone, so it may be refused although no event meets it.
         *
         *     With `version`, the event schema is changed only if it still has this version; otherwise the response is 409
         *     `conflict`.
         */
        patch: operations["event_schemas_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/event_schemas/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the event schema.
                 * @example mB6uW1nQ
                 */
                id: components["parameters"]["EventSchemaId"];
            };
            cookie?: never;
        };
        /**
         * List the versions of an event schema
         * @description What an event schema is and was, newest first. The current version and the last 50 before it are kept.
         */
        get: operations["event_schemas_versions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/property_definitions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List names of properties
         * @description The names of the properties that events of the last 30 days have, or persons, or groups of a type, those in the most
         *     first; of more than 10,000, these. Of more than 250,000 events or persons a part is read, and volumes are estimated
         *     from it.
         */
        get: operations["property_definitions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a question about events
         * @description Answers a question about the events of a project. The `kind` of the query says what is asked; what a kind does not
         *     support is refused with 400, and `attr` names the field. The names and the results are those of PostHog's query API.
         *
         *     An answer includes events that were stored before the question. *Unique* means persons: distinct ids that were
         *     merged count once, and a visitor without a person counts by the distinct id. Days, weeks and months are those of the
         *     project's time zone, with 23 or 25 hours where clocks change.
         *
         *     The same question is answered from memory while the project's events and persons are unchanged: then `is_cached` is
         *     true, and `last_refresh` says when the answer was computed.
         *
         *     A question has limits of time, memory and size. Above them it gets 400 `query_limit_exceeded`: ask for less.
         */
        post: operations["query_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/insights": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List saved questions
         * @description The saved questions of a project, newest first.
         */
        get: operations["insights_list"];
        put?: never;
        /**
         * Save a question
         * @description Saves a question with a name. Its `query` is validated as in a question that is asked, and has up to 64 KB. A
         *     project may have 1,000 saved questions.
         */
        post: operations["insights_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/insights/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `short_id` of the saved question, or its `id`.
                 * @example kT3vQ8xZ
                 */
                id: components["parameters"]["InsightId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a saved question
         * @description One saved question. With `refresh`, it is answered too, with the defaults of its variables, and `result` has the
         *     answer.
         */
        get: operations["insights_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete a saved question
         * @description Deletes a saved question, and takes it off the dashboards.
         */
        delete: operations["insights_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a saved question
         * @description Changes the fields that the body has and leaves the others as they are. Each change increments `version`.
         *
         *     With `version`, the saved question is changed only if it still has this version; otherwise the response is 409
         *     `conflict`.
         */
        patch: operations["insights_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/insights/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `short_id` of the saved question, or its `id`.
                 * @example kT3vQ8xZ
                 */
                id: components["parameters"]["InsightId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a saved question
         * @description Answers a saved question with these values of its variables; those that are left out have their defaults. A
         *     variable that is unknown, has no value, or has one of another type is refused, and `attr` names it. The project's
         *     own document (`GET …/openapi.json`) has this operation for each question, with its variables and their types.
         */
        post: operations["insights_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/dashboards": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List dashboards
         * @description The dashboards of a project, newest first.
         */
        get: operations["dashboards_list"];
        put?: never;
        /**
         * Create a dashboard
         * @description Creates a dashboard of saved questions. A project may have 200 dashboards, each with up to 100 tiles.
         */
        post: operations["dashboards_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/dashboards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the dashboard.
                 * @example 48213
                 */
                id: components["parameters"]["DashboardId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a dashboard
         * @description One dashboard.
         */
        get: operations["dashboards_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete a dashboard
         * @description Deletes a dashboard. Its saved questions stay.
         */
        delete: operations["dashboards_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a dashboard
         * @description Changes the fields that the body has and leaves the others as they are, and so the tiles that `tiles` does not name.
         *     Each change increments `version`.
         *
         *     With `version`, the dashboard is changed only if it still has this version; otherwise the response is 409
         *     `conflict`.
         */
        patch: operations["dashboards_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/dashboards/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the dashboard.
                 * @example 48213
                 */
                id: components["parameters"]["DashboardId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Share a dashboard
         * @description Makes a link by which anyone sees the dashboard as it is then, with the answers of its questions, and nothing else
         *     of the project. An answer is up to five minutes old. A project may have 200 links.
         */
        post: operations["dashboards_shares_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/insights/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `short_id` of the saved question, or its `id`.
                 * @example kT3vQ8xZ
                 */
                id: components["parameters"]["InsightId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Share a saved question
         * @description Makes a link by which anyone sees the saved question as it is then, with its answer, and nothing else of the
         *     project. An answer is up to five minutes old. A project may have 200 links.
         */
        post: operations["insights_shares_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List shares
         * @description The links by which a project's dashboards and saved questions can be seen without an account, newest first.
         */
        get: operations["shares_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/shares/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the share.
                 * @example 7
                 */
                id: components["parameters"]["ShareId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a share
         * @description Revokes a link for good. Pages that show it can load nothing more.
         */
        delete: operations["shares_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List actions
         * @description The actions of a project that are not deleted, newest first.
         */
        get: operations["actions_list"];
        put?: never;
        /**
         * Create an action
         * @description Names events after the fact: those that meet one of up to 20 steps. A project may have 500 actions, each with up to
         *     64 KB of steps.
         */
        post: operations["actions_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the action.
                 * @example 3
                 */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an action
         * @description One action that is not deleted.
         */
        get: operations["actions_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete an action
         * @description Deletes an action for good, unless something uses it, which the response names. To be able to restore it, set
         *     `deleted`.
         */
        delete: operations["actions_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an action
         * @description Changes the fields that the body has and leaves the others as they are. `deleted` deletes it, and restores it.
         *     Each change increments `version`. With `version`, it is changed only if it still has this version; otherwise the
         *     response is 409 `conflict`, as it is if something that is to be deleted is in use.
         */
        patch: operations["actions_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/cohorts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List cohorts
         * @description The cohorts of a project that are not deleted, newest first.
         */
        get: operations["cohorts_list"];
        put?: never;
        /**
         * Create a cohort
         * @description Names a group of persons: those who meet conditions, or (`is_static`) those who are added to it. A project may have
         *     200 cohorts. Conditions may have 32 KB, and refer to other cohorts and to actions, directly or not 200 times.
         */
        post: operations["cohorts_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/cohorts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the cohort.
                 * @example 3
                 */
                id: components["parameters"]["CohortId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a cohort
         * @description One cohort that is not deleted.
         */
        get: operations["cohorts_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete a cohort
         * @description Deletes a cohort for good, unless something uses it, which the response names. To be able to restore it, set
         *     `deleted`.
         */
        delete: operations["cohorts_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a cohort
         * @description Changes the fields that the body has and leaves the others as they are. `deleted` deletes it, and restores it.
         *     Each change increments `version`. With `version`, it is changed only if it still has this version; otherwise the
         *     response is 409 `conflict`, as it is if something that is to be deleted is in use.
         */
        patch: operations["cohorts_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/cohorts/{id}/persons": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the cohort.
                 * @example 3
                 */
                id: components["parameters"]["CohortId"];
            };
            cookie?: never;
        };
        /**
         * List the persons of a cohort
         * @description The persons of a cohort as they are now, newest first.
         */
        get: operations["cohorts_persons_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/cohorts/{id}/add_persons_to_static_cohort": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the cohort.
                 * @example 3
                 */
                id: components["parameters"]["CohortId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add persons to a static cohort
         * @description Adds persons to a static cohort, which has up to 20,000. Persons keep their place in it when they are merged, and
         *     leave it when they are erased.
         */
        patch: operations["cohorts_persons_add"];
        trace?: never;
    };
    "/api/projects/{project_id}/cohorts/{id}/remove_person_from_static_cohort": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the cohort.
                 * @example 3
                 */
                id: components["parameters"]["CohortId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Remove a person from a static cohort
         * @description Removes a person from a static cohort. Nothing happens if it is not in it.
         */
        patch: operations["cohorts_person_remove"];
        trace?: never;
    };
    "/api/projects/{project_id}/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List experiments
         * @description The experiments of a project that are not deleted, newest first.
         */
        get: operations["experiments_list"];
        put?: never;
        /**
         * Create an experiment
         * @description Plans an experiment with the variants of a flag. If the project has no flag with this key, it is created with the
         *     variants of `parameters`, and is off until the experiment is launched. A project may have 500 experiments, each with
         *     up to 64 KB of metrics.
         */
        post: operations["experiments_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/experiments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the experiment.
                 * @example 3
                 */
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an experiment
         * @description One experiment that is not deleted.
         */
        get: operations["experiments_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete an experiment
         * @description Deletes an experiment for good, but not its flag. To be able to restore it, set `deleted`.
         */
        delete: operations["experiments_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an experiment
         * @description Changes the fields that the body has and leaves the others as they are. A first `start_date` launches it, which
         *     turns its flag on; `end_date` ends it, and leaves the flag as it is. `deleted` deletes it, and restores it. Each
         *     change increments `version`. With `version`, it is changed only if it still has this version; otherwise the response
         *     is 409 `conflict`.
         */
        patch: operations["experiments_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/experiments/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the experiment.
                 * @example 3
                 */
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        /**
         * Read the results of an experiment
         * @description What the variants did: whom they had, and each metric against that of the baseline, which is the variant `control`,
         *     or the first one. Intervals and p-values are valid whenever and however often they are read.
         *
         *     A person counts once, in the variant of the first exposure, and metrics count what follows it. The same metric of
         *     the 14 days before the exposure reduces the variance of means and funnels (CUPED). `adjusted_p_value` takes into
         *     account that there are several metrics and variants (Holm). Numbers in a property count up to 10^15.
         */
        get: operations["experiments_results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/surveys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List surveys
         * @description The surveys of a project, newest first.
         */
        get: operations["surveys_list"];
        put?: never;
        /**
         * Create a survey
         * @description Asks visitors questions. Browsers with posthog-js show a survey while it runs: from `start_date` on, until
         *     `end_date`, unless it is archived. A project may have 100 surveys of 16 KB. Questions get ids; answers are events
         *     `survey sent` with properties such as `$survey_response_{id}`.
         */
        post: operations["surveys_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/surveys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the survey, which its events have as `$survey_id`.
                 * @example 019cd4a0-1c2f-7a3e-9b61-5d0f8e2a4c17
                 */
                id: components["parameters"]["SurveyId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a survey
         * @description One survey.
         */
        get: operations["surveys_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete a survey
         * @description Deletes a survey for good. The answers stay, as events. To end it, set `end_date` or `archived`.
         */
        delete: operations["surveys_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a survey
         * @description Changes the fields that the body has and leaves the others as they are. Questions keep their ids if the body has
         *     them, or asks the same text at the same place. Each change increments `version`. With `version`, it is changed
         *     only if it still has this version; otherwise the response is 409 `conflict`.
         */
        patch: operations["surveys_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/surveys/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the survey, which its events have as `$survey_id`.
                 * @example 019cd4a0-1c2f-7a3e-9b61-5d0f8e2a4c17
                 */
                id: components["parameters"]["SurveyId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve the answers to a survey
         * @description Counts how often a survey was shown, dismissed and answered, and the answers to each question: choices and ratings
         *     by how often, with average and net promoter score, and the newest texts. Of answers in parts, the last one counts.
         */
        get: operations["surveys_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/early_access_feature": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List early access features
         * @description The early access features of a project, newest first.
         */
        get: operations["early_access_feature_list"];
        put?: never;
        /**
         * Create an early access feature
         * @description Offers a feature to persons who want to try it, with a flag that is on for those who join. Without
         *     `feature_flag_id` a flag is created, whose key is made of the name. A project may have 100.
         */
        post: operations["early_access_feature_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/early_access_feature/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the feature.
                 * @example 019cd4a0-2d7b-7f12-8c34-9a1e6b3d5f08
                 */
                id: components["parameters"]["EarlyAccessId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an early access feature
         * @description One feature.
         */
        get: operations["early_access_feature_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete an early access feature
         * @description Deletes a feature for good. Its flag stays, and who has joined decides no longer.
         */
        delete: operations["early_access_feature_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an early access feature
         * @description Changes the fields that the body has and leaves the others as they are. Each change increments `version`. With
         *     `version`, it is changed only if it still has this version; otherwise the response is 409 `conflict`.
         */
        patch: operations["early_access_feature_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List alerts
         * @description The alerts of a project, newest first.
         */
        get: operations["alerts_list"];
        put?: never;
        /**
         * Create an alert
         * @description Watches a saved question about trends. At the beginning of each hour, day, week or month, the last whole interval
         *     of its chart is compared, and once more whenever the alert is created or changed. When the alert begins to fire,
         *     when it ends, and when it cannot be checked, the subscribed users get a mail and the webhook a request: once each.
         *     A project may have 100 alerts.
         */
        post: operations["alerts_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the alert.
                 * @example 019cd4a0-2d7b-7f12-8c34-9a1e6b3d5f0a
                 */
                id: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an alert
         * @description One alert, with its last checks.
         */
        get: operations["alerts_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete an alert
         * @description Deletes an alert for good.
         */
        delete: operations["alerts_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an alert
         * @description Changes the fields that the body has and leaves the others as they are. Each change increments `version`. With
         *     `version`, it is changed only if it still has this version; otherwise the response is 409 `conflict`. Unless only
         *     the name changes, the alert no longer fires, and is checked again.
         */
        patch: operations["alerts_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description The subscriptions of a project, newest first, without deleted ones.
         */
        get: operations["subscriptions_list"];
        put?: never;
        /**
         * Create a subscription
         * @description Sends a dashboard or a saved question with its numbers, by mail or as a signed request, each day, week, month or
         *     year, at the time of day that `start_date` is in the time zone of the project. A project may have 100
         *     subscriptions, deleted ones included.
         */
        post: operations["subscriptions_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the subscription.
                 * @example 7
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a subscription
         * @description One subscription, with when it was sent last and is sent next.
         */
        get: operations["subscriptions_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Deletes a subscription for good.
         */
        delete: operations["subscriptions_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a subscription
         * @description Changes the fields that the body has and leaves the others as they are. Each change increments `version`. With
         *     `version`, it is changed only if it still has this version; otherwise the response is 409 `conflict`. It is sent
         *     next when its schedule says so after now; what was about to be tried again is not.
         */
        patch: operations["subscriptions_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/subscriptions/{id}/test-delivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the subscription.
                 * @example 7
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a subscription at once
         * @description Sends it within seconds, also one that is not `enabled`; its schedule stays as it is. If it was sent within the
         *     last minute, the response is 409 `conflict`.
         */
        post: operations["subscriptions_test_delivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List annotations
         * @description The annotations of a project that are not deleted, those of the latest `date_marker` first.
         */
        get: operations["annotations_list"];
        put?: never;
        /**
         * Create an annotation
         * @description Notes what happened at a time. A project may have 1,000 annotations. They concern the whole project: other scopes,
         *     and annotations of one question or dashboard, are refused.
         */
        post: operations["annotations_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/annotations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the annotation.
                 * @example 3
                 */
                id: components["parameters"]["AnnotationId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an annotation
         * @description One annotation that is not deleted.
         */
        get: operations["annotations_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete an annotation
         * @description Deletes an annotation for good. To hide it instead, set `deleted`.
         */
        delete: operations["annotations_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an annotation
         * @description Changes the fields that the body has and leaves the others as they are. `deleted` hides an annotation, and shows it
         *     again. Each change increments `version`. With `version`, the annotation is changed only if it still has this
         *     version; otherwise the response is 409 `conflict`.
         */
        patch: operations["annotations_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/error_tracking/issues": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List issues of exceptions
         * @description The issues of the last 30 days, as an `ErrorTrackingQuery` groups exceptions: the one that was seen last first.
         */
        get: operations["error_tracking_issues_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/error_tracking/issues/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the issue.
                 * @example 5f0c1d2e-8a7b-4c3d-9e1f-2a3b4c5d6e7f
                 */
                id: components["parameters"]["ErrorIssueId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an issue of exceptions
         * @description One issue, counted over all time, with the last event.
         */
        get: operations["error_tracking_issues_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Resolve an issue of exceptions
         * @description Says that an issue is resolved, suppressed (seen, and of no interest), or active as before. A resolved one is active
         *     again as soon as it has a later event. A project may have 10,000 that are resolved or suppressed.
         */
        patch: operations["error_tracking_issues_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/findings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List what changed
         * @description Events and actions that suddenly fell or rose in the last 30 days, the newest first. Days are compared with the same
         *     days of up to seven weeks before. Of 100 quiet events, up to one has a finding in a month; those with less than four
         *     weeks before have none. The 300 most frequent are looked at, again after 20 times as long as it takes.
         */
        get: operations["findings_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/heatmaps": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Count where visitors pointed on a page
         * @description Counts clicks, or other positions of the mouse, by their place on a page: libraries send them if the project has
         *     `heatmaps_opt_in`, or the page turns `capture_heatmaps` on. With `type=scrolldepth` it counts views by how far down
         *     visitors have seen the page.
         */
        get: operations["heatmaps_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/activity_log": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the changes of a project
         * @description Who changed what, and when, newest first: feature flags, saved questions, dashboards, annotations, event schemas,
         *     and the project with its settings; and who got or lost access: keys of the project, personal keys of members,
         *     members and invites. About the last 10,000 changes of a project are kept, and at most the last
         *     100 of each item. A change is noted before it is made: one that the service could not finish may be listed. A page
         *     of changes that have more than 2 MiB ends before its `limit`.
         */
        get: operations["activity_log_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve the project's own document
         * @description An OpenAPI document with one operation for each saved question of the project, at the question's own address, with
         *     its variables and their types, and one for `/capture/` with a body for each event that has a schema. A generator of
         *     clients makes a typed function of each.
         */
        get: operations["project_document_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/feature_flags": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List flags
         * @description The flags of a project, newest first, without deleted ones. A page ends before its `limit` if its flags have more
         *     than 2 MiB: `next` leads to the others.
         */
        get: operations["feature_flags_list"];
        put?: never;
        /**
         * Create a flag
         * @description Creates a flag, which takes effect within 2 seconds. A flag that cannot be evaluated is refused with 400, and `attr`
         *     names the field, such as `filters__groups__0__rollout_percentage`.
         *
         *     A flag with the key of a deleted one replaces it: it has another `id`, and the deleted one cannot be restored.
         *
         *     A project may have 5,000 flags, and 16 MiB of them, with 50,000 opening braces and 500,000 commas.
         */
        post: operations["feature_flags_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/feature_flags/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain the flags of a person
         * @description Evaluates all flags of the project for a distinct id, as a flag query does, and tells why each has its value. It stores
         *     nothing: a person whose values are kept across a sign-in (`ensure_experience_continuity`) gets them from what was kept,
         *     and nothing more is.
         */
        post: operations["feature_flags_evaluate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/feature_flags/preview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a flag
         * @description Evaluates a flag that is not saved for the newest persons of the project, and counts its values. The percentage of a
         *     condition depends on the key. Each person is looked at with a distinct id that the application chose, if there is one.
         *     Groups are not known here: conditions on a group do not apply. After about 2 seconds the preview ends with the persons
         *     that it has evaluated.
         */
        post: operations["feature_flags_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/feature_flags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the flag.
                 * @example 3
                 */
                id: components["parameters"]["FlagId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a flag
         * @description One flag, even if it is deleted.
         */
        get: operations["feature_flags_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete a flag
         * @description Deletes a flag within 2 seconds. It is no longer listed or evaluated. `deleted: false` restores it.
         */
        delete: operations["feature_flags_destroy"];
        options?: never;
        head?: never;
        /**
         * Change, delete or restore a flag
         * @description Changes the fields that the body has and leaves the others as they are; `filters` are replaced as a whole. The
         *     change takes effect within 2 seconds and increments `version`, unless nothing differs. A flag that could then not be
         *     evaluated is refused with 400, as when it is created.
         *
         *     With `version`, the flag is changed only if it still has this version; otherwise the response is 409 `conflict`.
         *
         *     `deleted: false` restores a deleted flag. The last 100 deleted flags of a project can be restored.
         */
        patch: operations["feature_flags_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/scheduled_changes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List scheduled changes
         * @description The changes of flags that are scheduled, and those that were made, the newest scheduled first.
         */
        get: operations["scheduled_changes_list"];
        put?: never;
        /**
         * Schedule a change of a flag
         * @description Changes a flag at a time, or some seconds after it, as who scheduled it. A rollout in steps is several changes that
         *     add conditions with rising percentages. A change that the flag refuses then is not repeated: `failure_reason` says
         *     why. A project may have 1,000.
         */
        post: operations["scheduled_changes_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/scheduled_changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the scheduled change.
                 * @example 3
                 */
                id: components["parameters"]["ScheduledChangeId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a scheduled change
         * @description One change, before or after it is made.
         */
        get: operations["scheduled_changes_retrieve"];
        put?: never;
        post?: never;
        /**
         * Cancel a scheduled change
         * @description Cancels a change, or forgets one that was made. The flag stays as it is.
         */
        delete: operations["scheduled_changes_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a scheduled change
         * @description Changes the fields that the body has and leaves the others as they are, until the change is made. Each change
         *     increments `version`. With `version`, it is changed only if it still has this version; otherwise the response is
         *     409 `conflict`.
         */
        patch: operations["scheduled_changes_partial_update"];
        trace?: never;
    };
    "/api/projects/{project_id}/feature_flags/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the flag.
                 * @example 3
                 */
                id: components["parameters"]["FlagId"];
            };
            cookie?: never;
        };
        /**
         * Say whether a flag is in use
         * @description Whether a flag is deleted, off, or stale, and why. Its use is known up to ten minutes late.
         */
        get: operations["feature_flags_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/feature_flags/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the flag.
                 * @example 3
                 */
                id: components["parameters"]["FlagId"];
            };
            cookie?: never;
        };
        /**
         * List the changes of a flag
         * @description Who changed the flag, when, and what, newest first, also while it is deleted: what the activity log has of it. The
         *     last 100 changes are kept.
         */
        get: operations["feature_flags_activity_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/feature_flags/{id}/remote_config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the project of `token`. Without that, `@current` is the only project of the
                 *     key's user. A project that the user cannot access is answered with 404.
                 * @example @current
                 */
                project_id: components["parameters"]["ProjectIdOrCurrent"];
                /**
                 * @description The `id` or the `key` of the flag. What is an `id` and a `key` of different flags names the former.
                 * @example banner
                 */
                id: components["parameters"]["FlagIdOrKey"];
            };
            cookie?: never;
        };
        /**
         * Read a remote configuration
         * @description The payload for `true` of a flag with `is_remote_configuration`, for server libraries (`getRemoteConfigPayload`). It
         *     does not depend on a person, nor on whether the flag is active. A change takes effect within 2 seconds. A flag that
         *     is deleted or no remote configuration is answered with 404. Encrypted payloads are not supported: flags with
         *     `has_encrypted_payloads` cannot be created.
         */
        get: operations["feature_flags_remote_config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List erasures
         * @description The erasures of persons of a project, newest first.
         */
        get: operations["erasures_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the erasure.
                 * @example 019ce2b7-64f2-7a0e-9d1b-5c8e3f7a2b40
                 */
                id: components["parameters"]["ErasureId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an erasure
         * @description Whether a person is erased, and if not, which nodes the erasure waits for.
         */
        get: operations["erasures_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description The organizations that the user belongs to, oldest first.
         */
        get: operations["organizations_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an organization
         * @description One organization with its projects.
         */
        get: operations["organizations_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename an organization
         * @description Changes the name of the organization. Owners and admins may change it.
         */
        patch: operations["organizations_partial_update"];
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /**
         * List invites
         * @description The invites of an organization, newest first, including expired ones.
         */
        get: operations["invites_list"];
        put?: never;
        /**
         * Create an invite
         * @description Invites one address. If a mail server is configured, the invite is mailed and `emailing_attempt_made` is true. A
         *     failing mail server does not make the request fail.
         *
         *     An organization can create a limited number of invites per hour (200, unless configured otherwise), and an address
         *     cannot be invited again for some minutes. Until then the response is 429; for an address, `attr` is `target_email`.
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
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create several invites
         * @description Invites 1 to 20 addresses. If one invite is not valid, none is created. A list is answered with a list in the same
         *     order. A single object is also accepted and answered with a single invite.
         *
         *     The limits of single invites apply to the whole list: if one address is above them, none is invited. `attr` names an
         *     address that was invited just now.
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
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The id of the invite.
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
         * @description Revokes an invite. It can no longer be accepted and is no longer listed.
         */
        delete: operations["invites_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/invites/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The id of the invite.
                 * @example 019ce18a-dca0-76d0-b93a-2e7f514c8d29
                 */
                id: components["parameters"]["InviteId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a new link for an invite
         * @description Mails the invited person a new link, for example because the first mail was lost or the invite has expired. Earlier
         *     links of the invite are no longer valid; the new one is valid as long as that of a new invite. It counts as an
         *     invite of the organization, and an invite gets one new link in some minutes; until then the response is 429.
         *
         *     The response does not contain the link, because whoever opens it acts as the invited person. Without a mail server,
         *     `emailing_attempt_made` is false, and the operator of the service prints a link (`sightline invites link`).
         */
        post: operations["invites_resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/invites/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The id of the invite.
                 * @example 019ce18a-dca0-76d0-b93a-2e7f514c8d29
                 */
                id: components["parameters"]["InviteId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link for an invite
         * @description Makes a new link for an invite, for its inviter to pass on, and starts its validity anew; the earlier link is no longer
         *     valid. Who has the link can accept in the name of the invited person. So owners and admins get one only while the
         *     service sends no mail and has one organization; otherwise the operator of the service prints it.
         */
        post: operations["invites_link_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/feature_flags/copy_flags": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a flag to other projects
         * @description Copies a flag to other projects of the organization. A flag with this key there is overwritten, as far as it is on
         *     or off, too. Its cohorts must be there by their names, and the flags that it depends on by their keys; group types
         *     must have the same index. What a project refuses is in `failed`, and the others have the flag.
         */
        post: operations["feature_flags_copy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /**
         * List members
         * @description The members of an organization, ordered by the id of the user.
         */
        get: operations["members_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The `id` or the `uuid` of the user.
                 * @example 7
                 */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Ends the membership of a user. The user's keys no longer open the organization, at once or within 5 seconds. Owners
         *     remove anyone and admins remove members and admins; anyone may leave. The last owner cannot be removed.
         */
        delete: operations["members_destroy"];
        options?: never;
        head?: never;
        /**
         * Change the level of a member
         * @description Changes what a member may do, at once. Owners and admins change levels; only owners make or unmake owners. The last
         *     owner stays an owner.
         */
        patch: operations["members_partial_update"];
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/members/{id}/sign_in_link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The `id` or the `uuid` of the user.
                 * @example 7
                 */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link for a member
         * @description Makes a link with which the member signs in to the console, once, within ten minutes. Owners make one for anyone, and
         *     admins for members and admins; the log of the service says who made one for whom. It opens all organizations of the
         *     member, so there is none for somebody who belongs to one in which the caller may not make it.
         */
        post: operations["members_sign_in_link_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /**
         * List projects of an organization
         * @description The projects of one organization, oldest first.
         */
        get: operations["organization_projects_list"];
        put?: never;
        /**
         * Create a project
         * @description Creates a project of the organization, with a first project API key. An organization has up to 100 projects. Owners and
         *     admins of the organization may create one.
         */
        post: operations["projects_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{parent_lookup_organization_id}/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a project of an organization
         * @description As `/api/projects/{project_id}`, for a project of this organization.
         */
        get: operations["organization_projects_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete a project of an organization
         * @description As `/api/projects/{project_id}`, for a project of this organization.
         */
        delete: operations["organization_projects_destroy"];
        options?: never;
        head?: never;
        /**
         * Change settings of a project of an organization
         * @description As `/api/projects/{project_id}`, for a project of this organization.
         */
        patch: operations["organization_projects_partial_update"];
        trace?: never;
    };
    "/api/users/@me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the key's user
         * @description The user, with the organizations that the user belongs to and their projects.
         */
        get: operations["users_me_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the own user
         * @description Changes the own name, address or password; absent fields stay as they are. A new address is not verified, and sessions
         *     stay. With a password one signs in to the console. It is changed or removed (null) only with a session; then all other
         *     sessions of the user end, and links for signing in do not work any more. Who has a password sends it as
         *     `current_password` along with a new address or password, unless the session began in the last ten minutes.
         */
        patch: operations["users_me_partial_update"];
        trace?: never;
    };
    "/api/users/@me/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's keys
         * @description The personal API keys of the key's user that are not revoked, oldest first. They are abbreviated.
         */
        get: operations["personal_keys_list"];
        put?: never;
        /**
         * Create a key
         * @description Creates a personal API key of the user and returns it, once. A user has up to 100 keys.
         */
        post: operations["personal_keys_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/@me/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the key.
                 * @example k7mw-3xq9
                 */
                id: components["parameters"]["PersonalKeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Revokes a personal API key of the user, which may be the one that the request uses, within seconds.
         */
        delete: operations["personal_keys_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personal_api_keys/@current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the key of the request
         * @description The personal API key that the request is made with; a session of the console has none.
         */
        get: operations["personal_keys_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/@me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's sessions
         * @description Where the user is signed in, the newest session first.
         */
        get: operations["sessions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/@me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the session.
                 * @example 0d5ce6f1-5f2c-4a8e-9a4e-0f6a7c1b2d3e
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Ends a session of the user, which may be the one that the request is made with, at once or within 5 seconds.
         */
        delete: operations["sessions_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/@me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the own passkeys
         * @description The passkeys of the user, the oldest first.
         */
        get: operations["passkeys_list"];
        put?: never;
        /**
         * Add a passkey
         * @description Adds a passkey that a browser made, of up to 20. This takes a session that began within the last ten minutes, so that
         *     nobody who finds an open browser adds one.
         */
        post: operations["passkeys_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/@me/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the passkey.
                 * @example 5f0c6a3e-8c3f-4a37-9d0e-2b7f1c9a6d10
                 */
                id: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Removes a passkey of the user. Sessions that it began go on.
         */
        delete: operations["passkeys_destroy"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description Changes what the user calls a passkey.
         */
        patch: operations["passkeys_partial_update"];
        trace?: never;
    };
    "/api/sign_in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ways to sign in
         * @description Which ways to sign in this service has. A link that `sightline sign-in-link` prints works always.
         */
        get: operations["sign_in_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign_in/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a link
         * @description Mails a link for signing in to the address if it is a member's. The response precedes the search for the
         *     address, so that it does not tell whether it is, nor whether a mail is on its way: a user gets up to 5 links in ten
         *     minutes. A service that sends no mail answers with
         *     404.
         */
        post: operations["sign_in_link_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign_in/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show whom a link signs in
         * @description Returns who is signed in with the token of a link, and does not use it up. So a program that opens links, as those
         *     that look for bad ones in mails, signs nobody in.
         */
        post: operations["sign_in_token_show"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign_in/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a challenge for a passkey
         * @description Returns a text that a passkey signs, whether it is new or signs in: the challenge of a browser's
         *     `navigator.credentials` is its bytes in UTF-8. It counts once, within ten minutes.
         */
        post: operations["sign_in_challenge_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign_in/oidc/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a provider in `/api/sign_in`.
                 * @example okta
                 */
                provider: components["parameters"]["SignInProvider"];
            };
            cookie?: never;
        };
        /**
         * Sign in with a provider
         * @description A link of the sign-in page leads here: the browser is sent to the OpenID Connect provider, which sends it back to
         *     `…/callback` within ten minutes. If the provider cannot be reached, or the address makes too many attempts, the
         *     browser is sent to the console's sign-in page, which says so.
         */
        get: operations["sign_in_oidc_begin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign_in/oidc/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a provider in `/api/sign_in`.
                 * @example okta
                 */
                provider: components["parameters"]["SignInProvider"];
            };
            cookie?: never;
        };
        /**
         * Return from a provider
         * @description The provider sends the browser here. The code is exchanged once, and only in the browser that began. Who is a member
         *     gets a new session, and so does an invited person whose address the provider has verified: the invite is then
         *     accepted. Everyone else, and whatever goes wrong, ends at the console's sign-in page, which says why.
         */
        get: operations["sign_in_oidc_finish"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a link
         * @description Exchanges the token of a link for a new session, whose cookie only this response has. The token is then used up: of
         *     several concurrent requests, one succeeds. The link comes by mail or from `sightline sign-in-link`.
         */
        post: operations["sessions_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a password
         * @description Begins a session, whose cookie only this response has. A wrong password and an unknown address are answered alike, and
         *     take as long. Tries for one address are limited, whatever client they come from.
         */
        post: operations["sessions_password_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Begins a session, whose cookie only this response has. The page that asked the passkey is of the origin of this service:
         *     of `PUBLIC_URL`, or else the one that the request came to.
         */
        post: operations["sessions_passkey_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Ends the session that the request is made with, at once or within 5 seconds. A request with a key has none, so that
         *     nothing ends.
         */
        delete: operations["sessions_current_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invites/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The secret at the end of the link in the invite's mail.
                 * @example inv_mY3kqT7vB9xLr2Zd8sWf4JhN6cPgA1uEoRiQyXtDbVK
                 */
                secret: components["parameters"]["InviteSecret"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an invite by its secret
         * @description Shows an invited person who invites them to what. It needs no key: the secret, which only the mail contains, is the
         *     credential. A secret that is wrong, expired, used, or of a deleted invite is answered with the same 404.
         */
        get: operations["invite_retrieve"];
        put?: never;
        /**
         * Accept an invite
         * @description Makes the invited person a member of the organization, of the invite's level, and returns a personal API key, once. The invite is then used
         *     up and no longer listed: of several concurrent requests, one succeeds.
         *
         *     If a user with the invited address exists, this user joins, under the name that it has. `personal_api_key` is then
         *     null if the user has a personal API key or belongs to another organization: the keys that the user has give access
         *     to the organization from now on.
         */
        post: operations["invite_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of the link.
                 * @example shr_q1Vb7ZtXnM4cKd9WfRy2LhGs6JpEu8Ao3TiNxQvBz0w
                 */
                token: components["parameters"]["ShareToken"];
            };
            cookie?: never;
        };
        /**
         * See what is shared
         * @description Returns a shared dashboard, or a saved question as the only one of it. It needs no key; the token is one. A link
         *     may be opened 300 times, and five times more each second.
         */
        get: operations["shared_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/{token}/insights/{short_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of the link.
                 * @example shr_q1Vb7ZtXnM4cKd9WfRy2LhGs6JpEu8Ao3TiNxQvBz0w
                 */
                token: components["parameters"]["ShareToken"];
                /**
                 * @description The `short_id` of a question that is shared.
                 * @example kT3vQ8xZ
                 */
                short_id: components["parameters"]["SharedInsight"];
            };
            cookie?: never;
        };
        /**
         * See a shared answer
         * @description Answers a saved question that is shared. The answer is kept for five minutes, whoever asks. Computing one counts
         *     as opening the link.
         */
        get: operations["shared_answer_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a tool as an agent
         * @description A server of the Model Context Protocol (Streamable HTTP, without sessions and streams): the body is one message of
         *     JSON-RPC, `initialize`, `ping`, `tools/list` or `tools/call`, and the response is its answer. Notifications are answered
         *     with 202 and no body. A tool is an operation of this document (`x-mcp`) with the same access, checks and limits; its
         *     result has what the operation answers in `structuredContent.answer`, shortened if it is large. What an operation
         *     refuses is a result with `isError`.
         */
        post: operations["mcp_call"];
        delete?: never;
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
         * @description Returns 200 as long as the process runs. It does not check any engine.
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
         * Should this node get requests?
         * @description For balancers. Returns 200 as long as this node accepts events and answers flag decisions. That is so while an
         *     engine cannot be reached or is damaged, too: events wait in the journal, and `engines` reports the engine. Returns
         *     503 when other nodes should get the requests: the journal is damaged, has no room or cannot be written, the node is
         *     about to stop, or the database cannot be reached or is damaged and the service is configured to answer only after it
         *     has stored the events.
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
         * @description Counters and histograms in the Prometheus text format: requests by operation and status, latencies, outcomes of
         *     events, size and age of the journal, dead letters, the state of each engine, and the size of disk and store.
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
        /**
         * @description A flag as in a file, an export or a request, with the fields that decide. What else a rule needs is checked too, such
         *     as that the percentages of variants sum to 100, and that a value suits its operator.
         */
        DefinedFlag: {
            /** @description The name by which programs ask for the flag. */
            key: string;
            /** @description What the flag is for. */
            name?: string | null;
            /** @description True, false, or absent. */
            active?: boolean | null;
            /** @description True, false, or absent. */
            deleted?: boolean | null;
            /** @description True, false, or absent. */
            ensure_experience_continuity?: boolean | null;
            /** @description True, false, or absent. */
            is_remote_configuration?: boolean | null;
            /** @description Some words. */
            tags?: string[] | null;
            /** @description Some words. */
            evaluation_contexts?: string[] | null;
            /**
             * @description What divides persons, the user or, across a sign-in, the device.
             * @enum {unknown}
             */
            bucketing_identifier?: "distinct_id" | "device_id" | "" | null;
            /**
             * @description The programs that the flag is for.
             * @enum {unknown}
             */
            evaluation_runtime?: "all" | "client" | "server" | null;
            filters: components["schemas"]["FlagRules"];
            /**
             * @description It is refused, because it is no field of a flag.
             * @enum {unknown}
             */
            description?: null | false | "" | Record<string, never> | never[];
            /** @description What an export says about a flag without changing a decision. */
            rollout_percentage?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            id?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            team_id?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            version?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            status?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            created_at?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            created_by?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            created_by_id?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            updated_at?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            last_modified_by?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            last_called_at?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            can_edit?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            user_access_level?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            creation_context?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            is_simple_flag?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            experiment_set?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            experiment_set_metadata?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            surveys?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            features?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            performed_rollback?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            usage_dashboard?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            usage_dashboard_id?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            analytics_dashboards?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            has_enriched_analytics?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            is_used_in_replay_settings?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            _create_in_folder?: unknown;
            /** @description What an export says about a flag without changing a decision. */
            _should_create_usage_dashboard?: unknown;
        } & {
            [key: string]: components["schemas"]["FlagNothing"];
        };
        /**
         * @description The key and, for a personal API key, the project. The key may also be in the `Authorization` header. A request without
         *     a key is answered with 401.
         */
        Credentials: {
            /** @description The project API key or a personal API key. */
            api_key?: string;
            /** @description A personal API key. */
            personal_api_key?: string;
            /** @description The project. Required with a personal API key unless it is in the query; ignored with a project API key. */
            project_id?: string | number;
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
        /**
         * @description When the client sent the request, by the same clock as `timestamp`. If it differs from the arrival by more than two
         *     minutes, the clock is taken to be wrong, and corrected alike for all events of a session, or of a distinct id
         *     without sessions.
         */
        SentAt: string | null;
        /** @description One event and the key of its project. */
        CaptureRequest: components["schemas"]["Credentials"] & components["schemas"]["Event"] & {
            sent_at?: components["schemas"]["SentAt"];
        };
        /** @description The request was well formed and its key is valid. Its events are stored durably and will be processed. */
        StatusOk: {
            /** @constant */
            status: 1;
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
        /** @description An event of a batch. Its distinct id may be at the root or, as many libraries send it, in `properties`. */
        BatchEvent: components["schemas"]["Event"];
        /** @description Any number of events of one project. The body must be smaller than 20 MiB. */
        BatchRequest: components["schemas"]["Credentials"] & {
            /** @description The events. An empty list is accepted. */
            batch: components["schemas"]["BatchEvent"][];
            sent_at?: components["schemas"]["SentAt"];
            /** @description Marks the events as migrated from another system. They are processed like all other events. */
            historical_migration?: boolean;
        };
        /** @description A free-form map from property names to any JSON values. */
        Properties: {
            [key: string]: unknown;
        };
        /** @description The user to evaluate flags for. */
        DecideRequest: components["schemas"]["Credentials"] & {
            /** @description The user. A number is converted to its decimal form. */
            distinct_id: string | number;
            /** @description The id of the user before signing in. Flags that keep their value across a sign-in need it. */
            $anon_distinct_id?: string;
            /** @description The flags to evaluate. All flags if absent or empty. */
            flag_keys_to_evaluate?: string[] | null;
            /**
             * @description The device. Flags whose `bucketing_identifier` is `device_id` decide by it, also as a property of the person;
             *     without it, by the user. Its first 200 characters count.
             */
            $device_id?: string | null;
            /**
             * @description What asks: flags of other programs are left out. If absent, `User-Agent` says it for PostHog's libraries and
             *     browsers, and a header of a browser such as `Origin`; of others, only flags for all are evaluated. `client` and
             *     `server` are known; with any other one, such as `all`, none is left out.
             */
            evaluation_runtime?: string | null;
            /** @description Flags that are only for other contexts are left out. None is if absent or empty. */
            evaluation_contexts?: string[] | null;
            /** @description If true, no flags are evaluated and only the settings are returned. */
            disable_flags?: boolean | null;
            /**
             * @description The groups of the user, as a map from group type to group key. Flags on groups need it. A group whose key is
             *     null is ignored.
             */
            groups?: {
                [key: string]: string | number | null;
            };
            /** @description Properties of the person. For this decision only, they take precedence over the stored ones. */
            person_properties?: components["schemas"]["Properties"];
            /** @description Properties of groups, by group type. For this decision only, they take precedence over the stored ones. */
            group_properties?: {
                [key: string]: components["schemas"]["Properties"];
            };
        };
        /** @description Settings for the client library. */
        DecideConfig: {
            /** @description Whether the library may capture clicks and similar events automatically. */
            enable_collect_everything: boolean;
        };
        /** @description Parameters for an in-page editor. Empty. */
        EditorParams: {
            [key: string]: unknown;
        };
        /** @description The request compressions that the service supports. */
        SupportedCompression: ("gzip" | "lz64")[];
        /** @description How a browser library records sessions. The configuration of the library may turn recording off. */
        SessionRecordingSettings: {
            /** @description The path to send recordings to. */
            endpoint: string;
            /** @description Whether the browser's console is recorded. */
            consoleLogRecordingEnabled: boolean;
            /** @description The recorder to load. */
            recorderVersion: string;
            /**
             * @description `"0"` if the project has `session_recording_opt_in` off: libraries record no session. Null otherwise.
             * @enum {string|null}
             */
            sampleRate?: "0" | null;
        };
        /** @description What browser libraries measure of a page's performance. */
        CapturePerformance: {
            /** @description Whether recordings have the requests of the page. */
            network_timing: boolean;
            /** @description Whether `$web_vitals` events are sent. */
            web_vitals: boolean;
        };
        /** @description A flag, its value for this user, and the reason for the value. */
        FlagDetail: {
            key: string;
            /** @description Whether the flag is enabled. */
            enabled: boolean;
            /** @description The variant, if the flag is multivariate and enabled. */
            variant: string | null;
            /** @description The reason for the value. */
            reason: {
                /** @enum {string} */
                code: "condition_match" | "no_condition_match" | "out_of_rollout_bound" | "no_group_type" | "super_condition_value" | "holdout_condition_value";
                /**
                 * @description The index of the condition set that decided the value, counted from 0; if none applies, of the last one that
                 *     does not for this reason. Null if a flag that this one depends on is missing.
                 */
                condition_index: number | null;
                /** @description A sentence for people. */
                description: string;
            };
            /** @description Data that does not depend on the user, and the payload of the value. */
            metadata: {
                /** @description A number that identifies the flag in its project, counted from 1. It never changes. */
                id: number;
                /** @description 1 for a new flag, and incremented with each change of the flag. */
                version: number;
                description: string | null;
                /**
                 * @description The payload of the value, if it has one, as JSON text: `{"color":"blue"}`. A payload that is defined as text
                 *     is returned verbatim if it is JSON, and otherwise as a JSON string.
                 */
                payload?: string;
            };
        };
        /** @description A map from flag key to details of the flag. Contains all flags that could be computed, including disabled ones. */
        FlagDetails: {
            [key: string]: components["schemas"]["FlagDetail"];
        };
        /** @description The response of version 4. */
        DecideResponseV4: {
            config: components["schemas"]["DecideConfig"];
            editorParams: components["schemas"]["EditorParams"];
            /** @description Whether the caller is signed in to the service. Always false with a project API key. */
            isAuthenticated: boolean;
            supportedCompression: components["schemas"]["SupportedCompression"];
            sessionRecording?: components["schemas"]["SessionRecordingSettings"];
            /** @description Whether browser libraries must not send `$autocapture` events. Always false. */
            autocapture_opt_out?: boolean;
            /** @description Whether such an event has its elements as one text, `$elements_chain`. */
            elementsChainAsString?: boolean;
            capturePerformance?: components["schemas"]["CapturePerformance"];
            /** @description Whether exceptions that a page does not catch are sent as `$exception` events. */
            autocaptureExceptions?: boolean;
            /** @description Whether clicks without an effect are sent as `$dead_click` events. */
            captureDeadClicks?: boolean;
            /** @description Whether positions of the mouse are sent for heatmaps. */
            heatmaps?: boolean;
            flags: components["schemas"]["FlagDetails"];
            /** @description Whether some flags could not be computed. They are absent, and clients keep the values they already have. */
            errorsWhileComputingFlags: boolean;
            /**
             * Format: uuid
             * @description Identifies this decision.
             */
            requestId: string;
        };
        /** @description A map from flag key to `true` or `false` or, for a multivariate flag, to the name of the variant. */
        FlagValues: {
            [key: string]: boolean | string;
        };
        /** @description The response of version 3. */
        DecideResponseV3: {
            config: components["schemas"]["DecideConfig"];
            editorParams: components["schemas"]["EditorParams"];
            /** @description Whether the caller is signed in to the service. Always false with a project API key. */
            isAuthenticated: boolean;
            supportedCompression: components["schemas"]["SupportedCompression"];
            sessionRecording?: components["schemas"]["SessionRecordingSettings"];
            /** @description Whether browser libraries must not send `$autocapture` events. Always false. */
            autocapture_opt_out?: boolean;
            /** @description Whether such an event has its elements as one text, `$elements_chain`. */
            elementsChainAsString?: boolean;
            capturePerformance?: components["schemas"]["CapturePerformance"];
            /** @description Whether exceptions that a page does not catch are sent as `$exception` events. */
            autocaptureExceptions?: boolean;
            /** @description Whether clicks without an effect are sent as `$dead_click` events. */
            captureDeadClicks?: boolean;
            /** @description Whether positions of the mouse are sent for heatmaps. */
            heatmaps?: boolean;
            /** @description All flags that could be computed, including disabled ones. */
            featureFlags: components["schemas"]["FlagValues"];
            /**
             * @description A map from flag key to the payload of its value. Flags without a payload are absent. A payload has the form in
             *     which it is defined, usually a string or an object; version 4 and `/flags/` return JSON text.
             */
            featureFlagPayloads: {
                [key: string]: unknown;
            };
            /** @description Whether some flags could not be computed. They are absent, and clients keep the values they already have. */
            errorComputingFlags: boolean;
            /** @description The same as `errorComputingFlags`, under the name that client libraries use. */
            errorsWhileComputingFlags?: boolean;
        };
        /** @description The response of version 2. */
        DecideResponseV2: {
            config: components["schemas"]["DecideConfig"];
            editorParams: components["schemas"]["EditorParams"];
            /** @description Whether the caller is signed in to the service. Always false with a project API key. */
            isAuthenticated: boolean;
            supportedCompression: components["schemas"]["SupportedCompression"];
            sessionRecording?: components["schemas"]["SessionRecordingSettings"];
            /** @description The enabled flags. */
            featureFlags: components["schemas"]["FlagValues"];
        };
        /** @description The response of version 1. */
        DecideResponseV1: {
            config: components["schemas"]["DecideConfig"];
            editorParams: components["schemas"]["EditorParams"];
            /** @description Whether the caller is signed in to the service. Always false with a project API key. */
            isAuthenticated: boolean;
            supportedCompression: components["schemas"]["SupportedCompression"];
            /** @description The keys of the enabled flags. Enabled multivariate flags are included, without their variant. */
            featureFlags: string[];
        };
        /**
         * @description The decision, in the version that `v` selects. The newest version is first: each has required fields that older ones
         *     lack, so a client that takes the first that fits has the right one.
         */
        DecideResponse: components["schemas"]["DecideResponseV4"] | components["schemas"]["DecideResponseV3"] | components["schemas"]["DecideResponseV2"] | components["schemas"]["DecideResponseV1"];
        /** @description The request compressions that the service supports, under the names that browser libraries use. */
        ClientCompression: ("gzip" | "gzip-js" | "lz64")[];
        /** @description Always empty. */
        NothingServed: unknown[];
        /** @description Which exceptions browser libraries send. */
        ErrorTracking: {
            /** @description Whether exceptions that a page does not catch are sent as `$exception` events. */
            autocaptureExceptions: boolean;
            /** @description Which exceptions are not sent. */
            suppressionRules: components["schemas"]["NothingServed"];
        };
        /** @description The flags and, with `config=true`, also the settings of client libraries. */
        FlagsResponse: {
            flags: components["schemas"]["FlagDetails"];
            /** @description Whether some flags could not be computed. They are absent, and clients keep the values they already have. */
            errorsWhileComputingFlags: boolean;
            /**
             * Format: uuid
             * @description Identifies this decision.
             */
            requestId: string;
            supportedCompression?: components["schemas"]["ClientCompression"];
            sessionRecording?: components["schemas"]["SessionRecordingSettings"];
            /** @description Whether the caller is signed in to the service. Always false. */
            isAuthenticated?: boolean;
            siteApps?: components["schemas"]["NothingServed"];
            /** @description Whether browser libraries must not send `$autocapture` events. Always false. */
            autocapture_opt_out?: boolean;
            /** @description Whether such an event has its elements as one text, `$elements_chain`. */
            elementsChainAsString?: boolean;
            capturePerformance?: components["schemas"]["CapturePerformance"];
            /** @description Whether exceptions that a page does not catch are sent as `$exception` events. */
            autocaptureExceptions?: boolean;
            /** @description Whether clicks without an effect are sent as `$dead_click` events. */
            captureDeadClicks?: boolean;
            /** @description Whether positions of the mouse are sent for heatmaps. */
            heatmaps?: boolean;
            errorTracking?: components["schemas"]["ErrorTracking"];
            /** @description Whether the project has product tours. Always false. */
            productTours?: boolean;
            /** @description Whether pages show a widget for conversations. Always false. */
            conversations?: boolean;
            /** @description Which logs of a page are sent. */
            logs?: {
                /** @description Whether the console's messages are sent as logs, which the service does not take. Always false. */
                captureConsoleLogs: boolean;
            };
            /** @description Whether the project has surveys. Absent: with false, browser libraries would load their script of surveys. */
            surveys?: boolean;
        };
        /**
         * @description An event as client libraries send it. The project API key is in `api_key`, `token`, `$token` or `properties.token`,
         *     either in the body or in its first event.
         */
        ClientEvent: components["schemas"]["CaptureRequest"] & {
            /** @description The project API key. */
            token?: string;
            /** @description The project API key. */
            $token?: string;
            /** @description The user or visitor who caused the event. */
            $distinct_id?: string | number | boolean | null;
        };
        /** @description One event, a list of events, or a batch. */
        ClientEvents: components["schemas"]["ClientEvent"] | components["schemas"]["ClientEvent"][] | components["schemas"]["BatchRequest"];
        /** @description A form, sent by pages that may not send JSON to other origins. */
        ClientForm: {
            /** @description The JSON, encoded in base64 or as `compression` states. */
            data: string;
            /**
             * @description The encoding of `data`, if it is not in the query.
             * @enum {string}
             */
            compression?: "lz64" | "gzip" | "gzip-js" | "base64";
        };
        /**
         * @description An event whose result is answered on its own. This schema allows anything, because an event with a missing or wrong
         *     field is dropped and its request is accepted. Fields that are not listed here are as in `/batch/`.
         */
        AnsweredEvent: {
            /** @description The name of the event. Required, a text that is not empty. */
            event?: unknown;
            /** @description The user or visitor who caused the event. Required, at this place, and not empty. */
            distinct_id?: unknown;
            /** @description Identifies the event within the project, and its result in the response. */
            uuid?: unknown;
            /** @description When the event happened, in ISO 8601. `PostHog-Request-Timestamp` is used to correct a wrong clock. */
            timestamp?: unknown;
            /** @description Any data about the event, an object or null. */
            properties?: unknown;
            /** @description Becomes the property `$session_id`. Anything but text counts as absent. */
            session_id?: unknown;
            /** @description Becomes the property `$window_id`. Anything but text counts as absent. */
            window_id?: unknown;
            /**
             * @description `disable_skew_correction`, `process_person_profile` and `cookieless_mode` (true or false) become the properties
             *     `$ignore_sent_at`, `$process_person_profile` and `$cookieless_mode`, and `product_tour_id` (text) becomes
             *     `$product_tour_id`. Anything else counts as absent.
             */
            options?: unknown;
        };
        /** @description Events of one project, as `/i/v1/analytics/events` takes them. Other fields are ignored. */
        AnsweredBatchRequest: components["schemas"]["Credentials"] & {
            /** @description The events. An empty list is accepted. */
            batch: components["schemas"]["AnsweredEvent"][];
        };
        /** @description What became of an event. */
        EventResult: {
            /**
             * @description `ok`: the event is stored. `drop`: it is not as described, and sending it again would not help. Newer versions may
             *     have other values. If events should be sent again, the whole request is refused (429 or 503).
             * @example ok
             * @example drop
             */
            result: string;
            /**
             * @description Which field of a dropped event has which error, as `field` and `code`.
             * @example distinct_id: required
             */
            details?: string;
        };
        /** @description What became of each event. */
        EventResults: {
            /**
             * @description The results by `uuid`, as the client wrote it. Events without a usable `uuid` are stored or dropped all the same,
             *     but not listed. Of several events with one `uuid`, one is stored, and the result is that of the best.
             */
            results: {
                [key: string]: components["schemas"]["EventResult"];
            };
        };
        /** @description The settings of client libraries for a project. */
        RemoteConfig: {
            /** @description The project API key. */
            token: string;
            /** @description Whether the library should request flags. */
            hasFeatureFlags: boolean;
            supportedCompression: components["schemas"]["ClientCompression"];
            sessionRecording: components["schemas"]["SessionRecordingSettings"];
            /** @description Whether the caller is signed in to the service. Always false. */
            isAuthenticated: boolean;
            siteApps: components["schemas"]["NothingServed"];
            /** @description Whether browser libraries must not send `$autocapture` events. Always false. */
            autocapture_opt_out?: boolean;
            /** @description Whether such an event has its elements as one text, `$elements_chain`. */
            elementsChainAsString?: boolean;
            capturePerformance?: components["schemas"]["CapturePerformance"];
            /** @description Whether exceptions that a page does not catch are sent as `$exception` events. */
            autocaptureExceptions?: boolean;
            /** @description Whether clicks without an effect are sent as `$dead_click` events. */
            captureDeadClicks?: boolean;
            /** @description Whether positions of the mouse are sent for heatmaps. */
            heatmaps?: boolean;
            errorTracking?: components["schemas"]["ErrorTracking"];
            /** @description Whether the project has product tours. Always false. */
            productTours?: boolean;
            /** @description Whether pages show a widget for conversations. Always false. */
            conversations?: boolean;
            /** @description Which logs of a page are sent. */
            logs?: {
                /** @description Whether the console's messages are sent as logs, which the service does not take. Always false. */
                captureConsoleLogs: boolean;
            };
            /** @description True if a survey of the project runs, else absent: with false, browser libraries would load their script of surveys. */
            surveys?: boolean;
        };
        /** @description The context to evaluate flags for. */
        OfrepRequest: components["schemas"]["Credentials"] & {
            /**
             * @description The evaluation context. Attributes other than these are properties of the person. For this evaluation only,
             *     they take precedence over the stored ones.
             */
            context: {
                /** @description The distinct id of the person. */
                targetingKey: string;
                /** @description The groups of the person, as a map from group type to group key. Flags on groups need it. */
                groups?: {
                    [key: string]: string | number | null;
                };
                /** @description Properties of groups, by group type, which take precedence over the stored ones. */
                group_properties?: {
                    [key: string]: components["schemas"]["Properties"];
                };
                /** @description The id of the person before signing in. Flags that keep their value across a sign-in need it. */
                $anon_distinct_id?: string;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description The value of a flag, and the reason for it. */
        OfrepEvaluation: {
            key: string;
            /**
             * @description True or false for a flag without variants, and the variant for one with variants. Absent if the client shall use
             *     its own default: the flag is inactive, or it has variants and is off for this person.
             */
            value?: boolean | string;
            /** @description The variant; `on` or `off` if there is none. */
            variant: string;
            /**
             * @description - `TARGETING_MATCH`: the properties or the group match a condition.
             *     - `SPLIT`: a percentage decided.
             *     - `STATIC`: the flag is the same for everybody.
             *     - `DEFAULT`: no condition matches.
             *     - `DISABLED`: the flag is inactive.
             * @enum {string}
             */
            reason: "TARGETING_MATCH" | "SPLIT" | "STATIC" | "DEFAULT" | "DISABLED";
            /** @description Data about the flag, and the payload of the value. */
            metadata: {
                /** @description A number that identifies the flag in its project. */
                id: number;
                /** @description Incremented with each change of the flag. */
                version: number;
                description?: string;
                /** @description The payload of the value, if it has one, as JSON text. */
                payload?: string;
            };
        };
        /** @description A flag that cannot be evaluated. Clients use their own default. */
        OfrepEvaluationFailure: {
            key: string;
            /** @enum {string} */
            errorCode: "GENERAL";
            errorDetails: string;
        };
        /** @description The evaluations of all active flags. */
        OfrepEvaluations: {
            flags: (components["schemas"]["OfrepEvaluation"] | components["schemas"]["OfrepEvaluationFailure"])[];
            /** @description Where changes are announced. Absent if the request has a personal API key, which is secret. */
            eventStreams?: {
                /** @enum {string} */
                type: "sse";
                /** @description The address of the stream in parts. Without `origin` it is that of this request. */
                endpoint: {
                    /** Format: uri */
                    origin?: string;
                    requestUri: string;
                };
                /** @description How long an inactive client, such as a hidden page, keeps the stream open, in seconds. */
                inactivityDelaySec: number;
            }[];
        };
        /** @description An error in the shape of the protocol, together with the fields of every error of this service. */
        OfrepError: {
            /**
             * @description The category of the error.
             * @enum {string}
             */
            type: "validation_error" | "invalid_request";
            code: components["schemas"]["ErrorCode"];
            /** @description A sentence for people. It may change. */
            detail: string;
            /** @description The field that caused the error, if there is one. */
            attr?: string;
            /** @description The key of the flag, if the request names one. */
            key?: string;
            /**
             * @description `PARSE_ERROR` for a body that is not JSON, `TARGETING_KEY_MISSING` for a context without a targeting key,
             *     `INVALID_CONTEXT` for another error in the body, `FLAG_NOT_FOUND` for an unknown flag, `GENERAL` for others.
             * @enum {string}
             */
            errorCode: "PARSE_ERROR" | "TARGETING_KEY_MISSING" | "INVALID_CONTEXT" | "FLAG_NOT_FOUND" | "GENERAL";
            /** @description The same as `detail`. */
            errorDetails: string;
        };
        /** @description A flag, active or not. */
        FlagDefinition: {
            /** @description A number that identifies the flag in its project, counted from 1. It never changes. */
            id: number;
            key: string;
            name: string;
            /** @description Whether the flag is in use. An inactive flag is disabled for everyone. */
            active: boolean;
            /** @constant */
            deleted: false;
            /**
             * @description Whether libraries must ask the service, either because the flag keeps its value across a sign-in or because not
             *     every library evaluates its rules as the service does.
             */
            ensure_experience_continuity: boolean;
            /** @description 1 for a new flag, and incremented with each change of the flag. */
            version: number;
            /**
             * @description Whose identifier decides percentages and variants, that of the user or that of the device.
             * @enum {string}
             */
            bucketing_identifier?: "distinct_id" | "device_id";
            /**
             * @description For which programs the flag is.
             * @enum {string}
             */
            evaluation_runtime?: "all" | "client" | "server";
            /** @description The contexts that the flag is for. Empty for any. Absent, like the two before it, where that is usual. */
            evaluation_contexts?: string[];
            /** @description The rules of the flag. Its `payloads` are JSON text, as in `metadata.payload` of a decision. */
            filters: {
                [key: string]: unknown;
            };
        };
        /** @description The flags of a project, for server libraries that evaluate flags locally. */
        FlagDefinitions: {
            flags: components["schemas"]["FlagDefinition"][];
            /** @description The group types, by the numbers that the flags use for them. */
            group_type_mapping: {
                [key: string]: string;
            };
            /**
             * @description The conditions of cohorts that flags test, by the `id` of the cohort, of those that libraries decide as this service
             *     does.
             */
            cohorts: {
                [key: string]: Record<string, never>;
            };
            /**
             * @description The rules for comparing properties. Version 2 compares values as strings, even `true` and `false`.
             * @constant
             */
            property_matching_version: 2;
        };
        /** @description One question. `choices` belong to choices, `scale` and bounds to a rating, `link` to a link. */
        SurveyQuestion: {
            /** @description Identifies the question. Given by the service if absent. */
            id?: string;
            /**
             * @description What answers are - a text, a link that was opened, a number, or one or several choices.
             * @enum {string}
             */
            type: "open" | "link" | "rating" | "single_choice" | "multiple_choice";
            /** @description The text of the question. */
            question: string;
            /** @description A text below it. */
            description?: string | null;
            /**
             * @description Always text - HTML would bring code of members to the pages of visitors.
             * @enum {string}
             */
            descriptionContentType?: "text";
            /** @description Whether it may be left out. */
            optional?: boolean;
            /** @description The text of the button. */
            buttonText?: string;
            /** @description The possible answers. */
            choices?: string[];
            /** @description Whether the last choice is a text field. */
            hasOpenChoice?: boolean;
            /** @description Whether choices have a random order. */
            shuffleOptions?: boolean;
            /** @description Whether a click on an answer sends it. */
            skipSubmitButton?: boolean;
            /**
             * @description How ratings are shown.
             * @enum {string}
             */
            display?: "number" | "emoji";
            /**
             * @description The highest rating; 2 is thumbs up or down, and 10 begins at 0.
             * @enum {integer}
             */
            scale?: 2 | 3 | 5 | 7 | 10;
            /** @description What the lowest rating means. */
            lowerBoundLabel?: string;
            /** @description What the highest rating means. */
            upperBoundLabel?: string;
            /** @description Whether a rating of 10 is a net promoter score; so also if absent. */
            isNpsQuestion?: boolean;
            /** @description Where a link leads. */
            link?: string | null;
            /** @description Bounds of a text, as posthog-js knows them. */
            validation?: {
                [key: string]: string | number | boolean | null;
            }[];
            /** @description What comes next. */
            branching?: {
                /**
                 * @description The next question, the end, a question by the answer, or a certain question.
                 * @enum {string}
                 */
                type: "next_question" | "end" | "response_based" | "specific_question";
                /** @description The place of the certain question, from 0. */
                index?: number;
                /** @description The place of the next question, or `end`, by answer. */
                responseValues?: {
                    [key: string]: number | string;
                };
            };
        };
        /** @description The running surveys of a project, as client libraries read them. */
        Surveys: {
            /** @description The running surveys, newest first. */
            surveys: {
                /**
                 * Format: uuid
                 * @description Identifies the survey.
                 */
                id: string;
                /** @description What it is. */
                name: string;
                /** @description More about it. */
                description?: string;
                /** @description How it is shown. */
                type: string;
                /** @description How often a person sees it. */
                schedule?: string;
                /** @description What is asked. */
                questions: components["schemas"]["SurveyQuestion"][];
                /** @description Where and when it is shown. Actions have their steps. */
                conditions?: {
                    [key: string]: unknown;
                } | null;
                /** @description Colors, texts and places. */
                appearance?: {
                    [key: string]: unknown;
                } | null;
                /**
                 * Format: date-time
                 * @description When it began.
                 */
                start_date?: string;
                /** @description Always null - it has not ended. */
                end_date?: null;
                /** @description A flag that must be on; none if null. */
                linked_flag_key: string | null;
                /** @description A flag that must be on; none if null. */
                targeting_flag_key: string | null;
                /** @description A flag that must be on; none if null. */
                internal_targeting_flag_key: string | null;
                /** @description The same flags, for other libraries. */
                feature_flag_keys?: {
                    /** @description What the flag is for. */
                    key: string;
                    /** @description The key of the flag. */
                    value: string | null;
                }[];
                /** @description The number of a recurring survey's iteration, from 1; null for others, and before it starts. */
                current_iteration?: number | null;
                /**
                 * Format: date-time
                 * @description When this iteration began.
                 */
                current_iteration_start_date?: string | null;
                /** @description Whether each answer is sent at once. */
                enable_partial_responses?: boolean;
            }[];
        };
        /** @description The features that a person may join, as client libraries read them. */
        EarlyAccessFeatures: {
            /** @description The features of the wanted stages, newest first. */
            earlyAccessFeatures: {
                /**
                 * Format: uuid
                 * @description Identifies the feature.
                 */
                id: string;
                /** @description What it is. */
                name: string;
                /** @description More about it. */
                description: string;
                /** @description How far it is. */
                stage: string;
                /** @description Where more about it stands. */
                documentationUrl: string;
                /** @description Anything that pages show with it. */
                payload: {
                    [key: string]: unknown;
                };
                /** @description The key of its flag. */
                flagKey: string;
            }[];
        };
        /** @description States that there are no web experiments. */
        WebExperiments: {
            experiments: components["schemas"]["NothingServed"];
        };
        /** @description States that there are no product tours. */
        ProductTours: {
            product_tours: components["schemas"]["NothingServed"];
        };
        /** @description A condition on a property. */
        QueryPropertyFilter: {
            /** @description The name of the property. `$group_key` of a group is its key; so is `$group_0` of an event, for the group type 0. */
            key: string;
            /**
             * @description Whose property it is; `event` by default. `feature` is the property of a flag, such as `$feature/new-cart`. Of the
             *     `session` of the event, it is a column of `sessions`, such as `$entry_pathname` or `$channel_type`. `cohort`: the
             *     person is in the cohort whose `id` is the `value`, or is not (`not_in`); `key` is `id`.
             * @enum {string}
             */
            type?: "event" | "person" | "group" | "feature" | "session" | "cohort";
            /**
             * @description How it compares; `exact` by default. Numbers compare as numbers, dates as times: a date, one before now such as
             *     `-7d`, or seconds or milliseconds since 1970.
             * @enum {string}
             */
            operator?: "exact" | "is_not" | "icontains" | "not_icontains" | "regex" | "not_regex" | "gt" | "gte" | "lt" | "lte" | "is_set" | "is_not_set" | "is_date_exact" | "is_date_after" | "is_date_before" | "in" | "not_in";
            /**
             * @description What it is compared with; of a list, with each. Only `is_set` and `is_not_set` need none; orders and dates take one.
             *     Whole numbers beyond 2^53 are kept as texts.
             */
            value?: string | number | boolean | (string | number | boolean | null)[] | null;
            /** @description Which group, if `type` is `group`. */
            group_type_index?: number | null;
            /** @description Ignored. */
            label?: string | null;
            /** @description Ignored. */
            cohort_name?: string | null;
        };
        /** @description A project and its settings. */
        Project: {
            /**
             * Format: int64
             * @description A number that identifies the project.
             */
            id: number;
            /**
             * Format: uuid
             * @description The id of the project's organization.
             */
            organization: string;
            /** @description The name of the project. */
            name: string;
            /**
             * @description How long the project keeps events, in seconds after their timestamp: 0 is forever, and null is the setting of the
             *     service.
             */
            event_retention_seconds: number | null;
            /**
             * @description The time zone of the days, weeks and months in answers to questions, by its name in the IANA database. A zone with
             *     several names has the one that was set.
             */
            timezone: string;
            /** @description The first day of a week in answers to questions. 0 is Sunday, 1 is Monday. */
            week_start_day: number;
            /**
             * @description Conditions that take out events of staff and test accounts, wherever a question has `filterTestAccounts`: all
             *     are met by the events that count.
             */
            test_account_filters: components["schemas"]["QueryPropertyFilter"][];
            /** @description Whether questions have `filterTestAccounts` at first, in the console. */
            test_account_filters_default_checked: boolean;
            /** @description Whether libraries send positions of the mouse for heatmaps. Null means false. */
            heatmaps_opt_in?: boolean | null;
            /** @description Whether browser libraries send exceptions that a page does not catch. Null means true. */
            autocapture_exceptions_opt_in?: boolean | null;
            /** @description Whether browser libraries send `$web_vitals` events. Null means true. */
            autocapture_web_vitals_opt_in?: boolean | null;
            /**
             * @description Whether libraries record sessions. Null means true. A `sampleRate` in the options of posthog-js wins over
             *     false.
             */
            session_recording_opt_in?: boolean | null;
            /** @description Whether libraries may show surveys; so also if null. */
            surveys_opt_in?: boolean | null;
            /**
             * @description How visitors without cookies are counted. Only 0, not at all, is supported.
             * @enum {integer|null}
             */
            cookieless_server_hash_mode?: 0 | null;
            /** @description Addresses of the pages of the project. Kept for tools, and without effect. */
            app_urls?: string[] | null;
            /** @description Addresses of pages on which sessions should be recorded. Kept for tools, and without effect. */
            recording_domains?: string[] | null;
            /** @description The oldest API key of the project, with which clients send events; null if it has none. */
            api_token: string | null;
        };
        /** @description A page of projects, oldest first. */
        PaginatedProjects: {
            /** @description The total number of projects. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The projects of this page. */
            results: components["schemas"]["Project"][];
        };
        /** @description The settings to change. Absent ones stay as they are. */
        ProjectPatch: {
            /** @description The name of the project. */
            name?: string;
            /**
             * @description How long the project keeps events, in seconds after their timestamp: 0 is forever, and null is the setting of the
             *     service. Events that are older are removed within minutes.
             */
            event_retention_seconds?: number | null;
            /** @description The time zone of the days in answers, by its name in the IANA database. */
            timezone?: string;
            /** @description The first day of a week in answers. 0 is Sunday, 1 is Monday. */
            week_start_day?: number;
            /**
             * @description Conditions that take out events of staff and test accounts, wherever a question has `filterTestAccounts`: all
             *     are met by the events that count.
             */
            test_account_filters?: components["schemas"]["QueryPropertyFilter"][];
            /** @description Whether questions have `filterTestAccounts` at first, in the console. */
            test_account_filters_default_checked?: boolean;
            /** @description Whether libraries send positions of the mouse for heatmaps. Null means false. */
            heatmaps_opt_in?: boolean | null;
            /** @description Whether browser libraries send exceptions that a page does not catch. Null means true. */
            autocapture_exceptions_opt_in?: boolean | null;
            /** @description Whether browser libraries send `$web_vitals` events. Null means true. */
            autocapture_web_vitals_opt_in?: boolean | null;
            /**
             * @description Whether libraries record sessions. Null means true. A `sampleRate` in the options of posthog-js wins over
             *     false.
             */
            session_recording_opt_in?: boolean | null;
            /** @description Whether libraries may show surveys; so also if null. */
            surveys_opt_in?: boolean | null;
            /**
             * @description How visitors without cookies are counted. Only 0, not at all, is supported.
             * @enum {integer|null}
             */
            cookieless_server_hash_mode?: 0 | null;
            /** @description Addresses of the pages of the project. Kept for tools, and without effect. */
            app_urls?: string[] | null;
            /** @description Addresses of pages on which sessions should be recorded. Kept for tools, and without effect. */
            recording_domains?: string[] | null;
        };
        /** @description A node of the service. */
        NamedNode: {
            /** @description The id of the node's journal. */
            id: string;
            /** @description The name of the machine on which it runs. */
            name: string;
        };
        /** @description A node of the service. */
        ErasureNode: {
            /** @description The id of the node's journal. */
            id: string;
            /** @description The name of the machine on which it ran last. */
            name: string;
            /**
             * Format: date-time
             * @description When it last reported, to within some seconds.
             */
            last_seen_at: string;
        };
        /**
         * @description Whether an engine can be reached. For the journal, whether it accepts events; it does not while the journal or its
         *     disk is full, or cannot be written. `damaged`: the node has found that some of what is in its database is not what was
         *     written there; a backup has to be restored. Later versions may add states.
         * @enum {string}
         */
        EngineState: "ok" | "unavailable" | "damaged";
        /** @description Events that were dropped for one reason. */
        DroppedEvents: {
            /**
             * @description `not_an_object`: an item of the list is no event. `no_event`: it has no name. `no_distinct_id`: it has no distinct
             *     id, or an empty one. Later versions may add reasons.
             * @enum {string}
             */
            reason: "not_an_object" | "no_event" | "no_distinct_id";
            /** @description How many there were. */
            count: number;
        };
        /** @description How the node that answers does, for the team of a project. */
        ProjectHealth: {
            /** @description The version of the program. */
            version: string;
            /** @description The node that answers. */
            node: components["schemas"]["NamedNode"];
            /** @description The other nodes of the service, with the time when each last reported. */
            other_nodes: components["schemas"]["ErasureNode"][];
            /**
             * Format: date-time
             * @description When the node started. It counts what it dropped from then on.
             */
            running_since: string;
            /** @description Whether the node is about to stop. */
            stopping: boolean;
            /** @description The components that store data, as in `/_ready`. */
            engines: {
                documents: components["schemas"]["EngineState"];
                files: components["schemas"]["EngineState"];
                journal: components["schemas"]["EngineState"];
                columnar?: components["schemas"]["EngineState"];
            };
            /** @description What the node has accepted but not stored yet, and how much of it there may be. */
            journal: {
                /** @description The number of accepted requests that wait for the store. */
                entries: number;
                /** @description The size of these requests. */
                bytes: number;
                /** @description How long the oldest of them has been waiting; 0 if none is waiting. */
                oldest_seconds: number;
                /** @description The size above which events are refused. */
                max_bytes: number;
            };
            /** @description The free space of the disk that has the journal; null if it cannot be measured. */
            disk_free_bytes: number | null;
            /** @description The size of the store on its disks; null if it cannot be measured. */
            store_bytes: number | null;
            /** @description The files of older events that questions read; null if another node writes them, or none does. */
            history: {
                /** @description The number of files. */
                files: number;
                /** @description Their size. */
                bytes: number;
                /** @description The time since all events were in files. */
                lag_seconds: number;
            } | null;
            /**
             * @description Events of the project that were answered with 200 and dropped since the node started, by the reason. Empty if none
             *     was.
             */
            dropped: components["schemas"]["DroppedEvents"][];
            /** @description What the node has of events that the store refused. */
            dead_letters: {
                /** @description How many of them are the project's; null if they cannot be counted. */
                count: number | null;
                /** @description The size above which the oldest are deleted, of all projects together. */
                max_bytes: number;
            };
        };
        /** @description A project API key. */
        ProjectKey: {
            /** @description The id of the key, with which it is revoked. */
            id: string;
            /** @description The name of the key in lists. May be empty. */
            label: string;
            /** @description The key. */
            key: string;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The hour in which the key was last used; null if it was never used.
             */
            last_used_at: string | null;
        };
        /** @description The keys of a project, oldest first. */
        ProjectKeys: components["schemas"]["ProjectKey"][];
        /** @description The project API key to create. */
        ProjectKeyRequest: {
            /** @description The name of the key in lists. */
            label: string;
        };
        /** @description A date, or a date and time. */
        DateOrTime: string;
        /** @description A person, to whom events belong. */
        Person: {
            /**
             * Format: int64
             * @description A number that identifies the person.
             */
            id: number;
            /** @description The name to display. If none is known, a distinct id, preferably one that is not anonymous. */
            name: string;
            /** @description The first 100 distinct ids of this person. */
            distinct_ids: string[];
            /**
             * @description The properties that events have set on the person. Null in lists if they have more than 10 KB as JSON; the person
             *     or the recording itself has them all.
             */
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
             * @description The UUID of the person.
             */
            uuid: string;
        };
        /**
         * @description The storage place of snapshots. `in_memory`: of a session newer than the ingestion limit. `object_storage`: of an
         *     older session, in one or several files. `columnar`: in the columnar database, for sessions received through an earlier
         *     ingestion method.
         * @enum {string}
         */
        StoragePlace: "object_storage" | "in_memory" | "columnar";
        /** @description The recording of a session. Counts and durations are computed from its rrweb events. */
        SessionRecording: {
            /** @description The id of the recording, which is the `$session_id` of its snapshots. */
            id: string;
            /** @description The distinct id of the session, taken from its earliest snapshot. */
            distinct_id: string;
            /**
             * @description Whether the calling user has watched the recording.
             * @enum {string}
             */
            viewed: "true" | "false";
            /** @description Whole seconds between the first and the last event. */
            recording_duration: number;
            /** @description Whole seconds in which the visitor was active. */
            active_seconds: number;
            /** @description Whole seconds in which the visitor was inactive. */
            inactive_seconds: number;
            /**
             * Format: date-time
             * @description The time of the first event.
             */
            start_time: string;
            /**
             * Format: date-time
             * @description The time of the last event; null while unknown.
             */
            end_time: string | null;
            /** @description Clicks and touches. */
            click_count: number;
            /** @description Keyboard inputs. */
            keypress_count: number;
            /** @description Movements, scrolls, clicks and other mouse actions. */
            mouse_activity_count: number;
            /** @description Lines logged to the console below the level of a warning. */
            console_log_count: number;
            /** @description Warnings on the console. */
            console_warn_count: number;
            /** @description Errors on the console. */
            console_error_count: number;
            /** @description The first page of the session; null if no event contains it. */
            start_url: string | null;
            /** @description The person that the distinct id belongs to; null if unknown. */
            person: components["schemas"]["Person"] | null;
            storage: components["schemas"]["StoragePlace"];
            /** @description The number of users who have pinned the recording, in decimal notation. */
            pinned_count: string;
            /** @description Whether the user of the request has pinned the recording. */
            pinned_by_me: boolean;
        };
        /** @description A page of recordings, newest first. */
        PaginatedSessionRecordings: {
            /** @description The total number of recordings. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The recordings of this page. */
            results: components["schemas"]["SessionRecording"][];
        };
        /** @description The properties of the session of one recording. */
        SessionProperties: {
            /** @description The id of the recording. */
            id: string;
            /** @description The browser, device and location of the session's events (`$browser`, `$os`, `$device_type`, `$current_url` …). */
            properties: components["schemas"]["Properties"];
        };
        /** @description The newest of the requested recordings, and the properties of all of them. */
        SessionRecordingProperties: components["schemas"]["SessionRecording"] & {
            /** @description The properties of each recording, newest recording first. */
            results: components["schemas"]["SessionProperties"][];
        };
        /** @description What happened in a recording, in words. */
        RecordingOutline: {
            /** @description The id of the recording. */
            id: string;
            /**
             * Format: date-time
             * @description The time of the first snapshot; null if there is none that can be read.
             */
            start_time: string | null;
            /** @description What happened, by time. */
            entries: {
                /** @description When it happened, in seconds since `start_time`. */
                seconds: number;
                /** @description The browser window in which it happened. */
                window_id: string;
                /**
                 * @description What it is.
                 * @enum {string}
                 */
                kind: "page" | "click" | "input" | "console_warning" | "console_error" | "network_failure";
                /**
                 * @description The address of the page, the element that was clicked, what was typed and where, the message, or the request with
                 *     its status.
                 */
                text: string;
            }[];
            /** @description Whether the recording has no more than this. */
            is_complete: boolean;
        };
        /** @description A storage place that contains snapshots of the recording. Use its `source` and `key` to request them. */
        SnapshotSource: {
            source: components["schemas"]["StoragePlace"];
            /** @description A file of the storage place; null if the place is requested as a whole. */
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
        /** @description A recording and the storage places of its snapshots. */
        SessionRecordingSnapshots: components["schemas"]["SessionRecording"] & {
            /** @description The storage places that contain snapshots, in chronological order. */
            sources: components["schemas"]["SnapshotSource"][];
        };
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
        /** @description JSON lines. Each line is a `SnapshotLine` object. */
        SnapshotStream: string;
        /** @description Bytes of a gzip file. */
        FilePart: string;
        /** @description A page of persons, newest first. */
        PaginatedPersons: {
            /** @description The total number of persons. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The persons of this page. */
            results: components["schemas"]["Person"][];
        };
        /** @description The erasure of a person, or of a distinct id. It says nothing about who that was. */
        Erasure: {
            /**
             * Format: uuid
             * @description The id of the erasure.
             */
            id: string;
            /**
             * @description `pending` while data of the person may be left; `completed` when none is.
             * @enum {string}
             */
            state: "pending" | "completed";
            /**
             * Format: date-time
             * @description When the erasure was requested. What arrived until then is erased; what arrives later is kept.
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When it was completed; null until then.
             */
            completed_at: string | null;
            /**
             * @description The nodes that may still have data of the person in their journals. A node that is stopped is waited for until it
             *     has run again. Empty when the erasure is completed.
             */
            waiting_for: components["schemas"]["ErasureNode"][];
        };
        /** @description A group of persons, such as a company, that events name in `$groups`. */
        Group: {
            /** @description Its type, by the index. */
            group_type_index: number;
            /** @description Identifies the group within its type. */
            group_key: string;
            /**
             * @description The properties that `$groupidentify` has set. In lists null if they have more than 10 KB as JSON; the group itself
             *     has them all.
             */
            group_properties: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the group was first seen.
             */
            created_at: string;
        };
        /** @description A page of groups, newest first. */
        PaginatedGroups: {
            /** @description The total number of groups. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The groups of this page. */
            results: components["schemas"]["Group"][];
        };
        /** @description A type of groups. */
        GroupType: {
            /** @description The name by which events refer to it. */
            group_type: string;
            /** @description The index by which questions refer to it. */
            group_type_index: number;
            /** @description Always null. */
            name_singular: null;
            /** @description Always null. */
            name_plural: null;
        };
        /** @description An event as it is stored. */
        StoredEvent: {
            /**
             * Format: uuid
             * @description The UUID of the event.
             */
            id: string;
            /** @description The name of the event. */
            event: string;
            /** @description The user or visitor who caused the event. */
            distinct_id: string;
            /** @description The properties as they were sent, with all digits of their numbers. */
            properties: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /**
             * Format: date-time
             * @description When the service received the event.
             */
            created_at: string;
            /** @description The person to whom the distinct id belongs now, as in a list of persons; null if there is none. */
            person: components["schemas"]["Person"] | null;
        };
        /** @description A page of events, newest first. */
        PaginatedEvents: {
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /** @description The events of this page. */
            results: components["schemas"]["StoredEvent"][];
        };
        /** @description An event that the store refused for good. */
        DeadLetter: {
            /** @description The UUID of the event, with which it is stored again. */
            uuid: string;
            /** @description Why it was refused. */
            reason: string;
            /**
             * Format: date-time
             * @description When it was refused.
             */
            set_aside_at: string;
            /** @description The beginning of the event's name; empty if all that is known is a whole request. */
            event: string;
            /** @description The beginning of its distinct id; empty if all that is known is a whole request. */
            distinct_id: string;
            /** @description Its size as JSON. */
            bytes: number;
            /** @description The first 500 characters of its JSON. */
            excerpt: string;
        };
        /** @description A reason, and how many dead letters have it. */
        DeadLetterCause: {
            /** @description The reason. */
            reason: string;
            /** @description How many dead letters of the project have it. */
            count: number;
        };
        /** @description A page of dead letters, newest first. */
        PaginatedDeadLetters: {
            /** @description The total number of dead letters. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The dead letters of this page. */
            results: components["schemas"]["DeadLetter"][];
            /** @description Up to 50 reasons of the project's dead letters on this node, the most frequent one first. */
            causes: components["schemas"]["DeadLetterCause"][];
            /** @description The node that answers. */
            node: components["schemas"]["NamedNode"];
            /** @description The nodes of the service whose dead letters are not listed. Ask again until one of them answers. */
            other_nodes: components["schemas"]["NamedNode"][];
        };
        /** @description Which dead letters to store again. Those that meet all conditions are. */
        DeadLetterReplayRequest: {
            /** @description The UUIDs of the events. */
            uuids?: string[];
            /** @description Exactly this reason. */
            reason?: string;
        };
        /** @description What became of dead letters. */
        DeadLetterReplay: {
            /** @description How many wait for the store again. */
            replayed: number;
            /** @description How many cannot be read. They stay, with that as their reason. */
            damaged: number;
            /** @description How many more dead letters of this node meet the conditions. */
            remaining: number;
            /** @description The node that answers. */
            node: components["schemas"]["NamedNode"];
        };
        /** @description A name of events. */
        EventDefinition: {
            /** @description The name. */
            name: string;
            /**
             * Format: date-time
             * @description The time of the oldest such event.
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description The time of the newest such event.
             */
            last_seen_at: string;
            /** @description The number of such events in the last 30 days. */
            volume_30_day: number;
        };
        /** @description A page of names of events, most frequent first. */
        PaginatedEventDefinitions: {
            /** @description The total number of names. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The names of this page. */
            results: components["schemas"]["EventDefinition"][];
        };
        /** @description A user of the service. */
        User: {
            /**
             * Format: int64
             * @description A number that identifies the user.
             */
            id: number;
            /**
             * Format: uuid
             * @description The UUID of the user.
             */
            uuid: string;
            /** @description The id of the user in the analytics of the service itself. */
            distinct_id: string;
            /** @description The first name of the user. May be empty. */
            first_name: string;
            /**
             * Format: idn-email
             * @description The email address of the user.
             */
            email: string;
            /** @description Whether the user has proven to own the address. */
            is_email_verified: boolean;
        };
        /** @description What the properties of an event must be. */
        EventSchema: {
            /** @description Identifies the event schema in its project. It never changes. */
            id: string;
            /** @description The name of the event. A `$snapshot` has no schema. */
            event: string;
            /** @description When the event happens, for humans. */
            description: string;
            /**
             * @description What becomes of an event that violates the schema: with `warn` it is stored, with `refuse` it is not, and changes
             *     no person. It is counted with both. The response of the request that sends it is the same.
             * @enum {string}
             */
            mode: "warn" | "refuse";
            /**
             * @description A JSON Schema of the event's `properties`: an object (`type: object`). These keywords are supported: `type`,
             *     `properties`, `required`, `additionalProperties` (true or false), `enum` and `const` (of texts, numbers, true,
             *     false and null), `minimum`, `maximum`, `minLength`, `maxLength`, `pattern` (a regular expression of RE2; a text
             *     with more than 1,000 characters matches none), `items`, `minItems`, `maxItems`, `anyOf` (not at the root, and not
             *     in another one), `title`, `description`, and `$schema` at the root. Any other is refused, such as `$ref`.
             *
             *     `additionalProperties: false` at the root allows what client libraries add: names that begin with `$`, `token`
             *     and `distinct_id`.
             */
            schema: {
                [key: string]: unknown;
            };
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of event schemas, or of versions of one. */
        PaginatedEventSchemas: {
            /** @description The total number of event schemas, or of versions of one. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The items of this page. */
            results: components["schemas"]["EventSchema"][];
        };
        /** @description What the properties of an event must be. */
        EventSchemaRequest: {
            /** @description The name of the event. A `$snapshot` has no schema. */
            event: string;
            /** @description When the event happens, for humans. Empty if absent. */
            description?: string;
            /**
             * @description What becomes of an event that violates the schema: with `warn` it is stored, with `refuse` it is not, and changes
             *     no person. It is counted with both. The response of the request that sends it is the same. `warn` if
             *     absent.
             * @enum {string}
             */
            mode?: "warn" | "refuse";
            /**
             * @description A JSON Schema of the event's `properties`: an object (`type: object`). These keywords are supported: `type`,
             *     `properties`, `required`, `additionalProperties` (true or false), `enum` and `const` (of texts, numbers, true,
             *     false and null), `minimum`, `maximum`, `minLength`, `maxLength`, `pattern` (a regular expression of RE2; a text
             *     with more than 1,000 characters matches none), `items`, `minItems`, `maxItems`, `anyOf` (not at the root, and not
             *     in another one), `title`, `description`, and `$schema` at the root. Any other is refused, such as `$ref`.
             *
             *     `additionalProperties: false` at the root allows what client libraries add: names that begin with `$`, `token`
             *     and `distinct_id`.
             */
            schema: {
                [key: string]: unknown;
            };
        };
        /** @description Drafts of event schemas. */
        EventSchemaDrafts: {
            /** @description Whether there are older events that were not read. */
            has_more: boolean;
            /** @description The drafts, sorted by event. */
            results: {
                /** @description The name of the event. */
                event: string;
                /**
                 * @description What becomes of an event that violates the schema.
                 * @enum {string}
                 */
                mode: "warn";
                /** @description A JSON Schema of the event's properties. */
                schema: {
                    [key: string]: unknown;
                };
            }[];
        };
        /** @description An event that violates a schema. */
        EventSchemaViolation: {
            /**
             * Format: uuid
             * @description The UUID of the event.
             */
            event_id: string;
            /** @description The user or visitor who caused the event. */
            distinct_id: string;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description Whether the event was stored. */
            is_stored: boolean;
            /** @description The property, such as `plan`, `address.city` or `items[].sku`. Only the first one is reported. */
            path: string;
            /** @description The keyword of the schema that is violated. */
            rule: string;
            /** @description What the schema demands, as a sentence without its subject, which is the property. */
            detail: string;
            /** @description The beginning of the properties; long texts are shortened. */
            properties: {
                [key: string]: unknown;
            };
        };
        /** @description How often one version of an event schema was violated. */
        EventSchemaViolations: {
            /** @description The `id` of the event schema. */
            schema_id: string;
            /** @description The name of the event. */
            event: string;
            /** @description The version that was violated. */
            version: number;
            /** @description How many events violated it. */
            count: number;
            /** @description How many of them were not stored. */
            refused_count: number;
            /**
             * Format: date-time
             * @description When the first one was processed.
             */
            first_at: string;
            /**
             * Format: date-time
             * @description When the last one was processed.
             */
            last_at: string;
            /** @description Some of these events, newest first. */
            examples: components["schemas"]["EventSchemaViolation"][];
        };
        /** @description A page of violations by schema and version. */
        PaginatedEventSchemaViolations: {
            /** @description The total number of violations by schema and version. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The items of this page. */
            results: components["schemas"]["EventSchemaViolations"][];
        };
        /** @description The fields of an event schema to change. */
        EventSchemaPatch: {
            /** @description When the event happens, for humans. */
            description?: string;
            /**
             * @description What becomes of an event that violates the schema: with `warn` it is stored, with `refuse` it is not, and changes
             *     no person. It is counted with both. The response of the request that sends it is the same.
             * @enum {string}
             */
            mode?: "warn" | "refuse";
            /**
             * @description A JSON Schema of the event's `properties`: an object (`type: object`). These keywords are supported: `type`,
             *     `properties`, `required`, `additionalProperties` (true or false), `enum` and `const` (of texts, numbers, true,
             *     false and null), `minimum`, `maximum`, `minLength`, `maxLength`, `pattern` (a regular expression of RE2; a text
             *     with more than 1,000 characters matches none), `items`, `minItems`, `maxItems`, `anyOf` (not at the root, and not
             *     in another one), `title`, `description`, and `$schema` at the root. Any other is refused, such as `$ref`.
             *
             *     `additionalProperties: false` at the root allows what client libraries add: names that begin with `$`, `token`
             *     and `distinct_id`.
             */
            schema?: {
                [key: string]: unknown;
            };
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
            /** @description Whether the schema is changed even if events that are valid could become invalid. False if absent. */
            allow_breaking?: boolean;
        };
        /** @description A name of properties. */
        PropertyDefinition: {
            /** @description The name. */
            name: string;
            /**
             * @description What the newest value is; null for an object, a list and null.
             * @enum {string|null}
             */
            property_type: "String" | "Numeric" | "Boolean" | "DateTime" | null;
            /** @description Up to three of the newest values as text, each cut after 100 characters. */
            examples: string[];
            /**
             * Format: date-time
             * @description The time of the oldest such event of the last 30 days, or such person.
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description The time of the newest such event or person.
             */
            last_seen_at: string;
            /** @description The number of such events in the last 30 days, or of such persons. */
            volume_30_day: number;
        };
        /** @description A page of names of properties, most frequent first. */
        PaginatedPropertyDefinitions: {
            /** @description The total number of names. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The names of this page. */
            results: components["schemas"]["PropertyDefinition"][];
        };
        /** @description Which events count, and how. */
        EventsNode: {
            /** @enum {string} */
            kind?: "EventsNode" | "ActionsNode";
            /** @description The `id` of the action, if `kind` is `ActionsNode`. */
            id?: number | null;
            /** @description The name of the events; null, or absent, for all. */
            event?: string | null;
            /** @description A name for people. */
            name?: string | null;
            /** @description A name for people, instead of `name`. */
            custom_name?: string | null;
            /**
             * @description What is counted: events (`total`), persons (`dau`), persons that were active in the 7 or 30 days before the end of
             *     each interval (`weekly_active`, `monthly_active`), sessions, groups; or a figure of the numbers in `math_property`.
             * @enum {string}
             */
            math?: "total" | "dau" | "weekly_active" | "monthly_active" | "unique_session" | "unique_group" | "sum" | "avg" | "min" | "max" | "median" | "p75" | "p90" | "p95" | "p99";
            /** @description The property of `math`. */
            math_property?: string | null;
            /** @description The group type of `unique_group`. */
            math_group_type_index?: number | null;
            /** @description Conditions that the events meet. */
            properties?: components["schemas"]["QueryPropertyFilter"][];
            /** @description More conditions. */
            fixedProperties?: components["schemas"]["QueryPropertyFilter"][];
            /** @description Ignored. */
            version?: number | null;
        };
        /**
         * @description How long the intervals are.
         * @enum {string}
         */
        QueryInterval: "hour" | "day" | "week" | "month" | "quarter" | "year";
        /** @description Which time is asked about. */
        QueryDateRange: {
            /**
             * @description The first day or time: `2026-03-09`, a time in ISO 8601, or relative to now: `-7d` (7 days ago; the default), `-24h`,
             *     `-2w`, `-3m`, `-1y`, `dStart`, `mStart`, `-1mStart`, `yStart`; `all` is the first event that is
             *     asked about. A chart of `all` begins in 2015 at the earliest, and very few events that arrived more than 30 days
             *     late do not count for where it begins.
             */
            date_from?: string | null;
            /** @description The last day, which is included, or the time of the end; now by default. */
            date_to?: string | null;
            /** @description Ignored. */
            explicitDate?: boolean | null;
        };
        /** @description Groups of conditions. */
        QueryPropertyGroup: {
            /**
             * @description Whether all groups must be met, or one.
             * @enum {string}
             */
            type: "AND" | "OR";
            /** @description The groups. */
            values: {
                /**
                 * @description Whether all conditions must be met, or one.
                 * @enum {string}
                 */
                type: "AND" | "OR";
                /** @description The conditions. */
                values: components["schemas"]["QueryPropertyFilter"][];
            }[];
        };
        /** @description Conditions that all events meet - a list, or groups of them. */
        QueryProperties: components["schemas"]["QueryPropertyFilter"][] | components["schemas"]["QueryPropertyGroup"];
        /** @description By which property, or properties, the results are divided. */
        QueryBreakdown: {
            /** @description The name of the property; of `cohort` a list of the `id`s of cohorts, and `all` for all persons. */
            breakdown?: string | (string | number)[] | null;
            /**
             * @description Whose property it is; `event` by default.
             * @enum {string}
             */
            breakdown_type?: "event" | "person" | "group" | "cohort";
            /** @description Which group, if `breakdown_type` is `group`. */
            breakdown_group_type_index?: number | null;
            /** @description One to three properties, instead of `breakdown`: each combination of their values is a list in `breakdown_value`. */
            breakdowns?: {
                /** @description The name of the property. */
                property: string;
                /**
                 * @description Whose property it is; `event` by default.
                 * @enum {string}
                 */
                type?: "event" | "person" | "group";
                /** @description Which group, if `type` is `group`. */
                group_type_index?: number | null;
            }[];
            /**
             * @description How many values are shown, those with the most events; the others are together
             *     `$$_posthog_breakdown_other_$$`. 25 by default.
             */
            breakdown_limit?: number;
            /**
             * @description Into how many ranges the numbers of `breakdown` are divided, so that each has about as many events: then
             *     `breakdown_value` is a text such as `[0.0,12.5]`, of which the end does not belong to the range, and what
             *     is no number is `$$_posthog_breakdown_null_$$`. Only of trends without formulas.
             */
            breakdown_histogram_bin_count?: number | null;
        };
        /** @description Whether the results of an earlier period are returned, too. */
        QueryCompareFilter: {
            /** @description Whether they are. */
            compare?: boolean;
            /** @description How much earlier it is, such as `-1w`; by default the period just before, of the same length. */
            compare_to?: string | null;
        };
        /** @description Whether only events count that meet the `test_account_filters` of the project, which take out staff and test accounts. */
        QueryTestAccounts: boolean | null;
        /** @description How often something happened over time, or how many did it. */
        TrendsQuery: {
            /** @enum {string} */
            kind: "TrendsQuery";
            /** @description What is counted. */
            series: components["schemas"]["EventsNode"][];
            interval?: components["schemas"]["QueryInterval"];
            dateRange?: components["schemas"]["QueryDateRange"];
            properties?: components["schemas"]["QueryProperties"];
            breakdownFilter?: components["schemas"]["QueryBreakdown"];
            compareFilter?: components["schemas"]["QueryCompareFilter"];
            /** @description How the results are shown. */
            trendsFilter?: {
                /**
                 * @description `ActionsLineGraphCumulative` adds the intervals up; `BoldNumber`, `ActionsPie`, `ActionsBarValue` and
                 *     `ActionsTable` have one number a series, `aggregated_value`. Where no event has a number, figures such as `avg`
                 *     are null.
                 * @enum {string}
                 */
                display?: "ActionsLineGraph" | "ActionsBar" | "ActionsAreaGraph" | "ActionsLineGraphCumulative" | "BoldNumber" | "ActionsPie" | "ActionsBarValue" | "ActionsTable";
                /**
                 * @description Arithmetic of the series, of which the first is A: `A / B * 100`. The results are those of the formula, in the
                 *     place of the series. It has the signs `+ - * / % **` and brackets; a division by zero is 0, and so is what a
                 *     series has no number for. What is too large for a number, or no real number, is null, whatever part of the
                 *     formula it is. A formula has a result for each value of a breakdown that a series shows.
                 */
                formula?: string | null;
                /** @description Several formulas, instead of `formula`. */
                formulas?: string[] | null;
                /** @description Several formulas with names for people, instead of `formula`. */
                formulaNodes?: {
                    /** @description The formula. */
                    formula: string;
                    /** @description A name for people; `Formula (A / B)` if absent. */
                    custom_name?: string | null;
                }[] | null;
                /** @description Ignored. */
                showLegend?: boolean | null;
                /** @description Ignored. */
                showValuesOnSeries?: boolean | null;
                /** @description Ignored. */
                aggregationAxisFormat?: string | null;
            };
            filterTestAccounts?: components["schemas"]["QueryTestAccounts"];
            /** @description Ignored. */
            version?: number | null;
            /** @description Ignored. */
            tags?: Record<string, never> | null;
        };
        /** @description Ignored; clients send it. */
        QueryIgnored: unknown;
        /** @description Which events count. Persons are counted, whatever `math` is. */
        QueryStep: {
            /** @enum {string} */
            kind?: "EventsNode" | "ActionsNode";
            /** @description The `id` of the action, if `kind` is `ActionsNode`. */
            id?: number | null;
            /** @description The name of the events; null, or absent, for all. */
            event?: string | null;
            /** @description A name for people. */
            name?: string | null;
            /** @description A name for people, instead of `name`. */
            custom_name?: string | null;
            /**
             * @description Ignored; other values are refused.
             * @enum {string}
             */
            math?: "total" | "dau";
            /** @description Conditions that the events meet. */
            properties?: components["schemas"]["QueryPropertyFilter"][];
            /** @description More conditions. */
            fixedProperties?: components["schemas"]["QueryPropertyFilter"][];
            version?: components["schemas"]["QueryIgnored"];
        };
        /** @description Events that must not happen between two steps. */
        QueryFunnelExclusion: {
            /** @enum {string} */
            kind?: "EventsNode" | "ActionsNode";
            /** @description The `id` of the action, if `kind` is `ActionsNode`. */
            id?: number | null;
            /** @description The name of the events; null, or absent, for all. */
            event?: string | null;
            /** @description A name for people. */
            name?: string | null;
            /** @description A name for people, instead of `name`. */
            custom_name?: string | null;
            /** @description Conditions that the events meet. */
            properties?: components["schemas"]["QueryPropertyFilter"][];
            /** @description The step before, from 0. */
            funnelFromStep: number;
            /** @description The step after, from 1. */
            funnelToStep: number;
        };
        /** @description How steps follow each other, and what is shown. */
        QueryFunnelsFilter: {
            /**
             * @description `ordered` (the default): other events may be between the steps. `strict`: each step is the person's very next event.
             *     `unordered`: a path begins at an event of any step, and has each step that is met within the window; one event may
             *     meet several.
             * @enum {string}
             */
            funnelOrderType?: "ordered" | "strict" | "unordered";
            /**
             * @description What is shown; `steps` by default.
             * @enum {string}
             */
            funnelVizType?: "steps" | "time_to_convert" | "trends";
            /** @description How long after its beginning a path may end, in `funnelWindowIntervalUnit`; 14 by default. */
            funnelWindowInterval?: number;
            /**
             * @description `day` by default. Units have a fixed length: a day 24 hours, a month 30 days.
             * @enum {string}
             */
            funnelWindowIntervalUnit?: "second" | "minute" | "hour" | "day" | "week" | "month";
            /** @description From which step the time is measured, from 0; of `time_to_convert` and `trends`. 0 by default. */
            funnelFromStep?: number;
            /** @description Up to which step; the last by default. */
            funnelToStep?: number;
            /** @description How many bins `time_to_convert` has; by default the cube root of the number of persons. */
            binCount?: number | null;
            /**
             * @description Which event's value divides the persons, if the property is an event's: the first that has one (`first_touch`, the
             *     default), the last that has one (`last_touch`), or that of the step `breakdownAttributionValue`: persons who did not
             *     reach it are not counted. With `all_events`, each value has a funnel of its own events, and persons may count in
             *     several.
             * @enum {string}
             */
            breakdownAttributionType?: "first_touch" | "last_touch" | "all_events" | "step";
            /** @description The step of `step`, from 0; 0 by default. Not with `unordered`. */
            breakdownAttributionValue?: number | null;
            /**
             * @description Events that must not happen between two steps: after `funnelFromStep`, and before `funnelToStep` or the end of the
             *     window. A path that has one does not count, and a person without another path is not counted at all. Not with
             *     `unordered`.
             */
            exclusions?: components["schemas"]["QueryFunnelExclusion"][];
            layout?: components["schemas"]["QueryIgnored"];
            funnelStepReference?: components["schemas"]["QueryIgnored"];
            hiddenLegendBreakdowns?: components["schemas"]["QueryIgnored"];
        };
        /** @description Counts groups of this type instead of persons. Events without such a group do not count. */
        QueryGroupIndex: number | null;
        /**
         * @description How many persons do several things one after the other.
         *
         *     A path begins at each event of the first step, and takes the first event of each next step after it, within the window
         *     and the dates. Of a person's paths the longest counts, and of equally long ones the first. Events at the same time are
         *     ordered by the steps that they meet; equal ones do not follow each other.
         *
         *     The results are an object for each step, and with a breakdown a list of them for each value. `time_to_convert` has an
         *     object with `bins` (pairs of seconds and persons) and `average_conversion_time`, and `trends` an object for each value of
         *     the breakdown whose `data` are percentages by interval.
         */
        FunnelsQuery: {
            /** @enum {string} */
            kind: "FunnelsQuery";
            /** @description The steps. */
            series: components["schemas"]["QueryStep"][];
            interval?: components["schemas"]["QueryInterval"];
            dateRange?: components["schemas"]["QueryDateRange"];
            properties?: components["schemas"]["QueryProperties"];
            breakdownFilter?: components["schemas"]["QueryBreakdown"];
            funnelsFilter?: components["schemas"]["QueryFunnelsFilter"];
            aggregation_group_type_index?: components["schemas"]["QueryGroupIndex"];
            filterTestAccounts?: components["schemas"]["QueryTestAccounts"];
            version?: components["schemas"]["QueryIgnored"];
            tags?: components["schemas"]["QueryIgnored"];
        };
        /** @description Which events count; `$pageview` by default. */
        QueryRetentionEntity: {
            /** @description The name of the events, null for all; of `actions` the `id` of the action. */
            id?: string | number | null;
            /**
             * @description Whether `id` is the name of events, or an action.
             * @enum {string}
             */
            type?: "events" | "actions";
            /** @enum {string} */
            kind?: "EventsNode" | "ActionsNode";
            /** @description A name for people. */
            name?: string | null;
            /** @description A name for people, instead of `name`. */
            custom_name?: string | null;
            order?: components["schemas"]["QueryIgnored"];
            uuid?: components["schemas"]["QueryIgnored"];
            /** @description Conditions that the events meet. */
            properties?: components["schemas"]["QueryPropertyFilter"][];
        };
        /**
         * @description How many of the persons who did something in an interval did something in later ones.
         *
         *     The results are an object for each interval (`label`, `date`, `values`): the first of `values` counts the persons of the
         *     interval, the next those of them who returned one interval later, and so on.
         */
        RetentionQuery: {
            /** @enum {string} */
            kind: "RetentionQuery";
            /** @description What begins an interval's group, and what is a return. */
            retentionFilter: {
                /**
                 * @description `retention_first_time` (the default): a person is in the interval of the first such event ever.
                 *     `retention_recurring`: in each interval with such an event.
                 * @enum {string}
                 */
                retentionType?: "retention_first_time" | "retention_recurring";
                /** @description How many intervals are shown, whole ones; 8 by default. The last has the end of `dateRange`. */
                totalIntervals?: number;
                /**
                 * @description How long they are; `Day` by default.
                 * @enum {string}
                 */
                period?: "Hour" | "Day" | "Week" | "Month";
                targetEntity?: components["schemas"]["QueryRetentionEntity"];
                returningEntity?: components["schemas"]["QueryRetentionEntity"];
                /**
                 * @description `strict_calendar_dates` (the default): intervals are those of the calendar. `24_hour_windows`: those of a person
                 *     begin with the event that begins the interval's group, and have 24 hours, or 1 hour, 7 days or 30 days.
                 * @enum {string|null}
                 */
                timeWindowMode?: "strict_calendar_dates" | "24_hour_windows" | null;
                retentionReference?: components["schemas"]["QueryIgnored"];
                meanRetentionCalculation?: components["schemas"]["QueryIgnored"];
                showMean?: components["schemas"]["QueryIgnored"];
                showTrendLines?: components["schemas"]["QueryIgnored"];
                display?: components["schemas"]["QueryIgnored"];
                dashboardDisplay?: components["schemas"]["QueryIgnored"];
            };
            /** @description Only `date_to` counts. */
            dateRange?: components["schemas"]["QueryDateRange"];
            properties?: components["schemas"]["QueryProperties"];
            aggregation_group_type_index?: components["schemas"]["QueryGroupIndex"];
            filterTestAccounts?: components["schemas"]["QueryTestAccounts"];
            version?: components["schemas"]["QueryIgnored"];
            tags?: components["schemas"]["QueryIgnored"];
        };
        /**
         * @description How many persons are new, returning, resurrecting or dormant in each interval. New: the first such event ever is in it.
         *     Returning: active in this interval and in the one before. Resurrecting: active in it, and earlier, but not in the one
         *     before. Dormant: active in the one before, and not in it; their numbers are negative.
         *
         *     The results are an object for each `status`, in this order.
         */
        LifecycleQuery: {
            /** @enum {string} */
            kind: "LifecycleQuery";
            /** @description What being active means. */
            series: components["schemas"]["QueryStep"][];
            interval?: components["schemas"]["QueryInterval"];
            dateRange?: components["schemas"]["QueryDateRange"];
            properties?: components["schemas"]["QueryProperties"];
            /** @description Ignored; how the results are shown. */
            lifecycleFilter?: Record<string, never>;
            aggregation_group_type_index?: components["schemas"]["QueryGroupIndex"];
            filterTestAccounts?: components["schemas"]["QueryTestAccounts"];
            version?: components["schemas"]["QueryIgnored"];
            tags?: components["schemas"]["QueryIgnored"];
        };
        /** @description Which events count, and who is counted. */
        QueryStickinessStep: {
            /** @enum {string} */
            kind?: "EventsNode" | "ActionsNode";
            /** @description The `id` of the action, if `kind` is `ActionsNode`. */
            id?: number | null;
            /** @description The name of the events; null, or absent, for all. */
            event?: string | null;
            /** @description A name for people. */
            name?: string | null;
            /** @description A name for people, instead of `name`. */
            custom_name?: string | null;
            /**
             * @description Persons are counted, or groups with `unique_group`.
             * @enum {string}
             */
            math?: "total" | "dau" | "unique_group";
            /** @description The group type of `unique_group`. */
            math_group_type_index?: number | null;
            /** @description Conditions that the events meet. */
            properties?: components["schemas"]["QueryPropertyFilter"][];
            /** @description More conditions. */
            fixedProperties?: components["schemas"]["QueryPropertyFilter"][];
            version?: components["schemas"]["QueryIgnored"];
        };
        /**
         * @description How many persons did something in one, two, three… intervals of the dates. The results are an object for each entry of
         *     `series`.
         */
        StickinessQuery: {
            /** @enum {string} */
            kind: "StickinessQuery";
            /** @description What is counted. */
            series: components["schemas"]["QueryStickinessStep"][];
            interval?: components["schemas"]["QueryInterval"];
            dateRange?: components["schemas"]["QueryDateRange"];
            properties?: components["schemas"]["QueryProperties"];
            compareFilter?: components["schemas"]["QueryCompareFilter"];
            /** @description How the results are shown. */
            stickinessFilter?: {
                display?: components["schemas"]["QueryIgnored"];
                showLegend?: components["schemas"]["QueryIgnored"];
                showValuesOnSeries?: components["schemas"]["QueryIgnored"];
                /**
                 * @description `non_cumulative` (the default): how many persons did it in exactly so many intervals. `cumulative`: in so many or
                 *     more.
                 * @enum {string}
                 */
                computedAs?: "non_cumulative" | "cumulative";
            };
            filterTestAccounts?: components["schemas"]["QueryTestAccounts"];
            version?: components["schemas"]["QueryIgnored"];
            tags?: components["schemas"]["QueryIgnored"];
        };
        /** @description Which items and which edges are shown. */
        QueryPathsFilter: {
            /** @description Which events are steps: page views, screens, other events whose name does not begin with `$`. All by default. */
            includeEventTypes?: ("$pageview" | "$screen" | "custom_event")[];
            /**
             * @description The item at which paths begin; what is before it is left out. With a slash at its beginning, such as `/cart`, it is
             *     also a page of this path on any host.
             */
            startPoint?: string | null;
            /** @description Items that are left out, written like `startPoint`. */
            excludeEvents?: string[] | null;
            /** @description How many steps paths have at most; 5 by default. */
            stepLimit?: number | null;
            /** @description How many edges are shown; 50 by default. */
            edgeLimit?: number | null;
            /** @description How many paths an edge has at least. */
            minEdgeWeight?: number | null;
            /** @description How many paths an edge has at most. */
            maxEdgeWeight?: number | null;
            /** @description Only of `ActorsQuery`, the `source` of an edge. */
            pathStartKey?: string | null;
            /** @description Only of `ActorsQuery`, the `target` of an edge. */
            pathEndKey?: string | null;
        };
        /**
         * @description Where persons go: from which page, screen or event to which next one.
         *
         *     A path has the events of a person with at most 30 minutes between two of them. Repetitions of an item in a row are one
         *     step. An item is the address of a page view (without a slash at its end), the name of a screen, or the name of an event.
         *
         *     The results are an object for each edge, those with the most paths first: `source` and `target` (such as `1_/` and
         *     `2_/pricing`: the number of the step and the item), `value`, the number of paths, and `average_conversion_time` in
         *     milliseconds.
         */
        PathsQuery: {
            /** @enum {string} */
            kind: "PathsQuery";
            pathsFilter?: components["schemas"]["QueryPathsFilter"];
            dateRange?: components["schemas"]["QueryDateRange"];
            properties?: components["schemas"]["QueryProperties"];
            aggregation_group_type_index?: components["schemas"]["QueryGroupIndex"];
            filterTestAccounts?: components["schemas"]["QueryTestAccounts"];
            version?: components["schemas"]["QueryIgnored"];
            tags?: components["schemas"]["QueryIgnored"];
        };
        /** @description A list of events. The results are rows with what `select` names. */
        EventsQuery: {
            /** @enum {string} */
            kind: "EventsQuery";
            /**
             * @description What is shown: SQL such as `event`, `timestamp`, `properties.$browser`, `person.properties.plan` or `count()`. `*` is an
             *     object of the event, and `person` one of its person. With a figure such as `count()`, events are grouped by the rest.
             */
            select: string[];
            /** @description Conditions in SQL that all events meet. */
            where?: string[];
            /** @description The name of the events. */
            event?: string | null;
            /** @description The `id` of an action that the events are. */
            actionId?: number | null;
            /**
             * Format: uuid
             * @description The id of their person.
             */
            personId?: string | null;
            /** @description Conditions that the events meet. */
            properties?: components["schemas"]["QueryPropertyFilter"][];
            /** @description More conditions. */
            fixedProperties?: components["schemas"]["QueryPropertyFilter"][];
            /** @description Only events later than this time, written as `date_from` of others; `-24h` by default, `all` for no limit. */
            after?: string | null;
            /** @description Only events before this time. */
            before?: string | null;
            /**
             * @description The order, such as `timestamp DESC`. By default the latest first if `*` or `timestamp` is selected, and else the largest
             *     `count()` first, or the first column.
             */
            orderBy?: string[];
            /** @description How many rows at most; 100 by default. */
            limit?: number | null;
            /** @description How many rows are left out at the beginning. */
            offset?: number | null;
            filterTestAccounts?: components["schemas"]["QueryTestAccounts"];
            version?: components["schemas"]["QueryIgnored"];
            tags?: components["schemas"]["QueryIgnored"];
        };
        /**
         * @description Only false or null; there is no such thing.
         * @enum {boolean|null}
         */
        QueryAbsent: false | null;
        /**
         * @description Issues: `$exception` events that are alike, the one that was seen last first. Of an event with `$exception_fingerprint`
         *     this alone decides; of others the type and the message of its first exception, without what differs from case to case
         *     (numbers, words with digits, what is in quotes), and the innermost frame of the app: its file and function, not its line.
         *     The results are objects as in the example.
         *
         *     A release is `$app_version`, `$release` or `release` of an event, whichever it has first.
         */
        ErrorTrackingQuery: {
            /** @enum {string} */
            kind: "ErrorTrackingQuery";
            /**
             * Format: uuid
             * @description The `id` of the only issue that is asked about.
             */
            issueId?: string | null;
            /**
             * @description Which issues; all by default. One that was resolved is active again if an event that is asked about is later.
             * @enum {string|null}
             */
            status?: "active" | "resolved" | "suppressed" | "all" | null;
            /** @description A part of the type, the message, the file or the function, in any case. */
            searchQuery?: string | null;
            /**
             * @description By what issues are ordered; `last_seen` by default.
             * @enum {string|null}
             */
            orderBy?: "last_seen" | "first_seen" | "occurrences" | "users" | "sessions" | null;
            /**
             * @description `DESC` by default.
             * @enum {string|null}
             */
            orderDirection?: "ASC" | "DESC" | null;
            /**
             * @description In how many parts of the same length the time is divided for `volume_buckets`; by default one for each day, and 100
             *     at most.
             */
            volumeResolution?: number | null;
            /** @description Whether issues have the event that was seen last, with its properties. */
            withLastEvent?: boolean | null;
            /** @description How many issues at most; 50 by default. */
            limit?: number | null;
            /** @description How many issues are left out at the beginning. */
            offset?: number | null;
            dateRange?: components["schemas"]["QueryDateRange"];
            properties?: components["schemas"]["QueryProperties"];
            /** @description Conditions that the events meet beside `properties`. */
            filterGroup?: components["schemas"]["QueryPropertyGroup"];
            filterTestAccounts?: components["schemas"]["QueryTestAccounts"];
            assignee?: components["schemas"]["QueryAbsent"];
            withFirstEvent?: components["schemas"]["QueryAbsent"];
            withAggregations?: components["schemas"]["QueryIgnored"];
            version?: components["schemas"]["QueryIgnored"];
            tags?: components["schemas"]["QueryIgnored"];
        };
        /** @description A number of an answer. What is absent is not limited, as far as the kind allows. */
        InsightActorsQuery: {
            /** @enum {string} */
            kind: "InsightActorsQuery";
            /** @description The question. */
            source: components["schemas"]["TrendsQuery"] | components["schemas"]["RetentionQuery"] | components["schemas"]["LifecycleQuery"] | components["schemas"]["StickinessQuery"] | components["schemas"]["PathsQuery"] | components["schemas"]["ErrorTrackingQuery"];
            /**
             * @description One of the result's `days`: of trends (by default all) and lifecycle a text, of stickiness a number. Of retention the
             *     index in `values`, 0 by default.
             */
            day?: string | number | null;
            /**
             * @description The `status` of lifecycle.
             * @enum {string|null}
             */
            status?: "new" | "returning" | "resurrecting" | "dormant" | null;
            /** @description The index of the interval of retention. */
            interval?: number | null;
            /** @description The index in `series`; 0 by default. */
            series?: number | null;
            /** @description A value of the breakdown of trends; of `breakdowns` the list. */
            breakdown?: string | string[] | null;
            includeRecordings?: components["schemas"]["QueryIgnored"];
        };
        /** @description A number of a funnel. */
        FunnelsActorsQuery: {
            /** @enum {string} */
            kind: "FunnelsActorsQuery";
            source: components["schemas"]["FunnelsQuery"];
            /** @description 3: those who reached the third step. -3: those who reached the second, and not the third. */
            funnelStep: number;
            /** @description The value of the breakdown, alone or in a list as in the result. */
            funnelStepBreakdown?: string | string[] | null;
            includeRecordings?: components["schemas"]["QueryIgnored"];
        };
        /**
         * @description The persons, or groups, behind a number that another question returned. The results are rows with what `select` names, persons with
         *     the most events first.
         */
        ActorsQuery: {
            /** @enum {string} */
            kind: "ActorsQuery";
            /** @description Which number. */
            source: components["schemas"]["InsightActorsQuery"] | components["schemas"]["FunnelsActorsQuery"];
            /**
             * @description What is shown of each person: `actor` (an object with `id`, `distinct_ids`, `properties`, `created_at` and
             *     `is_identified`; of a group with `id`, `type`, `group_type_index`, `properties` and `created_at`), `id`, `created_at`,
             *     `event_count` and `event_distinct_ids` of the events behind the number, and `matched_recordings`: the recordings of
             *     their sessions, each with `session_id` and its `events`. `actor` by default.
             */
            select?: ("actor" | "id" | "created_at" | "event_count" | "event_distinct_ids" | "matched_recordings")[];
            /** @description How many persons at most; 100 by default. */
            limit?: number | null;
            /** @description How many persons are left out at the beginning. */
            offset?: number | null;
            version?: components["schemas"]["QueryIgnored"];
            tags?: components["schemas"]["QueryIgnored"];
        };
        /** @description A condition on a property of a session's events, or on its pages. */
        QueryRecordingFilter: {
            /** @description The name of the property. Of `recording` only `visited_page`, the `$current_url` of the session's events. */
            key: string;
            /**
             * @description Whose property it is; `event` by default. `cohort`: the person is in the cohort whose `id` is the `value`, or is not
             *     (`not_in`); `key` is `id`.
             * @enum {string}
             */
            type?: "event" | "person" | "group" | "recording" | "cohort";
            /**
             * @description How it compares; `exact` by default. Numbers compare as numbers, dates as times: a date, one before now such as
             *     `-7d`, or seconds or milliseconds since 1970.
             * @enum {string}
             */
            operator?: "exact" | "is_not" | "icontains" | "not_icontains" | "regex" | "not_regex" | "gt" | "gte" | "lt" | "lte" | "is_set" | "is_not_set" | "is_date_exact" | "is_date_after" | "is_date_before" | "in" | "not_in";
            /**
             * @description What it is compared with; of a list, with each. Only `is_set` and `is_not_set` need none; orders and dates take one.
             *     Whole numbers beyond 2^53 are kept as texts.
             */
            value?: string | number | boolean | (string | number | boolean | null)[] | null;
            /** @description Which group, if `type` is `group`. */
            group_type_index?: number | null;
            /** @description Ignored. */
            label?: string | null;
            /** @description Ignored. */
            cohort_name?: string | null;
        };
        /** @description A condition on a figure of a recording. */
        QueryRecordingFigure: {
            /**
             * @description The figure; `duration` is `recording_duration`. Times are seconds.
             * @enum {string}
             */
            key: "duration" | "active_seconds" | "inactive_seconds" | "click_count" | "keypress_count" | "mouse_activity_count" | "console_log_count" | "console_warn_count" | "console_error_count";
            /** @enum {string} */
            type?: "recording";
            /**
             * @description How it compares.
             * @enum {string}
             */
            operator: "exact" | "gt" | "gte" | "lt" | "lte";
            /** @description The number that it is compared with. */
            value: number;
            /** @description Ignored. */
            label?: string | null;
        };
        /**
         * @description Recordings, latest start first, chosen by what happened in their sessions: by events, pages, persons, or a step of a
         *     funnel. A recording must match everything that is sent. The results are recordings as `session_recordings` lists them.
         *
         *     Events belong to a session by `$session_id`; they count from a day before the recording's start to a day after its end.
         *     A page has up to `limit` recordings, or fewer if there are many to look at: go on while `has_next` is true, with
         *     `next_cursor` as `after`.
         */
        RecordingsQuery: {
            /** @enum {string} */
            kind: "RecordingsQuery";
            /** @description The earliest start, as `date_from` of other kinds; `-3d` by default. */
            date_from?: string | null;
            /** @description The latest start; now by default. A day is included. */
            date_to?: string | null;
            /** @description Events that happened in the session. */
            events?: components["schemas"]["QueryRetentionEntity"][];
            /** @description Events that did not happen in the session, whatever `operand` is. */
            without_events?: components["schemas"]["QueryRetentionEntity"][];
            /**
             * @description Conditions that an event of the session meets; with `is_not`, `not_icontains`, `not_regex` or `is_not_set`, that all
             *     of them meet.
             */
            properties?: components["schemas"]["QueryRecordingFilter"][];
            /**
             * @description Whether all of `events` and `properties` must be met (the default), or one.
             * @enum {string}
             */
            operand?: "AND" | "OR";
            /** @description Conditions on the recording itself. */
            having_predicates?: components["schemas"]["QueryRecordingFigure"][];
            funnel?: components["schemas"]["FunnelsActorsQuery"];
            /**
             * Format: uuid
             * @description Only recordings of this person. A person with more than 10,000 distinct ids is refused.
             */
            person_uuid?: string | null;
            /**
             * @description Only recordings of persons whose property `email` is this address. More than 100 such persons, or more than 10,000
             *     distinct ids of them, are refused.
             */
            person_email?: string | null;
            /** @description Only recordings with one of these distinct ids. */
            distinct_ids?: string[];
            /** @description Only these recordings. */
            session_ids?: string[];
            /**
             * @description Only by start.
             * @enum {string}
             */
            order?: "start_time";
            /**
             * @description Only the latest first.
             * @enum {string}
             */
            order_direction?: "DESC";
            /** @description How many recordings at most; 20 by default. */
            limit?: number | null;
            /** @description The `next_cursor` of the page before. */
            after?: string | null;
            filter_test_accounts?: components["schemas"]["QueryTestAccounts"];
            user_modified_filters?: components["schemas"]["QueryIgnored"];
            version?: components["schemas"]["QueryIgnored"];
            tags?: components["schemas"]["QueryIgnored"];
        };
        /** @description A value that SQL compares with. */
        QueryValue: string | number | boolean | string[] | null;
        /**
         * @description SQL: one `SELECT`. The tables are `events`, `persons`, `person_distinct_ids`, `groups` and `sessions`; the functions are
         *     those of DuckDB, and some of PostHog's under their names. `properties.name` is the text of a property.
         */
        HogQLQuery: {
            /** @enum {string} */
            kind: "HogQLQuery";
            /** @description The SQL. `{name}` stands for a value of `values`, and `{filters}` for true. */
            query: string;
            /** @description Values by name. */
            values?: {
                [key: string]: components["schemas"]["QueryValue"];
            };
            /** @description Ignored; a note of what the question is for. */
            name?: string | null;
            /** @description Ignored. */
            version?: number | null;
            /** @description Ignored. */
            tags?: Record<string, never> | null;
        };
        /**
         * @description How a site is visited: its page views, screens and sessions. A session counts in the time in which it begins, with the
         *     page views that meet the conditions, if it has one; events without `$session_id` do not count.
         *
         *     The results are five objects with `key`, `kind`, `value`, `previous` (of the period that is compared, or null),
         *     `changeFromPreviousPct` and `isIncreaseBad`: `visitors`, `views`, `sessions`, `session duration` (its average in
         *     seconds) and `bounce rate` (in percent): the share of sessions with one page, without a click, and shorter than ten
         *     seconds.
         */
        WebOverviewQuery: {
            /** @enum {string} */
            kind: "WebOverviewQuery";
            dateRange?: components["schemas"]["QueryDateRange"];
            compareFilter?: components["schemas"]["QueryCompareFilter"];
            /** @description Conditions that the page views meet. */
            properties?: components["schemas"]["QueryPropertyFilter"][];
            filterTestAccounts?: components["schemas"]["QueryTestAccounts"];
            conversionGoal?: components["schemas"]["QueryAbsent"];
            includeRevenue?: components["schemas"]["QueryAbsent"];
            doPathCleaning?: components["schemas"]["QueryIgnored"];
            useSessionsTable?: components["schemas"]["QueryIgnored"];
            version?: components["schemas"]["QueryIgnored"];
            tags?: components["schemas"]["QueryIgnored"];
        };
        /**
         * @description Visits by page, source or device; they count as in `WebOverviewQuery`. The results are rows with the value, and lists of
         *     two numbers, of which the second is that of the period that is compared, or null: visitors, views, and with
         *     `includeBounceRate` the bounce rate, from 0 to 1. That of a page is the one of sessions that begin there.
         */
        WebStatsTableQuery: {
            /** @enum {string} */
            kind: "WebStatsTableQuery";
            /**
             * @description What divides them. `Initial…` is the first one of the session. Sessions without a referring domain or a UTM
             *     parameter are together null; other views without a value are left out. A channel is `Direct`, `Organic Search`,
             *     `Organic Social`, `Organic Video`, the same with `Paid`, `Paid Unknown`, `AI`, `Email`, `Affiliate`, `Campaign` (of
             *     another UTM source) or `Referral`.
             * @enum {string}
             */
            breakdownBy: "Page" | "InitialPage" | "ExitPage" | "ScreenName" | "InitialChannelType" | "InitialReferringDomain" | "InitialUTMSource" | "InitialUTMMedium" | "InitialUTMCampaign" | "InitialUTMTerm" | "InitialUTMContent" | "Browser" | "OS" | "DeviceType" | "Country";
            /** @description Whether rows have the bounce rate. */
            includeBounceRate?: boolean | null;
            /** @description `Visitors`, `Views` or `BounceRate`, and `ASC` or `DESC`; by default the most visitors first. */
            orderBy?: ("Visitors" | "Views" | "BounceRate" | "ASC" | "DESC")[] | null;
            /** @description How many rows at most; 100 by default. */
            limit?: number | null;
            /** @description How many rows are left out at the beginning. */
            offset?: number | null;
            dateRange?: components["schemas"]["QueryDateRange"];
            compareFilter?: components["schemas"]["QueryCompareFilter"];
            /** @description Conditions that the page views meet. */
            properties?: components["schemas"]["QueryPropertyFilter"][];
            includeScrollDepth?: components["schemas"]["QueryAbsent"];
            includeAvgTimeOnPage?: components["schemas"]["QueryAbsent"];
            filterTestAccounts?: components["schemas"]["QueryTestAccounts"];
            conversionGoal?: components["schemas"]["QueryAbsent"];
            includeRevenue?: components["schemas"]["QueryAbsent"];
            doPathCleaning?: components["schemas"]["QueryIgnored"];
            useSessionsTable?: components["schemas"]["QueryIgnored"];
            version?: components["schemas"]["QueryIgnored"];
            tags?: components["schemas"]["QueryIgnored"];
        };
        /**
         * @description A question in a frame, as PostHog saves insights: it is answered as `source` is. The other fields say how it is shown;
         *     they are kept, and do not change the answer.
         */
        InsightVizNode: {
            /** @enum {string} */
            kind: "InsightVizNode";
            /** @description The question. */
            source: components["schemas"]["TrendsQuery"] | components["schemas"]["FunnelsQuery"] | components["schemas"]["RetentionQuery"] | components["schemas"]["LifecycleQuery"] | components["schemas"]["StickinessQuery"] | components["schemas"]["PathsQuery"] | components["schemas"]["WebStatsTableQuery"] | components["schemas"]["WebOverviewQuery"];
            full?: components["schemas"]["QueryIgnored"];
            showHeader?: components["schemas"]["QueryIgnored"];
            showTable?: components["schemas"]["QueryIgnored"];
            showCorrelationTable?: components["schemas"]["QueryIgnored"];
            showLastComputation?: components["schemas"]["QueryIgnored"];
            showLastComputationRefresh?: components["schemas"]["QueryIgnored"];
            showFilters?: components["schemas"]["QueryIgnored"];
            showResults?: components["schemas"]["QueryIgnored"];
            embedded?: components["schemas"]["QueryIgnored"];
            hidePersonsModal?: components["schemas"]["QueryIgnored"];
            hideTooltipOnScroll?: components["schemas"]["QueryIgnored"];
            suppressSessionAnalysisWarning?: components["schemas"]["QueryIgnored"];
            vizSpecificOptions?: components["schemas"]["QueryIgnored"];
            version?: components["schemas"]["QueryIgnored"];
        };
        /**
         * @description A question in SQL with a chart: it is answered as `source` is. The other fields say how it is shown; they are kept, and
         *     do not change the answer.
         */
        DataVisualizationNode: {
            /** @enum {string} */
            kind: "DataVisualizationNode";
            source: components["schemas"]["HogQLQuery"];
            display?: components["schemas"]["QueryIgnored"];
            chartSettings?: components["schemas"]["QueryIgnored"];
            tableSettings?: components["schemas"]["QueryIgnored"];
            version?: components["schemas"]["QueryIgnored"];
        };
        /**
         * @description A question whose answer is a table: it is answered as `source` is, with all its columns. The other fields say how it
         *     is shown; they are kept, and do not change the answer.
         */
        DataTableNode: {
            /** @enum {string} */
            kind: "DataTableNode";
            /** @description The question. */
            source: components["schemas"]["EventsQuery"] | components["schemas"]["ActorsQuery"] | components["schemas"]["HogQLQuery"] | components["schemas"]["WebStatsTableQuery"] | components["schemas"]["WebOverviewQuery"];
            allowSorting?: components["schemas"]["QueryIgnored"];
            columns?: components["schemas"]["QueryIgnored"];
            context?: components["schemas"]["QueryIgnored"];
            contextKey?: components["schemas"]["QueryIgnored"];
            defaultColumns?: components["schemas"]["QueryIgnored"];
            embedded?: components["schemas"]["QueryIgnored"];
            expandable?: components["schemas"]["QueryIgnored"];
            full?: components["schemas"]["QueryIgnored"];
            hiddenColumns?: components["schemas"]["QueryIgnored"];
            pinnedColumns?: components["schemas"]["QueryIgnored"];
            propertiesViaUrl?: components["schemas"]["QueryIgnored"];
            showActions?: components["schemas"]["QueryIgnored"];
            showColumnConfigurator?: components["schemas"]["QueryIgnored"];
            showDateRange?: components["schemas"]["QueryIgnored"];
            showElapsedTime?: components["schemas"]["QueryIgnored"];
            showEventFilter?: components["schemas"]["QueryIgnored"];
            showExport?: components["schemas"]["QueryIgnored"];
            showHogQLEditor?: components["schemas"]["QueryIgnored"];
            showOpenEditorButton?: components["schemas"]["QueryIgnored"];
            showPersistentColumnConfigurator?: components["schemas"]["QueryIgnored"];
            showPropertyFilter?: components["schemas"]["QueryIgnored"];
            showReload?: components["schemas"]["QueryIgnored"];
            showResultsTable?: components["schemas"]["QueryIgnored"];
            showSavedFilters?: components["schemas"]["QueryIgnored"];
            showSavedQueries?: components["schemas"]["QueryIgnored"];
            showSearch?: components["schemas"]["QueryIgnored"];
            showTestAccountFilters?: components["schemas"]["QueryIgnored"];
            showTimings?: components["schemas"]["QueryIgnored"];
            version?: components["schemas"]["QueryIgnored"];
        };
        /** @description What is asked. */
        Query: components["schemas"]["TrendsQuery"] | components["schemas"]["FunnelsQuery"] | components["schemas"]["RetentionQuery"] | components["schemas"]["LifecycleQuery"] | components["schemas"]["StickinessQuery"] | components["schemas"]["PathsQuery"] | components["schemas"]["EventsQuery"] | components["schemas"]["ActorsQuery"] | components["schemas"]["RecordingsQuery"] | components["schemas"]["HogQLQuery"] | components["schemas"]["WebOverviewQuery"] | components["schemas"]["WebStatsTableQuery"] | components["schemas"]["ErrorTrackingQuery"] | components["schemas"]["InsightVizNode"] | components["schemas"]["DataVisualizationNode"] | components["schemas"]["DataTableNode"];
        /** @description A question. */
        QueryRequest: {
            query: components["schemas"]["Query"];
            /**
             * @description Whether an answer from memory is returned if nothing has changed. `force_blocking`, `force_async` and true always
             *     compute it. The answer is always that of this request.
             * @enum {string|boolean}
             */
            refresh?: "blocking" | "force_blocking" | "force_cache" | "async" | "force_async" | "lazy_async" | "async_except_on_cache_miss" | true | false;
            /** @description Ignored; clients send it. */
            client_query_id?: string | null;
            /** @description Ignored; a note of what the question is for. */
            name?: string | null;
        };
        /** @description Which of the question's series it is. */
        QueryResultAction: {
            /** @description The name of its event, null for all events, or the id of its action. */
            id: string | number | null;
            type: string;
            /** @description Its place among the series, from 0. */
            order: number;
            name: string | null;
            /** @description How its events were counted. */
            math?: string;
        };
        /** @description The value of the breakdown, or the values of several; the id of a cohort. */
        QueryResultBreakdown: string | number | string[];
        /** @description A series of a trend, or of a funnel over time. */
        TrendsResult: {
            /** @description Null of a formula. */
            action?: components["schemas"]["QueryResultAction"] | null;
            /** @description What it is called. */
            label?: string;
            /** @description The place of a formula among the formulas, from 0. */
            order?: number;
            breakdown_value?: components["schemas"]["QueryResultBreakdown"];
            /**
             * @description The period that it is of, if two are compared.
             * @enum {string}
             */
            compare_label?: "current" | "previous";
            /** @description The number of the whole time, if one is asked for; null if no event has a number. */
            aggregated_value?: number | null;
            /** @description The sum of `data`; how many intervals there are for a funnel. */
            count: number;
            /** @description A number for each interval; null where no event has a number. */
            data: (number | null)[];
            /** @description The intervals in words. */
            labels: string[];
            /** @description When the intervals begin, in the time zone of the answer. */
            days: string[];
        };
        /** @description How many persons are new, return, come back or stay away in each interval. */
        LifecycleResult: {
            action: components["schemas"]["QueryResultAction"];
            /** @description What it is called. */
            label: string;
            /** @enum {string} */
            status: "new" | "returning" | "resurrecting" | "dormant";
            /** @description The sum of `data`. */
            count: number;
            /** @description How many persons in each interval; who stays away counts below 0. */
            data: number[];
            /** @description The intervals in words. */
            labels: string[];
            /** @description When the intervals begin, in the time zone of the answer. */
            days: string[];
        };
        /** @description In how many intervals persons did something. */
        StickinessResult: {
            action: components["schemas"]["QueryResultAction"];
            /** @description What it is called. */
            label: string;
            /**
             * @description The period that it is of, if two are compared.
             * @enum {string}
             */
            compare_label?: "current" | "previous";
            /** @description How many persons did it at all. */
            count: number;
            /** @description How many persons for each number of intervals. */
            data: number[];
            /** @description The numbers of intervals in words, such as `2 days`. */
            labels: string[];
            /** @description The numbers of intervals. */
            days: number[];
        };
        /** @description A step of a funnel. */
        FunnelResult: {
            /** @description The name of its event; null for all events. */
            action_id: string | number | null;
            name: string | null;
            custom_name: string | null;
            /** @description Its place among the steps, from 0. */
            order: number;
            type: string;
            /** @description How many reached it. */
            count: number;
            /** @description Seconds since the step before. */
            average_conversion_time: number | null;
            /** @description Seconds since the step before. */
            median_conversion_time: number | null;
            breakdown?: components["schemas"]["QueryResultBreakdown"];
            breakdown_value?: components["schemas"]["QueryResultBreakdown"];
        };
        /** @description Those who began in an interval, and how many of them came back. */
        RetentionResult: {
            /** @description The interval in words, such as `Day 2`. */
            label: string;
            /** @description When the interval begins. */
            date: string;
            /** @description How many did something in this interval, and in each one after it. */
            values: {
                count: number;
                label: string;
            }[];
        };
        /** @description A way from one item to the next. */
        PathsResult: {
            /** @description The number of the step, from 1, an underscore, and the item. */
            source: string;
            /** @description The same of the step after it. */
            target: string;
            /** @description How many paths go this way. */
            value: number;
            /** @description Milliseconds between the two. */
            average_conversion_time: number | null;
        };
        /** @description A figure of the visits of a site. */
        WebOverviewResult: {
            /** @description What it is, such as `visitors`. */
            key: string;
            /**
             * @description A number, a duration in seconds, or a percentage.
             * @enum {string}
             */
            kind: "unit" | "duration_s" | "percentage";
            value: number | null;
            /** @description The figure of the time before, if it is compared. */
            previous: number | null;
            /** @description The change since then, in percent. */
            changeFromPreviousPct: number | null;
            isIncreaseBad: boolean | null;
        };
        /**
         * @description Whether it needs somebody.
         * @enum {string}
         */
        ErrorIssueStatus: "active" | "resolved" | "suppressed";
        /** @description Exceptions that are alike. */
        ErrorTrackingIssue: {
            /**
             * Format: uuid
             * @description Identifies the issue. It is made of what its events have in common.
             */
            id: string;
            /** @description The type of the exception, such as `TypeError`. As all texts, that of the last event. */
            name: string;
            /** @description Its message; up to 500 characters. */
            description: string | null;
            /** @description The function of the innermost frame of the app. */
            function?: string | null;
            /** @description Its file. */
            source?: string | null;
            /** @description The client library, such as `web`. */
            library?: string | null;
            status: components["schemas"]["ErrorIssueStatus"];
            /**
             * Format: date-time
             * @description When it was resolved; with the status `active` it came back since. Null if it was not.
             */
            resolved_at: string | null;
            /**
             * Format: date-time
             * @description The time of the first event that is asked about.
             */
            first_seen: string;
            /**
             * Format: date-time
             * @description That of the last one.
             */
            last_seen: string;
            /** @description The release of the first event that has one. */
            first_release?: string | null;
            /** @description That of the last one. */
            last_release?: string | null;
            /** @description How many events, persons and sessions. */
            aggregations: {
                occurrences: number;
                users: number;
                sessions: number;
                /** @description The events of each part of the time, by when it begins. */
                volume_buckets: {
                    /** Format: date-time */
                    label: string;
                    value: number;
                }[];
            };
            /** @description The last event. */
            last_event?: {
                /** Format: uuid */
                uuid: string;
                distinct_id: string;
                /** Format: date-time */
                timestamp: string;
                /** @description JSON. */
                properties: string;
            };
        };
        /** @description The answer to a question. */
        QueryResponse: {
            /**
             * @description What was asked: rows of SQL and lists as arrays of values, and for the other kinds an object for each series, step,
             *     or group. The kinds describe theirs, and each has an example.
             */
            results: (unknown[] | components["schemas"]["TrendsResult"] | components["schemas"]["LifecycleResult"] | components["schemas"]["StickinessResult"] | components["schemas"]["FunnelResult"] | components["schemas"]["RetentionResult"] | components["schemas"]["PathsResult"] | components["schemas"]["WebOverviewResult"] | components["schemas"]["ErrorTrackingIssue"] | components["schemas"]["SessionRecording"])[] | {
                [key: string]: unknown;
            };
            /** @description The names of the columns of rows. */
            columns?: string[];
            /** @description The name and the type of each column of rows. */
            types?: string[][];
            /** @description Whether there are more rows. */
            hasMore?: boolean;
            /** @description Whether there may be more recordings. */
            has_next?: boolean;
            /** @description Where the next page of recordings begins, for `after`; absent on the last one. */
            next_cursor?: string;
            /** @description How many rows the answer has at most. */
            limit?: number;
            /** @description How many rows are before these. */
            offset?: number;
            /** @description The SQL that ran. */
            hogql?: string;
            /** @description The time zone of days, weeks and months. */
            timezone: string;
            /** @description Whether the answer was computed for an earlier question. */
            is_cached: boolean;
            /**
             * Format: date-time
             * @description As of when the answer is: nothing that was stored before is missing. It may be two seconds ago, and a minute in a
             *     project with very many persons; with `refresh: force_blocking` it is now.
             */
            last_refresh: string;
            /** @description Identifies the question and the data that it was computed from. */
            cache_key: string;
        };
        /** @description A variable of a saved question. */
        InsightVariable: {
            /** @description Its name in the SQL and in requests. */
            name: string;
            /**
             * @description What its values are. A `Date` is a date or a time in ISO 8601, as text. A `List` is a list of up to 1,000 texts.
             * @enum {string}
             */
            type: "String" | "Number" | "Boolean" | "Date" | "List";
            /** @description Its value if none is sent; null or absent if one must be sent. */
            default?: string | number | boolean | string[] | null;
            /** @description What it is for. */
            description?: string;
        };
        /** @description A saved question. */
        Insight: {
            /**
             * Format: int64
             * @description The same as a number, for tools that want one.
             */
            id: number;
            /** @description Identifies the question in its project. It never changes. */
            short_id: string;
            /** @description What is asked, for humans. */
            name: string;
            /** @description More about it. */
            description: string;
            /** @description A name that a tool made of the question, for one without a name. */
            derived_name: string | null;
            /** @description Words by which tools group what is saved. */
            tags: string[];
            /** @description Whether it is a favorite of the project. */
            favorited: boolean;
            /** @description Whether someone saved it on purpose. True unless a tool says otherwise. */
            saved: boolean;
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be shown again. */
            deleted: boolean;
            /** @description The `id` of each dashboard that it is on. */
            dashboards: number[];
            query: components["schemas"]["Query"];
            /**
             * @description The variables of a question in SQL, where `{variables.name}` stands for the value of one. No value is ever part of
             *     the text of the SQL.
             */
            variables: components["schemas"]["InsightVariable"][];
            /** @description The answer, if it was asked for; otherwise null. */
            result: components["schemas"]["QueryResponse"] | null;
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of saved questions, newest first. */
        PaginatedInsights: {
            /** @description The total number of saved questions. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The saved questions of this page. */
            results: components["schemas"]["Insight"][];
        };
        /** @description A question to save. */
        InsightRequest: {
            /** @description What is asked, for humans. Empty if absent. */
            name?: string;
            /** @description More about it. Empty if absent. */
            description?: string;
            /** @description A name that a tool made of the question, for one without a name. */
            derived_name?: string | null;
            /** @description Words by which tools group what is saved. */
            tags?: string[];
            /** @description Whether it is a favorite of the project. */
            favorited?: boolean;
            /** @description Whether someone saved it on purpose. True unless a tool says otherwise. */
            saved?: boolean;
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be shown again. */
            deleted?: boolean;
            /** @description The `id` of each dashboard that it is on. */
            dashboards?: number[];
            query: components["schemas"]["Query"];
            /**
             * @description The variables of a question in SQL, where `{variables.name}` stands for the value of one. No value is ever part of
             *     the text of the SQL.
             */
            variables?: components["schemas"]["InsightVariable"][];
        };
        /** @description The fields of a saved question to change. */
        InsightPatch: {
            /** @description What is asked, for humans. */
            name?: string;
            /** @description More about it. */
            description?: string;
            /** @description A name that a tool made of the question, for one without a name. */
            derived_name?: string | null;
            /** @description Words by which tools group what is saved. */
            tags?: string[];
            /** @description Whether it is a favorite of the project. */
            favorited?: boolean;
            /** @description Whether someone saved it on purpose. True unless a tool says otherwise. */
            saved?: boolean;
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be shown again. */
            deleted?: boolean;
            /** @description The `id` of each dashboard that it is on. */
            dashboards?: number[];
            query?: components["schemas"]["Query"];
            /**
             * @description The variables of a question in SQL, where `{variables.name}` stands for the value of one. No value is ever part of
             *     the text of the SQL.
             */
            variables?: components["schemas"]["InsightVariable"][];
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
        };
        /** @description What to answer a saved question with. */
        InsightRunRequest: {
            /** @description Values by the names of variables. */
            variables?: {
                [key: string]: components["schemas"]["QueryValue"];
            };
            /**
             * @description Whether an answer from memory is returned if nothing has changed.
             * @enum {string}
             */
            refresh?: "blocking" | "force_blocking";
        };
        /** @description Where a tile is on a grid. */
        TileLayout: {
            /** @description The column of its left edge, from 0. */
            x: number;
            /** @description The row of its upper edge, from 0. */
            y: number;
            /** @description Its width in columns. */
            w: number;
            /** @description Its height in rows. */
            h: number;
            /** @description Its least width in columns. */
            minW?: number;
            /** @description Its least height in rows. */
            minH?: number;
        };
        /** @description A saved question, or a text, on a dashboard. */
        DashboardTile: {
            /** @description Identifies the tile on its dashboard. It never changes. */
            id: number;
            /** @description The saved question; null for a text. */
            insight: {
                /**
                 * Format: int64
                 * @description The `id` of the saved question.
                 */
                id: number;
                /** @description The `short_id` of the saved question. */
                short_id: string;
            } | null;
            /** @description The text; null for a question. */
            text: {
                /** @description The `id` of the tile. */
                id: number;
                /** @description The text in Markdown. */
                body: string;
            } | null;
            /** @description Where the tile is on grids of different widths; empty if it follows the one before. */
            layouts: {
                sm?: components["schemas"]["TileLayout"];
                xs?: components["schemas"]["TileLayout"];
            };
            /** @description Its color, by name; null for none. */
            color: string | null;
            /** @description Whether it shows the description of its question; null leaves that to who shows it. */
            show_description: boolean | null;
        };
        /** @description A dashboard. */
        Dashboard: {
            /**
             * Format: int64
             * @description Identifies the dashboard in its project. It never changes.
             */
            id: number;
            /** @description What it shows, for humans. */
            name: string;
            /** @description More about it. */
            description: string;
            /** @description Whether it is shown before others. */
            pinned: boolean;
            /** @description Words by which tools group what is saved. */
            tags: string[];
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be shown again. */
            deleted: boolean;
            /** @description The questions on it, in their order. */
            tiles: components["schemas"]["DashboardTile"][];
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of dashboards, newest first. */
        PaginatedDashboards: {
            /** @description The total number of dashboards. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The dashboards of this page. */
            results: components["schemas"]["Dashboard"][];
        };
        /** @description A tile to add to a dashboard, or what to change of one. */
        DashboardTileRequest: {
            /** @description The tile to change. A tile without an id is added, with either `insight` or `text`. */
            id?: number;
            /** @description The `short_id` of the saved question; only of a new tile. */
            insight?: string;
            /** @description A text in place of a question. */
            text?: {
                /** @description The text in Markdown. */
                body: string;
            };
            /** @description Where the tile is on grids of different widths; empty if it follows the one before. */
            layouts?: {
                sm?: components["schemas"]["TileLayout"];
                xs?: components["schemas"]["TileLayout"];
            };
            /** @description Its color, by name; null for none. */
            color?: string | null;
            /** @description Whether it shows the description of its question; null leaves that to who shows it. */
            show_description?: boolean | null;
            /** @description True takes the tile off the dashboard. */
            deleted?: boolean;
        };
        /** @description A new dashboard. */
        DashboardRequest: {
            /** @description What it shows, for humans. Empty if absent. */
            name?: string;
            /** @description More about it. Empty if absent. */
            description?: string;
            /** @description Whether it is shown before others. */
            pinned?: boolean;
            /** @description Words by which tools group what is saved. */
            tags?: string[];
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be shown again. */
            deleted?: boolean;
            /** @description The tiles, in their order, without an `id`. */
            tiles?: components["schemas"]["DashboardTileRequest"][];
        };
        /** @description The fields of a dashboard to change. */
        DashboardPatch: {
            /** @description What it shows, for humans. */
            name?: string;
            /** @description More about it. */
            description?: string;
            /** @description Whether it is shown before others. */
            pinned?: boolean;
            /** @description Words by which tools group what is saved. */
            tags?: string[];
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be shown again. */
            deleted?: boolean;
            /**
             * @description The tiles to add, which have no `id`, and to change, which have one. Those that are listed keep their places among
             *     the others, in the order of this list; other tiles stay as they are.
             */
            tiles?: components["schemas"]["DashboardTileRequest"][];
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
        };
        /** @description A new link. */
        ShareRequest: {
            /** @description Origins whose pages may embed the shared page in a frame; none if absent. */
            allowed_origins?: string[];
        };
        /** @description A link by which anyone sees a dashboard or a saved question. */
        Share: {
            /** @description Identifies the link in its project. */
            id: number;
            /** @description The address of the page. Who knows it sees what is shared. */
            url: string;
            /**
             * Format: int64
             * @description The `id` of the dashboard; null for a saved question.
             */
            dashboard: number | null;
            /**
             * Format: int64
             * @description The `id` of the saved question; null for a dashboard.
             */
            insight: number | null;
            /** @description Origins whose pages may embed the shared page in a frame; none if absent. */
            allowed_origins: string[];
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of shares, newest first. */
        PaginatedShares: {
            /** @description The total number of shares. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The shares of this page. */
            results: components["schemas"]["Share"][];
        };
        /** @description Conditions that one event meets all of. */
        ActionStep: {
            /** @description The name of the events; any if null or absent. `$autocapture` for clicks. */
            event?: string | null;
            /** @description The address of the page, `$current_url`. */
            url?: string | null;
            /**
             * @description How `url` compares; `contains` by default, in which `%` stands for any text.
             * @enum {string|null}
             */
            url_matching?: "contains" | "regex" | "exact" | null;
            /** @description The text of an element that was clicked, or of one around it. */
            text?: string | null;
            /**
             * @description How `text` compares; `exact` by default. `contains` ignores upper and lower case.
             * @enum {string|null}
             */
            text_matching?: "contains" | "regex" | "exact" | null;
            /** @description The target of the innermost link that was clicked. */
            href?: string | null;
            /**
             * @description How `href` compares; `exact` by default. `contains` ignores upper and lower case.
             * @enum {string|null}
             */
            href_matching?: "contains" | "regex" | "exact" | null;
            /**
             * @description A CSS selector of an element that was clicked, or of one around it. It has tags, `*`, classes, ids,
             *     attributes, `:nth-child(2)` and `:nth-of-type(2)`, in parts with a space or `>` between them.
             */
            selector?: string | null;
            /** @description The tag of an element that was clicked, or of one around it, such as `button`. */
            tag_name?: string | null;
            /** @description Conditions on properties. */
            properties?: components["schemas"]["QueryPropertyFilter"][] | null;
        };
        /**
         * @description A name for events after the fact. Questions count it as an event (`kind: ActionsNode` with its `id`), also among the
         *     events before it was made.
         */
        Action: {
            /** @description Identifies the action. It never changes. */
            id: number;
            /** @description What it is, for humans. */
            name: string;
            /** @description More about it. Empty if absent. */
            description: string;
            /** @description Words by which tools group what is saved. */
            tags: string[];
            /** @description What counts as the action - events that meet one of the steps. Without a step, no event counts. */
            steps: components["schemas"]["ActionStep"][];
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be restored. */
            deleted: boolean;
            /**
             * @description Always false - actions send no messages. Alerts do.
             * @enum {boolean}
             */
            post_to_slack: false;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            is_action: true;
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of actions, newest first. */
        PaginatedActions: {
            /** @description The total number of actions. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The actions of this page. */
            results: components["schemas"]["Action"][];
        };
        /** @description A new action. */
        ActionRequest: {
            /** @description What it is, for humans. */
            name: string;
            /** @description More about it. Empty if absent. */
            description?: string;
            /** @description Words by which tools group what is saved. */
            tags?: string[];
            /** @description What counts as the action - events that meet one of the steps. Without a step, no event counts. */
            steps?: components["schemas"]["ActionStep"][];
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be restored. */
            deleted?: boolean;
            /**
             * @description Always false - actions send no messages. Alerts do.
             * @enum {boolean}
             */
            post_to_slack?: false;
        };
        /** @description The fields of an action to change. */
        ActionPatch: {
            /** @description What it is, for humans. */
            name?: string;
            /** @description More about it. Empty if absent. */
            description?: string;
            /** @description Words by which tools group what is saved. */
            tags?: string[];
            /** @description What counts as the action - events that meet one of the steps. Without a step, no event counts. */
            steps?: components["schemas"]["ActionStep"][];
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be restored. */
            deleted?: boolean;
            /**
             * @description Always false - actions send no messages. Alerts do.
             * @enum {boolean}
             */
            post_to_slack?: false;
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
        };
        /** @description A condition on a property of the person (`person`), on what the person did (`behavioral`), or on another cohort. */
        CohortCondition: {
            /**
             * @description What it is about.
             * @enum {string}
             */
            type: "person" | "behavioral" | "cohort";
            /** @description The name of the property, the name of the event or the `id` of the action, or `id` of a cohort. */
            key: string | number;
            /**
             * @description What a property compares with, as in questions; the `id` of a cohort. Of `behavioral` what happened:
             *     `performed_event`; `performed_event_multiple`, as often as `operator` and `operator_value` say, at least once;
             *     `performed_event_first_time`, never before; `performed_event_sequence`, and after it `seq_event` within
             *     `seq_time_value`; `stopped_performing_event`, but not in the last `seq_time_value`;
             *     `restarted_performing_event`, in the last `seq_time_value`, before it not since `time_value`, but earlier.
             */
            value?: string | number | boolean | (string | number | boolean | null)[] | null;
            /**
             * @description How a property compares, `exact` by default; how often something happened: `gte`, `lte`, `exact`, `gt` or `lt`;
             *     whether a person is `in` the cohort, the default, or `not_in`.
             * @enum {string|null}
             */
            operator?: "exact" | "is_not" | "icontains" | "not_icontains" | "regex" | "not_regex" | "gt" | "gte" | "lt" | "lte" | "is_set" | "is_not_set" | "is_date_exact" | "is_date_after" | "is_date_before" | "in" | "not_in" | null;
            /** @description Whether those are meant who do not meet the condition. */
            negation?: boolean | null;
            /**
             * @description Whether `key` is the name of an event, the default, or an action.
             * @enum {string|null}
             */
            event_type?: "events" | "actions" | null;
            /** @description Conditions that the events meet. */
            event_filters?: components["schemas"]["QueryPropertyFilter"][] | null;
            /** @description How often. */
            operator_value?: number | null;
            /** @description Within how many of the last `time_interval`s; 30 days by default. */
            time_value?: number | string | null;
            /**
             * @description A unit of time.
             * @enum {string|null}
             */
            time_interval?: "minute" | "hour" | "day" | "week" | "month" | "year" | null;
            /** @description Since when, instead of `time_value` - a time before now such as `-30d`, or a date. */
            explicit_datetime?: string | null;
            /** @description What must follow, or the event itself. */
            seq_event?: string | number | null;
            /**
             * @description Whether `seq_event` is the name of an event, the default, or an action.
             * @enum {string|null}
             */
            seq_event_type?: "events" | "actions" | null;
            /** @description Within how many `seq_time_interval`s; 30 days by default. */
            seq_time_value?: number | string | null;
            /**
             * @description A unit of time.
             * @enum {string|null}
             */
            seq_time_interval?: "minute" | "hour" | "day" | "week" | "month" | "year" | null;
            label?: components["schemas"]["QueryIgnored"];
            cohort_name?: components["schemas"]["QueryIgnored"];
            bytecode?: components["schemas"]["QueryIgnored"];
            conditionHash?: components["schemas"]["QueryIgnored"];
        };
        /** @description Conditions. */
        CohortInnerGroup: {
            /**
             * @description Whether all must be met, or one.
             * @enum {string}
             */
            type: "AND" | "OR";
            /** @description The conditions. */
            values: components["schemas"]["CohortCondition"][];
        };
        /** @description Groups and conditions. */
        CohortGroup: {
            /**
             * @description Whether all must be met, or one.
             * @enum {string}
             */
            type?: "AND" | "OR";
            /** @description The groups, and conditions. */
            values?: (components["schemas"]["CohortInnerGroup"] | components["schemas"]["CohortCondition"])[];
        };
        /** @description Who belongs to the cohort. Empty for a static one. */
        CohortFilters: {
            properties?: components["schemas"]["CohortGroup"];
        };
        /** @description Conditions on properties that all must be met, or what a person did in the last days. */
        CohortLegacyGroup: {
            /** @description Conditions on properties of the person. */
            properties?: components["schemas"]["CohortCondition"][];
            /** @description The name of an event. */
            event_id?: string | null;
            /** @description The `id` of an action. */
            action_id?: number | null;
            /** @description In how many of the last days; 30 by default. */
            days?: number | null;
            /** @description How often; once or more if absent. */
            count?: number | null;
            /**
             * @description How `count` compares; `gte` by default.
             * @enum {string|null}
             */
            count_operator?: "gte" | "lte" | "eq" | null;
        };
        /**
         * @description A name for a group of persons. Questions, lists of persons and flags have conditions on it
         *     (`type: cohort`, `key: id`, `value`, and as operator `in` or `not_in`).
         */
        Cohort: {
            /** @description Identifies the cohort. It never changes. */
            id: number;
            /** @description What it is, for humans. */
            name: string;
            /** @description More about it. Empty if absent. */
            description: string;
            filters: components["schemas"]["CohortFilters"];
            /** @description An older form of `filters`: one of the groups must be met. Shown as an empty list. */
            groups: components["schemas"]["CohortLegacyGroup"][];
            /**
             * @description Whether it has the persons that were added to it, instead of those that meet its conditions. It cannot be
             *     changed.
             */
            is_static: boolean;
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be restored. */
            deleted: boolean;
            /** @description How many persons it had when it was last counted, which retrieving it does; null before. */
            count: number | null;
            /**
             * @description Always false - cohorts are computed when they are needed.
             * @enum {boolean}
             */
            is_calculating: false;
            /**
             * Format: date-time
             * @description When it was last counted; null before.
             */
            last_calculation: string | null;
            /**
             * @description Always 0.
             * @enum {integer}
             */
            errors_calculating: 0;
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of cohorts, newest first. */
        PaginatedCohorts: {
            /** @description The total number of cohorts. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The cohorts of this page. */
            results: components["schemas"]["Cohort"][];
        };
        /** @description A new cohort. */
        CohortRequest: {
            /** @description What it is, for humans. */
            name: string;
            /** @description More about it. Empty if absent. */
            description?: string;
            filters?: components["schemas"]["CohortFilters"];
            /** @description An older form of `filters`: one of the groups must be met. Shown as an empty list. */
            groups?: components["schemas"]["CohortLegacyGroup"][];
            /**
             * @description Whether it has the persons that were added to it, instead of those that meet its conditions. It cannot be
             *     changed.
             */
            is_static?: boolean;
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be restored. */
            deleted?: boolean;
        };
        /** @description The fields of a cohort to change. */
        CohortPatch: {
            /** @description What it is, for humans. */
            name?: string;
            /** @description More about it. Empty if absent. */
            description?: string;
            filters?: components["schemas"]["CohortFilters"];
            /** @description An older form of `filters`: one of the groups must be met. Shown as an empty list. */
            groups?: components["schemas"]["CohortLegacyGroup"][];
            /**
             * @description Whether it has the persons that were added to it, instead of those that meet its conditions. It cannot be
             *     changed.
             */
            is_static?: boolean;
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be restored. */
            deleted?: boolean;
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
        };
        /** @description Persons of the project, of whom unknown ones are left out. */
        CohortPersons: {
            /** @description Their ids. */
            person_ids?: string[];
            /** @description One of the distinct ids of each. */
            distinct_ids?: string[];
            /** @description A table in CSV with a column `distinct_id`, or of distinct ids only. Longer ones are sent in parts. */
            csv?: string;
        };
        /** @description A person of a cohort. */
        CohortPerson: {
            /** @description The id of the person. */
            person_id: string;
        };
        /** @description A variant. */
        ExperimentVariant: {
            /** @description The value of the flag. */
            key: string;
            /** @description A name for people. */
            name?: string | null;
            /** @description The share of persons in percent. All together have 100. */
            rollout_percentage: number;
        };
        /** @description The plan. */
        ExperimentParameters: {
            /**
             * @description The variants with their shares. Those of the flag, if there is one; otherwise `control` and `test` by default.
             *     They cannot be changed.
             */
            feature_flag_variants?: components["schemas"]["ExperimentVariant"][];
            /** @description The smallest difference that matters, in percent of the baseline. */
            minimum_detectable_effect?: number | null;
            /** @description Kept for tools that plan with it. */
            recommended_running_time?: number | null;
            /** @description Kept for tools that plan with it. */
            recommended_sample_size?: number | null;
        };
        /** @description Which events of a person count, and how. */
        ExperimentSource: {
            /** @enum {string} */
            kind?: "EventsNode" | "ActionsNode";
            /** @description The `id` of the action, if `kind` is `ActionsNode`. */
            id?: number | null;
            /** @description The name of the events; null, or absent, for all. */
            event?: string | null;
            /** @description A name for people. */
            name?: string | null;
            /** @description Conditions that the events meet. */
            properties?: components["schemas"]["QueryPropertyFilter"][];
            /**
             * @description The number of events (`total`), 1 for who has one (`dau`), or a figure of the numbers in `math_property`. A person
             *     without an event has 0.
             * @enum {string}
             */
            math?: "total" | "dau" | "sum" | "avg" | "min" | "max";
            /** @description The property of `math`. */
            math_property?: string | null;
        };
        /** @description What a person has of a source. */
        ExperimentMeanMetric: {
            /** @enum {string} */
            kind?: "ExperimentMetric";
            /** @description A name for tools. */
            uuid?: string | null;
            /** @description What it is, for humans. */
            name?: string | null;
            /**
             * @description What is better; `increase` by default.
             * @enum {string|null}
             */
            goal?: "increase" | "decrease" | null;
            /** @description Whether it only guards - no variant may make it worse, and none needs to make it better. */
            guard?: boolean | null;
            /** @description How long after the exposure events count. Without it, all do. */
            conversion_window?: number | null;
            /**
             * @description The unit of `conversion_window`; `day` by default.
             * @enum {string|null}
             */
            conversion_window_unit?: "second" | "minute" | "hour" | "day" | "week" | "month" | null;
            /** @enum {string} */
            metric_type: "mean";
            source: components["schemas"]["ExperimentSource"];
        };
        /** @description Which events are a step. */
        ExperimentStep: {
            /** @enum {string} */
            kind?: "EventsNode" | "ActionsNode";
            /** @description The `id` of the action, if `kind` is `ActionsNode`. */
            id?: number | null;
            /** @description The name of the events; null, or absent, for all. */
            event?: string | null;
            /** @description A name for people. */
            name?: string | null;
            /** @description Conditions that the events meet. */
            properties?: components["schemas"]["QueryPropertyFilter"][];
            /**
             * @description Ignored; other values are refused.
             * @enum {string}
             */
            math?: "total";
        };
        /** @description Whether a person takes all steps in order after the exposure. */
        ExperimentFunnelMetric: {
            /** @enum {string} */
            kind?: "ExperimentMetric";
            /** @description A name for tools. */
            uuid?: string | null;
            /** @description What it is, for humans. */
            name?: string | null;
            /**
             * @description What is better; `increase` by default.
             * @enum {string|null}
             */
            goal?: "increase" | "decrease" | null;
            /** @description Whether it only guards - no variant may make it worse, and none needs to make it better. */
            guard?: boolean | null;
            /** @description How long after the exposure events count. Without it, all do. */
            conversion_window?: number | null;
            /**
             * @description The unit of `conversion_window`; `day` by default.
             * @enum {string|null}
             */
            conversion_window_unit?: "second" | "minute" | "hour" | "day" | "week" | "month" | null;
            /** @enum {string} */
            metric_type: "funnel";
            /** @description The steps. */
            series: components["schemas"]["ExperimentStep"][];
            /**
             * @description Steps have an order.
             * @enum {string}
             */
            funnel_order_type?: "ordered";
        };
        /** @description What all persons have of one source by what they have of another. */
        ExperimentRatioMetric: {
            /** @enum {string} */
            kind?: "ExperimentMetric";
            /** @description A name for tools. */
            uuid?: string | null;
            /** @description What it is, for humans. */
            name?: string | null;
            /**
             * @description What is better; `increase` by default.
             * @enum {string|null}
             */
            goal?: "increase" | "decrease" | null;
            /** @description Whether it only guards - no variant may make it worse, and none needs to make it better. */
            guard?: boolean | null;
            /** @description How long after the exposure events count. Without it, all do. */
            conversion_window?: number | null;
            /**
             * @description The unit of `conversion_window`; `day` by default.
             * @enum {string|null}
             */
            conversion_window_unit?: "second" | "minute" | "hour" | "day" | "week" | "month" | null;
            /** @enum {string} */
            metric_type: "ratio";
            numerator: components["schemas"]["ExperimentSource"];
            denominator: components["schemas"]["ExperimentSource"];
        };
        /** @description A figure of each person. */
        ExperimentMetric: components["schemas"]["ExperimentMeanMetric"] | components["schemas"]["ExperimentFunnelMetric"] | components["schemas"]["ExperimentRatioMetric"];
        /**
         * @description Which events expose a person; by default `$feature_flag_called` with the key of the flag, and the variant in
         *     `$feature_flag_response`. Other events have the variant in the property `$feature/` with the key of the flag.
         */
        ExperimentExposure: {
            /**
             * @description An event by default.
             * @enum {string}
             */
            kind?: "ExperimentEventExposureConfig" | "ActionsNode";
            /** @description The name of the event. */
            event?: string | null;
            /** @description The `id` of the action, if `kind` is `ActionsNode`. */
            id?: number | null;
            /** @description Conditions that the events meet. */
            properties?: components["schemas"]["QueryPropertyFilter"][];
        };
        /** @description Who takes part. */
        ExperimentExposureCriteria: {
            exposure_config?: components["schemas"]["ExperimentExposure"] | null;
            /**
             * @description What becomes of persons who saw several variants: they are left out (`exclude`, by default), or count for the
             *     first one.
             * @enum {string}
             */
            multiple_variant_handling?: "exclude" | "first_seen";
            /** @description Whether the conditions of `test_account_filters` of the project apply. */
            filterTestAccounts?: boolean;
        };
        /** @description An experiment with the variants of a flag. */
        Experiment: {
            /** @description Identifies the experiment. It never changes. */
            id: number;
            /** @description What it is, for humans. */
            name: string;
            /** @description The hypothesis. Empty if absent. */
            description: string;
            /**
             * Format: date-time
             * @description When it was launched; null for a draft.
             */
            start_date: string | null;
            /**
             * Format: date-time
             * @description When it ended; null before. It is after `start_date`.
             */
            end_date: string | null;
            /** @description Whether it is out of the way. False if absent. */
            archived: boolean;
            parameters: components["schemas"]["ExperimentParameters"];
            /** @description What the experiment is about. */
            metrics: components["schemas"]["ExperimentMetric"][];
            /** @description What is looked at, too. */
            metrics_secondary: components["schemas"]["ExperimentMetric"][];
            exposure_criteria: components["schemas"]["ExperimentExposureCriteria"];
            /**
             * @description What came out; null before.
             * @enum {string|null}
             */
            conclusion: "won" | "lost" | "inconclusive" | "stopped_early" | "invalid" | null;
            /** @description Why. */
            conclusion_comment: string | null;
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be restored. */
            deleted: boolean;
            /** @description The key of its flag. It cannot be changed. */
            feature_flag_key: string;
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of experiments, newest first. */
        PaginatedExperiments: {
            /** @description The total number of experiments. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The experiments of this page. */
            results: components["schemas"]["Experiment"][];
        };
        /** @description A new experiment. */
        ExperimentRequest: {
            /** @description What it is, for humans. */
            name: string;
            /** @description The hypothesis. Empty if absent. */
            description?: string;
            /**
             * Format: date-time
             * @description When it was launched; null for a draft.
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description When it ended; null before. It is after `start_date`.
             */
            end_date?: string | null;
            /** @description Whether it is out of the way. False if absent. */
            archived?: boolean;
            parameters?: components["schemas"]["ExperimentParameters"];
            /** @description What the experiment is about. */
            metrics?: components["schemas"]["ExperimentMetric"][];
            /** @description What is looked at, too. */
            metrics_secondary?: components["schemas"]["ExperimentMetric"][];
            exposure_criteria?: components["schemas"]["ExperimentExposureCriteria"];
            /**
             * @description What came out; null before.
             * @enum {string|null}
             */
            conclusion?: "won" | "lost" | "inconclusive" | "stopped_early" | "invalid" | null;
            /** @description Why. */
            conclusion_comment?: string | null;
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be restored. */
            deleted?: boolean;
            /** @description The key of its flag. It cannot be changed. */
            feature_flag_key: string;
        };
        /** @description The fields of an experiment to change. */
        ExperimentPatch: {
            /** @description What it is, for humans. */
            name?: string;
            /** @description The hypothesis. Empty if absent. */
            description?: string;
            /**
             * Format: date-time
             * @description When it was launched; null for a draft.
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description When it ended; null before. It is after `start_date`.
             */
            end_date?: string | null;
            /** @description Whether it is out of the way. False if absent. */
            archived?: boolean;
            parameters?: components["schemas"]["ExperimentParameters"];
            /** @description What the experiment is about. */
            metrics?: components["schemas"]["ExperimentMetric"][];
            /** @description What is looked at, too. */
            metrics_secondary?: components["schemas"]["ExperimentMetric"][];
            exposure_criteria?: components["schemas"]["ExperimentExposureCriteria"];
            /**
             * @description What came out; null before.
             * @enum {string|null}
             */
            conclusion?: "won" | "lost" | "inconclusive" | "stopped_early" | "invalid" | null;
            /** @description Why. */
            conclusion_comment?: string | null;
            /** @description Whether it is deleted. A deleted one is not listed and not found; it can be restored. */
            deleted?: boolean;
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
        };
        /** @description Persons with the same value of a property. */
        ExperimentSegment: {
            /** @description The property. */
            property: string;
            /** @description Its value. */
            value: string;
            /** @description How likely their division is by chance. */
            p_value: number;
            /** @description The persons of each variant, in the order of `variants`. */
            exposures: number[];
        };
        /** @description Who took part. */
        ExperimentExposures: {
            /** @description The persons who count. */
            total: number;
            /** @description The persons who are left out, because they saw several variants. */
            multiple_variants: number;
            /** @description The persons of each variant, the baseline first. */
            variants: {
                /** @description The variant. */
                key: string;
                /** @description Its persons. */
                exposures: number;
                /** @description The share of all that is planned, from 0 to 1. */
                share: number;
                /** @description Its persons up to each day. */
                series: number[];
            }[];
            /** @description Whether the persons are divided as planned (chi-square test). */
            mismatch: {
                /** @description Whether `p_value` is below 0.001. */
                is_mismatch: boolean;
                /** @description How likely such a division, or a more uneven one, is by chance. Null without a person. */
                p_value: number | null;
                /** @description The persons who are divided most unevenly, by their first exposure; null without a mismatch. */
                segment: components["schemas"]["ExperimentSegment"] | null;
            };
        };
        /** @description A variant against the baseline. 0.1 is 10 percent of the baseline more. */
        ExperimentDifference: {
            /** @description The relative difference; null if the baseline has none, or before 50 persons have each variant. */
            relative: number | null;
            /** @description Its interval of 95 percent, valid whenever it is read. Null for a limit that cannot be told. */
            interval: (number | null)[];
            /** @description Valid whenever it is read. 1 if nothing is known. */
            p_value: number;
            /** @description The same, corrected for the other metrics and variants. Guards are not corrected. */
            adjusted_p_value: number;
            /**
             * @description What `adjusted_p_value` says with a level of 0.05.
             * @enum {string}
             */
            verdict: "better" | "worse" | "undecided";
            /** @description How probable it is that the variant is better than the baseline, if before all was as probable. */
            probability_to_win: number | null;
            /** @description The smallest relative difference that the persons so far show with a probability of 80 percent. */
            least_detectable_effect: number | null;
            /** @description What a usual test says, which is valid only for who reads it once, at a time fixed before. */
            read_once: {
                /** @description Of Welch's test, with the normal distribution. */
                p_value: number | null;
                /** @description Its interval of 95 percent. */
                interval: (number | null)[];
            };
            /** @description The difference and its interval up to each day. */
            series: {
                /** @description The relative difference. */
                relative: number | null;
                /** @description Its interval of 95 percent, valid whenever it is read. Null for a limit that cannot be told. */
                interval: (number | null)[];
            }[];
        };
        /** @description What a metric was for a variant. */
        ExperimentVariantResult: {
            /** @description The variant. */
            key: string;
            /** @description Its persons. */
            persons: number;
            /** @description The figure; null if there is none. */
            value: number | null;
            /** @description Against the baseline; null for the baseline. */
            difference: components["schemas"]["ExperimentDifference"] | null;
        };
        /** @description What a metric was. */
        ExperimentMetricResult: {
            /** @description Its name. */
            name: string;
            /** @description Its `uuid`. */
            uuid: string | null;
            /**
             * @description What is computed.
             * @enum {string}
             */
            metric_type: "mean" | "funnel" | "ratio";
            /**
             * @description What is better.
             * @enum {string}
             */
            goal: "increase" | "decrease";
            /** @description Whether it is one of `metrics`. */
            is_primary: boolean;
            /** @description Whether it only guards. */
            guard: boolean;
            /** @description By which share, from 0 to 1, what persons did before reduces the variance. */
            variance_reduction: number;
            /**
             * @description How many days more find a difference of `minimum_detectable_effect` (30 percent by default) with a probability of
             *     80 percent at the traffic so far. Null if that cannot be told, or takes more than 10 years.
             */
            days_left: number | null;
            /** @description The variants, the baseline first. */
            variants: components["schemas"]["ExperimentVariantResult"][];
        };
        /** @description What to do. */
        ExperimentDecision: {
            /**
             * @description `ship` a variant; `stop`, because a variant is worse; `wait`, because no difference can be told; `check`, because
             *     the persons are not divided as planned.
             * @enum {string}
             */
            action: "ship" | "stop" | "wait" | "check";
            /** @description The variant that this is about; null for all. */
            variant: string | null;
            /** @description A sentence that says why. */
            text: string;
        };
        /** @description What came out, or what is known so far. */
        ExperimentResults: {
            /**
             * @description The ends of what a series shows, as days in the time zone of the project: each day, or up to 90 days that are
             *     equally far from each other.
             */
            days: string[];
            exposures: components["schemas"]["ExperimentExposures"];
            /** @description Those of `metrics`, then those of `metrics_secondary`. */
            metrics: components["schemas"]["ExperimentMetricResult"][];
            decision: components["schemas"]["ExperimentDecision"];
            /**
             * Format: date-time
             * @description When it was computed.
             */
            last_refresh: string;
        };
        /** @description All that must be met for a survey to be shown. */
        SurveyConditions: {
            /** @description The address of the page. */
            url?: string | null;
            /**
             * @description How it compares; `icontains` by default.
             * @enum {string|null}
             */
            urlMatchType?: "regex" | "not_regex" | "exact" | "is_not" | "icontains" | "not_icontains" | null;
            /** @description A CSS selector of an element on the page. */
            selector?: string | null;
            /** @description Kinds of devices, such as Mobile. */
            deviceTypes?: string[] | null;
            /**
             * @description How it compares; `icontains` by default.
             * @enum {string|null}
             */
            deviceTypesMatchType?: "regex" | "not_regex" | "exact" | "is_not" | "icontains" | "not_icontains" | null;
            /** @description The days that have passed since the person saw another survey. */
            seenSurveyWaitPeriodInDays?: number | null;
            /** @description The variant of the linked flag; any if null. */
            linkedFlagVariant?: string | null;
            /** @description Events after which it is shown. */
            events?: {
                /** @description Whether each of them shows it again. */
                repeatedActivation?: boolean | null;
                /** @description Their names. */
                values?: {
                    /** @description The name of the event. */
                    name: string;
                }[];
            } | null;
            /** @description Actions after which it is shown. */
            actions?: {
                /** @description The actions, by their ids. */
                values?: {
                    /** @description The `id` of the action. */
                    id: number;
                    /** @description Ignored. */
                    name?: string | null;
                }[];
            } | null;
        };
        /** @description A flag that a survey refers to. */
        SurveyFlag: {
            /** @description Identifies the flag. */
            id: number;
            /** @description Its key. */
            key: string;
        };
        /** @description Questions that visitors are asked. */
        Survey: {
            /**
             * Format: uuid
             * @description Identifies the survey. It never changes.
             */
            id: string;
            /** @description What it is, for humans. */
            name: string;
            /** @description More about it. Empty if absent. */
            description: string;
            /**
             * @description How it is shown - in a corner (popover), behind a button (widget), or by the page itself (api).
             * @enum {string}
             */
            type: "popover" | "widget" | "api";
            /**
             * @description Whether a person sees it once (also if absent), in each iteration, or always.
             * @enum {string}
             */
            schedule: "once" | "recurring" | "always";
            /** @description The `id` of a flag - only persons for whom it is on see the survey. */
            linked_flag_id: number | null;
            /** @description The `id` of another flag that must be on, too. */
            targeting_flag_id: number | null;
            /** @description With true, the survey has no `targeting_flag_id` any more. */
            remove_targeting_flag?: boolean;
            /** @description What is asked, in this order. */
            questions: components["schemas"]["SurveyQuestion"][];
            /** @description Where and when it is shown; everywhere if null or absent. */
            conditions: components["schemas"]["SurveyConditions"] | null;
            /** @description Colors, texts and places, as posthog-js knows them. */
            appearance: {
                [key: string]: string | number | boolean | null;
            } | null;
            /**
             * Format: date-time
             * @description When it begins. It does not run while null.
             */
            start_date: string | null;
            /**
             * Format: date-time
             * @description When it ended.
             */
            end_date: string | null;
            /** @description Whether it is put aside. */
            archived: boolean;
            /** @description After so many answers, the survey ends. This is looked at every minute. */
            responses_limit: number | null;
            /** @description How often a recurring survey is repeated. */
            iteration_count: number | null;
            /** @description The days from one iteration to the next. */
            iteration_frequency_days: number | null;
            /** @description Whether each answer is sent at once, before all questions are answered. */
            enable_partial_responses: boolean;
            /**
             * @description Always null - it is not supported.
             * @enum {integer|null}
             */
            linked_insight_id?: null;
            /**
             * @description Always null - it is not supported.
             * @enum {integer|null}
             */
            response_sampling_interval?: null;
            /**
             * @description Always null - it is not supported.
             * @enum {integer|null}
             */
            response_sampling_limit?: null;
            /** @description The flag of `linked_flag_id`; null if there is none. */
            linked_flag: components["schemas"]["SurveyFlag"] | null;
            /** @description The flag of `targeting_flag_id`; null if there is none. */
            targeting_flag: components["schemas"]["SurveyFlag"] | null;
            /** @description Always null - browsers remember what a person has seen. */
            internal_targeting_flag: null;
            /** @description The number of a recurring survey's iteration, from 1; null for others, and before it starts. */
            current_iteration: number | null;
            /**
             * Format: date-time
             * @description When this iteration began.
             */
            current_iteration_start_date: string | null;
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of surveys, newest first. */
        PaginatedSurveys: {
            /** @description The total number of surveys. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The surveys of this page. */
            results: components["schemas"]["Survey"][];
        };
        /** @description A new survey. */
        SurveyRequest: {
            /** @description What it is, for humans. */
            name: string;
            /** @description More about it. Empty if absent. */
            description?: string;
            /**
             * @description How it is shown - in a corner (popover), behind a button (widget), or by the page itself (api).
             * @enum {string}
             */
            type: "popover" | "widget" | "api";
            /**
             * @description Whether a person sees it once (also if absent), in each iteration, or always.
             * @enum {string}
             */
            schedule?: "once" | "recurring" | "always";
            /** @description The `id` of a flag - only persons for whom it is on see the survey. */
            linked_flag_id?: number | null;
            /** @description The `id` of another flag that must be on, too. */
            targeting_flag_id?: number | null;
            /** @description With true, the survey has no `targeting_flag_id` any more. */
            remove_targeting_flag?: boolean;
            /** @description What is asked, in this order. */
            questions: components["schemas"]["SurveyQuestion"][];
            /** @description Where and when it is shown; everywhere if null or absent. */
            conditions?: components["schemas"]["SurveyConditions"] | null;
            /** @description Colors, texts and places, as posthog-js knows them. */
            appearance?: {
                [key: string]: string | number | boolean | null;
            } | null;
            /**
             * Format: date-time
             * @description When it begins. It does not run while null.
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description When it ended.
             */
            end_date?: string | null;
            /** @description Whether it is put aside. */
            archived?: boolean;
            /** @description After so many answers, the survey ends. This is looked at every minute. */
            responses_limit?: number | null;
            /** @description How often a recurring survey is repeated. */
            iteration_count?: number | null;
            /** @description The days from one iteration to the next. */
            iteration_frequency_days?: number | null;
            /** @description Whether each answer is sent at once, before all questions are answered. */
            enable_partial_responses?: boolean;
            /**
             * @description Always null - it is not supported.
             * @enum {integer|null}
             */
            linked_insight_id?: null;
            /**
             * @description Always null - it is not supported.
             * @enum {integer|null}
             */
            response_sampling_interval?: null;
            /**
             * @description Always null - it is not supported.
             * @enum {integer|null}
             */
            response_sampling_limit?: null;
        };
        /** @description The fields of a survey to change. */
        SurveyPatch: {
            /** @description What it is, for humans. */
            name?: string;
            /** @description More about it. Empty if absent. */
            description?: string;
            /**
             * @description How it is shown - in a corner (popover), behind a button (widget), or by the page itself (api).
             * @enum {string}
             */
            type?: "popover" | "widget" | "api";
            /**
             * @description Whether a person sees it once (also if absent), in each iteration, or always.
             * @enum {string}
             */
            schedule?: "once" | "recurring" | "always";
            /** @description The `id` of a flag - only persons for whom it is on see the survey. */
            linked_flag_id?: number | null;
            /** @description The `id` of another flag that must be on, too. */
            targeting_flag_id?: number | null;
            /** @description With true, the survey has no `targeting_flag_id` any more. */
            remove_targeting_flag?: boolean;
            /** @description What is asked, in this order. */
            questions?: components["schemas"]["SurveyQuestion"][];
            /** @description Where and when it is shown; everywhere if null or absent. */
            conditions?: components["schemas"]["SurveyConditions"] | null;
            /** @description Colors, texts and places, as posthog-js knows them. */
            appearance?: {
                [key: string]: string | number | boolean | null;
            } | null;
            /**
             * Format: date-time
             * @description When it begins. It does not run while null.
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description When it ended.
             */
            end_date?: string | null;
            /** @description Whether it is put aside. */
            archived?: boolean;
            /** @description After so many answers, the survey ends. This is looked at every minute. */
            responses_limit?: number | null;
            /** @description How often a recurring survey is repeated. */
            iteration_count?: number | null;
            /** @description The days from one iteration to the next. */
            iteration_frequency_days?: number | null;
            /** @description Whether each answer is sent at once, before all questions are answered. */
            enable_partial_responses?: boolean;
            /**
             * @description Always null - it is not supported.
             * @enum {integer|null}
             */
            linked_insight_id?: null;
            /**
             * @description Always null - it is not supported.
             * @enum {integer|null}
             */
            response_sampling_interval?: null;
            /**
             * @description Always null - it is not supported.
             * @enum {integer|null}
             */
            response_sampling_limit?: null;
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
        };
        /** @description How often one thing happened to a survey. */
        SurveyCount: {
            /** @description How often. */
            total_count: number;
            /** @description To how many persons. */
            unique_persons: number;
            /**
             * Format: date-time
             * @description When first; null if never.
             */
            first_seen: string | null;
            /**
             * Format: date-time
             * @description When last; null if never.
             */
            last_seen: string | null;
        };
        /** @description How a survey was answered. */
        SurveyStats: {
            /** @description What happened to it. */
            stats: {
                "survey shown": components["schemas"]["SurveyCount"];
                "survey dismissed": components["schemas"]["SurveyCount"];
                "survey sent": components["schemas"]["SurveyCount"];
            };
            /** @description Shares in percent of those who were shown it; 0 if nobody was. */
            rates: {
                /** @description Answers. */
                response_rate: number;
                /** @description Dismissals. */
                dismissal_rate: number;
                /** @description Persons who answered. */
                unique_users_response_rate: number;
                /** @description Persons who dismissed it. */
                unique_users_dismissal_rate: number;
            };
            /** @description The answers to each question, in its order. */
            questions: {
                /** @description Identifies the question. */
                id: string;
                /** @description What answers are. */
                type: string;
                /** @description The text of the question. */
                question: string;
                /** @description How many answers there are. */
                answered: number;
                /** @description Answers with how often; texts by the newest, others by the most frequent. */
                answers: {
                    /** @description The answer. */
                    value: string;
                    /** @description How often it was given. */
                    count: number;
                    /**
                     * Format: date-time
                     * @description When last.
                     */
                    last_at: string;
                    /** @description Who gave it last. */
                    distinct_id: string;
                }[];
                /** @description Whether there are further answers. */
                has_more: boolean;
                /** @description The mean of ratings; null for others. */
                average: number | null;
                /** @description The net promoter score of ratings from 0 to 10, between -100 and 100; null for others. */
                nps: number | null;
            }[];
        };
        /** @description A feature that persons may try early. */
        EarlyAccessFeature: {
            /**
             * Format: uuid
             * @description Identifies the feature. It never changes.
             */
            id: string;
            /** @description What it is, for humans. */
            name: string;
            /** @description More about it. Empty if absent. */
            description: string;
            /**
             * @description How far it is. Client libraries list what is a concept, alpha, beta or generally available.
             * @enum {string}
             */
            stage: "draft" | "concept" | "alpha" | "beta" | "general-availability" | "archived";
            /** @description Where more about it stands. */
            documentation_url: string;
            /** @description Anything that pages show with it; up to 16 KB. */
            payload: {
                [key: string]: unknown;
            };
            /** @description The `id` of its flag. It cannot be changed. */
            feature_flag_id?: number;
            /** @description Its flag. */
            feature_flag: components["schemas"]["SurveyFlag"];
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of features, newest first. */
        PaginatedEarlyAccessFeatures: {
            /** @description The total number of features. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The features of this page. */
            results: components["schemas"]["EarlyAccessFeature"][];
        };
        /** @description A new feature. */
        EarlyAccessFeatureRequest: {
            /** @description What it is, for humans. */
            name: string;
            /** @description More about it. Empty if absent. */
            description?: string;
            /**
             * @description How far it is. Client libraries list what is a concept, alpha, beta or generally available.
             * @enum {string}
             */
            stage: "draft" | "concept" | "alpha" | "beta" | "general-availability" | "archived";
            /** @description Where more about it stands. */
            documentation_url?: string;
            /** @description Anything that pages show with it; up to 16 KB. */
            payload?: {
                [key: string]: unknown;
            };
            /** @description The `id` of its flag. It cannot be changed. */
            feature_flag_id?: number;
        };
        /** @description The fields of a feature to change. */
        EarlyAccessFeaturePatch: {
            /** @description What it is, for humans. */
            name?: string;
            /** @description More about it. Empty if absent. */
            description?: string;
            /**
             * @description How far it is. Client libraries list what is a concept, alpha, beta or generally available.
             * @enum {string}
             */
            stage?: "draft" | "concept" | "alpha" | "beta" | "general-availability" | "archived";
            /** @description Where more about it stands. */
            documentation_url?: string;
            /** @description Anything that pages show with it; up to 16 KB. */
            payload?: {
                [key: string]: unknown;
            };
            /** @description The `id` of its flag. It cannot be changed. */
            feature_flag_id?: number;
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
        };
        /**
         * @description What the last check said.
         * @enum {string}
         */
        AlertState: "Not firing" | "Firing" | "Errored" | "Snoozed";
        /** @description A saved question that is watched. */
        Alert: {
            /**
             * Format: uuid
             * @description Identifies the alert. It never changes.
             */
            id: string;
            /** @description What it is about, for humans. Empty if absent. */
            name: string;
            /** @description The saved question. */
            insight: {
                /** @description Its `id`. */
                id: number;
                /** @description Its `short_id`. */
                short_id: string;
            };
            /** @description Who gets a mail, of those who are still members. */
            subscribed_users: components["schemas"]["User"][];
            /** @description The bounds. Outside of them the alert fires. */
            threshold: {
                /** @description The bounds, and their unit. */
                configuration: {
                    /**
                     * @description What bounds are - numbers of the chart (`absolute`), or parts of the interval before (`percentage`, 0.1
                     *     is 10 %), which need a relative condition.
                     * @enum {string}
                     */
                    type: "absolute" | "percentage";
                    /** @description The bounds, at least one. */
                    bounds?: {
                        /** @description The alert fires below it. */
                        lower?: number | null;
                        /** @description The alert fires above it. */
                        upper?: number | null;
                    };
                };
                /** @description Ignored. */
                name?: string | null;
            };
            /** @description What is compared with the bounds; `absolute_value` if absent. */
            condition: {
                /**
                 * @description The value, or by how much it rose or fell from the interval before.
                 * @enum {string}
                 */
                type: "absolute_value" | "relative_increase" | "relative_decrease";
            };
            /** @description Which part of the chart is compared; the last whole interval of the first series if absent. */
            config: {
                /**
                 * @description The only kind.
                 * @enum {string}
                 */
                type: "TrendsAlertConfig";
                /** @description The series, from 0. With a breakdown, each of its lines is compared. */
                series_index?: number;
                /** @description Whether the interval of now is compared, which is not over, with the upper bound. */
                check_ongoing_interval?: boolean | null;
            };
            /**
             * @description At the beginning of what it is checked, by the project's clock; `daily` if absent.
             * @enum {string}
             */
            calculation_interval: "hourly" | "daily" | "weekly" | "monthly";
            /** @description Whether it is checked. True if absent. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description Until when it is not checked.
             */
            snoozed_until: string | null;
            /** @description Whether it is not checked on Saturdays and Sundays. */
            skip_weekend: boolean | null;
            /**
             * @description Where a request is posted, signed as Standard Webhooks specifies; empty for nowhere. Addresses of private
             *     networks are refused when it is sent. Slack gets what its incoming webhooks take.
             */
            webhook_url: string;
            /** @description What the requests are signed with. */
            webhook_secret: string;
            state: components["schemas"]["AlertState"];
            /** @description What was compared last; null before the first check, after a failed one, and of a rise from 0. */
            last_value: number | null;
            /**
             * Format: date-time
             * @description When it was last checked; null before.
             */
            last_checked_at: string | null;
            /**
             * Format: date-time
             * @description When somebody was last told; null before.
             */
            last_notified_at: string | null;
            /**
             * Format: date-time
             * @description When it is checked next; null if it is not enabled.
             */
            next_check_at: string | null;
            /** @description The last checks, up to 10, newest first. */
            checks: {
                /** @description Identifies the check. */
                id: string;
                /**
                 * Format: date-time
                 * @description When it was.
                 */
                created_at: string;
                /** @description What was compared last; null before the first check, after a failed one, and of a rise from 0. */
                calculated_value: number | null;
                state: components["schemas"]["AlertState"];
                /** @description Whether somebody was told. */
                targets_notified: boolean;
                /** @description Why it could not be checked; null if it was. */
                error: string | null;
            }[];
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of alerts, newest first. */
        PaginatedAlerts: {
            /** @description The total number of alerts. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The alerts of this page. */
            results: components["schemas"]["Alert"][];
        };
        /** @description A new alert. */
        AlertRequest: {
            /** @description What it is about, for humans. Empty if absent. */
            name?: string;
            /** @description The `id` of the saved question, one about trends. */
            insight: number;
            /** @description The `id` of each member who gets a mail. Nobody if absent. */
            subscribed_users?: number[];
            /** @description The bounds. Outside of them the alert fires. */
            threshold: {
                /** @description The bounds, and their unit. */
                configuration: {
                    /**
                     * @description What bounds are - numbers of the chart (`absolute`), or parts of the interval before (`percentage`, 0.1
                     *     is 10 %), which need a relative condition.
                     * @enum {string}
                     */
                    type: "absolute" | "percentage";
                    /** @description The bounds, at least one. */
                    bounds?: {
                        /** @description The alert fires below it. */
                        lower?: number | null;
                        /** @description The alert fires above it. */
                        upper?: number | null;
                    };
                };
                /** @description Ignored. */
                name?: string | null;
            };
            /** @description What is compared with the bounds; `absolute_value` if absent. */
            condition?: {
                /**
                 * @description The value, or by how much it rose or fell from the interval before.
                 * @enum {string}
                 */
                type: "absolute_value" | "relative_increase" | "relative_decrease";
            };
            /** @description Which part of the chart is compared; the last whole interval of the first series if absent. */
            config?: {
                /**
                 * @description The only kind.
                 * @enum {string}
                 */
                type: "TrendsAlertConfig";
                /** @description The series, from 0. With a breakdown, each of its lines is compared. */
                series_index?: number;
                /** @description Whether the interval of now is compared, which is not over, with the upper bound. */
                check_ongoing_interval?: boolean | null;
            };
            /**
             * @description At the beginning of what it is checked, by the project's clock; `daily` if absent.
             * @enum {string}
             */
            calculation_interval?: "hourly" | "daily" | "weekly" | "monthly";
            /** @description Whether it is checked. True if absent. */
            enabled?: boolean;
            /**
             * Format: date-time
             * @description Until when it is not checked.
             */
            snoozed_until?: string | null;
            /** @description Whether it is not checked on Saturdays and Sundays. */
            skip_weekend?: boolean | null;
            /**
             * @description Where a request is posted, signed as Standard Webhooks specifies; empty for nowhere. Addresses of private
             *     networks are refused when it is sent. Slack gets what its incoming webhooks take.
             */
            webhook_url?: string;
        };
        /** @description The fields of an alert to change. */
        AlertPatch: {
            /** @description What it is about, for humans. Empty if absent. */
            name?: string;
            /** @description The `id` of the saved question, one about trends. */
            insight?: number;
            /** @description The `id` of each member who gets a mail. Nobody if absent. */
            subscribed_users?: number[];
            /** @description The bounds. Outside of them the alert fires. */
            threshold?: {
                /** @description The bounds, and their unit. */
                configuration: {
                    /**
                     * @description What bounds are - numbers of the chart (`absolute`), or parts of the interval before (`percentage`, 0.1
                     *     is 10 %), which need a relative condition.
                     * @enum {string}
                     */
                    type: "absolute" | "percentage";
                    /** @description The bounds, at least one. */
                    bounds?: {
                        /** @description The alert fires below it. */
                        lower?: number | null;
                        /** @description The alert fires above it. */
                        upper?: number | null;
                    };
                };
                /** @description Ignored. */
                name?: string | null;
            };
            /** @description What is compared with the bounds; `absolute_value` if absent. */
            condition?: {
                /**
                 * @description The value, or by how much it rose or fell from the interval before.
                 * @enum {string}
                 */
                type: "absolute_value" | "relative_increase" | "relative_decrease";
            };
            /** @description Which part of the chart is compared; the last whole interval of the first series if absent. */
            config?: {
                /**
                 * @description The only kind.
                 * @enum {string}
                 */
                type: "TrendsAlertConfig";
                /** @description The series, from 0. With a breakdown, each of its lines is compared. */
                series_index?: number;
                /** @description Whether the interval of now is compared, which is not over, with the upper bound. */
                check_ongoing_interval?: boolean | null;
            };
            /**
             * @description At the beginning of what it is checked, by the project's clock; `daily` if absent.
             * @enum {string}
             */
            calculation_interval?: "hourly" | "daily" | "weekly" | "monthly";
            /** @description Whether it is checked. True if absent. */
            enabled?: boolean;
            /**
             * Format: date-time
             * @description Until when it is not checked.
             */
            snoozed_until?: string | null;
            /** @description Whether it is not checked on Saturdays and Sundays. */
            skip_weekend?: boolean | null;
            /**
             * @description Where a request is posted, signed as Standard Webhooks specifies; empty for nowhere. Addresses of private
             *     networks are refused when it is sent. Slack gets what its incoming webhooks take.
             */
            webhook_url?: string;
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
        };
        /** @description A dashboard or a saved question that is sent again and again. */
        Subscription: {
            /** @description Identifies the subscription. It never changes. */
            id: number;
            /** @description The `id` of the dashboard; null of a question. */
            dashboard: number | null;
            /** @description The `id` of the saved question; null of a dashboard. */
            insight: number | null;
            /** @description Its `short_id`. */
            insight_short_id: string | null;
            /** @description The `id` of each saved question of the dashboard that is sent. All, if it is absent or empty. */
            dashboard_export_insights: number[];
            /**
             * @description How it is sent - by `email`, as a request to a `webhook`, signed as Standard Webhooks specifies, or as what
             *     incoming webhooks of `slack` take.
             * @enum {string}
             */
            target_type: "email" | "webhook" | "slack";
            /**
             * @description Up to 20 email addresses with commas between them; of a webhook, and of Slack's incoming webhook, its URL.
             *     Addresses of private networks are refused when it is sent.
             */
            target_value: string;
            /**
             * @description The unit of `interval`.
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "monthly" | "yearly";
            /** @description Every how many days, weeks, months or years it is sent; 1 if absent. */
            interval: number;
            /**
             * @description On which days it is sent. If absent, on the day of the week, or of the month, that `start_date` is; shorter
             *     months have it on their last day.
             */
            byweekday: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /** @description Which of these days of a month, or of another unit, it is; -1 is the last. Each, if absent or 0. */
            bysetpos: number | null;
            /** @description After how many deliveries it ends. */
            count: number | null;
            /**
             * Format: date-time
             * @description From when on it is sent, and at which time of day.
             */
            start_date: string;
            /**
             * Format: date-time
             * @description Until when it is sent.
             */
            until_date: string | null;
            /** @description What it is called in mails; if absent, as the dashboard or the question is. */
            title: string | null;
            /** @description Whether it is sent. True if absent. */
            enabled: boolean;
            /** @description Whether it is deleted. Deleted ones are not listed, and can be changed back. */
            deleted: boolean;
            /** @description When it is sent, in words. */
            summary: string;
            /** @description What the requests are signed with. */
            webhook_secret: string;
            /**
             * Format: date-time
             * @description When it is sent next, or tried again; null if it is not.
             */
            next_delivery_date: string | null;
            /**
             * Format: date-time
             * @description When it last reached somebody; null before.
             */
            last_delivered_at: string | null;
            /** @description Why the last delivery did not reach everybody; null if it did. */
            last_error: string | null;
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of subscriptions, newest first. */
        PaginatedSubscriptions: {
            /** @description The total number of subscriptions. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The subscriptions of this page. */
            results: components["schemas"]["Subscription"][];
        };
        /** @description A new subscription. */
        SubscriptionRequest: {
            /** @description The `id` of the dashboard, unless it is a saved question. */
            dashboard?: number | null;
            /** @description The `id` of the saved question, unless it is a dashboard. */
            insight?: number | null;
            /** @description The `id` of each saved question of the dashboard that is sent. All, if it is absent or empty. */
            dashboard_export_insights?: number[];
            /**
             * @description How it is sent - by `email`, as a request to a `webhook`, signed as Standard Webhooks specifies, or as what
             *     incoming webhooks of `slack` take.
             * @enum {string}
             */
            target_type: "email" | "webhook" | "slack";
            /**
             * @description Up to 20 email addresses with commas between them; of a webhook, and of Slack's incoming webhook, its URL.
             *     Addresses of private networks are refused when it is sent.
             */
            target_value: string;
            /**
             * @description The unit of `interval`.
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "monthly" | "yearly";
            /** @description Every how many days, weeks, months or years it is sent; 1 if absent. */
            interval?: number;
            /**
             * @description On which days it is sent. If absent, on the day of the week, or of the month, that `start_date` is; shorter
             *     months have it on their last day.
             */
            byweekday?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /** @description Which of these days of a month, or of another unit, it is; -1 is the last. Each, if absent or 0. */
            bysetpos?: number | null;
            /** @description After how many deliveries it ends. */
            count?: number | null;
            /**
             * Format: date-time
             * @description From when on it is sent, and at which time of day.
             */
            start_date: string;
            /**
             * Format: date-time
             * @description Until when it is sent.
             */
            until_date?: string | null;
            /** @description What it is called in mails; if absent, as the dashboard or the question is. */
            title?: string | null;
            /** @description Whether it is sent. True if absent. */
            enabled?: boolean;
            /** @description Whether it is deleted. Deleted ones are not listed, and can be changed back. */
            deleted?: boolean;
            /** @description Ignored; Slack is reached by a webhook. */
            integration_id?: number | null;
            /** @description Ignored; nobody is told before the first delivery. */
            invite_message?: string | null;
            /**
             * @description There are no summaries.
             * @enum {boolean}
             */
            summary_enabled?: false;
        };
        /** @description The fields of a subscription to change. */
        SubscriptionPatch: {
            /** @description The `id` of the dashboard, unless it is a saved question. */
            dashboard?: number | null;
            /** @description The `id` of the saved question, unless it is a dashboard. */
            insight?: number | null;
            /** @description The `id` of each saved question of the dashboard that is sent. All, if it is absent or empty. */
            dashboard_export_insights?: number[];
            /**
             * @description How it is sent - by `email`, as a request to a `webhook`, signed as Standard Webhooks specifies, or as what
             *     incoming webhooks of `slack` take.
             * @enum {string}
             */
            target_type?: "email" | "webhook" | "slack";
            /**
             * @description Up to 20 email addresses with commas between them; of a webhook, and of Slack's incoming webhook, its URL.
             *     Addresses of private networks are refused when it is sent.
             */
            target_value?: string;
            /**
             * @description The unit of `interval`.
             * @enum {string}
             */
            frequency?: "daily" | "weekly" | "monthly" | "yearly";
            /** @description Every how many days, weeks, months or years it is sent; 1 if absent. */
            interval?: number;
            /**
             * @description On which days it is sent. If absent, on the day of the week, or of the month, that `start_date` is; shorter
             *     months have it on their last day.
             */
            byweekday?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /** @description Which of these days of a month, or of another unit, it is; -1 is the last. Each, if absent or 0. */
            bysetpos?: number | null;
            /** @description After how many deliveries it ends. */
            count?: number | null;
            /**
             * Format: date-time
             * @description From when on it is sent, and at which time of day.
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description Until when it is sent.
             */
            until_date?: string | null;
            /** @description What it is called in mails; if absent, as the dashboard or the question is. */
            title?: string | null;
            /** @description Whether it is sent. True if absent. */
            enabled?: boolean;
            /** @description Whether it is deleted. Deleted ones are not listed, and can be changed back. */
            deleted?: boolean;
            /** @description Ignored; Slack is reached by a webhook. */
            integration_id?: number | null;
            /** @description Ignored; nobody is told before the first delivery. */
            invite_message?: string | null;
            /**
             * @description There are no summaries.
             * @enum {boolean}
             */
            summary_enabled?: false;
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
        };
        /** @description What happened at a time, to explain what questions show. */
        Annotation: {
            /** @description Identifies the annotation. It never changes. */
            id: number;
            /** @description What happened. */
            content: string;
            /**
             * Format: date-time
             * @description When it happened; of a new annotation, now if absent.
             */
            date_marker: string;
            /**
             * @description Who noted it - a user (USR, also if absent) or a program (GIT).
             * @enum {string}
             */
            creation_type: "USR" | "GIT";
            /**
             * @description What it concerns - the project. Other scopes are not supported.
             * @enum {string}
             */
            scope: "project";
            /**
             * @description Always null - annotations of one question or dashboard are not supported.
             * @enum {integer|null}
             */
            dashboard_item: null;
            /**
             * @description Always null - annotations of one question or dashboard are not supported.
             * @enum {integer|null}
             */
            dashboard_id: null;
            /** @description Whether it is hidden. */
            deleted: boolean;
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of annotations, those of the latest `date_marker` first. */
        PaginatedAnnotations: {
            /** @description The total number of annotations. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The annotations of this page. */
            results: components["schemas"]["Annotation"][];
        };
        /** @description A new annotation. */
        AnnotationRequest: {
            /** @description What happened. */
            content: string;
            /**
             * Format: date-time
             * @description When it happened; of a new annotation, now if absent.
             */
            date_marker?: string;
            /**
             * @description Who noted it - a user (USR, also if absent) or a program (GIT).
             * @enum {string}
             */
            creation_type?: "USR" | "GIT";
            /**
             * @description What it concerns - the project. Other scopes are not supported.
             * @enum {string}
             */
            scope?: "project";
            /**
             * @description Always null - annotations of one question or dashboard are not supported.
             * @enum {integer|null}
             */
            dashboard_item?: null;
            /**
             * @description Always null - annotations of one question or dashboard are not supported.
             * @enum {integer|null}
             */
            dashboard_id?: null;
            /** @description Whether it is hidden. */
            deleted?: boolean;
        };
        /** @description The fields of an annotation to change. */
        AnnotationPatch: {
            /** @description What happened. */
            content?: string;
            /**
             * Format: date-time
             * @description When it happened; of a new annotation, now if absent.
             */
            date_marker?: string;
            /**
             * @description Who noted it - a user (USR, also if absent) or a program (GIT).
             * @enum {string}
             */
            creation_type?: "USR" | "GIT";
            /**
             * @description What it concerns - the project. Other scopes are not supported.
             * @enum {string}
             */
            scope?: "project";
            /**
             * @description Always null - annotations of one question or dashboard are not supported.
             * @enum {integer|null}
             */
            dashboard_item?: null;
            /**
             * @description Always null - annotations of one question or dashboard are not supported.
             * @enum {integer|null}
             */
            dashboard_id?: null;
            /** @description Whether it is hidden. */
            deleted?: boolean;
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
        };
        /** @description A page of issues. */
        PaginatedErrorIssues: {
            /**
             * Format: uri
             * @description The URL of the next page; null on the last one.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the page before; null on the first one.
             */
            previous: string | null;
            /** @description The issues of this page. */
            results: components["schemas"]["ErrorTrackingIssue"][];
        };
        /** @description What becomes of an issue. */
        ErrorIssuePatch: {
            status: components["schemas"]["ErrorIssueStatus"];
        };
        /** @description An event or action that was suddenly rarer or more frequent. */
        Finding: {
            /**
             * @description Whether it fell or rose.
             * @enum {string}
             */
            kind: "drop" | "rise";
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "events" | "actions";
            /** @description The name of the event, or the id of the action. */
            id: string;
            /** @description Its name. */
            name: string;
            /**
             * Format: date
             * @description The first day.
             */
            since: string;
            /**
             * Format: date
             * @description The last day; null while it lasts.
             */
            until: string | null;
            /** @description How many a day were to be expected. */
            before: number;
            /** @description How many a day there were. */
            after: number;
            /** @description Those that the change concerns most, such as one browser; null if it concerns all alike. */
            segment: {
                /** @description The property of the events. */
                property: string;
                /** @description Its value; null for those without it. */
                value: string | null;
                /** @description How many a day there were in the four weeks before. */
                before: number;
                /** @description How many a day there were since then. */
                after: number;
            } | null;
            /**
             * @description What happened from the day before to the day after, up to five: annotations, and changes of flags and
             *     experiments.
             */
            near: {
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                at: string;
                /** @description The annotation, or what was changed. */
                text: string;
            }[];
        };
        /** @description What changed. */
        Findings: {
            /** @description Up to 20 findings. */
            results: components["schemas"]["Finding"][];
            /** @description How many events and actions have been looked at. */
            tested: number;
            /**
             * Format: date
             * @description The last day that was looked at, by the clocks of the project.
             */
            until: string;
        };
        /** @description A place on a page. */
        HeatmapPlace: {
            /** @description How often, or by how many visitors. */
            count: number;
            /** @description Pixels from the top of the page, in steps of 16; of the window, if the target is fixed. */
            pointer_y: number;
            /** @description The part of the window's width from the left, in steps of a hundredth. */
            pointer_relative_x: number;
            /** @description Whether what is there stays where it is while the page is scrolled. */
            pointer_target_fixed: boolean;
        };
        /** @description A depth of a page. */
        ScrollDepth: {
            /** @description Pixels from the top of the page, in steps of 100. */
            scroll_depth_bucket: number;
            /** @description How many views, or visitors, saw it to this depth and no further. */
            bucket_count: number;
            /** @description How many saw it to this depth or further. */
            cumulative_count: number;
        };
        /** @description Where visitors pointed on a page, or how far they have seen it. */
        Heatmap: {
            /** @description Up to 10,000 places, those with the highest counts first; or the depths, the least first. */
            results: (components["schemas"]["HeatmapPlace"] | components["schemas"]["ScrollDepth"])[];
        };
        /**
         * @description A kind of what a project has, or of what gives access to it.
         * @enum {string}
         */
        ActivityScope: "FeatureFlag" | "ScheduledChange" | "Insight" | "Dashboard" | "Annotation" | "Action" | "Cohort" | "Experiment" | "Survey" | "EarlyAccessFeature" | "Alert" | "Subscription" | "SharingConfiguration" | "EventSchema" | "Project" | "ProjectAPIKey" | "PersonalAPIKey" | "OrganizationMembership" | "OrganizationInvite";
        /** @description A field that changed. */
        ActivityChange: {
            type: components["schemas"]["ActivityScope"];
            /** @description The path of the field, such as `filters.groups[0].rollout_percentage`. */
            field: string;
            /**
             * @description Whether the field is new, has another value, or is gone.
             * @enum {string}
             */
            action: "created" | "changed" | "deleted";
            /** @description The value before; null if there was none. A value of over 1,000 characters is cut, as text. */
            before: unknown;
            /** @description The value afterwards; null if there is none. A value of over 1,000 characters is cut, as text. */
            after: unknown;
        };
        /** @description A change of something that a project has, or of who has access to it. */
        ActivityLogEntry: {
            /**
             * Format: uuid
             * @description Identifies the change.
             */
            id: string;
            /**
             * @description What was done.
             * @enum {string}
             */
            activity: "created" | "updated" | "deleted" | "restored";
            /** @description The version of the item that the change made, or deleted; null for what has none, such as a project. */
            version: number | null;
            /**
             * Format: date-time
             * @description When it was done.
             */
            created_at: string;
            /**
             * @description Whether a user made the change, or an operator on the command line.
             * @enum {string}
             */
            actor: "user" | "command_line";
            /** @description The user who made the change; null for the command line, and for a user who no longer exists. */
            user: components["schemas"]["User"] | null;
            scope: components["schemas"]["ActivityScope"];
            /** @description The `id` of the item, as text. Empty for a new flag that the service could not finish. */
            item_id: string;
            /** @description What the change did. */
            detail: {
                /**
                 * @description The name of the item, the key of a flag, the text of an annotation, the label of a project's key, or the
                 *     `id` of a personal key, up to 400 characters. Addresses of members and invites are abbreviated:
                 *     `a…@example.com`.
                 */
                name: string;
                /** @description The `short_id` of a saved question, else null. */
                short_id: string | null;
                /** @description The first 50 fields that changed. Empty for what is new, and what is deleted for good. */
                changes: components["schemas"]["ActivityChange"][];
                /** @description Whether more fields changed. The listed ones have up to 16 KiB. */
                has_more: boolean;
            };
        };
        /** @description A page of changes, newest first. */
        PaginatedActivityLog: {
            /** @description The total number of changes. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The changes of this page. */
            results: components["schemas"]["ActivityLogEntry"][];
        };
        /** @description An OpenAPI document. */
        ProjectDocument: {
            /** @description The version of OpenAPI. */
            openapi: string;
            /** @description The title and the version of the document. */
            info: {
                [key: string]: unknown;
            };
            /** @description The operations, by their paths. */
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The rules of the flag. It is on for a person, or a group, for whom one of the conditions in `groups` applies. Other
         *     fields of exports are accepted, such as `super_groups`; unknown ones are refused, unless they are empty or false.
         *
         *     A condition may be on a cohort (`type: cohort`, `key: id`, its id as `value`, operator `in` or `not_in`). Who is in one
         *     that is static, or of what persons did, is found some seconds after it changes, and every ten minutes: the `reason`
         *     says when. Until then, or with over a million persons, the flag is not decided.
         *
         *     The rules may have 5,000 objects and 50,000 values, up to 64 levels deep, and conditions times variants may be 1,000.
         *     Regular expressions, dates, numbers and versions may be 1,000 characters long; the programs of expressions may have
         *     5,000 instructions together, in which repeats multiply.
         */
        FeatureFlagFilters: {
            /**
             * @description The conditions. One applies if all of its `properties` match, for its `rollout_percentage` of the persons for whom
             *     they do: `{properties: [{key, value, operator, type}], rollout_percentage, variant}`.
             */
            groups: {
                [key: string]: unknown;
            }[];
            /** @description The variants, `{variants: [{key, rollout_percentage}]}`, whose percentages sum to 100. Null without variants. */
            multivariate?: {
                [key: string]: unknown;
            } | null;
            /** @description What programs get with a variant, by its key, or with a flag without variants, as `true`. */
            payloads?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A feature flag. */
        FeatureFlag: {
            /** @description A number that identifies the flag in its project, counted from 1. It never changes. */
            id: number;
            /** @description The name by which programs ask for the flag. */
            key: string;
            /** @description What the flag is for. May be empty. */
            name: string;
            filters: components["schemas"]["FeatureFlagFilters"];
            /** @description Whether the flag is in use. An inactive flag is disabled for everyone. */
            active: boolean;
            /** @description Whether the flag is deleted. It is then neither listed nor evaluated. */
            deleted: boolean;
            /** @description Whether a person keeps the value of the flag across a sign-in. */
            ensure_experience_continuity: boolean;
            /** @description Whether programs read the payload only. It changes no decision. */
            is_remote_configuration: boolean;
            /** @description Words that sort flags. They change no decision. */
            tags: string[];
            /**
             * @description Whose identifier decides percentages and variants, that of the user or that of the device.
             * @enum {string}
             */
            bucketing_identifier: "distinct_id" | "device_id";
            /**
             * @description For which programs the flag is.
             * @enum {string}
             */
            evaluation_runtime: "all" | "client" | "server";
            /** @description The contexts that the flag is for. Empty for any. */
            evaluation_contexts: string[];
            /** @description 1 for a new flag, and incremented with each change of the flag. */
            version: number;
            /**
             * Format: date-time
             * @description When the flag was created.
             */
            created_at: string;
            /** @description Who created the flag; null if it was created on the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When the flag was last changed.
             */
            updated_at: string;
        };
        /** @description A page of flags, newest first. */
        PaginatedFeatureFlags: {
            /** @description The total number of flags. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The flags of this page. */
            results: components["schemas"]["FeatureFlag"][];
        };
        /**
         * @description A new flag. What an export says about a flag without changing a decision, such as `created_at`, is ignored. Other
         *     fields are refused unless they are empty or false: without them, the flag could decide otherwise than intended.
         */
        FeatureFlagRequest: {
            /** @description The name by which programs ask for the flag. Unique among flags that are not deleted. */
            key: string;
            /** @description What the flag is for. Empty if absent. */
            name?: string;
            /** @description Whether the flag is in use. An inactive flag is disabled for everyone. True if absent. */
            active?: boolean;
            /** @description Whether a person keeps the value of the flag across a sign-in. False if absent. */
            ensure_experience_continuity?: boolean;
            /** @description Whether programs read the payload only. It changes no decision. */
            is_remote_configuration?: boolean | null;
            /** @description Words that sort flags. They change no decision. */
            tags?: string[] | null;
            /**
             * @description What divides persons, the user or, across a sign-in, the device.
             * @enum {string|null}
             */
            bucketing_identifier?: "distinct_id" | "device_id" | "" | null;
            /**
             * @description The programs that the flag is for; `client` are browsers and apps. Others get no value.
             * @enum {string|null}
             */
            evaluation_runtime?: "all" | "client" | "server" | null;
            /** @description The contexts that the flag is for. Programs that name only others get no value. */
            evaluation_contexts?: string[] | null;
            filters: components["schemas"]["FeatureFlagFilters"];
        };
        /** @description For whom to evaluate flags. */
        FlagEvaluationRequest: {
            /** @description The distinct id that a flag query would have. */
            distinct_id: string;
            /** @description The groups that a flag query would name, by type. */
            groups?: {
                [key: string]: string;
            };
        };
        /** @description Why a flag has its value. */
        FlagReason: {
            /**
             * @description `inactive`: the flag is not in use. `undecided`: what it depends on cannot be compared or read now.
             *     `missing_dependency`: a flag that it depends on is missing, or depends on it. The others are those of a flag
             *     query. Later versions may add reasons.
             * @enum {string}
             */
            code: "condition_match" | "no_condition_match" | "out_of_rollout_bound" | "no_group_type" | "super_condition_value" | "holdout_condition_value" | "missing_dependency" | "inactive" | "undecided";
            /** @description The index of the condition that decided the value, counted from 0; null if none did. */
            condition_index: number | null;
            /** @description A sentence for people. */
            description: string;
        };
        /** @description A flag, its value for a distinct id, and why it has it. */
        ExplainedFlag: {
            /** @description The number of the flag. */
            id: number;
            /** @description The key of the flag. */
            key: string;
            /** @description What the flag is for. May be empty. */
            name: string;
            /** @description Whether the flag is in use. */
            active: boolean;
            /** @description Whether the flag is enabled. */
            enabled: boolean;
            /** @description The variant, if the flag has several and is enabled. */
            variant: string | null;
            /** @description The payload of the value, as JSON text; null if it has none. */
            payload: string | null;
            reason: components["schemas"]["FlagReason"];
        };
        /** @description All flags of a project for a distinct id. */
        ExplainedFlags: {
            /** @description The distinct id, as it was compared. */
            distinct_id: string;
            /**
             * Format: uuid
             * @description The UUID of the person who has the distinct id; null if none has.
             */
            person: string | null;
            /** @description The flags, ordered by key. */
            flags: components["schemas"]["ExplainedFlag"][];
        };
        /** @description A flag that is not saved. */
        FlagPreviewRequest: {
            /** @description The key that the flag has or will have. */
            key: string;
            filters: components["schemas"]["FeatureFlagFilters"];
            /** @description Whether a person keeps the value of the flag across a sign-in. False if absent. */
            ensure_experience_continuity?: boolean;
            /** @description How many of the newest persons to evaluate it for. 200 if absent. */
            persons?: number;
        };
        /** @description A person, and why the flag has its value for this person. */
        FlagPreviewPerson: {
            /**
             * Format: uuid
             * @description The UUID of the person.
             */
            uuid: string;
            /** @description The name to display, as in the list of persons. */
            name: string;
            /** @description The distinct id with which the flag was evaluated. */
            distinct_id: string;
            reason: components["schemas"]["FlagReason"];
        };
        /** @description A value of a flag, and the persons who get it. */
        FlagPreviewValue: {
            /** @description Whether the flag is enabled for them; null if it cannot be decided. */
            enabled: boolean | null;
            /** @description The variant, if the flag has several and is enabled. */
            variant: string | null;
            /** @description How many of the evaluated persons get it. */
            count: number;
            /** @description Up to 5 of them. */
            examples: components["schemas"]["FlagPreviewPerson"][];
        };
        /** @description The values of a flag for the newest persons of a project. */
        FlagPreview: {
            /** @description How many persons the project has. */
            persons: number;
            /** @description For how many of them the flag was evaluated. */
            evaluated: number;
            /** @description Whether it was evaluated for as many persons as requested, or all. If not, it took too long. */
            complete: boolean;
            /** @description The values that persons get, the most frequent one first. */
            values: components["schemas"]["FlagPreviewValue"][];
        };
        /** @description The fields of a flag to change. Other fields are ignored or refused as in a new flag. */
        FeatureFlagPatch: {
            /** @description The name by which programs ask for the flag, which keeps it. Another one is refused. */
            key?: string;
            /** @description What the flag is for. */
            name?: string;
            /** @description Whether the flag is in use. An inactive flag is disabled for everyone. */
            active?: boolean;
            /** @description Whether a person keeps the value of the flag across a sign-in. */
            ensure_experience_continuity?: boolean;
            /** @description Whether programs read the payload only. It changes no decision. */
            is_remote_configuration?: boolean | null;
            /** @description Words that sort flags. They change no decision. */
            tags?: string[] | null;
            /**
             * @description What divides persons, the user or, across a sign-in, the device.
             * @enum {string|null}
             */
            bucketing_identifier?: "distinct_id" | "device_id" | "" | null;
            /**
             * @description The programs that the flag is for; `client` are browsers and apps. Others get no value.
             * @enum {string|null}
             */
            evaluation_runtime?: "all" | "client" | "server" | null;
            /** @description The contexts that the flag is for. Programs that name only others get no value. */
            evaluation_contexts?: string[] | null;
            filters?: components["schemas"]["FeatureFlagFilters"];
            /** @description True deletes the flag, false restores it. */
            deleted?: boolean;
            /** @description The version that the client knows. If the flag has another one, nothing is changed. */
            version?: number;
        };
        /** @description What is changed. */
        ScheduledPayload: {
            /**
             * @description `update_status` turns the flag on or off, `add_release_condition` adds `groups` to its conditions, and
             *     `update_variants` replaces its `variants` and `payloads`.
             * @enum {string}
             */
            operation: "update_status" | "add_release_condition" | "update_variants";
            /** @description True for on and false for off, or an object with the `groups`, or the `variants` and `payloads`. */
            value: boolean | ({
                /** @description The conditions to add. */
                groups?: {
                    [key: string]: unknown;
                }[];
                /** @description The variants. */
                variants?: {
                    [key: string]: unknown;
                }[];
                /** @description What programs get with a variant. */
                payloads?: {
                    [key: string]: unknown;
                } | null;
            } & {
                [key: string]: unknown;
            });
        };
        /** @description A change of a flag that is made at a time. */
        ScheduledChange: {
            /** @description Identifies the scheduled change. It never changes. */
            id: number;
            /** @description The `id` of the flag. It cannot be changed. */
            record_id: string;
            /**
             * @description What is changed, which is always a flag.
             * @enum {string}
             */
            model_name: "FeatureFlag";
            payload: components["schemas"]["ScheduledPayload"];
            /**
             * Format: date-time
             * @description When the change is made, or, if it recurs, made next.
             */
            scheduled_at: string;
            /**
             * @description Whether the change is made again after each `recurrence_interval`. False with an interval pauses it. Conditions
             *     are not added again and again.
             */
            is_recurring: boolean;
            /**
             * @description After which time it is made again; null for a change that is made once.
             * @enum {string|null}
             */
            recurrence_interval: "daily" | "weekly" | "monthly" | "yearly" | null;
            /**
             * Format: date-time
             * @description When it ends to recur; null for never.
             */
            end_date: string | null;
            /**
             * Format: date-time
             * @description When it was made for the last time or failed; null if it is still scheduled.
             */
            executed_at: string | null;
            /** @description Why it was not made; null if it did not fail. */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was made last; null if never.
             */
            last_executed_at: string | null;
            /** @description 1 for a new one, and incremented with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Who created it; null for a user who no longer exists, and for the command line. */
            created_by: components["schemas"]["User"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who last changed it; null for a user who no longer exists, and for the command line. */
            updated_by: components["schemas"]["User"] | null;
        };
        /** @description A page of scheduled changes, the newest first. */
        PaginatedScheduledChanges: {
            /** @description The total number of changes. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The changes of this page. */
            results: components["schemas"]["ScheduledChange"][];
        };
        /** @description A new scheduled change. */
        ScheduledChangeRequest: {
            /** @description The `id` of the flag. It cannot be changed. */
            record_id: string;
            /**
             * @description What is changed, which is always a flag.
             * @enum {string}
             */
            model_name: "FeatureFlag";
            payload: components["schemas"]["ScheduledPayload"];
            /**
             * Format: date-time
             * @description When the change is made, or, if it recurs, made next.
             */
            scheduled_at: string;
            /**
             * @description Whether the change is made again after each `recurrence_interval`. False with an interval pauses it. Conditions
             *     are not added again and again.
             */
            is_recurring?: boolean;
            /**
             * @description After which time it is made again; null for a change that is made once.
             * @enum {string|null}
             */
            recurrence_interval?: "daily" | "weekly" | "monthly" | "yearly" | null;
            /**
             * Format: date-time
             * @description When it ends to recur; null for never.
             */
            end_date?: string | null;
        };
        /** @description The fields of a scheduled change to change. */
        ScheduledChangePatch: {
            /** @description The `id` of the flag. It cannot be changed. */
            record_id?: string;
            /**
             * @description What is changed, which is always a flag.
             * @enum {string}
             */
            model_name?: "FeatureFlag";
            payload?: components["schemas"]["ScheduledPayload"];
            /**
             * Format: date-time
             * @description When the change is made, or, if it recurs, made next.
             */
            scheduled_at?: string;
            /**
             * @description Whether the change is made again after each `recurrence_interval`. False with an interval pauses it. Conditions
             *     are not added again and again.
             */
            is_recurring?: boolean;
            /**
             * @description After which time it is made again; null for a change that is made once.
             * @enum {string|null}
             */
            recurrence_interval?: "daily" | "weekly" | "monthly" | "yearly" | null;
            /**
             * Format: date-time
             * @description When it ends to recur; null for never.
             */
            end_date?: string | null;
            /** @description The version that the client knows. If there is another one, nothing is changed. */
            version?: number;
        };
        /** @description Whether a flag is in use. */
        FlagStatus: {
            /**
             * @description What it is. A stale flag may be on or off.
             * @enum {string}
             */
            status: "active" | "inactive" | "stale" | "deleted";
            /** @description Why. */
            reason: string;
        };
        /** @description A page of erasures, newest first. */
        PaginatedErasures: {
            /** @description The total number of erasures. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The erasures of this page. */
            results: components["schemas"]["Erasure"][];
        };
        /** @description A project. */
        NamedProject: {
            /**
             * Format: int64
             * @description A number that identifies the project.
             */
            id: number;
            /** @description The name of the project. */
            name: string;
            /**
             * @description How long the project keeps events, in seconds after their timestamp: 0 is forever, and null is the setting of the
             *     service.
             */
            event_retention_seconds: number | null;
        };
        /** @description An organization, what its user may do in it, and its projects. */
        Organization: {
            /**
             * Format: uuid
             * @description The id of the organization.
             */
            id: string;
            /** @description The name of the organization. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * @description What the user may do in it, as a number. 1 is a member, 8 an admin, and 15 an owner.
             * @enum {integer}
             */
            membership_level: 1 | 8 | 15;
            /** @description The projects of the organization, oldest first. */
            projects: components["schemas"]["NamedProject"][];
            /** @description The same projects, for tools that call them so. */
            teams: components["schemas"]["NamedProject"][];
        };
        /** @description A page of organizations, oldest first. */
        PaginatedOrganizations: {
            /** @description The total number of organizations. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The organizations of this page. */
            results: components["schemas"]["Organization"][];
        };
        /** @description What to change. */
        OrganizationPatch: {
            /** @description The name of the organization. */
            name: string;
        };
        /** @description An organization. */
        NamedOrganization: {
            /**
             * Format: uuid
             * @description The id of the organization.
             */
            id: string;
            /** @description The name of the organization. */
            name: string;
        };
        /** @description An invitation to join an organization. */
        Invite: {
            /**
             * Format: uuid
             * @description The id of the invite.
             */
            id: string;
            /**
             * Format: idn-email
             * @description The address of the invited person.
             */
            target_email: string;
            /** @description The first name of the invited person. May be empty. */
            first_name: string;
            /** @description Whether the invite was handed to a mail server. */
            emailing_attempt_made: boolean;
            /** @description Whether the invite is too old to be accepted. */
            is_expired: boolean;
            created_by: components["schemas"]["User"];
            /**
             * Format: date-time
             * @description When the invite was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the invite was last changed.
             */
            updated_at: string;
            /** @description A message from the inviter. May be empty. */
            message: string;
            /**
             * @description What the invited person may do as a member.
             * @enum {string}
             */
            level: "admin" | "member";
        };
        /** @description A page of invites, newest first. */
        PaginatedInvites: {
            /** @description The total number of invites. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The invites of this page. */
            results: components["schemas"]["Invite"][];
        };
        /** @description The person to invite. */
        InviteRequest: {
            /**
             * Format: idn-email
             * @description The address to invite. The address of a member is refused.
             */
            target_email: string;
            /** @description The first name of the invited person. Empty if absent. */
            first_name?: string;
            /** @description A message to include in the mail. Empty if absent. */
            message?: string;
            /**
             * @description What the invited person may do as a member: `member` unless the inviter says otherwise. Only owners and admins
             *     invite admins; who is neither any more when the invite is accepted makes a member.
             * @enum {string}
             */
            level?: "admin" | "member";
        };
        /** @description A list of up to 20 people to invite, or a single person. */
        InviteBulkRequest: components["schemas"]["InviteRequest"][] | components["schemas"]["InviteRequest"];
        /** @description The invites in the order of the request, or a single invite if the request contained a single one. */
        InviteBulkResponse: components["schemas"]["Invite"][] | components["schemas"]["Invite"];
        /** @description A link with which an invited person joins. */
        InviteLink: {
            /** @description The link, to be put behind the address of the service. */
            path: string;
            /**
             * Format: date-time
             * @description When it is no longer valid.
             */
            expires_at: string;
        };
        /** @description A flag of a project, and other projects of the organization. */
        FlagCopyRequest: {
            /** @description The key of the flag. */
            feature_flag_key: string;
            /** @description The `id` of the project. */
            from_project: number;
            /** @description The `id`s of the projects that get it. */
            target_project_ids: number[];
        };
        /** @description The copies, and why others were not made. */
        CopiedFlags: {
            /** @description The flag in each project that has it now. */
            success: components["schemas"]["FeatureFlag"][];
            /** @description The projects that do not have it. */
            failed: {
                /** @description The `id` of the project. */
                project_id: number;
                /** @description Why. */
                errors: string;
            }[];
        };
        /**
         * @description What a member may do besides using the organization: an admin removes members and admins and changes their levels, an
         *     owner those of anyone.
         * @enum {string}
         */
        MemberLevel: "owner" | "admin" | "member";
        /** @description A member of an organization. */
        Member: {
            /**
             * Format: uuid
             * @description Identifies the member, as the `uuid` of the user does.
             */
            id: string;
            user: components["schemas"]["User"];
            /**
             * @description What the member may do, as a number. 1 is a member, 8 an admin, and 15 an owner.
             * @enum {integer}
             */
            level: 1 | 8 | 15;
            level_name: components["schemas"]["MemberLevel"];
        };
        /** @description A page of members, ordered by the id of the user. */
        PaginatedMembers: {
            /** @description The total number of members. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description The members of this page. */
            results: components["schemas"]["Member"][];
        };
        /** @description The level that a member gets. */
        MemberPatch: {
            /**
             * @description The level, by its name or its number. `member` is 1, `admin` 8, and `owner` 15.
             * @enum {string|integer}
             */
            level: "owner" | "admin" | "member" | 15 | 8 | 1;
        };
        /** @description A link with which a member signs in. */
        SignInLink: {
            /** @description The link, to be put behind the address of the service. */
            path: string;
            /**
             * Format: date-time
             * @description When it is no longer valid.
             */
            expires_at: string;
        };
        /** @description A project to create. */
        ProjectRequest: {
            /** @description The name of the project. */
            name: string;
            /** @description The time zone of the days in answers, by its name in the IANA database. UTC if absent. */
            timezone?: string;
        };
        /** @description The user of a key, and what the user has access to. */
        CurrentUser: {
            /**
             * Format: int64
             * @description A number that identifies the user.
             */
            id: number;
            /**
             * Format: uuid
             * @description The UUID of the user.
             */
            uuid: string;
            /** @description The id of the user in the analytics of the service itself. */
            distinct_id: string;
            /** @description The first name of the user. May be empty. */
            first_name: string;
            /**
             * Format: idn-email
             * @description The email address of the user.
             */
            email: string;
            /** @description Whether the user has proven to own the address. */
            is_email_verified: boolean;
            user: components["schemas"]["User"];
            /** @description Whether the user can sign in to the console with a password. */
            has_password: boolean;
            /** @description The organization that `@current` stands for; null if the user belongs to none. */
            organization: components["schemas"]["NamedOrganization"] | null;
            /** @description The project that `@current` stands for; null if there is none. */
            team: components["schemas"]["NamedProject"] | null;
            /** @description The organizations that the user belongs to, oldest first. */
            organizations: {
                /**
                 * Format: uuid
                 * @description The id of the organization.
                 */
                id: string;
                /** @description The name of the organization. */
                name: string;
                level: components["schemas"]["MemberLevel"];
                /** @description The projects of the organization, oldest first. */
                projects: components["schemas"]["NamedProject"][];
            }[];
        };
        /** @description What to change. Absent fields stay as they are. */
        UserPatch: {
            /** @description The first name of the user. */
            first_name?: string;
            /** @description The address of the user, which no other user has. */
            email?: string;
            /** @description The new password, of at least 12 characters, 5 of them different, and not the address. Null removes it. */
            password?: string | null;
            /** @description The present password. */
            current_password?: string;
        };
        /** @description A personal API key, abbreviated. */
        PersonalKey: {
            /** @description The id of the key, with which it is revoked. */
            id: string;
            /** @description The name of the key in lists. May be empty. */
            label: string;
            /** @description The beginning and the end of the key. */
            hint: string;
            /** @description Whether the key may only read. */
            read_only: boolean;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The hour in which the key was last used; null if it was never used.
             */
            last_used_at: string | null;
        };
        /** @description The keys of a user, oldest first. */
        PersonalKeys: components["schemas"]["PersonalKey"][];
        /** @description The personal API key to create. */
        PersonalKeyRequest: {
            /** @description The name of the key in lists. */
            label: string;
            /** @description Whether the key may only read. It may do everything that its user may do if absent. */
            read_only?: boolean;
        };
        /** @description A new personal API key. */
        CreatedPersonalKey: {
            /** @description The id of the key, with which it is revoked. */
            id: string;
            /** @description The name of the key in lists. May be empty. */
            label: string;
            /** @description The beginning and the end of the key. */
            hint: string;
            /** @description Whether the key may only read. */
            read_only: boolean;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The hour in which the key was last used; null if it was never used.
             */
            last_used_at: string | null;
            /** @description The key. It cannot be shown again. */
            key: string;
        };
        /** @description The personal API key of a request, abbreviated, and what it opens. */
        CurrentPersonalKey: {
            /** @description The id of the key, with which it is revoked. */
            id: string;
            /** @description The name of the key in lists. May be empty. */
            label: string;
            /** @description The beginning and the end of the key. */
            hint: string;
            /** @description Whether the key may only read. */
            read_only: boolean;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The hour in which the key was last used; null if it was never used.
             */
            last_used_at: string | null;
            /** @description What the key may do, in the words of tools. `*` is everything, `*:read` reading everything. */
            scopes: ("*" | "*:read")[];
            /** @description The projects that the key is limited to. Always empty, because no key is. */
            scoped_teams: number[];
            /** @description The organizations that the key is limited to. Always empty, because no key is. */
            scoped_organizations: string[];
        };
        /** @description A session of a user in the console. */
        Session: {
            /** @description The id of the session, with which it is ended. */
            id: string;
            /** @description What the browser said of itself, up to 300 characters. May be empty. */
            user_agent: string;
            /** @description Either `link`, `password`, `passkey`, or the id of the provider that vouched for the user. */
            signed_in_with: string;
            /**
             * Format: date-time
             * @description When the user signed in.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the session was last used, to the hour.
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description When the session ends if it is not used before.
             */
            expires_at: string;
            /** @description Whether the request is made with this session. */
            is_current: boolean;
        };
        /** @description The sessions of a user, the newest first. */
        Sessions: components["schemas"]["Session"][];
        /** @description A passkey of a user. */
        Passkey: {
            /**
             * Format: uuid
             * @description The id of the passkey, with which it is removed.
             */
            id: string;
            /** @description Its id for browsers, in Base64url. */
            credential_id: string;
            /** @description What the user calls it. */
            name: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When somebody signed in with it. Null if never.
             */
            last_used_at: string | null;
        };
        /** @description The passkeys of a user, the oldest first. */
        Passkeys: components["schemas"]["Passkey"][];
        /** @description What the user calls it. */
        PasskeyName: string;
        /** @description A new passkey, as the browser made it. */
        PasskeyRequest: {
            name: components["schemas"]["PasskeyName"];
            /** @description The client data (`clientDataJSON`), in Base64url. */
            client_data: string;
            /** @description The data of the authenticator, in Base64url. */
            authenticator_data: string;
            /** @description Its public key (DER, SubjectPublicKeyInfo) in Base64url, for ECDSA with P-256, Ed25519 or RSA. */
            public_key: string;
        };
        /** @description What the user calls the passkey from now on. */
        PasskeyPatch: {
            name: components["schemas"]["PasskeyName"];
        };
        /** @description The ways to sign in. */
        SignInWays: {
            /** @description Whether the service mails links. */
            link_by_mail: boolean;
            /** @description Whether users can sign in with passwords and passkeys. */
            password: boolean;
            /** @description The OpenID Connect providers that vouch for users. Empty if there is none. */
            providers: {
                /** @description The id of the provider. */
                id: string;
                /** @description What people call it. */
                name: string;
            }[];
        };
        /** @description Who wants to sign in. */
        SignInLinkRequest: {
            /** @description The address of a member. */
            email: string;
        };
        /** @description What signs a user in. */
        SessionRequest: {
            /** @description What follows `#/sign-in/` in the link. */
            token: string;
        };
        /** @description Whom a link signs in. */
        SignInUser: {
            /** @description The first name of the user. May be empty. */
            first_name: string;
            /**
             * Format: idn-email
             * @description The address of the user.
             */
            email: string;
        };
        /** @description What a passkey signs. */
        PasskeyChallenge: {
            /** @description The text. */
            challenge: string;
        };
        /** @description Who signs in, and the password. */
        PasswordRequest: {
            /** @description The address of a member. */
            email: string;
            /** @description The password. */
            password: string;
        };
        /** @description What a passkey has signed. */
        PasskeySignIn: {
            /** @description The id of the credential, in Base64url. */
            credential_id: string;
            /** @description The client data (`clientDataJSON`), in Base64url. */
            client_data: string;
            /** @description The data of the authenticator, in Base64url. */
            authenticator_data: string;
            /** @description The signature, in Base64url. */
            signature: string;
        };
        /** @description An invite as the invited person sees it. */
        OpenInvite: {
            /**
             * Format: idn-email
             * @description The invited address.
             */
            target_email: string;
            /** @description The first name of the invited person, as the inviter wrote it. May be empty. */
            first_name: string;
            /** @description A message from the inviter. May be empty. */
            message: string;
            organization: components["schemas"]["NamedOrganization"];
            /** @description The user who invites. */
            invited_by: {
                /** @description The first name of the inviter. May be empty. */
                first_name: string;
                /**
                 * Format: idn-email
                 * @description The address of the inviter.
                 */
                email: string;
            };
            /**
             * Format: date-time
             * @description Until when the invite can be accepted.
             */
            expires_at: string;
            /**
             * @description What the invited person may do as a member.
             * @enum {string}
             */
            level: "admin" | "member";
        };
        /** @description What the invited person adds to the invite. */
        InviteAcceptance: {
            /** @description The first name of the new user. */
            first_name: string;
            /** @description Whether a new user gets a personal API key. It is true if absent; people who use the console create keys there. */
            personal_api_key?: boolean;
        };
        /** @description The new member, and what the member may see. */
        AcceptedInvite: {
            user: components["schemas"]["User"];
            organization: components["schemas"]["NamedOrganization"];
            /** @description The projects of the organization, oldest first. */
            projects: components["schemas"]["NamedProject"][];
            /**
             * @description The user's first personal API key. It cannot be shown again. Null for a user who has one already or belongs to
             *     another organization, and if the request wants none.
             */
            personal_api_key: string | null;
            /**
             * @description Signs the user in to the console, once, within ten minutes. Null for a user who has a personal API key already or
             *     belongs to another organization, and if the console is off: the user then signs in as members do.
             */
            sign_in_token: string | null;
        };
        /** @description A dashboard or a saved question, for those who have its link. */
        Shared: {
            /** @description What it shows, for humans; may be empty. */
            name: string;
            /** @description More about it. */
            description: string;
            /** @description The time zone of its days, weeks and months. */
            timezone: string;
            /** @description What it consists of, in its order. */
            tiles: {
                /** @description Identifies the tile here. */
                id: number;
                /** @description The question; null for a text. */
                insight: {
                    /** @description Names the question when its answer is asked for. */
                    short_id: string;
                    /** @description What it asks, for humans; may be empty. */
                    name: string;
                    /** @description More about it. */
                    description: string;
                    query: components["schemas"]["Query"];
                } | null;
                /** @description The text; null for a question. */
                text: string | null;
            }[];
        };
        /** @description A message of JSON-RPC 2.0. Without `id`, it is a notification; without `method`, an answer. */
        McpMessage: {
            /**
             * @description The version of JSON-RPC.
             * @enum {string}
             */
            jsonrpc: "2.0";
            /** @description What the answer to a request repeats. */
            id?: string | number;
            /** @description What is asked, such as `tools/call`. */
            method?: string;
            /** @description Parameters of the method. */
            params?: {
                [key: string]: unknown;
            };
        };
        /** @description The answer to a message, with a result or an error. */
        McpAnswer: {
            /**
             * @description The version of JSON-RPC.
             * @enum {string}
             */
            jsonrpc: "2.0";
            /** @description That of the request. */
            id: string | number;
            /** @description What the method returns. */
            result?: {
                [key: string]: unknown;
            };
            /** @description Why there is no result. */
            error?: {
                /** @description The kind of error, as JSON-RPC numbers them. */
                code: number;
                /** @description A sentence for agents and people. */
                message: string;
            };
        };
        /** @description The process is alive. */
        Health: {
            /** @constant */
            status: "ok";
            /**
             * @description The version of the service.
             * @example 0.1.0
             */
            version?: string;
        };
        /** @description What the node that answers has accepted but not stored yet. */
        JournalState: {
            /**
             * Format: int64
             * @description The number of accepted requests that wait for the store.
             */
            entries: number;
            /**
             * Format: int64
             * @description The size of these requests.
             */
            bytes: number;
            /** @description How long the oldest of them has been waiting; 0 if none is waiting. */
            oldest_seconds: number;
            /**
             * Format: int64
             * @description The number of events that the store refused. They are set aside, each with its reason. Counted every few seconds.
             */
            dead_letters: number;
        };
        /** @description Whether a node should get requests, and the state of what it depends on. */
        Readiness: {
            /**
             * @description `ready` if the node accepts events and is not about to stop. Engines other than the journal may be unavailable
             *     meanwhile.
             * @enum {string}
             */
            status: "ready" | "unavailable";
            /**
             * @description The components that store data: `documents` (events, persons, invites …), `files` (recordings) and `journal` (what
             *     is accepted but not stored yet). Without `documents`, the private interface answers 503; without `files`,
             *     recordings cannot be played. `columnar` is present if recordings of an older ingestion method are read from their
             *     own database. Without that database, only those recordings cannot be played.
             */
            engines: {
                documents: components["schemas"]["EngineState"];
                files: components["schemas"]["EngineState"];
                journal: components["schemas"]["EngineState"];
                columnar?: components["schemas"]["EngineState"];
            };
            /**
             * @description Whether the node is about to stop. Until then it answers requests, and asks clients to connect again
             *     (`Connection: close`).
             */
            stopping: boolean;
            journal: components["schemas"]["JournalState"];
        };
        /**
         * @description The value of a field that is not supported.
         * @enum {unknown}
         */
        FlagNothing: null | false | "" | Record<string, never> | never[];
        /**
         * @description How a property is compared with a value; null is `exact`.
         * @enum {unknown}
         */
        FlagOperator: "exact" | "is_not" | "in" | "not_in" | "icontains" | "not_icontains" | "icontains_multi" | "not_icontains_multi" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "regex" | "not_regex" | "gt" | "gte" | "lt" | "lte" | "between" | "not_between" | "is_set" | "is_not_set" | "is_date_exact" | "is_date_before" | "is_date_after" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "semver_tilde" | "semver_caret" | "semver_wildcard" | null;
        /** @description A test of a property, of a cohort (`in`, `not_in`), or of another flag (`flag_evaluates_to`). */
        FlagTest: {
            /** @description The name of the property, or the key or id of a flag. */
            key: string;
            /**
             * @description What is tested. A property of the subject if absent.
             * @enum {unknown}
             */
            type?: "person" | "group" | "cohort" | "flag" | null;
            /** @description How the value is compared. `exact` if absent. */
            operator?: unknown;
            /** @description What it is compared with. */
            value?: unknown;
            /** @description The index of the group type whose property it is; the condition's if absent. */
            group_type_index?: number | null;
            /** @description What a test says about itself. */
            label?: unknown;
            /** @description What a test says about itself. */
            cohort_name?: unknown;
            /** @description What a test says about itself. */
            group_key_names?: unknown;
            /** @description What a test says about itself. */
            dependency_chain?: unknown;
        };
        /** @description A condition of a flag. It applies if all its tests hold, and the hash is within the share. */
        FlagCondition: {
            /** @description The tests that must all hold. */
            properties?: components["schemas"]["FlagTest"][] | null;
            /** @description The share for whom the flag is on; 100 if absent. */
            rollout_percentage?: number | null;
            /** @description The variant that they get in place of the one that the hash would choose. */
            variant?: string | null;
            /** @description The name of the group type by which the condition divides. */
            aggregation_group_type?: string | null;
            /** @description The index of that group type. */
            aggregation_group_type_index?: number | null;
            /** @description What a condition says about itself. */
            description?: unknown;
            /** @description What a condition says about itself. */
            sort_key?: unknown;
            /** @description What a condition says about itself. */
            users_affected?: unknown;
        };
        /** @description The rules of a flag, in the newer and the older forms of exports. */
        FlagRules: {
            /** @description The conditions. The flag is on if one applies. */
            groups: components["schemas"]["FlagCondition"][];
            /** @description The variants. */
            multivariate?: {
                /** @description The variants, each with its share. */
                variants: {
                    /** @description The value of the flag. */
                    key: string;
                    /** @description What a variant says about itself. */
                    name?: unknown;
                    /** @description What a variant says about itself. */
                    description?: unknown;
                    /** @description The share of all. */
                    rollout_percentage: number;
                }[];
            } | null;
            /** @description Payloads by the key of a variant, or of `true`. */
            payloads?: {
                [key: string]: unknown;
            } | null;
            /** @description The name of the group type by which the flag divides; persons without one. */
            aggregation_group_type?: string | null;
            /** @description The index of that group type. */
            aggregation_group_type_index?: number | null;
            /** @description Whether a subject outside the share of a condition is not tested against later conditions. */
            early_exit?: boolean | null;
            /** @description Whether a property of the person decides, by which the person enrolls. */
            feature_enrollment?: boolean | null;
            /** @description Enrollment in its older form. Only the first condition would decide anything. */
            super_groups?: components["schemas"]["FlagCondition"][] | null;
            /** @description The share that is excluded from experiments. */
            holdout?: {
                /** @description Names it. */
                id: number;
                /** @description The share of all. */
                exclusion_percentage: number;
            } | null;
            /** @description A holdout in its older form, of a share of all. */
            holdout_groups?: (components["schemas"]["FlagCondition"] & {
                /** @description The value of the flag. */
                variant: string;
                /** @description None, because they would decide nothing. */
                properties?: unknown;
            })[] | null;
        };
    };
    responses: {
        /** @description The request was well formed and its key is valid. Its events are stored durably and will be processed shortly. */
        EventsAccepted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StatusOk"];
            };
        };
        /** @description The request is not a single event, or its project cannot be determined. */
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
        /** @description The key is a read-only personal API key, which cannot send events. */
        ReadOnlyKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body arrives too slowly, or stopped arriving. */
        RequestTimeout: {
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
        /** @description The content type of the body is not supported. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests or events with this key, or from this address. */
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
        /**
         * @description The events were not accepted; send them again later. A service that answers only after its database has stored the
         *     events may have stored them nevertheless. Events with the same `uuid` are stored once, however often they are sent.
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
        /** @description The request is not a batch, or its project cannot be determined. */
        BatchBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is not valid, or its project cannot be determined. */
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
        /** @description The request is not valid, or its project cannot be determined. */
        FlagsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is not an event, a list of events or a batch, or it cannot be read. */
        ClientEventsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The client already has the content. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
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
                "Cache-Control": components["headers"]["Cache-Control-Script"];
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "text/javascript": string;
            };
        };
        /**
         * @description The script does not exist or is of a different version, or posthog-js is not installed. Client libraries work without
         *     it.
         */
        ScriptNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is not valid, or the flag cannot be evaluated. */
        OfrepBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description The project has no flag with this key. */
        OfrepFlagNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description The definitions. */
        FlagDefinitions: {
            headers: {
                ETag: components["headers"]["ETag"];
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
        /** @description The personal API key is missing, unknown or revoked, or its user cannot access a project with this project API key. */
        DefinitionsUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A component that the response needs cannot be reached at the moment. Nothing was changed. */
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
        /** @description There is no such stage. */
        FeaturesBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The limit or the offset is out of bounds. */
        PageBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The personal API key is missing, unknown or revoked, or the session has ended or is not used by the console. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The project does not exist, or the key has no access to it. */
        ProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key may read this resource but not change it. */
        PermissionDenied: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The settings are not valid. */
        ProjectBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is not valid. */
        ProjectKeyBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The project does not exist, or has no such key. */
        ProjectKeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The limit or the offset is out of bounds, or a filter is not valid. */
        RecordingsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The list of recordings is not valid. */
        PropertiesBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description None of the recordings exists, the project does not exist, or the key has no access to it. */
        PropertiesNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The recording or the project does not exist, or the key has no access to it. */
        RecordingNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The source is not one of the three storage places, or `key` was sent without `source`. */
        SnapshotsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The recording or the project does not exist, the key has no access to it, or the requested storage place or file
         *     contains nothing of the recording.
         */
        SnapshotsNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The range is outside the file. */
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
        /**
         * @description The limit or the offset is out of bounds, a filter is not valid, or too long, or the project has too many persons for a
         *     search.
         */
        PersonsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A component that the answer needs cannot be reached at the moment, or the engine of questions failed. */
        QueryUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description What the path names or its project does not exist, or the key has no access to it. */
        RecordNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The type is missing, the limit or the offset is out of bounds, the search is too long, or the project has too many
         *     groups.
         */
        GroupsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The type or the key is missing or not valid. */
        GroupBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The limit is out of bounds, or the cursor or a filter is not valid. */
        EventsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The limit or the offset is out of bounds, or the reason is too long. */
        DeadLettersBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The conditions are not valid. */
        DeadLetterReplayBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The limit or the offset is out of bounds, or the project has too many events. */
        DefinitionListBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The limit or the offset is out of bounds. */
        ShortPageBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The schema or another field is not valid. */
        EventSchemaBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The change would break valid events, or the event schema has changed since the client read it. */
        EventSchemaConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The question is not valid, not supported, or takes too much. */
        QueryBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The question or one of its fields is not valid. */
        InsightBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It has changed since the client read it. */
        RecordConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A variable is not valid, or the question is not valid any more or takes too much. */
        InsightRunBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The dashboard or one of its tiles is not valid. */
        DashboardBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An origin is not valid, or the project has too many links. */
        ShareBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The action is not valid, or the project has too many. */
        ActionBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something uses it. */
        ActionInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It has changed since the client read it, or something uses it. */
        ActionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The cohort is not valid, or the project has too many. */
        CohortBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something uses it. */
        CohortInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It has changed since the client read it, or something uses it. */
        CohortConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The cohort has conditions, or too many persons. */
        CohortNotStatic: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The experiment is not valid, or the project has too many. */
        ExperimentBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It is not launched, or the question takes too much. */
        ExperimentResultsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The survey is not valid, or the project has too many. */
        SurveyBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The feature is not valid, its flag is not there or in use, or the project has too many. */
        EarlyAccessBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The alert is not valid: its question is not there or has no trends, a user is no member, it has no bound, or the
         *     project has too many.
         */
        AlertBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The subscription is not valid: its dashboard or question is not there, its target is no address, it would never be
         *     sent, or the project has too many.
         */
        SubscriptionBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The annotation is not valid, or the project has too many. */
        AnnotationBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The limit or the offset is out of bounds, or `item_id` has no `scope`. */
        ActivityBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The flag is not valid, or cannot be evaluated. */
        FeatureFlagBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The distinct id or the groups are not valid. */
        FlagEvaluationBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The flag or the project does not exist, or the key has no access to it. */
        FeatureFlagNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The flag has changed since the client read it. */
        FeatureFlagConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The change is not valid, there is no such flag, or the project has too many. */
        ScheduledChangeBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The erasure or the project does not exist, or the key has no access to it. */
        ErasureNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The organization does not exist, or the key has no access to it. */
        OrganizationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The project is not valid. */
        NewProjectBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The invite is not valid. */
        InviteBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The list is not valid. No invite was created. */
        InviteBulkBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The invite or the organization does not exist, or the key has no access to it. */
        InviteNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The address belongs to a member of the organization by now. */
        InviteResendBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The organization has no such project, or the project no such flag. */
        FlagCopyBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The member or the organization does not exist, or the key has no access to it. */
        MemberNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The level is not valid. */
        MemberBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description What is to change is not valid. */
        UserBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is not valid. */
        PersonalKeyBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The user has no such key. */
        PersonalKeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The console of this service is off, or it has no such way to sign in. */
        ConsoleOff: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The user has no such session. */
        SessionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The passkey cannot be used, or the body is not valid. */
        PasskeyBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The user has no such passkey. */
        PasskeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not valid. */
        PasskeyPatchBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The address is missing or too long, or the body is not valid. */
        SignInLinkBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request comes from a page of another origin. */
        ForeignOrigin: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is not valid, or the body is not. */
        SessionBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The address or the password is wrong, or the body is not valid. */
        PasswordBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The passkey is not known, its signature does not count, or the body is not valid. */
        PasskeySignInBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no invite with this secret, or it can no longer be accepted. */
        InviteSecretNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The name is not valid. */
        InviteAcceptanceBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The link is not valid or was revoked, or what it shows was deleted. */
        ShareNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is no message, or the version of the protocol is unknown. */
        McpBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A read-only key has no tools that change something, or the request comes from a page of another origin. */
        McpDenied: {
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
        /** @description The project, if the key is a personal API key and the body has no `project_id`. Ignored with a project API key. */
        ProjectIdQuery: string;
        /**
         * @description The version of the response. 1: a list of the keys of enabled flags. 2: a map from flag key to boolean or variant. 3:
         *     also disabled flags, payloads and `errorComputingFlags`. 4: a map from flag key to details of the flag, as in
         *     `/flags/`. Versions 1 and 2 are kept for older clients.
         * @example 3
         */
        DecideVersion: 1 | 2 | 3 | 4;
        /**
         * @description Whether to return the settings of client libraries as well (`true`).
         * @example true
         */
        WithConfig: string;
        /**
         * @description The JSON of one event, a list of events or a batch, in base64, with gzip in it or as `compression` states. The address
         *     and the headers of a request together may have 16 KB; longer ones are answered with 431.
         * @example eyJldmVudCI6ImJpa2VfY29uZmlndXJlZCIsInByb3BlcnRpZXMiOnsidG9rZW4iOiJwaGNfZmpvcmRiaWtlczRRN3daazJtWHI5VG5MYiIsImRpc3RpbmN0X2lkIjoiY3VzdG9tZXItNDgxMiJ9fQ==
         */
        EventsData: string;
        /**
         * @description The encoding of the body: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` must be stated;
         *     the others are detected. A form may state it in its `compression` field, and `Content-Encoding: gzip` works as well.
         *     So do `br`, `deflate` and, where the service's Node has it (22.15 and later), `zstd`. Other encodings are answered
         *     with 415.
         * @example gzip-js
         */
        Compression: string;
        /**
         * @description When the request was sent, by the clock of the client, in milliseconds since 1970. It is used as `sent_at` if the body
         *     has none.
         * @example 1773308463250
         */
        SendingClock: string;
        /**
         * @description As `_`, from newer browser libraries; a time in ISO 8601, too. It is used as `sent_at` if the body has none.
         * @example 1773308463250
         */
        SendingTimeQuery: string;
        /**
         * @description The name and the version of the library. They become the properties `$lib` and `$lib_version` of each event that has
         *     none. Of another form or longer than 100 characters, it is ignored.
         * @example posthog-python/7.91.1
         */
        LibraryHeader: string;
        /**
         * @description When the request was sent, by the clock of the client. It is used as `sent_at`.
         * @example 2026-03-12T09:42:18.123Z
         */
        SendingTimeHeader: string;
        /**
         * @description The project API key.
         * @example phc_fjordbikes4Q7wZk2mXr9TnLb
         */
        ProjectToken: string;
        /**
         * @description The `ETag` of content that the client already has. If it is still current, the response is 304. For
         *     snapshots only with `key`.
         * @example "4be0643f1d98573b-gzip"
         */
        "If-None-Match": string;
        /**
         * @description The name of the script.
         * @example array.js
         */
        ScriptFile: string;
        /**
         * @description The required version of posthog-js.
         * @example 1.449.2
         */
        ScriptVersion: string;
        /** @description The project API key, if it is not in `Authorization`. */
        ApiKeyHeader: string;
        /**
         * @description The `etag` of the event that made the client ask. If this node does not have that version of the flags yet, it reads
         *     them before it answers.
         */
        FlagConfigEtag: string;
        /**
         * @description The key of the flag.
         * @example one-page-checkout
         */
        FlagKey: string;
        /**
         * @description The API key of the project. The user of the personal API key must have access to this project. It is required, here or
         *     in the header `X-PostHog-Project-Api-Key`.
         * @example phc_fjordbikes4Q7wZk2mXr9TnLb
         */
        ProjectTokenQuery: string;
        /**
         * @description The API key of the project, as some libraries send it instead of `token`. If both are present, `token` counts.
         * @example phc_fjordbikes4Q7wZk2mXr9TnLb
         */
        ProjectTokenHeader: string;
        /**
         * @description The API key of the project. Without it, the answer is 401.
         * @example phc_fjordbikes4Q7wZk2mXr9TnLb
         */
        ClientToken: string;
        /**
         * @description The wanted stages; beta if absent.
         * @example [
         *       "concept",
         *       "beta"
         *     ]
         */
        FeatureStage: ("concept" | "alpha" | "beta" | "general-availability")[];
        /**
         * @description How many items a page may have.
         * @example 100
         */
        Limit: number;
        /**
         * @description How many of the newest items to skip.
         * @example 0
         */
        Offset: number;
        /**
         * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
         *     project that the key's user cannot access is answered with 404.
         * @example 1
         */
        ProjectId: string;
        /**
         * @description The id of the project API key, not the key itself.
         * @example p4ab-9xkq
         */
        ProjectKeyId: string;
        /**
         * @description Only recordings that started at this time or later. A date without a time means the start of that day, in UTC.
         * @example 2026-03-01T00:00:00Z
         */
        RecordingDateFrom: components["schemas"]["DateOrTime"];
        /**
         * @description Only recordings that started at this time or earlier. A date without a time means the end of that day, in UTC.
         * @example 2026-03-31
         */
        RecordingDateTo: components["schemas"]["DateOrTime"];
        /**
         * @description Only recordings of this person, that is, those whose `distinct_id` belongs to the person. A person with more than
         *     10,000 distinct ids is refused.
         * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
         */
        RecordingPersonUuid: string;
        /**
         * @description Only recordings of persons whose property `email` is this address, as in the list of persons. More than 100 such
         *     persons, or more than 10,000 distinct ids of them, are refused.
         * @example maja.lind@post.example
         */
        RecordingPersonEmail: string;
        /**
         * @description Only recordings with this `distinct_id`.
         * @example customer-4812
         */
        RecordingDistinctId: string;
        /**
         * @description Only these recordings, up to 100 in total. Repeat the parameter, or use a comma-separated list or a JSON array of
         *     strings.
         * @example [
         *       "019cde10-366c-7c3e-8f10-2a6d4b9e1c77",
         *       "019ce16b-c892-7a1f-9b5c-07e83d24f6ab"
         *     ]
         */
        RecordingSessionIds: string[];
        /**
         * @description Only recordings whose `recording_duration` is at least this number of seconds.
         * @example 60
         */
        RecordingMinDuration: number;
        /**
         * @description The recordings whose properties to return, up to 100 in total. Repeat the parameter, or use a comma-separated list or
         *     a JSON array of strings. If absent, the newest recording of the project is used. Unknown ids are left out of the
         *     response.
         */
        SessionIds: string[];
        /**
         * @description The id of the recording, which is the `$session_id` of its snapshots. To retrieve one called `properties`, write
         *     `%70roperties`: the plain path is that of another operation.
         * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
         */
        RecordingId: string;
        /**
         * @description The storage place to read snapshots from, as listed in `sources`. If present, the response is JSON lines. If absent,
         *     see the description of the operation.
         */
        SnapshotSource: components["schemas"]["StoragePlace"];
        /**
         * @description One file of the storage place, as listed in `sources`. Requires `source`. If absent, all snapshots of the place are
         *     returned in chronological order.
         */
        SnapshotKey: string;
        /**
         * @description `false` for clients that must not be redirected to another host, such as pages with a strict Content-Security-Policy.
         *     The service then returns the file itself, whatever its settings. Only with `key`.
         */
        SnapshotRedirect: boolean;
        /**
         * @description The part of a file to return, in bytes of its gzip form. Only with `key`, and only for clients that accept gzip.
         *     Otherwise, or if it contains several ranges, it is ignored.
         * @example bytes=0-1023
         */
        Range: string;
        /**
         * @description The `ETag` that `Range` applies to. If the content has a different one, the response is the whole content.
         * @example "4be0643f1d98573b-gzip"
         */
        "If-Range": string;
        /**
         * @description Only the person with this distinct id.
         * @example customer-4812
         */
        PersonDistinctId: string;
        /**
         * @description Only persons whose property `email` is this address, in upper or lower case. A property of more than 320 characters is
         *     not found.
         * @example maja.lind@post.example
         */
        PersonEmail: string;
        /**
         * @description Only persons of whom a distinct id, or the property `email` or `name`, contains this text, in upper or lower case.
         * @example lind@post
         */
        PersonSearch: string;
        /**
         * @description A JSON list of up to 20 conditions on properties of the person, which must all be met. Each is an object as in
         *     `QueryPropertyFilter`: `key`, `operator` (`exact` by default) and `value`; `type` is `person`.
         * @example [{"key":"plan","value":["pro","team"]},{"key":"seats","operator":"gt","value":10}]
         */
        PersonProperties: string;
        /**
         * @description The UUID of the person, or one of its distinct ids. If a text is both the UUID of one person and a distinct id of
         *     another, it means the UUID.
         * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
         */
        PersonId: string;
        /**
         * @description The type of the groups, by its index.
         * @example 0
         */
        GroupTypeIndex: number;
        /**
         * @description Only groups whose key or properties contain this text, in upper or lower case.
         * @example nordlys
         */
        GroupSearch: string;
        /**
         * @description The key of the group.
         * @example nordlys
         */
        GroupKey: string;
        /**
         * @description The maximum number of events on a page.
         * @example 100
         */
        EventLimit: number;
        /**
         * @description How many of the newest matching events to skip, for tools that count. `next` needs no counting, and is faster.
         * @example 0
         */
        EventOffset: number;
        /**
         * @description Where the page begins. Only `next` of another page has it.
         * @example MTc3MzMwODQ2NTEyMC4xMWI0
         */
        EventCursor: string;
        /**
         * @description Only events with this name.
         * @example $pageview
         */
        EventName: string;
        /**
         * @description Only events with this distinct id.
         * @example customer-4812
         */
        EventDistinctId: string;
        /**
         * @description Only events of the person with this UUID, under any of its distinct ids. A person with more than 10,000 distinct ids is
         *     refused.
         * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
         */
        EventPersonId: string;
        /**
         * @description Only events later than this time. A date without a time means the start of that day, in UTC.
         * @example 2026-03-12T00:00:00Z
         */
        EventAfter: components["schemas"]["DateOrTime"];
        /**
         * @description Only events earlier than this time. A date without a time means the start of that day, in UTC.
         * @example 2026-03-13T00:00:00Z
         */
        EventBefore: components["schemas"]["DateOrTime"];
        /**
         * @description A JSON list of up to 20 conditions on properties of the event, which must all be met. Each is an object as in
         *     `QueryPropertyFilter`: `key`, `operator` (`exact` by default) and `value`; `type` is `event`.
         * @example [{"key":"$browser","value":["Firefox","Safari"]},{"key":"price","operator":"gt","value":100}]
         */
        EventProperties: string;
        /**
         * @description The UUID of the event.
         * @example 019ce162-3b10-7c52-9a41-0f6d8e2b4c11
         */
        EventId: string;
        /**
         * @description How many items a page may have.
         * @example 100
         */
        ShortLimit: number;
        /**
         * @description Only dead letters with exactly this reason.
         * @example The event has more than 1 MB of properties.
         */
        DeadLetterReason: string;
        /**
         * @description Only names that contain this text, in upper or lower case.
         * @example page
         */
        DefinitionSearch: string;
        /**
         * @description The `id` of the event schema.
         * @example mB6uW1nQ
         */
        EventSchemaId: string;
        /**
         * @description Whose properties are listed. Of persons and groups, all that are known count, and their times are those of creation.
         * @example event
         */
        PropertyOwner: "event" | "person" | "group";
        /**
         * @description Of which groups, if `type` is `group`; 0 by default.
         * @example 0
         */
        PropertyGroupType: number;
        /**
         * @description Only those whose name, description or tags contain this text, in upper or lower case.
         * @example shop
         */
        SavedSearch: string;
        /**
         * @description Only those that were saved on purpose, or that were not.
         * @example true
         */
        InsightSaved: boolean;
        /**
         * @description Only favorites, or only others.
         * @example false
         */
        InsightFavorited: boolean;
        /**
         * @description Only the one with this `short_id`.
         * @example kT3vQ8xZ
         */
        InsightShortId: string;
        /**
         * @description The `short_id` of the saved question, or its `id`.
         * @example kT3vQ8xZ
         */
        InsightId: string;
        /**
         * @description Whether the question is answered: `blocking` answers from memory if nothing has changed, `force_blocking` always
         *     computes the answer. Without it, `result` is null.
         * @example blocking
         */
        InsightRefresh: "blocking" | "force_blocking";
        /**
         * @description Only pinned dashboards, or only others.
         * @example false
         */
        DashboardPinned: boolean;
        /**
         * @description The `id` of the dashboard.
         * @example 48213
         */
        DashboardId: string;
        /**
         * @description Only links to the dashboard with this `id`.
         * @example 48213
         */
        SharedDashboardId: number;
        /**
         * @description Only links to the saved question with this `id`.
         * @example 159695193230425
         */
        SharedInsightId: number;
        /**
         * @description The `id` of the share.
         * @example 7
         */
        ShareId: string;
        /**
         * @description The `id` of the action.
         * @example 3
         */
        ActionId: string;
        /**
         * @description The `id` of the cohort.
         * @example 3
         */
        CohortId: string;
        /**
         * @description The `id` of the experiment.
         * @example 3
         */
        ExperimentId: string;
        /**
         * @description The `id` of the survey, which its events have as `$survey_id`.
         * @example 019cd4a0-1c2f-7a3e-9b61-5d0f8e2a4c17
         */
        SurveyId: string;
        /**
         * @description The `id` of the feature.
         * @example 019cd4a0-2d7b-7f12-8c34-9a1e6b3d5f08
         */
        EarlyAccessId: string;
        /**
         * @description Only alerts on the saved question with this `id`.
         * @example 159695193230425
         */
        AlertInsight: number;
        /**
         * @description The `id` of the alert.
         * @example 019cd4a0-2d7b-7f12-8c34-9a1e6b3d5f0a
         */
        AlertId: string;
        /**
         * @description Only subscriptions to the dashboard with this `id`.
         * @example 48213
         */
        SubscribedDashboard: number;
        /**
         * @description Only subscriptions to the saved question with this `id`.
         * @example 159695193230425
         */
        SubscribedInsight: number;
        /**
         * @description The `id` of the subscription.
         * @example 7
         */
        SubscriptionId: string;
        /**
         * @description Only annotations whose content contains this text, in upper or lower case.
         * @example release
         */
        AnnotationSearch: string;
        /**
         * @description Only annotations with this or a later `date_marker`. A date without a time means its start in UTC.
         * @example 2026-03-01T00:00:00Z
         */
        AnnotationsFrom: components["schemas"]["DateOrTime"];
        /**
         * @description Only annotations with an earlier `date_marker`. A date without a time means its start in UTC.
         * @example 2026-04-01T00:00:00Z
         */
        AnnotationsTo: components["schemas"]["DateOrTime"];
        /**
         * @description The `id` of the annotation.
         * @example 3
         */
        AnnotationId: string;
        /**
         * @description A part of the type, the message, the file or the function, in any case.
         * @example basket
         */
        ErrorIssueSearch: string;
        /**
         * @description Which issues; all by default.
         * @example active
         */
        ErrorIssueStatus: components["schemas"]["ErrorIssueStatus"];
        /**
         * @description The `id` of the issue.
         * @example 5f0c1d2e-8a7b-4c3d-9e1f-2a3b4c5d6e7f
         */
        ErrorIssueId: string;
        /**
         * @description What is counted.
         * @example rageclick
         */
        HeatmapType: "click" | "rageclick" | "deadclick" | "mousemove" | "scrolldepth";
        /**
         * @description When the time begins, as in `QueryDateRange`.
         * @example 2026-03-01
         */
        HeatmapDateFrom: string;
        /**
         * @description When the time ends, as in `QueryDateRange`; today if absent.
         * @example -1d
         */
        HeatmapDateTo: string;
        /**
         * @description The address of the page, with its query and fragment.
         * @example https://shop.example/cart
         */
        HeatmapUrl: string;
        /**
         * @description A regular expression (RE2) that a part of the address matches.
         * @example ^https://shop\.example/cart(\?.*)?$
         */
        HeatmapUrlPattern: string;
        /**
         * @description Only windows of this width or more, in pixels.
         * @example 1024
         */
        HeatmapMinWidth: number;
        /**
         * @description Only windows of this width or less, in pixels.
         * @example 1440
         */
        HeatmapMaxWidth: number;
        /**
         * @description Whether each time counts, or each distinct id once.
         * @example unique_visitors
         */
        HeatmapAggregation: "total_count" | "unique_visitors";
        /**
         * @description Whether only sessions count whose events meet the project's `test_account_filters`, as of recordings.
         * @example true
         */
        HeatmapTestAccounts: boolean;
        /**
         * @description Only changes of this kind of items.
         * @example Dashboard
         */
        ActivityScope: components["schemas"]["ActivityScope"];
        /** @description Only changes of the item with this `id`. Needs `scope`. */
        ActivityItem: string;
        /**
         * @description Only changes by the user with this `id`, or by the member with this `uuid`.
         * @example 1
         */
        ActivityUser: string;
        /**
         * @description Only flags whose key or name contains this text, in upper or lower case.
         * @example checkout
         */
        FlagSearch: string;
        /**
         * @description Only flags that are on (`true`) or off (`false`), or that are `STALE`: older than 30 days, and nobody has asked for
         *     them in the last 30 days, or all got the same value, as events named `$feature_flag_called` say. Up to ten minutes old.
         * @example STALE
         */
        FlagActive: "true" | "false" | "STALE";
        /**
         * @description The `id` of the flag.
         * @example 3
         */
        FlagId: string;
        /** @description What is changed, which is always a flag. */
        ScheduledModel: "FeatureFlag";
        /**
         * @description Only changes of the flag with this `id`.
         * @example 7
         */
        ScheduledRecord: string;
        /**
         * @description The `id` of the scheduled change.
         * @example 3
         */
        ScheduledChangeId: string;
        /**
         * @description The id of the project, or `@current` for the project of `token`. Without that, `@current` is the only project of the
         *     key's user. A project that the user cannot access is answered with 404.
         * @example @current
         */
        ProjectIdOrCurrent: string;
        /**
         * @description The `id` or the `key` of the flag. What is an `id` and a `key` of different flags names the former.
         * @example banner
         */
        FlagIdOrKey: string;
        /**
         * @description The API key of the project. The user of the personal API key must have access to this project. It is required for
         *     `@current` if the user has several projects. With the id of another project the response is 404.
         * @example phc_fjordbikes4Q7wZk2mXr9TnLb
         */
        ProjectTokenCurrent: string;
        /**
         * @description The id of the erasure.
         * @example 019ce2b7-64f2-7a0e-9d1b-5c8e3f7a2b40
         */
        ErasureId: string;
        /**
         * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
         *     not belong to is answered with 404.
         * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
         */
        OrganizationId: string;
        /**
         * @description The id of the invite.
         * @example 019ce18a-dca0-76d0-b93a-2e7f514c8d29
         */
        InviteId: string;
        /**
         * @description The `id` or the `uuid` of the user.
         * @example 7
         */
        MemberId: string;
        /**
         * @description The id of the key.
         * @example k7mw-3xq9
         */
        PersonalKeyId: string;
        /**
         * @description The id of the session.
         * @example 0d5ce6f1-5f2c-4a8e-9a4e-0f6a7c1b2d3e
         */
        SessionId: string;
        /**
         * @description The id of the passkey.
         * @example 5f0c6a3e-8c3f-4a37-9d0e-2b7f1c9a6d10
         */
        PasskeyId: string;
        /**
         * @description The id of a provider in `/api/sign_in`.
         * @example okta
         */
        SignInProvider: string;
        /**
         * @description What the provider exchanges for the account, once.
         * @example 4uLmB8cVqT1xN0aZfWkE6yGh
         */
        SignInCode: string;
        /**
         * @description What the service gave to the provider when the browser began.
         * @example Rj2sPdUo9iMt3bKe7wL4uLmB8cVqT1xN0aZfWkE6yGh
         */
        SignInState: string;
        /**
         * @description The issuer that the provider says it is.
         * @example https://example.okta.com
         */
        SignInIssuer: string;
        /**
         * @description Why the provider did not sign the person in.
         * @example access_denied
         */
        SignInError: string;
        /**
         * @description The secret at the end of the link in the invite's mail.
         * @example inv_mY3kqT7vB9xLr2Zd8sWf4JhN6cPgA1uEoRiQyXtDbVK
         */
        InviteSecret: string;
        /**
         * @description The last part of the link.
         * @example shr_q1Vb7ZtXnM4cKd9WfRy2LhGs6JpEu8Ao3TiNxQvBz0w
         */
        ShareToken: string;
        /**
         * @description The `short_id` of a question that is shared.
         * @example kT3vQ8xZ
         */
        SharedInsight: string;
        /**
         * @description Begin of the time, as in `QueryDateRange`, not the saved one. SQL, lists and retention keep theirs.
         * @example -30d
         */
        SharedDateFrom: "-24h" | "dStart" | "-7d" | "-14d" | "-30d" | "-90d" | "mStart" | "-12m";
        /** @description Whether there are tools that change or erase something. A read-only key is then answered with 403. */
        McpWrite: boolean;
        /** @description The id of the only project that tools may concern; all of the user's projects if absent. */
        McpProject: string;
        /** @description Where a page of a browser is from. Another origin than that of the service is answered with 403. */
        Origin: string;
        /** @description The version of the protocol, which `initialize` has chosen. */
        McpProtocolVersion: "2025-11-25" | "2025-06-18" | "2025-03-26";
    };
    requestBodies: {
        /**
         * @description Events in any shape, plain or encoded:
         *
         *     - **JSON**: one event, a list of events, or a batch.
         *     - **Form**: the JSON in the field `data`, in base64. With `compression=lz64` in the form or the query, `data` is
         *       the output of lz-string's `compressToBase64`.
         *     - **JSON lines**: one event in each line, as `application/x-ndjson`, `application/ndjson` or `application/jsonl`.
         *     - **Text or bytes**: the JSON as plain text, gzip, base64, or gzip in base64.
         */
        ClientEvents: {
            content: {
                "application/json": components["schemas"]["ClientEvents"];
                "application/x-www-form-urlencoded": components["schemas"]["ClientForm"];
                "application/x-ndjson": string;
                "text/plain": string;
            };
        };
        /** @description An event in parts, or events as in `/e/`. */
        EventParts: {
            content: {
                "application/json": components["schemas"]["ClientEvents"];
                "application/x-www-form-urlencoded": components["schemas"]["ClientForm"];
                "application/x-ndjson": string;
                "text/plain": string;
                "multipart/form-data": {
                    /** @description The event, with or without its properties. */
                    event: components["schemas"]["ClientEvent"];
                    /** @description The properties, if they are not in the event. */
                    "event.properties"?: {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
    };
    headers: {
        /**
         * @description Identifies this request in the logs of the service: the `X-Request-Id` of the request if it has 1 to 64 letters,
         *     digits, `_`, `.`, `:` and `-`, else a new one.
         * @example req-7f3a9c21d4
         */
        "X-Request-Id": string;
        /**
         * @description How many whole seconds to wait before the next attempt.
         * @example 5
         */
        "Retry-After": number;
        /**
         * @description Identifies the content. It differs for other content and for the same content without compression.
         * @example "4be0643f1d98573b-gzip"
         */
        ETag: string;
        /**
         * @description How many seconds any cache may reuse the script.
         * @example public, max-age=3600
         */
        "Cache-Control-Script": string;
        /**
         * @description Only the caller's own cache may keep snapshots, and asks the service before it reuses them (`If-None-Match`), because
         *     a recording may be deleted.
         * @example private, no-cache
         */
        "Cache-Control-Snapshots": "private, no-cache";
        /**
         * @description `bytes` if a part of the content may be requested.
         * @example bytes
         */
        "Accept-Ranges": "bytes" | "none";
        /**
         * @description The range of these bytes and the size of the file.
         * @example bytes 0-1023/48210
         */
        "Content-Range": string;
        /**
         * @description The URL of the file. It is valid for some minutes and needs no key.
         * @example https://recordings.s3.eu-north-1.amazonaws.com/session_recordings/project_id/1/session_id/019cde10/data/1773252130412-1773252340902?X-Amz-Expires=300&X-Amz-Signature=5d67
         */
        Location: string;
        /**
         * @description The size of the file in bytes.
         * @example bytes *\/48210
         */
        "Content-Size": string;
        /**
         * @description The name under which browsers keep the archive.
         * @example attachment; filename="person-019c23df-de80-741c-b870-e6a92d5b3f1c.zip"
         */
        "Content-Disposition-Archive": string;
        /**
         * @description Nothing may keep the response.
         * @example no-store
         */
        "Cache-Control-NoStore": "no-store";
        /**
         * @description A page of the provider, or the sign-in page of the console with the reason.
         * @example https://example.okta.com/oauth2/v1/authorize?response_type=code&client_id=0oa1&code_challenge_method=S256
         */
        "Location-Provider": string;
        /**
         * @description The cookie `sightline_sign_in`, which binds the sign-in to the browser for ten minutes: `HttpOnly`, `SameSite=Lax`,
         *     and `Secure` if the address of the service begins with `https:`. Absent if the provider cannot be reached.
         * @example sightline_sign_in=4uLmB8cVqT0wZ1aYx7Rn3KpHd5Gs2JfE6oMiCbUtWvX; Path=/api/sign_in/oidc; Max-Age=600; HttpOnly; SameSite=Lax; Secure
         */
        "Set-Cookie-SignIn": string;
        /**
         * @description A page of the console. On the sign-in page, `refused` is the reason: `unavailable`, `expired`, `denied`, `unverified`,
         *     `stranger`, `other_account`, `throttled` or `failed`.
         * @example https://analytics.example.com/#/sign-in?refused=stranger&provider=okta
         */
        "Location-Console": string;
        /**
         * @description The cookie `sightline_session`, or its removal: `HttpOnly`, `SameSite=Lax`, and `Secure` if the address of the service
         *     begins with `https:`.
         * @example sightline_session=ses_4uLmB8cVqT0wZ1aYx7Rn3KpHd5Gs2JfE6oMiCbUtWvX; Path=/; HttpOnly; SameSite=Lax; Secure
         */
        "Set-Cookie-Session": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    capture: {
        parameters: {
            query?: {
                /** @description The project, if the key is a personal API key and the body has no `project_id`. Ignored with a project API key. */
                project_id?: components["parameters"]["ProjectIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event and the key. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaptureRequest"];
            };
        };
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["CaptureBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            403: components["responses"]["ReadOnlyKey"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    batch: {
        parameters: {
            query?: {
                /** @description The project, if the key is a personal API key and the body has no `project_id`. Ignored with a project API key. */
                project_id?: components["parameters"]["ProjectIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The events and the key. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["BatchBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            403: components["responses"]["ReadOnlyKey"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    decide: {
        parameters: {
            query?: {
                /**
                 * @description The version of the response. 1: a list of the keys of enabled flags. 2: a map from flag key to boolean or variant. 3:
                 *     also disabled flags, payloads and `errorComputingFlags`. 4: a map from flag key to details of the flag, as in
                 *     `/flags/`. Versions 1 and 2 are kept for older clients.
                 * @example 3
                 */
                v?: components["parameters"]["DecideVersion"];
                /** @description The project, if the key is a personal API key and the body has no `project_id`. Ignored with a project API key. */
                project_id?: components["parameters"]["ProjectIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The user to evaluate flags for, and the key. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideRequest"];
            };
        };
        responses: {
            /** @description The decision, in the requested version. */
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
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    flags: {
        parameters: {
            query?: {
                /**
                 * @description Whether to return the settings of client libraries as well (`true`).
                 * @example true
                 */
                config?: components["parameters"]["WithConfig"];
                /** @description The project, if the key is a personal API key and the body has no `project_id`. Ignored with a project API key. */
                project_id?: components["parameters"]["ProjectIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The user to evaluate flags for, and the key. */
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
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    get_e: {
        parameters: {
            query: {
                /**
                 * @description The JSON of one event, a list of events or a batch, in base64, with gzip in it or as `compression` states. The address
                 *     and the headers of a request together may have 16 KB; longer ones are answered with 431.
                 * @example eyJldmVudCI6ImJpa2VfY29uZmlndXJlZCIsInByb3BlcnRpZXMiOnsidG9rZW4iOiJwaGNfZmpvcmRiaWtlczRRN3daazJtWHI5VG5MYiIsImRpc3RpbmN0X2lkIjoiY3VzdG9tZXItNDgxMiJ9fQ==
                 */
                data: components["parameters"]["EventsData"];
                /**
                 * @description The encoding of the body: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` must be stated;
                 *     the others are detected. A form may state it in its `compression` field, and `Content-Encoding: gzip` works as well.
                 *     So do `br`, `deflate` and, where the service's Node has it (22.15 and later), `zstd`. Other encodings are answered
                 *     with 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the clock of the client, in milliseconds since 1970. It is used as `sent_at` if the body
                 *     has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
                /**
                 * @description As `_`, from newer browser libraries; a time in ISO 8601, too. It is used as `sent_at` if the body has none.
                 * @example 1773308463250
                 */
                sent_at?: components["parameters"]["SendingTimeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["ClientEventsBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            403: components["responses"]["ReadOnlyKey"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    capture_e: {
        parameters: {
            query?: {
                /**
                 * @description The encoding of the body: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` must be stated;
                 *     the others are detected. A form may state it in its `compression` field, and `Content-Encoding: gzip` works as well.
                 *     So do `br`, `deflate` and, where the service's Node has it (22.15 and later), `zstd`. Other encodings are answered
                 *     with 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the clock of the client, in milliseconds since 1970. It is used as `sent_at` if the body
                 *     has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
                /**
                 * @description As `_`, from newer browser libraries; a time in ISO 8601, too. It is used as `sent_at` if the body has none.
                 * @example 1773308463250
                 */
                sent_at?: components["parameters"]["SendingTimeQuery"];
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
            403: components["responses"]["ReadOnlyKey"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    capture_i_v0_e: {
        parameters: {
            query?: {
                /**
                 * @description The encoding of the body: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` must be stated;
                 *     the others are detected. A form may state it in its `compression` field, and `Content-Encoding: gzip` works as well.
                 *     So do `br`, `deflate` and, where the service's Node has it (22.15 and later), `zstd`. Other encodings are answered
                 *     with 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the clock of the client, in milliseconds since 1970. It is used as `sent_at` if the body
                 *     has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
                /**
                 * @description As `_`, from newer browser libraries; a time in ISO 8601, too. It is used as `sent_at` if the body has none.
                 * @example 1773308463250
                 */
                sent_at?: components["parameters"]["SendingTimeQuery"];
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
            403: components["responses"]["ReadOnlyKey"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    capture_i_v0_ai: {
        parameters: {
            query?: {
                /**
                 * @description The encoding of the body: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` must be stated;
                 *     the others are detected. A form may state it in its `compression` field, and `Content-Encoding: gzip` works as well.
                 *     So do `br`, `deflate` and, where the service's Node has it (22.15 and later), `zstd`. Other encodings are answered
                 *     with 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the clock of the client, in milliseconds since 1970. It is used as `sent_at` if the body
                 *     has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
                /**
                 * @description As `_`, from newer browser libraries; a time in ISO 8601, too. It is used as `sent_at` if the body has none.
                 * @example 1773308463250
                 */
                sent_at?: components["parameters"]["SendingTimeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["EventParts"];
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["ClientEventsBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            403: components["responses"]["ReadOnlyKey"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    capture_i_v0_ai_batch: {
        parameters: {
            query?: {
                /**
                 * @description The encoding of the body: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` must be stated;
                 *     the others are detected. A form may state it in its `compression` field, and `Content-Encoding: gzip` works as well.
                 *     So do `br`, `deflate` and, where the service's Node has it (22.15 and later), `zstd`. Other encodings are answered
                 *     with 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the clock of the client, in milliseconds since 1970. It is used as `sent_at` if the body
                 *     has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
                /**
                 * @description As `_`, from newer browser libraries; a time in ISO 8601, too. It is used as `sent_at` if the body has none.
                 * @example 1773308463250
                 */
                sent_at?: components["parameters"]["SendingTimeQuery"];
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
            403: components["responses"]["ReadOnlyKey"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    analytics_events: {
        parameters: {
            query?: {
                /** @description The project, if the key is a personal API key and the body has no `project_id`. Ignored with a project API key. */
                project_id?: components["parameters"]["ProjectIdQuery"];
            };
            header?: {
                /**
                 * @description The name and the version of the library. They become the properties `$lib` and `$lib_version` of each event that has
                 *     none. Of another form or longer than 100 characters, it is ignored.
                 * @example posthog-python/7.91.1
                 */
                "PostHog-Sdk-Info"?: components["parameters"]["LibraryHeader"];
                /**
                 * @description When the request was sent, by the clock of the client. It is used as `sent_at`.
                 * @example 2026-03-12T09:42:18.123Z
                 */
                "PostHog-Request-Timestamp"?: components["parameters"]["SendingTimeHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The events. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnsweredBatchRequest"];
            };
        };
        responses: {
            /**
             * @description The request was well formed and its key is valid. The events that are not dropped are stored durably and will be
             *     processed shortly.
             */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResults"];
                };
            };
            400: components["responses"]["BatchBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            403: components["responses"]["ReadOnlyKey"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    capture_s: {
        parameters: {
            query?: {
                /**
                 * @description The encoding of the body: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` must be stated;
                 *     the others are detected. A form may state it in its `compression` field, and `Content-Encoding: gzip` works as well.
                 *     So do `br`, `deflate` and, where the service's Node has it (22.15 and later), `zstd`. Other encodings are answered
                 *     with 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the clock of the client, in milliseconds since 1970. It is used as `sent_at` if the body
                 *     has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
                /**
                 * @description As `_`, from newer browser libraries; a time in ISO 8601, too. It is used as `sent_at` if the body has none.
                 * @example 1773308463250
                 */
                sent_at?: components["parameters"]["SendingTimeQuery"];
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
            403: components["responses"]["ReadOnlyKey"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    get_track: {
        parameters: {
            query: {
                /**
                 * @description The JSON of one event, a list of events or a batch, in base64, with gzip in it or as `compression` states. The address
                 *     and the headers of a request together may have 16 KB; longer ones are answered with 431.
                 * @example eyJldmVudCI6ImJpa2VfY29uZmlndXJlZCIsInByb3BlcnRpZXMiOnsidG9rZW4iOiJwaGNfZmpvcmRiaWtlczRRN3daazJtWHI5VG5MYiIsImRpc3RpbmN0X2lkIjoiY3VzdG9tZXItNDgxMiJ9fQ==
                 */
                data: components["parameters"]["EventsData"];
                /**
                 * @description The encoding of the body: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` must be stated;
                 *     the others are detected. A form may state it in its `compression` field, and `Content-Encoding: gzip` works as well.
                 *     So do `br`, `deflate` and, where the service's Node has it (22.15 and later), `zstd`. Other encodings are answered
                 *     with 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the clock of the client, in milliseconds since 1970. It is used as `sent_at` if the body
                 *     has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
                /**
                 * @description As `_`, from newer browser libraries; a time in ISO 8601, too. It is used as `sent_at` if the body has none.
                 * @example 1773308463250
                 */
                sent_at?: components["parameters"]["SendingTimeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventsAccepted"];
            400: components["responses"]["ClientEventsBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            403: components["responses"]["ReadOnlyKey"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    capture_track: {
        parameters: {
            query?: {
                /**
                 * @description The encoding of the body: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` must be stated;
                 *     the others are detected. A form may state it in its `compression` field, and `Content-Encoding: gzip` works as well.
                 *     So do `br`, `deflate` and, where the service's Node has it (22.15 and later), `zstd`. Other encodings are answered
                 *     with 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the clock of the client, in milliseconds since 1970. It is used as `sent_at` if the body
                 *     has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
                /**
                 * @description As `_`, from newer browser libraries; a time in ISO 8601, too. It is used as `sent_at` if the body has none.
                 * @example 1773308463250
                 */
                sent_at?: components["parameters"]["SendingTimeQuery"];
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
            403: components["responses"]["ReadOnlyKey"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    capture_engage: {
        parameters: {
            query?: {
                /**
                 * @description The encoding of the body: `gzip` or `gzip-js`, `lz64` (lz-string, in base64) or `base64`. Only `lz64` must be stated;
                 *     the others are detected. A form may state it in its `compression` field, and `Content-Encoding: gzip` works as well.
                 *     So do `br`, `deflate` and, where the service's Node has it (22.15 and later), `zstd`. Other encodings are answered
                 *     with 415.
                 * @example gzip-js
                 */
                compression?: components["parameters"]["Compression"];
                /**
                 * @description When the request was sent, by the clock of the client, in milliseconds since 1970. It is used as `sent_at` if the body
                 *     has none.
                 * @example 1773308463250
                 */
                _?: components["parameters"]["SendingClock"];
                /**
                 * @description As `_`, from newer browser libraries; a time in ISO 8601, too. It is used as `sent_at` if the body has none.
                 * @example 1773308463250
                 */
                sent_at?: components["parameters"]["SendingTimeQuery"];
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
            403: components["responses"]["ReadOnlyKey"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["IngestionUnavailable"];
        };
    };
    remote_config: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of content that the client already has. If it is still current, the response is 304. For
                 *     snapshots only with `key`.
                 * @example "4be0643f1d98573b-gzip"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
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
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteConfig"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["ProjectKeyUnauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    remote_config_script: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of content that the client already has. If it is still current, the response is 304. For
                 *     snapshots only with `key`.
                 * @example "4be0643f1d98573b-gzip"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
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
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["ProjectKeyUnauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    client_script: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of content that the client already has. If it is still current, the response is 304. For
                 *     snapshots only with `key`.
                 * @example "4be0643f1d98573b-gzip"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The name of the script.
                 * @example array.js
                 */
                file: components["parameters"]["ScriptFile"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Script"];
            304: components["responses"]["NotModified"];
            404: components["responses"]["ScriptNotFound"];
            429: components["responses"]["Throttled"];
        };
    };
    client_script_version: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of content that the client already has. If it is still current, the response is 304. For
                 *     snapshots only with `key`.
                 * @example "4be0643f1d98573b-gzip"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The required version of posthog-js.
                 * @example 1.449.2
                 */
                version: components["parameters"]["ScriptVersion"];
                /**
                 * @description The name of the script.
                 * @example array.js
                 */
                file: components["parameters"]["ScriptFile"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Script"];
            304: components["responses"]["NotModified"];
            404: components["responses"]["ScriptNotFound"];
            429: components["responses"]["Throttled"];
        };
    };
    ofrep_evaluate_flags: {
        parameters: {
            query?: {
                /** @description The project, if the key is a personal API key and the body has no `project_id`. Ignored with a project API key. */
                project_id?: components["parameters"]["ProjectIdQuery"];
                /**
                 * @description The `etag` of the event that made the client ask. If this node does not have that version of the flags yet, it reads
                 *     them before it answers.
                 */
                flagConfigEtag?: components["parameters"]["FlagConfigEtag"];
            };
            header?: {
                /** @description The project API key, if it is not in `Authorization`. */
                "X-API-Key"?: components["parameters"]["ApiKeyHeader"];
                /**
                 * @description The `ETag` of content that the client already has. If it is still current, the response is 304. For
                 *     snapshots only with `key`.
                 * @example "4be0643f1d98573b-gzip"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The context to evaluate flags for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfrepRequest"];
            };
        };
        responses: {
            /** @description The evaluations. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfrepEvaluations"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["OfrepBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    ofrep_evaluate_flag: {
        parameters: {
            query?: {
                /** @description The project, if the key is a personal API key and the body has no `project_id`. Ignored with a project API key. */
                project_id?: components["parameters"]["ProjectIdQuery"];
                /**
                 * @description The `etag` of the event that made the client ask. If this node does not have that version of the flags yet, it reads
                 *     them before it answers.
                 */
                flagConfigEtag?: components["parameters"]["FlagConfigEtag"];
            };
            header?: {
                /** @description The project API key, if it is not in `Authorization`. */
                "X-API-Key"?: components["parameters"]["ApiKeyHeader"];
            };
            path: {
                /**
                 * @description The key of the flag.
                 * @example one-page-checkout
                 */
                key: components["parameters"]["FlagKey"];
            };
            cookie?: never;
        };
        /** @description The context to evaluate the flag for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfrepRequest"];
            };
        };
        responses: {
            /** @description The evaluation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfrepEvaluation"];
                };
            };
            400: components["responses"]["OfrepBadRequest"];
            401: components["responses"]["PublicUnauthorized"];
            404: components["responses"]["OfrepFlagNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    ofrep_event_stream: {
        parameters: {
            query?: {
                /** @description The project API key. Browsers cannot send headers here. */
                api_key?: string;
                /**
                 * @description The `etag` of the event that made the client ask. If this node does not have that version of the flags yet, it reads
                 *     them before it answers.
                 */
                flagConfigEtag?: components["parameters"]["FlagConfigEtag"];
            };
            header?: {
                /** @description The `id` of the last event that the client has received. It precedes `flagConfigEtag`. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, until either side closes the connection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["ProjectKeyUnauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    local_evaluation: {
        parameters: {
            query?: {
                /**
                 * @description The API key of the project. The user of the personal API key must have access to this project. It is required, here or
                 *     in the header `X-PostHog-Project-Api-Key`.
                 * @example phc_fjordbikes4Q7wZk2mXr9TnLb
                 */
                token?: components["parameters"]["ProjectTokenQuery"];
            };
            header?: {
                /**
                 * @description The API key of the project, as some libraries send it instead of `token`. If both are present, `token` counts.
                 * @example phc_fjordbikes4Q7wZk2mXr9TnLb
                 */
                "X-PostHog-Project-Api-Key"?: components["parameters"]["ProjectTokenHeader"];
                /**
                 * @description The `ETag` of content that the client already has. If it is still current, the response is 304. For
                 *     snapshots only with `key`.
                 * @example "4be0643f1d98573b-gzip"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FlagDefinitions"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["DefinitionsBadRequest"];
            401: components["responses"]["DefinitionsUnauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    flag_definitions: {
        parameters: {
            query?: {
                /**
                 * @description The API key of the project. The user of the personal API key must have access to this project. It is required, here or
                 *     in the header `X-PostHog-Project-Api-Key`.
                 * @example phc_fjordbikes4Q7wZk2mXr9TnLb
                 */
                token?: components["parameters"]["ProjectTokenQuery"];
            };
            header?: {
                /**
                 * @description The API key of the project, as some libraries send it instead of `token`. If both are present, `token` counts.
                 * @example phc_fjordbikes4Q7wZk2mXr9TnLb
                 */
                "X-PostHog-Project-Api-Key"?: components["parameters"]["ProjectTokenHeader"];
                /**
                 * @description The `ETag` of content that the client already has. If it is still current, the response is 304. For
                 *     snapshots only with `key`.
                 * @example "4be0643f1d98573b-gzip"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FlagDefinitions"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["DefinitionsBadRequest"];
            401: components["responses"]["DefinitionsUnauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    surveys: {
        parameters: {
            query?: {
                /**
                 * @description The API key of the project. Without it, the answer is 401.
                 * @example phc_fjordbikes4Q7wZk2mXr9TnLb
                 */
                token?: components["parameters"]["ClientToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The surveys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Surveys"];
                };
            };
            401: components["responses"]["ProjectKeyUnauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["DecisionUnavailable"];
        };
    };
    early_access_features: {
        parameters: {
            query?: {
                /**
                 * @description The API key of the project. Without it, the answer is 401.
                 * @example phc_fjordbikes4Q7wZk2mXr9TnLb
                 */
                token?: components["parameters"]["ClientToken"];
                /**
                 * @description The wanted stages; beta if absent.
                 * @example [
                 *       "concept",
                 *       "beta"
                 *     ]
                 */
                stage?: components["parameters"]["FeatureStage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The features. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarlyAccessFeatures"];
                };
            };
            400: components["responses"]["FeaturesBadRequest"];
            401: components["responses"]["ProjectKeyUnauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["DecisionUnavailable"];
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
            /** @description An empty list. */
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
            /** @description An empty list. */
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
    projects_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of projects. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedProjects"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    projects_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    projects_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project is removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    projects_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The settings to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectPatch"];
            };
        };
        responses: {
            /** @description The project as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["ProjectBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    project_health_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health of the node that answers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectHealth"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    project_keys_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKeys"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    project_keys_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The key to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectKeyRequest"];
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKey"];
                };
            };
            400: components["responses"]["ProjectKeyBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    project_keys_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the project API key, not the key itself.
                 * @example p4ab-9xkq
                 */
                id: components["parameters"]["ProjectKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key was revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectKeyNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    session_recordings_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only recordings that started at this time or later. A date without a time means the start of that day, in UTC.
                 * @example 2026-03-01T00:00:00Z
                 */
                date_from?: components["parameters"]["RecordingDateFrom"];
                /**
                 * @description Only recordings that started at this time or earlier. A date without a time means the end of that day, in UTC.
                 * @example 2026-03-31
                 */
                date_to?: components["parameters"]["RecordingDateTo"];
                /**
                 * @description Only recordings of this person, that is, those whose `distinct_id` belongs to the person. A person with more than
                 *     10,000 distinct ids is refused.
                 * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
                 */
                person_uuid?: components["parameters"]["RecordingPersonUuid"];
                /**
                 * @description Only recordings of persons whose property `email` is this address, as in the list of persons. More than 100 such
                 *     persons, or more than 10,000 distinct ids of them, are refused.
                 * @example maja.lind@post.example
                 */
                person_email?: components["parameters"]["RecordingPersonEmail"];
                /**
                 * @description Only recordings with this `distinct_id`.
                 * @example customer-4812
                 */
                distinct_id?: components["parameters"]["RecordingDistinctId"];
                /**
                 * @description Only these recordings, up to 100 in total. Repeat the parameter, or use a comma-separated list or a JSON array of
                 *     strings.
                 * @example [
                 *       "019cde10-366c-7c3e-8f10-2a6d4b9e1c77",
                 *       "019ce16b-c892-7a1f-9b5c-07e83d24f6ab"
                 *     ]
                 */
                session_ids?: components["parameters"]["RecordingSessionIds"];
                /**
                 * @description Only recordings whose `recording_duration` is at least this number of seconds.
                 * @example 60
                 */
                min_duration?: components["parameters"]["RecordingMinDuration"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
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
                 * @description The recordings whose properties to return, up to 100 in total. Repeat the parameter, or use a comma-separated list or
                 *     a JSON array of strings. If absent, the newest recording of the project is used. Unknown ids are left out of the
                 *     response.
                 */
                session_ids?: components["parameters"]["SessionIds"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest recording and the properties of all. */
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
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the recording, which is the `$session_id` of its snapshots. To retrieve one called `properties`, write
                 *     `%70roperties`: the plain path is that of another operation.
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
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the recording, which is the `$session_id` of its snapshots. To retrieve one called `properties`, write
                 *     `%70roperties`: the plain path is that of another operation.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording was deleted. */
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
    session_recordings_outline_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the recording, which is the `$session_id` of its snapshots. To retrieve one called `properties`, write
                 *     `%70roperties`: the plain path is that of another operation.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outline. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingOutline"];
                };
            };
            401: components["responses"]["Unauthorized"];
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
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the recording, which is the `$session_id` of its snapshots. To retrieve one called `properties`, write
                 *     `%70roperties`: the plain path is that of another operation.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pinned recording. */
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
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the recording, which is the `$session_id` of its snapshots. To retrieve one called `properties`, write
                 *     `%70roperties`: the plain path is that of another operation.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user no longer pins the recording. */
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
                /**
                 * @description The storage place to read snapshots from, as listed in `sources`. If present, the response is JSON lines. If absent,
                 *     see the description of the operation.
                 */
                source?: components["parameters"]["SnapshotSource"];
                /**
                 * @description One file of the storage place, as listed in `sources`. Requires `source`. If absent, all snapshots of the place are
                 *     returned in chronological order.
                 */
                key?: components["parameters"]["SnapshotKey"];
                /**
                 * @description `false` for clients that must not be redirected to another host, such as pages with a strict Content-Security-Policy.
                 *     The service then returns the file itself, whatever its settings. Only with `key`.
                 */
                redirect?: components["parameters"]["SnapshotRedirect"];
            };
            header?: {
                /**
                 * @description The `ETag` of content that the client already has. If it is still current, the response is 304. For
                 *     snapshots only with `key`.
                 * @example "4be0643f1d98573b-gzip"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description The part of a file to return, in bytes of its gzip form. Only with `key`, and only for clients that accept gzip.
                 *     Otherwise, or if it contains several ranges, it is ignored.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /**
                 * @description The `ETag` that `Range` applies to. If the content has a different one, the response is the whole content.
                 * @example "4be0643f1d98573b-gzip"
                 */
                "If-Range"?: components["parameters"]["If-Range"];
            };
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the recording, which is the `$session_id` of its snapshots. To retrieve one called `properties`, write
                 *     `%70roperties`: the plain path is that of another operation.
                 * @example 019cde10-366c-7c3e-8f10-2a6d4b9e1c77
                 */
                id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The storage places of the snapshots, or the snapshots. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control-Snapshots"];
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
            /** @description The requested part of the file. */
            206: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control-Snapshots"];
                    ETag: components["headers"]["ETag"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["FilePart"];
                };
            };
            /** @description The file is available at `Location`, as gzip. */
            302: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control-Snapshots"];
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client already has the content of the file. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control-Snapshots"];
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
    persons_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only the person with this distinct id.
                 * @example customer-4812
                 */
                distinct_id?: components["parameters"]["PersonDistinctId"];
                /**
                 * @description Only persons whose property `email` is this address, in upper or lower case. A property of more than 320 characters is
                 *     not found.
                 * @example maja.lind@post.example
                 */
                email?: components["parameters"]["PersonEmail"];
                /**
                 * @description Only persons of whom a distinct id, or the property `email` or `name`, contains this text, in upper or lower case.
                 * @example lind@post
                 */
                search?: components["parameters"]["PersonSearch"];
                /**
                 * @description A JSON list of up to 20 conditions on properties of the person, which must all be met. Each is an object as in
                 *     `QueryPropertyFilter`: `key`, `operator` (`exact` by default) and `value`; `type` is `person`.
                 * @example [{"key":"plan","value":["pro","team"]},{"key":"seats","operator":"gt","value":10}]
                 */
                properties?: components["parameters"]["PersonProperties"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of persons. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedPersons"];
                };
            };
            400: components["responses"]["PersonsBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    persons_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The UUID of the person, or one of its distinct ids. If a text is both the UUID of one person and a distinct id of
                 *     another, it means the UUID.
                 * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
                 */
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    persons_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The UUID of the person, or one of its distinct ids. If a text is both the UUID of one person and a distinct id of
                 *     another, it means the UUID.
                 * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
                 */
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What has the id will be erased. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    groups_list: {
        parameters: {
            query: {
                /**
                 * @description The type of the groups, by its index.
                 * @example 0
                 */
                group_type_index: components["parameters"]["GroupTypeIndex"];
                /**
                 * @description Only groups whose key or properties contain this text, in upper or lower case.
                 * @example nordlys
                 */
                search?: components["parameters"]["GroupSearch"];
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedGroups"];
                };
            };
            400: components["responses"]["GroupsBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    groups_find_retrieve: {
        parameters: {
            query: {
                /**
                 * @description The type of the groups, by its index.
                 * @example 0
                 */
                group_type_index: components["parameters"]["GroupTypeIndex"];
                /**
                 * @description The key of the group.
                 * @example nordlys
                 */
                group_key: components["parameters"]["GroupKey"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["GroupBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    groups_types_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All types; at most 100. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupType"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    persons_export: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The UUID of the person, or one of its distinct ids. If a text is both the UUID of one person and a distinct id of
                 *     another, it means the UUID.
                 * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
                 */
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition-Archive"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    events_list: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of events on a page.
                 * @example 100
                 */
                limit?: components["parameters"]["EventLimit"];
                /**
                 * @description How many of the newest matching events to skip, for tools that count. `next` needs no counting, and is faster.
                 * @example 0
                 */
                offset?: components["parameters"]["EventOffset"];
                /**
                 * @description Where the page begins. Only `next` of another page has it.
                 * @example MTc3MzMwODQ2NTEyMC4xMWI0
                 */
                cursor?: components["parameters"]["EventCursor"];
                /**
                 * @description Only events with this name.
                 * @example $pageview
                 */
                event?: components["parameters"]["EventName"];
                /**
                 * @description Only events with this distinct id.
                 * @example customer-4812
                 */
                distinct_id?: components["parameters"]["EventDistinctId"];
                /**
                 * @description Only events of the person with this UUID, under any of its distinct ids. A person with more than 10,000 distinct ids is
                 *     refused.
                 * @example 019c23df-de80-741c-b870-e6a92d5b3f1c
                 */
                person_id?: components["parameters"]["EventPersonId"];
                /**
                 * @description Only events later than this time. A date without a time means the start of that day, in UTC.
                 * @example 2026-03-12T00:00:00Z
                 */
                after?: components["parameters"]["EventAfter"];
                /**
                 * @description Only events earlier than this time. A date without a time means the start of that day, in UTC.
                 * @example 2026-03-13T00:00:00Z
                 */
                before?: components["parameters"]["EventBefore"];
                /**
                 * @description A JSON list of up to 20 conditions on properties of the event, which must all be met. Each is an object as in
                 *     `QueryPropertyFilter`: `key`, `operator` (`exact` by default) and `value`; `type` is `event`.
                 * @example [{"key":"$browser","value":["Firefox","Safari"]},{"key":"price","operator":"gt","value":100}]
                 */
                properties?: components["parameters"]["EventProperties"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedEvents"];
                };
            };
            400: components["responses"]["EventsBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    events_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The UUID of the event.
                 * @example 019ce162-3b10-7c52-9a41-0f6d8e2b4c11
                 */
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredEvent"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    dead_letters_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["ShortLimit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only dead letters with exactly this reason.
                 * @example The event has more than 1 MB of properties.
                 */
                reason?: components["parameters"]["DeadLetterReason"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of dead letters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDeadLetters"];
                };
            };
            400: components["responses"]["DeadLettersBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    dead_letters_replay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description Which dead letters to store again. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeadLetterReplayRequest"];
            };
        };
        responses: {
            /** @description Dead letters were moved. They are stored within seconds if the store accepts them. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterReplay"];
                };
            };
            400: components["responses"]["DeadLetterReplayBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    event_definitions_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only names that contain this text, in upper or lower case.
                 * @example page
                 */
                search?: components["parameters"]["DefinitionSearch"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of names. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedEventDefinitions"];
                };
            };
            400: components["responses"]["DefinitionListBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    event_schemas_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["ShortLimit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of event schemas. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedEventSchemas"];
                };
            };
            400: components["responses"]["ShortPageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    event_schemas_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The event schema. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventSchemaRequest"];
            };
        };
        responses: {
            /** @description The new event schema. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSchema"];
                };
            };
            400: components["responses"]["EventSchemaBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    event_schema_drafts_list: {
        parameters: {
            query?: {
                /**
                 * @description Only events with this name.
                 * @example $pageview
                 */
                event?: components["parameters"]["EventName"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The drafts; none if there are no such events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSchemaDrafts"];
                };
            };
            /** @description The name is too long. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    event_schema_violations_list: {
        parameters: {
            query?: {
                /**
                 * @description Only events with this name.
                 * @example $pageview
                 */
                event?: components["parameters"]["EventName"];
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["ShortLimit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of violations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedEventSchemaViolations"];
                };
            };
            400: components["responses"]["ShortPageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    event_schemas_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the event schema.
                 * @example mB6uW1nQ
                 */
                id: components["parameters"]["EventSchemaId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event schema. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSchema"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    event_schemas_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the event schema.
                 * @example mB6uW1nQ
                 */
                id: components["parameters"]["EventSchemaId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event schema was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    event_schemas_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the event schema.
                 * @example mB6uW1nQ
                 */
                id: components["parameters"]["EventSchemaId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventSchemaPatch"];
            };
        };
        responses: {
            /** @description The event schema as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSchema"];
                };
            };
            400: components["responses"]["EventSchemaBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["EventSchemaConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    event_schemas_versions_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["ShortLimit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the event schema.
                 * @example mB6uW1nQ
                 */
                id: components["parameters"]["EventSchemaId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedEventSchemas"];
                };
            };
            400: components["responses"]["ShortPageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    property_definitions_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only names that contain this text, in upper or lower case.
                 * @example page
                 */
                search?: components["parameters"]["DefinitionSearch"];
                /**
                 * @description Whose properties are listed. Of persons and groups, all that are known count, and their times are those of creation.
                 * @example event
                 */
                type?: components["parameters"]["PropertyOwner"];
                /**
                 * @description Of which groups, if `type` is `group`; 0 by default.
                 * @example 0
                 */
                group_type_index?: components["parameters"]["PropertyGroupType"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of names. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedPropertyDefinitions"];
                };
            };
            400: components["responses"]["DefinitionListBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    query_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The question. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueryRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryResponse"];
                };
            };
            400: components["responses"]["QueryBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    insights_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["ShortLimit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only those whose name, description or tags contain this text, in upper or lower case.
                 * @example shop
                 */
                search?: components["parameters"]["SavedSearch"];
                /**
                 * @description Only those that were saved on purpose, or that were not.
                 * @example true
                 */
                saved?: components["parameters"]["InsightSaved"];
                /**
                 * @description Only favorites, or only others.
                 * @example false
                 */
                favorited?: components["parameters"]["InsightFavorited"];
                /**
                 * @description Only the one with this `short_id`.
                 * @example kT3vQ8xZ
                 */
                short_id?: components["parameters"]["InsightShortId"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of saved questions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedInsights"];
                };
            };
            400: components["responses"]["ShortPageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    insights_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The saved question. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InsightRequest"];
            };
        };
        responses: {
            /** @description The new saved question. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Insight"];
                };
            };
            400: components["responses"]["InsightBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    insights_retrieve: {
        parameters: {
            query?: {
                /**
                 * @description Whether the question is answered: `blocking` answers from memory if nothing has changed, `force_blocking` always
                 *     computes the answer. Without it, `result` is null.
                 * @example blocking
                 */
                refresh?: components["parameters"]["InsightRefresh"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `short_id` of the saved question, or its `id`.
                 * @example kT3vQ8xZ
                 */
                id: components["parameters"]["InsightId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved question. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Insight"];
                };
            };
            400: components["responses"]["QueryBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    insights_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `short_id` of the saved question, or its `id`.
                 * @example kT3vQ8xZ
                 */
                id: components["parameters"]["InsightId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved question was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    insights_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `short_id` of the saved question, or its `id`.
                 * @example kT3vQ8xZ
                 */
                id: components["parameters"]["InsightId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InsightPatch"];
            };
        };
        responses: {
            /** @description The saved question as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Insight"];
                };
            };
            400: components["responses"]["InsightBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RecordConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    insights_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `short_id` of the saved question, or its `id`.
                 * @example kT3vQ8xZ
                 */
                id: components["parameters"]["InsightId"];
            };
            cookie?: never;
        };
        /** @description The values. May be absent if all variables have defaults. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InsightRunRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryResponse"];
                };
            };
            400: components["responses"]["InsightRunBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    dashboards_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["ShortLimit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only those whose name, description or tags contain this text, in upper or lower case.
                 * @example shop
                 */
                search?: components["parameters"]["SavedSearch"];
                /**
                 * @description Only pinned dashboards, or only others.
                 * @example false
                 */
                pinned?: components["parameters"]["DashboardPinned"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of dashboards. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDashboards"];
                };
            };
            400: components["responses"]["ShortPageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    dashboards_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The dashboard. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardRequest"];
            };
        };
        responses: {
            /** @description The new dashboard. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            400: components["responses"]["DashboardBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    dashboards_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the dashboard.
                 * @example 48213
                 */
                id: components["parameters"]["DashboardId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dashboard. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    dashboards_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the dashboard.
                 * @example 48213
                 */
                id: components["parameters"]["DashboardId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dashboard was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    dashboards_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the dashboard.
                 * @example 48213
                 */
                id: components["parameters"]["DashboardId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardPatch"];
            };
        };
        responses: {
            /** @description The dashboard as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            400: components["responses"]["DashboardBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RecordConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    dashboards_shares_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the dashboard.
                 * @example 48213
                 */
                id: components["parameters"]["DashboardId"];
            };
            cookie?: never;
        };
        /** @description Where the page may be embedded. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ShareRequest"];
            };
        };
        responses: {
            /** @description The new link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            400: components["responses"]["ShareBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    insights_shares_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `short_id` of the saved question, or its `id`.
                 * @example kT3vQ8xZ
                 */
                id: components["parameters"]["InsightId"];
            };
            cookie?: never;
        };
        /** @description Where the page may be embedded. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ShareRequest"];
            };
        };
        responses: {
            /** @description The new link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            400: components["responses"]["ShareBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    shares_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only links to the dashboard with this `id`.
                 * @example 48213
                 */
                dashboard?: components["parameters"]["SharedDashboardId"];
                /**
                 * @description Only links to the saved question with this `id`.
                 * @example 159695193230425
                 */
                insight?: components["parameters"]["SharedInsightId"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of shares. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedShares"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    shares_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the share.
                 * @example 7
                 */
                id: components["parameters"]["ShareId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is no longer valid. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    actions_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only those whose name, description or tags contain this text, in upper or lower case.
                 * @example shop
                 */
                search?: components["parameters"]["SavedSearch"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedActions"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    actions_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The action. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionRequest"];
            };
        };
        responses: {
            /** @description The new action. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            400: components["responses"]["ActionBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    actions_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the action.
                 * @example 3
                 */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    actions_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the action.
                 * @example 3
                 */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            409: components["responses"]["ActionInUse"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    actions_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the action.
                 * @example 3
                 */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionPatch"];
            };
        };
        responses: {
            /** @description The action as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            400: components["responses"]["ActionBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ActionConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cohorts_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only those whose name, description or tags contain this text, in upper or lower case.
                 * @example shop
                 */
                search?: components["parameters"]["SavedSearch"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of cohorts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedCohorts"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cohorts_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The cohort. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CohortRequest"];
            };
        };
        responses: {
            /** @description The new cohort. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
            400: components["responses"]["CohortBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cohorts_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the cohort.
                 * @example 3
                 */
                id: components["parameters"]["CohortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cohort. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cohorts_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the cohort.
                 * @example 3
                 */
                id: components["parameters"]["CohortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cohort was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            409: components["responses"]["CohortInUse"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cohorts_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the cohort.
                 * @example 3
                 */
                id: components["parameters"]["CohortId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CohortPatch"];
            };
        };
        responses: {
            /** @description The cohort as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
            400: components["responses"]["CohortBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["CohortConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cohorts_persons_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the cohort.
                 * @example 3
                 */
                id: components["parameters"]["CohortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of persons. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedPersons"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    cohorts_persons_add: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the cohort.
                 * @example 3
                 */
                id: components["parameters"]["CohortId"];
            };
            cookie?: never;
        };
        /** @description The persons. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CohortPersons"];
            };
        };
        responses: {
            /** @description The cohort. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
            400: components["responses"]["CohortNotStatic"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cohorts_person_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the cohort.
                 * @example 3
                 */
                id: components["parameters"]["CohortId"];
            };
            cookie?: never;
        };
        /** @description The person. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CohortPerson"];
            };
        };
        responses: {
            /** @description The cohort. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
            400: components["responses"]["CohortNotStatic"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    experiments_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only those whose name, description or tags contain this text, in upper or lower case.
                 * @example shop
                 */
                search?: components["parameters"]["SavedSearch"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of experiments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedExperiments"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    experiments_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The experiment. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentRequest"];
            };
        };
        responses: {
            /** @description The new experiment. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["ExperimentBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    experiments_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the experiment.
                 * @example 3
                 */
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The experiment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    experiments_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the experiment.
                 * @example 3
                 */
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The experiment was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    experiments_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the experiment.
                 * @example 3
                 */
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentPatch"];
            };
        };
        responses: {
            /** @description The experiment as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["ExperimentBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RecordConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    experiments_results: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the experiment.
                 * @example 3
                 */
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentResults"];
                };
            };
            400: components["responses"]["ExperimentResultsBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    surveys_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only those whose name, description or tags contain this text, in upper or lower case.
                 * @example shop
                 */
                search?: components["parameters"]["SavedSearch"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of surveys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedSurveys"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    surveys_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The survey. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyRequest"];
            };
        };
        responses: {
            /** @description The new survey. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
            400: components["responses"]["SurveyBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    surveys_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the survey, which its events have as `$survey_id`.
                 * @example 019cd4a0-1c2f-7a3e-9b61-5d0f8e2a4c17
                 */
                id: components["parameters"]["SurveyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The survey. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    surveys_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the survey, which its events have as `$survey_id`.
                 * @example 019cd4a0-1c2f-7a3e-9b61-5d0f8e2a4c17
                 */
                id: components["parameters"]["SurveyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The survey was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    surveys_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the survey, which its events have as `$survey_id`.
                 * @example 019cd4a0-1c2f-7a3e-9b61-5d0f8e2a4c17
                 */
                id: components["parameters"]["SurveyId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyPatch"];
            };
        };
        responses: {
            /** @description The survey as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
            400: components["responses"]["SurveyBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RecordConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    surveys_stats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the survey, which its events have as `$survey_id`.
                 * @example 019cd4a0-1c2f-7a3e-9b61-5d0f8e2a4c17
                 */
                id: components["parameters"]["SurveyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyStats"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    early_access_feature_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of features. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedEarlyAccessFeatures"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    early_access_feature_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The feature. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EarlyAccessFeatureRequest"];
            };
        };
        responses: {
            /** @description The new feature. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarlyAccessFeature"];
                };
            };
            400: components["responses"]["EarlyAccessBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    early_access_feature_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the feature.
                 * @example 019cd4a0-2d7b-7f12-8c34-9a1e6b3d5f08
                 */
                id: components["parameters"]["EarlyAccessId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feature. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarlyAccessFeature"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    early_access_feature_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the feature.
                 * @example 019cd4a0-2d7b-7f12-8c34-9a1e6b3d5f08
                 */
                id: components["parameters"]["EarlyAccessId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feature was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    early_access_feature_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the feature.
                 * @example 019cd4a0-2d7b-7f12-8c34-9a1e6b3d5f08
                 */
                id: components["parameters"]["EarlyAccessId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EarlyAccessFeaturePatch"];
            };
        };
        responses: {
            /** @description The feature as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarlyAccessFeature"];
                };
            };
            400: components["responses"]["EarlyAccessBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RecordConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    alerts_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only alerts on the saved question with this `id`.
                 * @example 159695193230425
                 */
                insight_id?: components["parameters"]["AlertInsight"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAlerts"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    alerts_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The alert. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertRequest"];
            };
        };
        responses: {
            /** @description The new alert. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["AlertBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    alerts_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the alert.
                 * @example 019cd4a0-2d7b-7f12-8c34-9a1e6b3d5f0a
                 */
                id: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    alerts_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the alert.
                 * @example 019cd4a0-2d7b-7f12-8c34-9a1e6b3d5f0a
                 */
                id: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    alerts_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the alert.
                 * @example 019cd4a0-2d7b-7f12-8c34-9a1e6b3d5f0a
                 */
                id: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertPatch"];
            };
        };
        responses: {
            /** @description The alert as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["AlertBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RecordConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    subscriptions_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only subscriptions to the dashboard with this `id`.
                 * @example 48213
                 */
                dashboard?: components["parameters"]["SubscribedDashboard"];
                /**
                 * @description Only subscriptions to the saved question with this `id`.
                 * @example 159695193230425
                 */
                insight?: components["parameters"]["SubscribedInsight"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of subscriptions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedSubscriptions"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    subscriptions_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The subscription. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionRequest"];
            };
        };
        responses: {
            /** @description The new subscription. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["SubscriptionBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    subscriptions_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the subscription.
                 * @example 7
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    subscriptions_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the subscription.
                 * @example 7
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    subscriptions_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the subscription.
                 * @example 7
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionPatch"];
            };
        };
        responses: {
            /** @description The subscription as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["SubscriptionBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RecordConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    subscriptions_test_delivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the subscription.
                 * @example 7
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is sent. Retrieve it to see whether that worked. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            /** @description It was sent a moment ago. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    annotations_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only annotations whose content contains this text, in upper or lower case.
                 * @example release
                 */
                search?: components["parameters"]["AnnotationSearch"];
                /**
                 * @description Only annotations with this or a later `date_marker`. A date without a time means its start in UTC.
                 * @example 2026-03-01T00:00:00Z
                 */
                date_from?: components["parameters"]["AnnotationsFrom"];
                /**
                 * @description Only annotations with an earlier `date_marker`. A date without a time means its start in UTC.
                 * @example 2026-04-01T00:00:00Z
                 */
                date_to?: components["parameters"]["AnnotationsTo"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of annotations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAnnotations"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    annotations_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The annotation. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnotationRequest"];
            };
        };
        responses: {
            /** @description The new annotation. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Annotation"];
                };
            };
            400: components["responses"]["AnnotationBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    annotations_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the annotation.
                 * @example 3
                 */
                id: components["parameters"]["AnnotationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The annotation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Annotation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    annotations_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the annotation.
                 * @example 3
                 */
                id: components["parameters"]["AnnotationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The annotation was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    annotations_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the annotation.
                 * @example 3
                 */
                id: components["parameters"]["AnnotationId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnotationPatch"];
            };
        };
        responses: {
            /** @description The annotation as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Annotation"];
                };
            };
            400: components["responses"]["AnnotationBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RecordConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    error_tracking_issues_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description A part of the type, the message, the file or the function, in any case.
                 * @example basket
                 */
                search?: components["parameters"]["ErrorIssueSearch"];
                /**
                 * @description Which issues; all by default.
                 * @example active
                 */
                status?: components["parameters"]["ErrorIssueStatus"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of issues. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedErrorIssues"];
                };
            };
            /** @description A parameter is out of bounds, or the answer takes too much. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    error_tracking_issues_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the issue.
                 * @example 5f0c1d2e-8a7b-4c3d-9e1f-2a3b4c5d6e7f
                 */
                id: components["parameters"]["ErrorIssueId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issue. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorTrackingIssue"];
                };
            };
            /** @description The answer takes too much. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    error_tracking_issues_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the issue.
                 * @example 5f0c1d2e-8a7b-4c3d-9e1f-2a3b4c5d6e7f
                 */
                id: components["parameters"]["ErrorIssueId"];
            };
            cookie?: never;
        };
        /** @description The status. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErrorIssuePatch"];
            };
        };
        responses: {
            /** @description The issue as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorTrackingIssue"];
                };
            };
            /** @description There is no such status, or too many issues are resolved or suppressed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    findings_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The findings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Findings"];
                };
            };
            /** @description The answer takes too much. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    heatmaps_list: {
        parameters: {
            query?: {
                /**
                 * @description What is counted.
                 * @example rageclick
                 */
                type?: components["parameters"]["HeatmapType"];
                /**
                 * @description When the time begins, as in `QueryDateRange`.
                 * @example 2026-03-01
                 */
                date_from?: components["parameters"]["HeatmapDateFrom"];
                /**
                 * @description When the time ends, as in `QueryDateRange`; today if absent.
                 * @example -1d
                 */
                date_to?: components["parameters"]["HeatmapDateTo"];
                /**
                 * @description The address of the page, with its query and fragment.
                 * @example https://shop.example/cart
                 */
                url_exact?: components["parameters"]["HeatmapUrl"];
                /**
                 * @description A regular expression (RE2) that a part of the address matches.
                 * @example ^https://shop\.example/cart(\?.*)?$
                 */
                url_pattern?: components["parameters"]["HeatmapUrlPattern"];
                /**
                 * @description Only windows of this width or more, in pixels.
                 * @example 1024
                 */
                viewport_width_min?: components["parameters"]["HeatmapMinWidth"];
                /**
                 * @description Only windows of this width or less, in pixels.
                 * @example 1440
                 */
                viewport_width_max?: components["parameters"]["HeatmapMaxWidth"];
                /**
                 * @description Whether each time counts, or each distinct id once.
                 * @example unique_visitors
                 */
                aggregation?: components["parameters"]["HeatmapAggregation"];
                /**
                 * @description Whether only sessions count whose events meet the project's `test_account_filters`, as of recordings.
                 * @example true
                 */
                filter_test_accounts?: components["parameters"]["HeatmapTestAccounts"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Heatmap"];
                };
            };
            /** @description A parameter is invalid, or the answer takes too much. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    activity_log_list: {
        parameters: {
            query?: {
                /**
                 * @description Only changes of this kind of items.
                 * @example Dashboard
                 */
                scope?: components["parameters"]["ActivityScope"];
                /** @description Only changes of the item with this `id`. Needs `scope`. */
                item_id?: components["parameters"]["ActivityItem"];
                /**
                 * @description Only changes by the user with this `id`, or by the member with this `uuid`.
                 * @example 1
                 */
                user?: components["parameters"]["ActivityUser"];
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedActivityLog"];
                };
            };
            400: components["responses"]["ActivityBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    project_document_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, in OpenAPI 3.1. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDocument"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    feature_flags_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only flags whose key or name contains this text, in upper or lower case.
                 * @example checkout
                 */
                search?: components["parameters"]["FlagSearch"];
                /**
                 * @description Only flags that are on (`true`) or off (`false`), or that are `STALE`: older than 30 days, and nobody has asked for
                 *     them in the last 30 days, or all got the same value, as events named `$feature_flag_called` say. Up to ten minutes old.
                 * @example STALE
                 */
                active?: components["parameters"]["FlagActive"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of flags. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedFeatureFlags"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    feature_flags_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The flag. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeatureFlagRequest"];
            };
        };
        responses: {
            /** @description The new flag. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlag"];
                };
            };
            400: components["responses"]["FeatureFlagBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    feature_flags_evaluate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description For whom to evaluate the flags. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagEvaluationRequest"];
            };
        };
        responses: {
            /** @description All flags of the project, by key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedFlags"];
                };
            };
            400: components["responses"]["FlagEvaluationBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    feature_flags_preview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The flag. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagPreviewRequest"];
            };
        };
        responses: {
            /** @description How many persons get which value. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagPreview"];
                };
            };
            400: components["responses"]["FeatureFlagBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    feature_flags_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the flag.
                 * @example 3
                 */
                id: components["parameters"]["FlagId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flag. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlag"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["FeatureFlagNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    feature_flags_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the flag.
                 * @example 3
                 */
                id: components["parameters"]["FlagId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flag was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["FeatureFlagNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    feature_flags_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the flag.
                 * @example 3
                 */
                id: components["parameters"]["FlagId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeatureFlagPatch"];
            };
        };
        responses: {
            /** @description The flag as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlag"];
                };
            };
            400: components["responses"]["FeatureFlagBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["FeatureFlagNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["FeatureFlagConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    scheduled_changes_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /** @description What is changed, which is always a flag. */
                model_name?: components["parameters"]["ScheduledModel"];
                /**
                 * @description Only changes of the flag with this `id`.
                 * @example 7
                 */
                record_id?: components["parameters"]["ScheduledRecord"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of scheduled changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedScheduledChanges"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    scheduled_changes_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduledChangeRequest"];
            };
        };
        responses: {
            /** @description The scheduled change. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledChange"];
                };
            };
            400: components["responses"]["ScheduledChangeBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    scheduled_changes_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the scheduled change.
                 * @example 3
                 */
                id: components["parameters"]["ScheduledChangeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scheduled change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledChange"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    scheduled_changes_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the scheduled change.
                 * @example 3
                 */
                id: components["parameters"]["ScheduledChangeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scheduled change is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    scheduled_changes_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the scheduled change.
                 * @example 3
                 */
                id: components["parameters"]["ScheduledChangeId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduledChangePatch"];
            };
        };
        responses: {
            /** @description The scheduled change as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledChange"];
                };
            };
            400: components["responses"]["ScheduledChangeBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RecordConflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    feature_flags_status: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the flag.
                 * @example 3
                 */
                id: components["parameters"]["FlagId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagStatus"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["FeatureFlagNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    feature_flags_activity_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The `id` of the flag.
                 * @example 3
                 */
                id: components["parameters"]["FlagId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedActivityLog"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["FeatureFlagNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    feature_flags_remote_config: {
        parameters: {
            query?: {
                /**
                 * @description The API key of the project. The user of the personal API key must have access to this project. It is required for
                 *     `@current` if the user has several projects. With the id of another project the response is 404.
                 * @example phc_fjordbikes4Q7wZk2mXr9TnLb
                 */
                token?: components["parameters"]["ProjectTokenCurrent"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the project of `token`. Without that, `@current` is the only project of the
                 *     key's user. A project that the user cannot access is answered with 404.
                 * @example @current
                 */
                project_id: components["parameters"]["ProjectIdOrCurrent"];
                /**
                 * @description The `id` or the `key` of the flag. What is an `id` and a `key` of different flags names the former.
                 * @example banner
                 */
                id: components["parameters"]["FlagIdOrKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payload as JSON text, which libraries parse; null if there is none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string | null;
                };
            };
            400: components["responses"]["DefinitionsBadRequest"];
            401: components["responses"]["DefinitionsUnauthorized"];
            404: components["responses"]["FeatureFlagNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    erasures_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of erasures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedErasures"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    erasures_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description The id of the erasure.
                 * @example 019ce2b7-64f2-7a0e-9d1b-5c8e3f7a2b40
                 */
                id: components["parameters"]["ErasureId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The erasure. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ErasureNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    organizations_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of organizations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedOrganizations"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    organizations_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrganizationNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    organizations_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /** @description The new name. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationPatch"];
            };
        };
        responses: {
            /** @description The organization as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedOrganization"];
                };
            };
            400: components["responses"]["NewProjectBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["OrganizationNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    invites_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
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
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /** @description The person to invite. */
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
            408: components["responses"]["RequestTimeout"];
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
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /** @description The people to invite. */
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
            408: components["responses"]["RequestTimeout"];
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
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The id of the invite.
                 * @example 019ce18a-dca0-76d0-b93a-2e7f514c8d29
                 */
                id: components["parameters"]["InviteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invite was deleted. */
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
    invites_resend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The id of the invite.
                 * @example 019ce18a-dca0-76d0-b93a-2e7f514c8d29
                 */
                id: components["parameters"]["InviteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changed invite. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["InviteResendBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["InviteNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    invites_link_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The id of the invite.
                 * @example 019ce18a-dca0-76d0-b93a-2e7f514c8d29
                 */
                id: components["parameters"]["InviteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, which cannot be shown again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteLink"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["InviteNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    feature_flags_copy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /** @description The flag, and where it is copied to. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagCopyRequest"];
            };
        };
        responses: {
            /** @description What was copied, and what was not. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CopiedFlags"];
                };
            };
            400: components["responses"]["FlagCopyBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["OrganizationNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    members_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedMembers"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrganizationNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    members_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The `id` or the `uuid` of the user.
                 * @example 7
                 */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is no longer a member. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["MemberNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    members_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The `id` or the `uuid` of the user.
                 * @example 7
                 */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        /** @description The new level. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberPatch"];
            };
        };
        responses: {
            /** @description The member as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["MemberBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["MemberNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    members_sign_in_link_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The `id` or the `uuid` of the user.
                 * @example 7
                 */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["MemberNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    organization_projects_list: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page may have.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many of the newest items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of projects. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedProjects"];
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrganizationNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    projects_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /** @description The project. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectRequest"];
            };
        };
        responses: {
            /** @description The new project. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["NewProjectBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["OrganizationNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    organization_projects_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrganizationNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    organization_projects_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project is removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["OrganizationNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    organization_projects_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization, or `@current` for the oldest one that the user belongs to. One that the key's user does
                 *     not belong to is answered with 404.
                 * @example 019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60
                 */
                parent_lookup_organization_id: components["parameters"]["OrganizationId"];
                /**
                 * @description The id of the project, or `@current` for the oldest one of the user's oldest organization that has a project. A
                 *     project that the key's user cannot access is answered with 404.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The settings to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectPatch"];
            };
        };
        responses: {
            /** @description The project as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["ProjectBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["OrganizationNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    users_me_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUser"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    users_me_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPatch"];
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUser"];
                };
            };
            400: components["responses"]["UserBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    personal_keys_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalKeys"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    personal_keys_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The key to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonalKeyRequest"];
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPersonalKey"];
                };
            };
            400: components["responses"]["PersonalKeyBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    personal_keys_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the key.
                 * @example k7mw-3xq9
                 */
                id: components["parameters"]["PersonalKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key was revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["PersonalKeyNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    personal_keys_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentPersonalKey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["PersonalKeyNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sessions_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sessions"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ConsoleOff"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sessions_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the session.
                 * @example 0d5ce6f1-5f2c-4a8e-9a4e-0f6a7c1b2d3e
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    passkeys_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkeys"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    passkeys_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The passkey. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyRequest"];
            };
        };
        responses: {
            /** @description The passkey. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: components["responses"]["PasskeyBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    passkeys_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the passkey.
                 * @example 5f0c6a3e-8c3f-4a37-9d0e-2b7f1c9a6d10
                 */
                id: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkey is removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["PasskeyNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    passkeys_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the passkey.
                 * @example 5f0c6a3e-8c3f-4a37-9d0e-2b7f1c9a6d10
                 */
                id: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        /** @description The new name. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyPatch"];
            };
        };
        responses: {
            /** @description The passkey as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: components["responses"]["PasskeyPatchBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PermissionDenied"];
            404: components["responses"]["PasskeyNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sign_in_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways to sign in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInWays"];
                };
            };
            404: components["responses"]["ConsoleOff"];
        };
    };
    sign_in_link_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The address. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInLinkRequest"];
            };
        };
        responses: {
            /** @description A member with this address gets a mail. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SignInLinkBadRequest"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["ConsoleOff"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sign_in_token_show: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token of the link. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionRequest"];
            };
        };
        responses: {
            /** @description The token is valid. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInUser"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["ConsoleOff"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sign_in_challenge_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["ConsoleOff"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sign_in_oidc_begin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a provider in `/api/sign_in`.
                 * @example okta
                 */
                provider: components["parameters"]["SignInProvider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page of the provider, or the sign-in page with the reason. */
            302: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control-NoStore"];
                    Location: components["headers"]["Location-Provider"];
                    "Set-Cookie": components["headers"]["Set-Cookie-SignIn"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["ConsoleOff"];
        };
    };
    sign_in_oidc_finish: {
        parameters: {
            query?: {
                /**
                 * @description What the provider exchanges for the account, once.
                 * @example 4uLmB8cVqT1xN0aZfWkE6yGh
                 */
                code?: components["parameters"]["SignInCode"];
                /**
                 * @description What the service gave to the provider when the browser began.
                 * @example Rj2sPdUo9iMt3bKe7wL4uLmB8cVqT1xN0aZfWkE6yGh
                 */
                state?: components["parameters"]["SignInState"];
                /**
                 * @description The issuer that the provider says it is.
                 * @example https://example.okta.com
                 */
                iss?: components["parameters"]["SignInIssuer"];
                /**
                 * @description Why the provider did not sign the person in.
                 * @example access_denied
                 */
                error?: components["parameters"]["SignInError"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of a provider in `/api/sign_in`.
                 * @example okta
                 */
                provider: components["parameters"]["SignInProvider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The console, or its sign-in page with the reason. */
            302: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control-NoStore"];
                    Location: components["headers"]["Location-Console"];
                    "Set-Cookie": components["headers"]["Set-Cookie-Session"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["ConsoleOff"];
        };
    };
    sessions_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token of the link. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionRequest"];
            };
        };
        responses: {
            /** @description The user is signed in. */
            201: {
                headers: {
                    "Set-Cookie": components["headers"]["Set-Cookie-Session"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["ConsoleOff"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sessions_password_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The address and the password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description The user is signed in. */
            201: {
                headers: {
                    "Set-Cookie": components["headers"]["Set-Cookie-Session"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["PasswordBadRequest"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["ConsoleOff"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sessions_passkey_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What the passkey has signed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignIn"];
            };
        };
        responses: {
            /** @description The user is signed in. */
            201: {
                headers: {
                    "Set-Cookie": components["headers"]["Set-Cookie-Session"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["PasskeySignInBadRequest"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["ConsoleOff"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sessions_current_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["Set-Cookie-Session"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ConsoleOff"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    invite_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The secret at the end of the link in the invite's mail.
                 * @example inv_mY3kqT7vB9xLr2Zd8sWf4JhN6cPgA1uEoRiQyXtDbVK
                 */
                secret: components["parameters"]["InviteSecret"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invite. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenInvite"];
                };
            };
            404: components["responses"]["InviteSecretNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    invite_accept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The secret at the end of the link in the invite's mail.
                 * @example inv_mY3kqT7vB9xLr2Zd8sWf4JhN6cPgA1uEoRiQyXtDbVK
                 */
                secret: components["parameters"]["InviteSecret"];
            };
            cookie?: never;
        };
        /** @description The name of the new user. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteAcceptance"];
            };
        };
        responses: {
            /** @description The user is a member of the organization. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedInvite"];
                };
            };
            400: components["responses"]["InviteAcceptanceBadRequest"];
            404: components["responses"]["InviteSecretNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    shared_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of the link.
                 * @example shr_q1Vb7ZtXnM4cKd9WfRy2LhGs6JpEu8Ao3TiNxQvBz0w
                 */
                token: components["parameters"]["ShareToken"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is shared. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shared"];
                };
            };
            404: components["responses"]["ShareNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    shared_answer_retrieve: {
        parameters: {
            query?: {
                /**
                 * @description Begin of the time, as in `QueryDateRange`, not the saved one. SQL, lists and retention keep theirs.
                 * @example -30d
                 */
                date_from?: components["parameters"]["SharedDateFrom"];
            };
            header?: never;
            path: {
                /**
                 * @description The last part of the link.
                 * @example shr_q1Vb7ZtXnM4cKd9WfRy2LhGs6JpEu8Ao3TiNxQvBz0w
                 */
                token: components["parameters"]["ShareToken"];
                /**
                 * @description The `short_id` of a question that is shared.
                 * @example kT3vQ8xZ
                 */
                short_id: components["parameters"]["SharedInsight"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryResponse"];
                };
            };
            400: components["responses"]["InsightRunBadRequest"];
            404: components["responses"]["ShareNotFound"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["QueryUnavailable"];
        };
    };
    mcp_call: {
        parameters: {
            query?: {
                /** @description Whether there are tools that change or erase something. A read-only key is then answered with 403. */
                write?: components["parameters"]["McpWrite"];
                /** @description The id of the only project that tools may concern; all of the user's projects if absent. */
                project?: components["parameters"]["McpProject"];
            };
            header?: {
                /** @description Where a page of a browser is from. Another origin than that of the service is answered with 403. */
                Origin?: components["parameters"]["Origin"];
                /** @description The version of the protocol, which `initialize` has chosen. */
                "MCP-Protocol-Version"?: components["parameters"]["McpProtocolVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A message. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The answer to the message. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description The message is a notification or an answer, which needs none. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["McpBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["McpDenied"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            /** @description The process is alive. */
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
            /** @description The node accepts events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description The node does not accept events, or will soon stop. */
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
export type Schemas = components["schemas"];
