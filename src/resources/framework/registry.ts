/**
 * All resources by path. References, sideloads and handlers find them here, because resources that refer to each other cannot import each
 * other. `resources/index.ts` fills the registry. A wrong path does not compile, and a resource that is missing at run time is an error: a
 * query without the `visible` of its resource would read the rows of all organizations.
 */
import type { Resource } from './define.ts'

export const RESOURCE_PATHS = [
  'annotations',
  'audit_logs',
  'auto_provisioning',
  'automation_blockers',
  'connectors',
  'dedicated_engine_schemas',
  'dedicated_engines',
  'delegations',
  'delete_recommendations',
  'deletion_requests',
  'document_relations',
  'documents',
  'email_templates',
  'email_threads',
  'emails',
  'engine_fields',
  'engines',
  'export_deliveries',
  'export_profiles',
  'generic_engine_schemas',
  'generic_engines',
  'groups',
  'hook_templates',
  'hooks',
  'inboxes',
  'jwt_keys',
  'labels',
  'learned_layouts',
  'notes',
  'oidc_providers',
  'organization_groups',
  'organization_groups/memberships',
  'organization_groups/organizations',
  'organization_groups/queues',
  'organization_groups/users',
  'organization_groups/workspaces',
  'organizations',
  'pages',
  'queues',
  'relations',
  'rules',
  'rules_execution_logs',
  'schemas',
  'suggested_edits',
  'surveys',
  'tasks',
  'triggers',
  'uploads',
  'users',
  'value_changes',
  'workflow_activities',
  'workflow_runs',
  'workflow_steps',
  'workflows',
  'workspaces',
] as const
export type ResourcePath = (typeof RESOURCE_PATHS)[number]

const registry = new Map<ResourcePath, Resource>()

/** Fills the registry. Throws if the resources have other paths than `RESOURCE_PATHS`, or one path twice. */
export function register(resources: readonly Resource[]): void {
  for (const resource of resources) {
    const path = resourcePath(resource.path)
    if (registry.has(path)) throw new Error(`Two resources have the path ${path}.`)
    registry.set(path, resource)
  }
  for (const path of RESOURCE_PATHS) resourceAt(path)
}

/** Returns the resource with this path. Throws if it is not registered. */
export function resourceAt(path: ResourcePath): Resource {
  const resource = registry.get(path)
  if (!resource) throw new Error(`No resource has the path ${path}. src/resources/index.ts registers resources.`)
  return resource
}

const known: ReadonlySet<string> = new Set(RESOURCE_PATHS)
const isPath = (name: string): name is ResourcePath => known.has(name)

/** Returns the name of a collection, such as the table of a model, as a path. Throws if no resource has it. */
export function resourcePath(name: string): ResourcePath {
  if (!isPath(name)) throw new Error(`No resource has the path ${name}.`)
  return name
}
