import type { Resource } from './define.ts'

/** All resources by path, for references and sideloads. `resources/index.ts` fills it once. */
const registry = new Map<string, Resource>()
export function register(resources: Resource[]): void {
  for (const resource of resources) registry.set(resource.path, resource)
}
export function resourceAt(path: string): Resource | undefined {
  return registry.get(path)
}
