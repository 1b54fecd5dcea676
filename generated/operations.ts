// Made from openapi/ by `npm run generate`: change the contract there, not this file.

/** Every operation of the contract, by its id: the data that the request core and its types need. */
export const contractOperations = {
  "capture": {
    "method": "POST",
    "path": "/capture/",
    "access": "public",
    "cors": true,
    "clientShapes": "events",
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "project_id": {
        "type": "string"
      }
    }
  },
  "batch": {
    "method": "POST",
    "path": "/batch/",
    "access": "public",
    "cors": true,
    "clientShapes": "events",
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "project_id": {
        "type": "string"
      }
    }
  },
  "decide": {
    "method": "POST",
    "path": "/decide/",
    "access": "public",
    "cors": true,
    "clientShapes": "flags",
    "bodyLimit": 1048576,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "v": {
        "type": "integer",
        "default": 1
      },
      "project_id": {
        "type": "string"
      }
    }
  },
  "flags": {
    "method": "POST",
    "path": "/flags/",
    "access": "public",
    "cors": true,
    "clientShapes": "flags",
    "bodyLimit": 1048576,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "config": {
        "type": "string"
      },
      "project_id": {
        "type": "string"
      }
    }
  },
  "get_e": {
    "method": "GET",
    "path": "/e/",
    "access": "public",
    "aliasOf": "capture",
    "cors": true,
    "clientShapes": "events",
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "data": {
        "type": "string"
      },
      "compression": {
        "type": "string"
      },
      "_": {
        "type": "string"
      },
      "sent_at": {
        "type": "string"
      }
    }
  },
  "capture_e": {
    "method": "POST",
    "path": "/e/",
    "access": "public",
    "aliasOf": "capture",
    "cors": true,
    "clientShapes": "events",
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "compression": {
        "type": "string"
      },
      "_": {
        "type": "string"
      },
      "sent_at": {
        "type": "string"
      }
    }
  },
  "capture_i_v0_e": {
    "method": "POST",
    "path": "/i/v0/e/",
    "access": "public",
    "aliasOf": "capture",
    "cors": true,
    "clientShapes": "events",
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "compression": {
        "type": "string"
      },
      "_": {
        "type": "string"
      },
      "sent_at": {
        "type": "string"
      }
    }
  },
  "capture_i_v0_ai": {
    "method": "POST",
    "path": "/i/v0/ai/",
    "access": "public",
    "aliasOf": "capture",
    "cors": true,
    "clientShapes": "events",
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "compression": {
        "type": "string"
      },
      "_": {
        "type": "string"
      },
      "sent_at": {
        "type": "string"
      }
    }
  },
  "capture_i_v0_ai_batch": {
    "method": "POST",
    "path": "/i/v0/ai/batch/",
    "access": "public",
    "aliasOf": "capture",
    "cors": true,
    "clientShapes": "events",
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "compression": {
        "type": "string"
      },
      "_": {
        "type": "string"
      },
      "sent_at": {
        "type": "string"
      }
    }
  },
  "analytics_events": {
    "method": "POST",
    "path": "/i/v1/analytics/events",
    "access": "public",
    "cors": true,
    "clientShapes": "events-with-results",
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "project_id": {
        "type": "string"
      }
    }
  },
  "capture_s": {
    "method": "POST",
    "path": "/s/",
    "access": "public",
    "aliasOf": "capture",
    "cors": true,
    "clientShapes": "events",
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "compression": {
        "type": "string"
      },
      "_": {
        "type": "string"
      },
      "sent_at": {
        "type": "string"
      }
    }
  },
  "get_track": {
    "method": "GET",
    "path": "/track/",
    "access": "public",
    "aliasOf": "capture",
    "cors": true,
    "clientShapes": "events",
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "data": {
        "type": "string"
      },
      "compression": {
        "type": "string"
      },
      "_": {
        "type": "string"
      },
      "sent_at": {
        "type": "string"
      }
    }
  },
  "capture_track": {
    "method": "POST",
    "path": "/track/",
    "access": "public",
    "aliasOf": "capture",
    "cors": true,
    "clientShapes": "events",
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "compression": {
        "type": "string"
      },
      "_": {
        "type": "string"
      },
      "sent_at": {
        "type": "string"
      }
    }
  },
  "capture_engage": {
    "method": "POST",
    "path": "/engage/",
    "access": "public",
    "aliasOf": "capture",
    "cors": true,
    "clientShapes": "events",
    "defaultEvent": "$set",
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "compression": {
        "type": "string"
      },
      "_": {
        "type": "string"
      },
      "sent_at": {
        "type": "string"
      }
    }
  },
  "remote_config": {
    "method": "GET",
    "path": "/array/{token}/config",
    "access": "public",
    "cors": true,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "remote_config_script": {
    "method": "GET",
    "path": "/array/{token}/config.js",
    "access": "public",
    "cors": true,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "client_script": {
    "method": "GET",
    "path": "/static/{file}",
    "access": "public",
    "cors": true,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "client_script_version": {
    "method": "GET",
    "path": "/static/{version}/{file}",
    "access": "public",
    "cors": true,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "ofrep_evaluate_flags": {
    "method": "POST",
    "path": "/ofrep/v1/evaluate/flags",
    "access": "public",
    "cors": true,
    "clientShapes": "ofrep",
    "bodyLimit": 1048576,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "project_id": {
        "type": "string"
      },
      "flagConfigEtag": {
        "type": "string"
      }
    }
  },
  "ofrep_evaluate_flag": {
    "method": "POST",
    "path": "/ofrep/v1/evaluate/flags/{key}",
    "access": "public",
    "cors": true,
    "clientShapes": "ofrep",
    "bodyLimit": 1048576,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "project_id": {
        "type": "string"
      },
      "flagConfigEtag": {
        "type": "string"
      }
    }
  },
  "ofrep_event_stream": {
    "method": "GET",
    "path": "/ofrep/v1/event_stream",
    "access": "public",
    "cors": true,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "api_key": {
        "type": "string"
      },
      "flagConfigEtag": {
        "type": "string"
      }
    }
  },
  "local_evaluation": {
    "method": "GET",
    "path": "/api/feature_flag/local_evaluation",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "token": {
        "type": "string"
      }
    }
  },
  "flag_definitions": {
    "method": "GET",
    "path": "/flags/definitions",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "token": {
        "type": "string"
      }
    }
  },
  "surveys": {
    "method": "GET",
    "path": "/api/surveys/",
    "access": "public",
    "cors": true,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "token": {
        "type": "string"
      }
    }
  },
  "early_access_features": {
    "method": "GET",
    "path": "/api/early_access_features/",
    "access": "public",
    "cors": true,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "token": {
        "type": "string"
      },
      "stage": {
        "type": "array",
        "maxItems": 10
      }
    }
  },
  "web_experiments": {
    "method": "GET",
    "path": "/api/web_experiments/",
    "access": "public",
    "cors": true,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": false,
    "success": 200,
    "query": {}
  },
  "product_tours": {
    "method": "GET",
    "path": "/api/product_tours/",
    "access": "public",
    "cors": true,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": false,
    "success": 200,
    "query": {}
  },
  "projects_list": {
    "method": "GET",
    "path": "/api/projects",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "projects_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "projects_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "projects_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "project_health_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/health",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "project_keys_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/keys",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "project_keys_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/keys",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "project_keys_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/keys/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "session_recordings_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/session_recordings",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "date_from": {},
      "date_to": {},
      "person_uuid": {
        "type": "string"
      },
      "person_email": {
        "type": "string"
      },
      "distinct_id": {
        "type": "string"
      },
      "session_ids": {
        "type": "array",
        "maxItems": 100
      },
      "min_duration": {
        "type": "integer"
      }
    }
  },
  "session_recordings_properties_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/session_recordings/properties",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "session_ids": {
        "type": "array",
        "maxItems": 100
      }
    }
  },
  "session_recordings_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/session_recordings/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "session_recordings_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/session_recordings/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "session_recordings_outline_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/session_recordings/{id}/outline",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "session_recordings_pin": {
    "method": "PUT",
    "path": "/api/projects/{project_id}/session_recordings/{id}/pin",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "session_recordings_unpin": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/session_recordings/{id}/pin",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "session_recordings_snapshots_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/session_recordings/{id}/snapshots",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "source": {},
      "key": {
        "type": "string"
      },
      "redirect": {
        "type": "boolean",
        "default": true
      }
    }
  },
  "persons_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/persons",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "distinct_id": {
        "type": "string"
      },
      "email": {
        "type": "string"
      },
      "search": {
        "type": "string"
      },
      "properties": {
        "type": "string"
      }
    }
  },
  "persons_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/persons/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "persons_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/persons/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 202,
    "query": {}
  },
  "groups_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/groups",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "group_type_index": {
        "type": "integer"
      },
      "search": {
        "type": "string"
      },
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "groups_find_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/groups/find",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "group_type_index": {
        "type": "integer"
      },
      "group_key": {
        "type": "string"
      }
    }
  },
  "groups_types_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/groups_types",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "persons_export": {
    "method": "GET",
    "path": "/api/projects/{project_id}/persons/{id}/export",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "events_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/events",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "cursor": {
        "type": "string"
      },
      "event": {
        "type": "string"
      },
      "distinct_id": {
        "type": "string"
      },
      "person_id": {
        "type": "string"
      },
      "after": {},
      "before": {},
      "properties": {
        "type": "string"
      }
    }
  },
  "events_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/events/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "dead_letters_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/dead_letters",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "reason": {
        "type": "string"
      }
    }
  },
  "dead_letters_replay": {
    "method": "POST",
    "path": "/api/projects/{project_id}/dead_letters/replay",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 202,
    "query": {}
  },
  "event_definitions_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/event_definitions",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "search": {
        "type": "string"
      }
    }
  },
  "event_schemas_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/event_schemas",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "event_schemas_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/event_schemas",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "event_schema_drafts_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/event_schemas/drafts",
    "access": "private",
    "cors": false,
    "reservedPath": true,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "event": {
        "type": "string"
      }
    }
  },
  "event_schema_violations_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/event_schemas/violations",
    "access": "private",
    "cors": false,
    "reservedPath": true,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "event": {
        "type": "string"
      },
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "event_schemas_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/event_schemas/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "event_schemas_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/event_schemas/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "event_schemas_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/event_schemas/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "event_schemas_versions_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/event_schemas/{id}/versions",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "property_definitions_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/property_definitions",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "search": {
        "type": "string"
      },
      "type": {
        "type": "string",
        "default": "event"
      },
      "group_type_index": {
        "type": "integer"
      }
    }
  },
  "query_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/query",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": false,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "insights_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/insights",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "search": {
        "type": "string"
      },
      "saved": {
        "type": "boolean"
      },
      "favorited": {
        "type": "boolean"
      },
      "short_id": {
        "type": "string"
      }
    }
  },
  "insights_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/insights",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "insights_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/insights/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "refresh": {
        "type": "string"
      }
    }
  },
  "insights_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/insights/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "insights_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/insights/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "insights_run": {
    "method": "POST",
    "path": "/api/projects/{project_id}/insights/{id}/run",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": false,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "dashboards_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/dashboards",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "search": {
        "type": "string"
      },
      "pinned": {
        "type": "boolean"
      }
    }
  },
  "dashboards_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/dashboards",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "dashboards_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/dashboards/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "dashboards_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/dashboards/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "dashboards_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/dashboards/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "dashboards_shares_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/dashboards/{id}/shares",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "insights_shares_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/insights/{id}/shares",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "shares_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/shares",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "dashboard": {
        "type": "integer"
      },
      "insight": {
        "type": "integer"
      }
    }
  },
  "shares_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/shares/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "actions_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/actions",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "search": {
        "type": "string"
      }
    }
  },
  "actions_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/actions",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "actions_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/actions/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "actions_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/actions/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "actions_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/actions/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "cohorts_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/cohorts",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "search": {
        "type": "string"
      }
    }
  },
  "cohorts_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/cohorts",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "cohorts_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/cohorts/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "cohorts_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/cohorts/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "cohorts_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/cohorts/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "cohorts_persons_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/cohorts/{id}/persons",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "cohorts_persons_add": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/cohorts/{id}/add_persons_to_static_cohort",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "cohorts_person_remove": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/cohorts/{id}/remove_person_from_static_cohort",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "experiments_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/experiments",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "search": {
        "type": "string"
      }
    }
  },
  "experiments_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/experiments",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "experiments_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/experiments/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "experiments_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/experiments/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "experiments_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/experiments/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "experiments_results": {
    "method": "GET",
    "path": "/api/projects/{project_id}/experiments/{id}/results",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "surveys_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/surveys",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "search": {
        "type": "string"
      }
    }
  },
  "surveys_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/surveys",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "surveys_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/surveys/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "surveys_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/surveys/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "surveys_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/surveys/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "surveys_stats": {
    "method": "GET",
    "path": "/api/projects/{project_id}/surveys/{id}/stats",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "early_access_feature_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/early_access_feature",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "early_access_feature_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/early_access_feature",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "early_access_feature_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/early_access_feature/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "early_access_feature_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/early_access_feature/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "early_access_feature_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/early_access_feature/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "alerts_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/alerts",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "insight_id": {
        "type": "integer"
      }
    }
  },
  "alerts_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/alerts",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "alerts_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/alerts/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "alerts_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/alerts/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "alerts_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/alerts/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "subscriptions_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/subscriptions",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "dashboard": {
        "type": "integer"
      },
      "insight": {
        "type": "integer"
      }
    }
  },
  "subscriptions_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/subscriptions",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "subscriptions_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/subscriptions/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "subscriptions_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/subscriptions/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "subscriptions_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/subscriptions/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "subscriptions_test_delivery": {
    "method": "POST",
    "path": "/api/projects/{project_id}/subscriptions/{id}/test-delivery",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 202,
    "query": {}
  },
  "annotations_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/annotations",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "search": {
        "type": "string"
      },
      "date_from": {},
      "date_to": {}
    }
  },
  "annotations_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/annotations",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "annotations_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/annotations/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "annotations_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/annotations/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "annotations_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/annotations/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "error_tracking_issues_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/error_tracking/issues",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "search": {
        "type": "string"
      },
      "status": {}
    }
  },
  "error_tracking_issues_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/error_tracking/issues/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "error_tracking_issues_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/error_tracking/issues/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "findings_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/findings",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "heatmaps_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/heatmaps",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "type": {
        "type": "string",
        "default": "click"
      },
      "date_from": {
        "type": "string",
        "default": "-7d"
      },
      "date_to": {
        "type": "string"
      },
      "url_exact": {
        "type": "string"
      },
      "url_pattern": {
        "type": "string"
      },
      "viewport_width_min": {
        "type": "integer"
      },
      "viewport_width_max": {
        "type": "integer"
      },
      "aggregation": {
        "type": "string",
        "default": "total_count"
      },
      "filter_test_accounts": {
        "type": "boolean",
        "default": false
      }
    }
  },
  "activity_log_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/activity_log",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "scope": {},
      "item_id": {
        "type": "string"
      },
      "user": {
        "type": "string"
      },
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "project_document_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/openapi.json",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "feature_flags_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/feature_flags",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "search": {
        "type": "string"
      },
      "active": {
        "type": "string"
      }
    }
  },
  "feature_flags_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/feature_flags",
    "access": "private",
    "cors": false,
    "bodyLimit": 524288,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "feature_flags_evaluate": {
    "method": "POST",
    "path": "/api/projects/{project_id}/feature_flags/evaluate",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": true,
    "changes": false,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "feature_flags_preview": {
    "method": "POST",
    "path": "/api/projects/{project_id}/feature_flags/preview",
    "access": "private",
    "cors": false,
    "bodyLimit": 524288,
    "reservedPath": true,
    "changes": false,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "feature_flags_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/feature_flags/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "feature_flags_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/feature_flags/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "feature_flags_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/feature_flags/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 524288,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "scheduled_changes_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/scheduled_changes",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      },
      "model_name": {
        "type": "string"
      },
      "record_id": {
        "type": "string"
      }
    }
  },
  "scheduled_changes_create": {
    "method": "POST",
    "path": "/api/projects/{project_id}/scheduled_changes",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "scheduled_changes_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/scheduled_changes/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "scheduled_changes_destroy": {
    "method": "DELETE",
    "path": "/api/projects/{project_id}/scheduled_changes/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "scheduled_changes_partial_update": {
    "method": "PATCH",
    "path": "/api/projects/{project_id}/scheduled_changes/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "feature_flags_status": {
    "method": "GET",
    "path": "/api/projects/{project_id}/feature_flags/{id}/status",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "feature_flags_activity_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/feature_flags/{id}/activity",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "feature_flags_remote_config": {
    "method": "GET",
    "path": "/api/projects/{project_id}/feature_flags/{id}/remote_config",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "token": {
        "type": "string"
      }
    }
  },
  "erasures_list": {
    "method": "GET",
    "path": "/api/projects/{project_id}/erasures",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "erasures_retrieve": {
    "method": "GET",
    "path": "/api/projects/{project_id}/erasures/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "organizations_list": {
    "method": "GET",
    "path": "/api/organizations",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "organizations_retrieve": {
    "method": "GET",
    "path": "/api/organizations/{parent_lookup_organization_id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "organizations_partial_update": {
    "method": "PATCH",
    "path": "/api/organizations/{parent_lookup_organization_id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "invites_list": {
    "method": "GET",
    "path": "/api/organizations/{parent_lookup_organization_id}/invites",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "invites_create": {
    "method": "POST",
    "path": "/api/organizations/{parent_lookup_organization_id}/invites",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "invites_bulk_create": {
    "method": "POST",
    "path": "/api/organizations/{parent_lookup_organization_id}/invites/bulk",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": true,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "invites_destroy": {
    "method": "DELETE",
    "path": "/api/organizations/{parent_lookup_organization_id}/invites/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "invites_resend": {
    "method": "POST",
    "path": "/api/organizations/{parent_lookup_organization_id}/invites/{id}/resend",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "invites_link_create": {
    "method": "POST",
    "path": "/api/organizations/{parent_lookup_organization_id}/invites/{id}/link",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "feature_flags_copy": {
    "method": "POST",
    "path": "/api/organizations/{parent_lookup_organization_id}/feature_flags/copy_flags",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "members_list": {
    "method": "GET",
    "path": "/api/organizations/{parent_lookup_organization_id}/members",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "members_destroy": {
    "method": "DELETE",
    "path": "/api/organizations/{parent_lookup_organization_id}/members/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "members_partial_update": {
    "method": "PATCH",
    "path": "/api/organizations/{parent_lookup_organization_id}/members/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "members_sign_in_link_create": {
    "method": "POST",
    "path": "/api/organizations/{parent_lookup_organization_id}/members/{id}/sign_in_link",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "organization_projects_list": {
    "method": "GET",
    "path": "/api/organizations/{parent_lookup_organization_id}/projects",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 100
      },
      "offset": {
        "type": "integer",
        "default": 0
      }
    }
  },
  "projects_create": {
    "method": "POST",
    "path": "/api/organizations/{parent_lookup_organization_id}/projects",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "organization_projects_retrieve": {
    "method": "GET",
    "path": "/api/organizations/{parent_lookup_organization_id}/projects/{project_id}",
    "access": "private",
    "aliasOf": "projects_retrieve",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "organization_projects_destroy": {
    "method": "DELETE",
    "path": "/api/organizations/{parent_lookup_organization_id}/projects/{project_id}",
    "access": "private",
    "aliasOf": "projects_destroy",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "organization_projects_partial_update": {
    "method": "PATCH",
    "path": "/api/organizations/{parent_lookup_organization_id}/projects/{project_id}",
    "access": "private",
    "aliasOf": "projects_partial_update",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "users_me_retrieve": {
    "method": "GET",
    "path": "/api/users/@me",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "users_me_partial_update": {
    "method": "PATCH",
    "path": "/api/users/@me",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "personal_keys_list": {
    "method": "GET",
    "path": "/api/users/@me/keys",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "personal_keys_create": {
    "method": "POST",
    "path": "/api/users/@me/keys",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "personal_keys_destroy": {
    "method": "DELETE",
    "path": "/api/users/@me/keys/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "personal_keys_retrieve": {
    "method": "GET",
    "path": "/api/personal_api_keys/@current",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "sessions_list": {
    "method": "GET",
    "path": "/api/users/@me/sessions",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "sessions_destroy": {
    "method": "DELETE",
    "path": "/api/users/@me/sessions/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "passkeys_list": {
    "method": "GET",
    "path": "/api/users/@me/passkeys",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "passkeys_create": {
    "method": "POST",
    "path": "/api/users/@me/passkeys",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "passkeys_destroy": {
    "method": "DELETE",
    "path": "/api/users/@me/passkeys/{id}",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "passkeys_partial_update": {
    "method": "PATCH",
    "path": "/api/users/@me/passkeys/{id}",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "sign_in_retrieve": {
    "method": "GET",
    "path": "/api/sign_in",
    "access": "public",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": false,
    "success": 200,
    "query": {}
  },
  "sign_in_link_create": {
    "method": "POST",
    "path": "/api/sign_in/link",
    "access": "public",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 202,
    "query": {}
  },
  "sign_in_token_show": {
    "method": "POST",
    "path": "/api/sign_in/token",
    "access": "public",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "sign_in_challenge_create": {
    "method": "POST",
    "path": "/api/sign_in/challenge",
    "access": "public",
    "cors": false,
    "reservedPath": false,
    "changes": true,
    "hasBody": false,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "sign_in_oidc_begin": {
    "method": "GET",
    "path": "/api/sign_in/oidc/{provider}",
    "access": "public",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": false,
    "success": 200,
    "query": {}
  },
  "sign_in_oidc_finish": {
    "method": "GET",
    "path": "/api/sign_in/oidc/{provider}/callback",
    "access": "public",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": false,
    "success": 200,
    "query": {
      "code": {
        "type": "string"
      },
      "state": {
        "type": "string"
      },
      "iss": {
        "type": "string"
      },
      "error": {
        "type": "string"
      }
    }
  },
  "sessions_create": {
    "method": "POST",
    "path": "/api/sessions",
    "access": "public",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "sessions_password_create": {
    "method": "POST",
    "path": "/api/sessions/password",
    "access": "public",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "sessions_passkey_create": {
    "method": "POST",
    "path": "/api/sessions/passkey",
    "access": "public",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "sessions_current_destroy": {
    "method": "DELETE",
    "path": "/api/sessions/current",
    "access": "private",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 204,
    "query": {}
  },
  "invite_retrieve": {
    "method": "GET",
    "path": "/api/invites/{secret}",
    "access": "public",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "invite_accept": {
    "method": "POST",
    "path": "/api/invites/{secret}",
    "access": "public",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": true,
    "hasBody": true,
    "limited": true,
    "success": 201,
    "query": {}
  },
  "shared_retrieve": {
    "method": "GET",
    "path": "/api/shared/{token}",
    "access": "public",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {}
  },
  "shared_answer_retrieve": {
    "method": "GET",
    "path": "/api/shared/{token}/insights/{short_id}",
    "access": "public",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": true,
    "success": 200,
    "query": {
      "date_from": {
        "type": "string"
      }
    }
  },
  "mcp_call": {
    "method": "POST",
    "path": "/mcp",
    "access": "private",
    "cors": false,
    "bodyLimit": 262144,
    "reservedPath": false,
    "changes": false,
    "hasBody": true,
    "limited": true,
    "success": 200,
    "query": {
      "write": {
        "type": "boolean",
        "default": false
      },
      "project": {
        "type": "string"
      }
    }
  },
  "health": {
    "method": "GET",
    "path": "/_health",
    "access": "public",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": false,
    "success": 200,
    "query": {}
  },
  "ready": {
    "method": "GET",
    "path": "/_ready",
    "access": "public",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": false,
    "success": 200,
    "query": {}
  },
  "metrics": {
    "method": "GET",
    "path": "/metrics",
    "access": "public",
    "cors": false,
    "reservedPath": false,
    "changes": false,
    "hasBody": false,
    "limited": false,
    "success": 200,
    "query": {}
  }
} as const;

/** The status and the type of each error code. */
export const errorStatuses = {
  "required": [
    400,
    "validation_error"
  ],
  "null": [
    400,
    "validation_error"
  ],
  "blank": [
    400,
    "validation_error"
  ],
  "invalid_input": [
    400,
    "validation_error"
  ],
  "unique": [
    400,
    "validation_error"
  ],
  "max_length": [
    400,
    "validation_error"
  ],
  "invalid_project": [
    400,
    "validation_error"
  ],
  "parse_error": [
    400,
    "validation_error"
  ],
  "not_authenticated": [
    401,
    "authentication_error"
  ],
  "invalid_api_key": [
    401,
    "authentication_error"
  ],
  "invalid_personal_api_key": [
    401,
    "authentication_error"
  ],
  "permission_denied": [
    403,
    "authentication_error"
  ],
  "not_found": [
    404,
    "invalid_request"
  ],
  "method_not_allowed": [
    405,
    "invalid_request"
  ],
  "request_timeout": [
    408,
    "invalid_request"
  ],
  "breaking_change": [
    409,
    "invalid_request"
  ],
  "conflict": [
    409,
    "invalid_request"
  ],
  "request_too_large": [
    413,
    "invalid_request"
  ],
  "unsupported_media_type": [
    415,
    "invalid_request"
  ],
  "range_not_satisfiable": [
    416,
    "invalid_request"
  ],
  "throttled": [
    429,
    "throttled_error"
  ],
  "headers_too_large": [
    431,
    "invalid_request"
  ],
  "fetch_team_fail": [
    503,
    "server_error"
  ],
  "journal_full": [
    503,
    "server_error"
  ],
  "query_engine_failed": [
    503,
    "server_error"
  ],
  "query_limit_exceeded": [
    400,
    "invalid_request"
  ],
  "service_unavailable": [
    503,
    "server_error"
  ]
} as const;

/** Beginnings of paths, with those that may stand for them. */
export const pathAliases: Readonly<Record<string, string>> = {
  "/api/projects": "/api/environments"
};
