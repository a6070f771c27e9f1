/** The kinds of objects that make up a set-up, in the order in which they can be created. */
import { isObject, sorted, textOf } from '../hooks/layout.ts'
import { Problem } from '../problem.ts'
import { HOOKS } from './hooks.ts'
import { required, withoutUrls, withUrls, type Names, type Path } from './names.ts'

export type Values = Record<string, unknown>

/** An object as the API returns it. */
export interface ServerObject extends Values {
  id: number
  url: string
}

export interface Kind {
  path: Path
  /** The name by which files refer to an object; numbered if it is not unique. */
  nameOf(values: Values, names: Names): string
  /** What files contain of an object, with names in place of URLs. */
  valuesOf(object: ServerObject, names: Names): Values
  /** What the API expects. Throws Problem for a name that is unknown. */
  bodyOf(values: Values, names: Names): Values
  /** The texts of the files by name. The same values always have the same texts. */
  textsOf(values: Values): Record<string, string>
  /** Reads the files that `textsOf` wrote and people have edited. Throws Problem; `folder` begins its sentences. */
  parse(folder: string, texts: Record<string, string>): Values
}

interface Plain {
  path: Path
  /** The keys of a file, in their order. */
  keys: readonly string[]
  /** Keys that contain names of another kind, or a list of them. */
  references?: Record<string, Path>
  nameOf?: Kind['nameOf']
}

/** The file of an object that is a single JSON text. */
export const FILE = 'json'

/** A kind whose objects are one JSON file each. */
function plain({ path, keys, references = {}, nameOf = ({ name }) => String(name) }: Plain): Kind {
  const each = (value: unknown, change: (one: unknown) => unknown) =>
    Array.isArray(value) ? value.map(change) : value === null || value === undefined ? value : change(value)
  return {
    path,
    nameOf,
    valuesOf: (object, names) =>
      Object.fromEntries(
        keys.map((key) => {
          const name = (url: unknown) => names.of(String(url))?.name ?? url
          const value = references[key] ? each(object[key], name) : withoutUrls(object[key], names)
          // Lists of references are sorted: their order means nothing.
          return [key, references[key] && Array.isArray(value) ? value.sort() : value]
        }),
      ),
    bodyOf: (values, names) =>
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => {
          const kind = references[key]
          return [key, kind ? each(value, (name) => required(kind, name, names)) : withUrls(value, names)]
        }),
      ),
    textsOf: (values) => ({
      [FILE]: textOf(
        Object.fromEntries(keys.filter((key) => values[key] !== undefined).map((key) => [key, sorted(values[key])])),
      ),
    }),
    parse: (folder, texts) => {
      const values = objectIn(folder, texts[FILE] ?? '')
      const unknown = Object.keys(values).find((key) => !keys.includes(key))
      if (unknown) throw new Problem(`${folder}.json has an unknown key "${unknown}".`)
      if (typeof values['name'] !== 'string' || !values['name']) throw new Problem(`${folder}.json needs a "name".`)
      return values
    },
  }
}

function objectIn(folder: string, text: string): Values {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Problem(`${folder}.json is not valid JSON: ${error instanceof Error ? error.message : ''}`)
  }
  if (!isObject(value)) throw new Problem(`${folder}.json must contain an object.`)
  return value
}

const QUEUE = [
  'name',
  'workspace',
  'schema',
  'locale',
  'automation_enabled',
  'automation_level',
  'default_score_threshold',
  'use_confirmed_state',
  'session_timeout',
  'workflows',
  'document_lifetime',
  'training_enabled',
  'rir_params',
  'settings',
  'metadata',
]

/** A queue has one template of each type except `custom`, which the service creates with it. */
const templateName: Kind['nameOf'] = ({ queue, type, name }, names) =>
  `${names.of(String(queue))?.name ?? String(queue)} / ${String(type === 'custom' ? name : type)}`

const PROFILE = [
  'name',
  'queue',
  'enabled',
  'columns',
  'lines_of',
  'headings',
  'preamble',
  'encoding',
  'unencodable',
  'bom',
  'delimiter',
  'quote_char',
  'quoting',
  'line_end',
  'formula_protection',
  'decimal_separator',
  'decimals',
  'date_format',
  'file_name',
  'extension',
  'include_documents',
]

/** The name of a profile is unique in its queue only. */
const profileName: Kind['nameOf'] = ({ queue, name }, names) =>
  `${names.of(String(queue))?.name ?? String(queue)} / ${String(name)}`

/** Steps of several workflows may have the same name. */
const stepName: Kind['nameOf'] = ({ workflow, name }, names) =>
  `${names.of(String(workflow))?.name ?? String(workflow)} / ${String(name)}`

export const KINDS: readonly Kind[] = [
  plain({ path: 'labels', keys: ['name', 'color'] }),
  plain({ path: 'workspaces', keys: ['name', 'metadata'] }),
  plain({ path: 'schemas', keys: ['name', 'content', 'metadata'] }),
  plain({ path: 'workflows', keys: ['name', 'condition', 'confirmer_may_approve', 'approver_may_repeat'] }),
  plain({
    path: 'workflow_steps',
    keys: ['name', 'workflow', 'ordering', 'condition', 'type', 'mode', 'assignees'],
    references: { workflow: 'workflows', assignees: 'users' },
    nameOf: stepName,
  }),
  plain({ path: 'queues', keys: QUEUE, references: { workspace: 'workspaces', schema: 'schemas' } }),
  plain({
    path: 'email_templates',
    keys: ['name', 'queue', 'type', 'subject', 'message', 'automate', 'to', 'cc', 'bcc'],
    references: { queue: 'queues' },
    nameOf: templateName,
  }),
  plain({ path: 'export_profiles', keys: PROFILE, references: { queue: 'queues' }, nameOf: profileName }),
  HOOKS,
  plain({
    path: 'rules',
    keys: ['name', 'description', 'enabled', 'schema', 'queues', 'trigger_condition', 'actions'],
    references: { schema: 'schemas', queues: 'queues' },
  }),
]
