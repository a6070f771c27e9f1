/** Every resource the API serves; `GET /v1`, routes, documents and the contract tests are made from this list. */
import { register, type Resource } from '../resource/define.ts'
import { annotations } from './annotations.ts'
import { documents } from './documents.ts'
import { labels } from './labels.ts'
import { organizationGroups, organizations } from './organizations.ts'
import { pages } from './pages.ts'
import { genericEngines, queues } from './queues.ts'
import { automationBlockers, relations } from './relations.ts'
import { schemas } from './schemas.ts'
import { tasks, uploads } from './uploads.ts'
import { groups, users } from './users.ts'
import { workspaces } from './workspaces.ts'

export const resources: Resource[] = [
  annotations,
  automationBlockers,
  documents,
  genericEngines,
  groups,
  labels,
  organizationGroups,
  organizations,
  pages,
  queues,
  relations,
  schemas,
  tasks,
  uploads,
  users,
  workspaces,
]

register(resources)
