/** All resources of the API. `GET /v1`, routes, API documents and contract tests are derived from this list. */
import { register } from './framework/registry.ts'
import type { Resource } from './framework/define.ts'
import { annotations } from './annotations/annotations.ts'
import { auditLogs } from './organizations/audit-logs.ts'
import { valueChanges } from './organizations/value-changes.ts'
import { automationBlockers } from './annotations/automation-blockers.ts'
import { connectors } from './hooks/connectors.ts'
import { dedicatedEngineSchemas } from './engines/dedicated-engine-schemas.ts'
import { dedicatedEngines } from './engines/dedicated-engines.ts'
import { deleteRecommendations } from './triggers/delete-recommendations.ts'
import { deletionRequests } from './organizations/deletion-requests.ts'
import { documentRelations } from './documents/document-relations.ts'
import { documents } from './documents/documents.ts'
import { emailTemplates } from './emails/email-templates.ts'
import { emailThreads } from './emails/email-threads.ts'
import { emails } from './emails/emails.ts'
import { engineFields } from './engines/engine-fields.ts'
import { engines } from './engines/engines.ts'
import { genericEngineSchemas, genericEngines } from './engines/generic-engines.ts'
import { hooks } from './hooks/hooks.ts'
import { exportDeliveries } from './exports/export-deliveries.ts'
import { exportProfiles } from './exports/export-profiles.ts'
import { groupParts } from './organizations/group-collections.ts'
import { hookTemplates } from './hooks/hook-templates.ts'
import { inboxes } from './emails/inboxes.ts'
import { labels } from './annotations/labels.ts'
import { memberships } from './organizations/memberships.ts'
import { learnedLayouts } from './queues/learned-layouts.ts'
import { notes } from './annotations/notes.ts'
import { oidcProviders } from './people/oidc-providers.ts'
import { organizationGroups } from './organizations/organization-groups.ts'
import { organizations } from './organizations/organizations.ts'
import { pages } from './annotations/pages.ts'
import { queues } from './queues/queues.ts'
import { relations } from './annotations/relations.ts'
import { rulesExecutionLogs } from './automation-rules/execution-logs.ts'
import { rules } from './automation-rules/rules.ts'
import { schemas } from './queues/schemas.ts'
import { autoProvisioning, jwtKeys } from './people/sign-on.ts'
import { suggestedEdits } from './annotations/suggested-edits.ts'
import { triggers } from './triggers/triggers.ts'
import { surveys } from './organizations/surveys.ts'
import { tasks } from './documents/tasks.ts'
import { uploads } from './documents/uploads.ts'
import { groups, users } from './people/users.ts'
import { delegations } from './workflows/delegations.ts'
import { workflowActivities, workflowRuns } from './workflows/workflow-runs.ts'
import { workflowSteps, workflows } from './workflows/workflows.ts'
import { workspaces } from './queues/workspaces.ts'

export const resources: Resource[] = [
  annotations,
  auditLogs,
  valueChanges,
  autoProvisioning,
  automationBlockers,
  connectors,
  dedicatedEngineSchemas,
  dedicatedEngines,
  delegations,
  deleteRecommendations,
  deletionRequests,
  documentRelations,
  documents,
  emailTemplates,
  emailThreads,
  emails,
  engineFields,
  engines,
  exportDeliveries,
  exportProfiles,
  genericEngineSchemas,
  genericEngines,
  ...groupParts,
  groups,
  hookTemplates,
  hooks,
  inboxes,
  jwtKeys,
  labels,
  learnedLayouts,
  memberships,
  notes,
  oidcProviders,
  organizationGroups,
  organizations,
  pages,
  queues,
  relations,
  rules,
  rulesExecutionLogs,
  schemas,
  suggestedEdits,
  surveys,
  tasks,
  triggers,
  uploads,
  users,
  workflowActivities,
  workflowRuns,
  workflowSteps,
  workflows,
  workspaces,
]

register(resources)

// Callers outside requests import it from here, so that all resources to which a payload refers are registered.
export { presentWith } from './hooks/present-payload.ts'
