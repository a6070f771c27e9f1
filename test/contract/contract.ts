/** What the contract names, for docs/coverage.md: each line needs a test that showed it. Names only; the contract says what they mean. */

/** Collection and its fields; `config.url` is a key inside, `~secrets` is taken and never shown. */
export const FIELDS = `
labels: id url name organization color
workspaces: id name url autopilot organization queues metadata created_by created_at modified_by modified_at
dedicated_engines: id name description url status schema queues
engine_fields: id url engine name label type subtype pre_trained_field_id tabular multiline
generic_engine_schemas: id url content content.training_queues content.fields
organizations: id name url workspaces users organization_group ui_settings metadata is_trial created_at trial_expires_at oidc_provider internal_info creator modified_by modified_at settings sandbox
memberships: id url user organization queues expires_at
delete_recommendations: id enabled url organization queue triggers
triggers: id url queue event condition email_templates delete_recommendations modified_by modified_at
workflows: id name url organization condition
workflow_steps: id name url organization workflow condition type mode ordering
queues: id name url workspace connector webhooks hooks schema inbox users session_timeout rir_url rir_params dedicated_engine generic_engine counts default_score_threshold automation_enabled automation_level locale metadata use_confirmed_state document_lifetime status modified_by modified_at settings workflows
queues: counts.importing counts.split counts.failed_import counts.to_review counts.reviewing counts.confirmed counts.exporting counts.postponed counts.failed_export counts.exported counts.deleted counts.purged counts.rejected
hooks: id type name url queues run_after active events sideload metadata token_owner token_lifetime_s test description extension_source settings settings_schema ~secrets secrets_schema guide read_more_url extension_image_url hook_template created_by created_at modified_by modified_at config
hooks: config.url config.insecure_ssl config.client_ssl_certificate ~config.client_ssl_key ~config.secret config.private config.schedule config.timeout_s config.retry_count config.max_polling_time_s config.retry_after_polling_failure config.app config.payload_logging_enabled config.runtime config.code config.status config.third_party_library_pack config.memory_size_mb
documents: id url s3_name annotations mime_type arrived_at original_file_name content metadata
document_relations: id type key annotation documents url
suggested_edits: id url annotation documents documents.pages documents.target_queue documents.values
uploads: id url queue creator created_at email organization documents additional_documents annotations
annotations: id url status document queue schema relations pages creator created_at modifier modified_by modified_at assigned_at confirmed_at deleted_at exported_at export_failed_at purged_at rejected_at confirmed_by deleted_by exported_by purged_by rejected_by rir_poll_id messages content suggested_edit time_spent metadata automated related_emails email automation_blocker email_thread has_email_thread_with_replies has_email_thread_with_new_replies organization automatically_rejected prediction assignees labels restricted_access training_enabled
inboxes: id name url queues email email_prefix bounce_email_to bounce_unprocessable_attachments bounce_postponed_annotations bounce_deleted_annotations bounce_email_with_no_attachments metadata filters dmarc_check_action modified_by modified_at
inboxes: filters.allowed_senders filters.denied_senders filters.document_rejection_conditions
`

/** Methods and path. */
export const ENDPOINTS = `
GET POST /labels
GET PUT PATCH DELETE /labels/{id}
POST /labels/apply
GET POST /workspaces
GET PUT PATCH DELETE /workspaces/{id}
GET POST /dedicated_engines
GET PUT PATCH DELETE /dedicated_engines/{id}
POST /dedicated_engines/request
GET POST /engine_fields
GET PATCH /engine_fields/{id}
GET /generic_engine_schemas
GET /generic_engine_schemas/{id}
GET POST /organization_groups/{organization_group}/memberships
GET PUT PATCH DELETE /organization_groups/{organization_group}/memberships/{id}
GET POST /delete_recommendations
GET PUT PATCH DELETE /delete_recommendations/{id}
GET POST /triggers
GET PATCH /triggers/{id}
GET /workflows
GET /workflows/{id}
GET /workflow_steps
GET /workflow_steps/{id}
GET /organizations
GET PATCH PUT /organizations/{id}
POST /organizations/create
POST /uploads
POST /uploads/{filename}
GET /uploads/{id}
GET POST /queues
GET /queues/{id}/export
GET /hooks
GET POST /document_relations
GET PATCH /document_relations/{id}
GET POST /suggested_edits
GET PATCH /suggested_edits/{id}
GET POST /annotations
GET /annotations/{id}
POST /annotations/{id}/copy
POST /annotations/search
POST /annotations/{id}/page_data/translate
GET POST /inboxes
POST /auth/login
POST /auth/logout
POST /auth/token
GET /
`

/** A list and the query parameters it takes; bodies of other operations and the keys they take stand below as `sent`. */
export const PARAMETERS = `
GET /labels: id page_size cursor
GET /engine_fields: engine used
GET /workflows: id queue ordering
GET /organizations: id name include_membership_organizations
GET /queues: id workspace locale ordering
GET /queues/{id}/export: status format id
GET /hooks: type active config_url config_app_url extension_source events search
GET /annotations: sideload content.schema_id queue status modifier document__arrived_at_before document__arrived_at_after ordering
POST /uploads: queue
`
export const BODIES = `
POST /labels/apply: operations objects
POST /organizations/create: template_name organization_name user_fullname user_email create_key
POST /annotations/{id}/copy: target_queue target_status
POST /auth/login: username password max_token_lifetime_s origin
POST /auth/token: scope max_token_lifetime_s origin
`
export const ANSWERS = `
POST /auth/login: key domain
POST /auth/token: key domain scope
POST /auth/logout: detail
POST /organizations/create: organization
POST /uploads: url
GET /: organizations workspaces schemas connectors inboxes queues documents users groups annotations pages
GET /labels: pagination.next pagination.previous pagination.total pagination.total_pages results
`

/** Keywords of `sideload` on annotations, each a list of the answer. */
export const SIDELOADS =
  'assignees automation_blockers confirmed_bys content creators deleted_bys documents emails exported_bys labels modifiers organizations pages purged_bys queues rejected_bys related_emails relations child_relations schemas suggested_edits workflow_runs workspaces'

/** Values of `status`. */
export const STATES = `
annotations: created importing split failed_import to_review reviewing confirmed exporting postponed failed_export exported deleted purged rejected
queues: active deletion_requested deletion_in_progress deletion_failed
dedicated_engines: draft
hooks: pending ready failed
`

/** Status and code of refusals. */
export const ERRORS = `
400 bad_request
401 authentication_failed
403 access_forbidden
404 not_found
405 method_not_allowed
409 conflict_status
409 conflict_referenced
413 payload_too_large
429 rate_limited
500 error
503 service_unavailable
`
