/** All relations between models, in one file so that models do not import each other. Used for references, sideloads and joins. */
import { atMostOne, many, one, paired, relate } from './relate.ts'
import * as t from './tables.ts'

relate(t.Annotation, {
  confirmed_by_user: one(t.User, 'confirmed_by'),
  creator: one(t.User, 'creator_id'),
  deleted_by_user: one(t.User, 'deleted_by'),
  document: one(t.Document, 'document_id'),
  email: one(t.Email, 'email_id'),
  email_thread: one(t.EmailThread, 'email_thread_id'),
  exported_by_user: one(t.User, 'exported_by'),
  modified_by_user: one(t.User, 'modified_by'),
  modifier: one(t.User, 'modifier_id'),
  organization: one(t.Organization, 'organization_id'),
  purged_by_user: one(t.User, 'purged_by'),
  queue: one(t.Queue, 'queue_id'),
  rejected_by_user: one(t.User, 'rejected_by'),
  schema: one(t.Schema, 'schema_id'),
  schema_version: one(t.SchemaVersion, 'schema_version_id'),
  upload: one(t.Upload, 'upload_id'),
  content: atMostOne(t.AnnotationContent, 'annotation_id'),
  pages: many(t.Page, 'annotation_id'),
  notes: many(t.Note, 'annotation_id'),
  labels: paired(t.Label, t.AnnotationLabel, 'annotation_id', 'label_id'),
  assignees: paired(t.User, t.AnnotationAssignee, 'annotation_id', 'user_id'),
  relations: paired(t.Relation, t.RelationAnnotation, 'annotation_id', 'relation_id'),
  child_relations: many(t.Relation, 'parent_id'),
  related_emails: paired(t.Email, t.EmailRelatedAnnotation, 'annotation_id', 'email_id'),
  suggested_edit: atMostOne(t.SuggestedEdit, 'annotation_id'),
  automation_blocker: atMostOne(t.AutomationBlocker, 'annotation_id'),
  workflow_runs: many(t.WorkflowRun, 'annotation_id'),
})
relate(t.AutomationBlocker, {
  annotation: one(t.Annotation, 'annotation_id'),
  organization: one(t.Organization, 'organization_id'),
})
relate(t.AutomationTarget, {
  created_by_user: one(t.User, 'created_by'),
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
})
relate(t.DeletionRequest, {
  confirmed_by_user: one(t.User, 'confirmed_by'),
  created_by_user: one(t.User, 'created_by'),
  organization: one(t.Organization, 'organization_id'),
})
relate(t.Label, { organization: one(t.Organization, 'organization_id') })
relate(t.ExportProfile, {
  created_by_user: one(t.User, 'created_by'),
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
})
relate(t.ExportDelivery, {
  creator: one(t.User, 'creator_id'),
  export_profile: one(t.ExportProfile, 'export_profile_id'),
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
})
relate(t.LearnedLayout, {
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
})
relate(t.Note, {
  annotation: one(t.Annotation, 'annotation_id'),
  creator: one(t.User, 'creator_id'),
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
})
relate(t.PageEdit, {
  annotation: one(t.Annotation, 'annotation_id'),
  organization: one(t.Organization, 'organization_id'),
  parent: one(t.Annotation, 'parent_id'),
})
relate(t.Page, {
  annotation: one(t.Annotation, 'annotation_id'),
  document: one(t.Document, 'document_id'),
  organization: one(t.Organization, 'organization_id'),
})
relate(t.Relation, {
  organization: one(t.Organization, 'organization_id'),
  parent: one(t.Annotation, 'parent_id'),
  annotations: paired(t.Annotation, t.RelationAnnotation, 'relation_id', 'annotation_id'),
})
relate(t.SuggestedEdit, {
  annotation: one(t.Annotation, 'annotation_id'),
  organization: one(t.Organization, 'organization_id'),
})
relate(t.Document, {
  creator: one(t.User, 'creator_id'),
  email: one(t.Email, 'email_id'),
  organization: one(t.Organization, 'organization_id'),
  parent: one(t.Document, 'parent_id'),
  replaced_in_row: one(t.Annotation, 'replaced_in'),
  upload: one(t.Upload, 'upload_id'),
  joined_upload: one(t.Upload, 'joined_upload_id'),
  annotations: many(t.Annotation, 'document_id'),
})
relate(t.DocumentRelation, {
  annotation: one(t.Annotation, 'annotation_id'),
  organization: one(t.Organization, 'organization_id'),
  documents: paired(t.Document, t.DocumentRelationDocument, 'document_relation_id', 'document_id'),
})
relate(t.Upload, {
  creator: one(t.User, 'creator_id'),
  email: one(t.Email, 'email_id'),
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
  documents: many(t.Document, 'upload_id'),
  additional_documents: many(t.Document, 'joined_upload_id'),
  annotations: many(t.Annotation, 'upload_id'),
})
relate(t.Task, {
  creator: one(t.User, 'creator_id'),
  document_download: one(t.DocumentDownload, 'document_download_id'),
  organization: one(t.Organization, 'organization_id'),
  upload: one(t.Upload, 'upload_id'),
})
relate(t.Email, {
  creator: one(t.User, 'creator_id'),
  email_template: one(t.EmailTemplate, 'email_template_id'),
  email_thread: one(t.EmailThread, 'email_thread_id'),
  inbox: one(t.Inbox, 'inbox_id'),
  organization: one(t.Organization, 'organization_id'),
  parent: one(t.Email, 'parent_id'),
  queue: one(t.Queue, 'queue_id'),
  annotations: many(t.Annotation, 'email_id'),
  documents: paired(t.Document, t.EmailDocument, 'email_id', 'document_id'),
  related_annotations: paired(t.Annotation, t.EmailRelatedAnnotation, 'email_id', 'annotation_id'),
  related_documents: paired(t.Document, t.EmailRelatedDocument, 'email_id', 'document_id'),
  children: many(t.Email, 'parent_id'),
})
relate(t.EmailDocument, { document: one(t.Document, 'document_id') })
relate(t.EmailTemplate, {
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
  trigger: one(t.Trigger, 'trigger_id'),
})
relate(t.EmailThread, {
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
  root_email: one(t.Email, 'root_email_id'),
})
relate(t.IncomingMessage, {
  inbox: one(t.Inbox, 'inbox_id'),
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
})
relate(t.Inbox, {
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
})
relate(t.Queue, {
  connector: one(t.Connector, 'connector_id'),
  dedicated_engine: one(t.DedicatedEngine, 'dedicated_engine_id'),
  engine: one(t.Engine, 'engine_id'),
  generic_engine: one(t.GenericEngine, 'generic_engine_id'),
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
  schema: one(t.Schema, 'schema_id'),
  workspace: one(t.Workspace, 'workspace_id'),
  users: paired(t.User, t.UserQueue, 'queue_id', 'user_id'),
  hooks: paired(t.Hook, t.HookQueue, 'queue_id', 'hook_id'),
  rules: paired(t.Rule, t.RuleQueue, 'queue_id', 'rule_id'),
  workflows: paired(t.Workflow, t.QueueWorkflow, 'queue_id', 'workflow_id'),
  inbox: atMostOne(t.Inbox, 'queue_id'),
  counts: atMostOne(t.QueueCount, 'queue_id'),
})
relate(t.SchemaVersion, { schema: one(t.Schema, 'schema_id') })
relate(t.SchemaChange, {
  made_by_user: one(t.User, 'made_by'),
  schema: one(t.Schema, 'schema_id'),
  version: one(t.SchemaVersion, 'version_id'),
})
relate(t.SchemaReshape, { schema: one(t.Schema, 'schema_id') })
relate(t.Schema, {
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
  queues: many(t.Queue, 'schema_id'),
  rules: many(t.Rule, 'schema_id'),
})
relate(t.Workspace, {
  created_by_user: one(t.User, 'created_by'),
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
  queues: many(t.Queue, 'workspace_id'),
})
relate(t.Engine, {
  organization: one(t.Organization, 'organization_id'),
  engine_fields: many(t.EngineField, 'engine_id'),
  training_queues: paired(t.Queue, t.EngineTrainingQueue, 'engine_id', 'queue_id'),
})
relate(t.EngineField, {
  engine: one(t.Engine, 'engine_id'),
  organization: one(t.Organization, 'organization_id'),
  schemas: paired(t.Schema, t.EngineFieldSchema, 'engine_field_id', 'schema_id'),
})
relate(t.DedicatedEngine, {
  created_by_user: one(t.User, 'created_by'),
  organization: one(t.Organization, 'organization_id'),
  schema: one(t.DedicatedEngineSchema, 'schema_id'),
  queues: many(t.Queue, 'dedicated_engine_id'),
  samples: paired(t.Document, t.DedicatedEngineSample, 'dedicated_engine_id', 'document_id'),
})
relate(t.DedicatedEngineSchema, { organization: one(t.Organization, 'organization_id') })
relate(t.Hook, {
  created_by_user: one(t.User, 'created_by'),
  hook_template: one(t.HookTemplate, 'hook_template_id'),
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
  token_owner: one(t.User, 'token_owner_id'),
  queues: paired(t.Queue, t.HookQueue, 'hook_id', 'queue_id'),
  run_after: paired(t.Hook, t.HookOrder, 'hook_id', 'run_after_id'),
})
relate(t.HookLog, {
  annotation: one(t.Annotation, 'annotation_id'),
  hook: one(t.Hook, 'hook_id'),
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
})
relate(t.HookRun, {
  annotation: one(t.Annotation, 'annotation_id'),
  hook: one(t.Hook, 'hook_id'),
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
})
relate(t.Connector, {
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
  queues: many(t.Queue, 'connector_id'),
})
relate(t.Rule, {
  created_by_user: one(t.User, 'created_by'),
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
  schema: one(t.Schema, 'schema_id'),
  queues: paired(t.Queue, t.RuleQueue, 'rule_id', 'queue_id'),
})
relate(t.RuleExecution, { organization: one(t.Organization, 'organization_id') })
relate(t.Trigger, {
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
  email_templates: many(t.EmailTemplate, 'trigger_id'),
  delete_recommendations: many(t.DeleteRecommendation, 'trigger_id'),
})
relate(t.DeleteRecommendation, {
  organization: one(t.Organization, 'organization_id'),
  queue: one(t.Queue, 'queue_id'),
  trigger: one(t.Trigger, 'trigger_id'),
})
relate(t.Workflow, {
  organization: one(t.Organization, 'organization_id'),
  queues: paired(t.Queue, t.QueueWorkflow, 'workflow_id', 'queue_id'),
})
relate(t.WorkflowStep, {
  organization: one(t.Organization, 'organization_id'),
  workflow: one(t.Workflow, 'workflow_id'),
  assignees: paired(t.User, t.WorkflowStepAssignee, 'workflow_step_id', 'user_id'),
})
relate(t.WorkflowRun, {
  annotation: one(t.Annotation, 'annotation_id'),
  current_step: one(t.WorkflowStep, 'current_step_id'),
  organization: one(t.Organization, 'organization_id'),
  workflow: one(t.Workflow, 'workflow_id'),
})
relate(t.WorkflowActivity, {
  annotation: one(t.Annotation, 'annotation_id'),
  created_by_user: one(t.User, 'created_by'),
  on_behalf_of_user: one(t.User, 'on_behalf_of'),
  organization: one(t.Organization, 'organization_id'),
  workflow: one(t.Workflow, 'workflow_id'),
  workflow_run: one(t.WorkflowRun, 'workflow_run_id'),
  workflow_step: one(t.WorkflowStep, 'workflow_step_id'),
  assignees: paired(t.User, t.WorkflowActivityAssignee, 'workflow_activity_id', 'user_id'),
})
relate(t.Delegation, {
  created_by_user: one(t.User, 'created_by'),
  delegate: one(t.User, 'delegate_id'),
  organization: one(t.Organization, 'organization_id'),
  user: one(t.User, 'user_id'),
})
relate(t.Organization, {
  creator: one(t.User, 'creator_id'),
  modified_by_user: one(t.User, 'modified_by'),
  organization_group: one(t.OrganizationGroup, 'organization_group_id'),
  provisioned_queues: paired(t.Queue, t.ProvisionedQueue, 'organization_id', 'queue_id'),
  workspaces: many(t.Workspace, 'organization_id'),
  users: many(t.User, 'organization_id'),
})
relate(t.OrganizationGroup, { modified_by_user: one(t.User, 'modified_by') })
relate(t.Membership, {
  organization_group: one(t.OrganizationGroup, 'organization_group_id'),
  organization: one(t.Organization, 'organization_id'),
  user: one(t.User, 'user_id'),
  queues: paired(t.Queue, t.MembershipQueue, 'membership_id', 'queue_id'),
  groups: paired(t.Group, t.MembershipGroup, 'membership_id', 'group_id'),
})
relate(t.Survey, {
  creator: one(t.User, 'creator_id'),
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
})
relate(t.User, {
  organization: one(t.Organization, 'organization_id'),
  groups: paired(t.Group, t.UserGroup, 'user_id', 'group_id'),
  queues: paired(t.Queue, t.UserQueue, 'user_id', 'queue_id'),
})
relate(t.JwtKey, { created_by_user: one(t.User, 'created_by'), organization: one(t.Organization, 'organization_id') })
relate(t.OidcProvider, {
  modified_by_user: one(t.User, 'modified_by'),
  organization: one(t.Organization, 'organization_id'),
})
