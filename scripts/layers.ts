// Allowed imports between packages and folders (ARCHITECTURE.md). ESLint and `npm run graph` read this table. `src/deps.ts` contains only types
// and may be imported from every folder.
import { dirname, join } from 'node:path'
import { entranceOf, packageFolderOf } from './workspaces.ts'

/** From the lowest layer up: each may import from itself and from the layers in its list. */
const allowed: Record<string, readonly string[]> = {
  // packages/formula, packages/extraction, packages/functions-runtime
  formula: [],
  extraction: [],
  'functions-runtime': [],
  errors: [],
  log: [],
  work: ['errors'],
  db: [],
  rules: ['errors', 'formula'],
  config: ['errors', 'rules', 'work'],
  metrics: ['errors', 'config', 'blobs', 'extraction', 'sandbox', 'work'],
  tracing: ['config'],
  blobs: ['config'],
  outgoing: ['rules', 'config'],
  mail: ['config', 'rules'],
  sandbox: ['errors', 'rules', 'extraction', 'work', 'functions-runtime'],
  models: ['rules'],
  engines: ['rules', 'config', 'log', 'models', 'extraction', 'sandbox', 'metrics', 'outgoing'],
  contract: ['rules'],
  export: ['errors', 'rules', 'formula'],
  domain: [
    'errors',
    'rules',
    'formula',
    'db',
    'models',
    'engines',
    'config',
    'metrics',
    'extraction',
    'blobs',
    'outgoing',
    'mail',
    'sandbox',
    'contract',
    'export',
    'work',
  ],
  resources: ['errors', 'rules', 'config', 'models', 'blobs', 'export', 'mail', 'domain', 'work'],
  workflows: ['rules', 'contract'],
  activities: [
    'errors',
    'rules',
    'config',
    'models',
    'extraction',
    'engines',
    'domain',
    'resources',
    'contract',
    'work',
  ],
  provision: ['errors', 'db', 'config', 'log', 'extraction', 'contract', 'deps', 'domain'],
  backup: ['db', 'config', 'blobs', 'provision'],
  deps: [
    'db',
    'errors',
    'metrics',
    'config',
    'log',
    'blobs',
    'outgoing',
    'sandbox',
    'tracing',
    'work',
    'engines',
    'provision',
    'domain',
  ],
  worker: ['config', 'log', 'metrics', 'deps', 'contract', 'workflows', 'activities', 'domain', 'provision'],
  api: [
    'errors',
    'log',
    'rules',
    'config',
    'models',
    'metrics',
    'deps',
    'mail',
    'export',
    'domain',
    'resources',
    'work',
  ],
  cli: [
    'backup',
    'db',
    'errors',
    'log',
    'rules',
    'config',
    'extraction',
    'sandbox',
    'contract',
    'domain',
    'provision',
    'deps',
    'worker',
    'api',
  ],
}

/** Imports allowed for types only. */
const allowedTypes: Record<string, readonly string[]> = {
  rules: ['extraction'],
  // The signatures of activities are those of their implementations.
  workflows: ['activities', 'domain'],
}

export const layers = Object.keys(allowed)

/** Files directly in `src`, and files that are a layer of their own. */
const single: Record<string, string> = {
  'src/errors.ts': 'errors',
  'src/log.ts': 'log',
  'src/config.ts': 'config',
  'src/config-settings.ts': 'config',
  'src/config-types.ts': 'config',
  'src/unknown-settings.ts': 'config',
  'src/temporal-connection.ts': 'provision',
  'src/open-deps.ts': 'deps',
  'src/run-service.ts': 'deps',
  'src/retry-until-database-ready.ts': 'deps',
  'src/deps.ts': 'deps',
  'src/workflows/contract.ts': 'contract',
}

/** Returns the layer of a file, passed as a path from the root; empty for files outside `packages`, `src` and `db`. */
export function layerOf(file: string): string {
  const known = single[file]
  if (known) return known
  const [top = '', folder = ''] = file.split('/')
  return top === 'db' ? 'db' : top === 'src' || top === 'packages' ? folder : ''
}

/** Returns true if the file `from` may import the file `to`; both are paths from the root. */
export function allows(from: string, to: string, isType: boolean): boolean {
  const [own, target] = [layerOf(from), layerOf(to)]
  if (own === target || target === '' || own === '') return true
  if (to === 'src/deps.ts' && isType) return true
  return Boolean(allowed[own]?.includes(target) || (isType && allowedTypes[own]?.includes(target)))
}

/** Returns the file that an import loads, as a path from the root; undefined for packages of registries and modules of Node. */
export const targetOf = (from: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? join(dirname(from), specifier) : entranceOf(specifier)

/** Returns true if an import reaches into another package by a path: packages are imported by name, which shows only their entrances. */
export const isByPath = (from: string, to: string, specifier: string): boolean =>
  specifier.startsWith('.') && packageFolderOf(from) !== packageFolderOf(to)
