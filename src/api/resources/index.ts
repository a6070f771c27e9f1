/** Every resource the API serves; `GET /v1`, routes, documents and the contract tests are made from this list. */
import { register, type Resource } from '../resource/define.ts'
import { annotations } from './annotations.ts'
import { auditLogs } from './audit-logs.ts'
import { connectors } from './connectors.ts'
import { dedicatedEngineSchemas } from './dedicated-engine-schemas.ts'
import { dedicatedEngines } from './dedicated-engines.ts'
import { deleteRecommendations } from './delete-recommendations.ts'
import { documentRelations } from './document-relations.ts'
import { documents } from './documents.ts'
import { emailTemplates } from './email-templates.ts'
import { emailThreads } from './email-threads.ts'
import { emails } from './emails.ts'
import { engineFields } from './engine-fields.ts'
import { engines } from './engines.ts'
import { genericEngineSchemas, genericEngines } from './generic-engines.ts'
import { hooks } from './hooks.ts'
import { groupParts } from './group-parts.ts'
import { hookTemplates } from './hook-templates.ts'
import { inboxes } from './inboxes.ts'
import { labels } from './labels.ts'
import { memberships } from './memberships.ts'
import { notes } from './notes.ts'
import { oidcProviders } from './oidc-providers.ts'
import { organizationGroups, organizations } from './organizations.ts'
import { pages } from './pages.ts'
import { queues } from './queues.ts'
import { automationBlockers, relations } from './relations.ts'
import { rules, rulesExecutionLogs } from './rules.ts'
import { schemas } from './schemas.ts'
import { autoProvisioning, jwtKeys } from './sign-on.ts'
import { suggestedEdits } from './suggested-edits.ts'
import { triggers } from './triggers.ts'
import { surveys } from './surveys.ts'
import { tasks, uploads } from './uploads.ts'
import { groups, users } from './users.ts'
import { workflowActivities, workflowRuns } from './workflow-runs.ts'
import { workflowSteps, workflows } from './workflows.ts'
import { workspaces } from './workspaces.ts'

export const resources: Resource[] = [
  annotations,
  auditLogs,
  autoProvisioning,
  automationBlockers,
  connectors,
  dedicatedEngineSchemas,
  dedicatedEngines,
  deleteRecommendations,
  documentRelations,
  documents,
  emailTemplates,
  emailThreads,
  emails,
  engineFields,
  engines,
  genericEngineSchemas,
  genericEngines,
  ...groupParts,
  groups,
  hookTemplates,
  hooks,
  inboxes,
  jwtKeys,
  labels,
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
