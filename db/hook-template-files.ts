/** The template store of hooks as files: `templates/hooks/<slug>` (docs/decisions/0091-hook-templates-as-files.md). */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Knex } from 'knex'

export const templatesFolder = join(import.meta.dirname, '../templates/hooks')

/** A row of `hook_templates`; keys that the file omits have the defaults of `DEFAULTS`. */
export interface HookTemplateFile {
  slug: string
  type: 'webhook' | 'function'
  name: string
  order: number
  guide: string
  config: Record<string, unknown>
  [column: string]: unknown
}

interface TemplateJson {
  name: string
  order: number
  config?: Record<string, unknown>
}

const DEFAULTS = {
  events: [],
  sideload: [],
  metadata: {},
  test: {},
  description: null,
  extension_source: 'svc_store',
  settings: {},
  settings_schema: null,
  secrets_schema: { type: 'object', additionalProperties: { type: 'string' } },
  read_more_url: null,
  extension_image_url: null,
  settings_description: [],
  store_description: null,
  external_url: null,
  use_token_owner: false,
  install_action: 'copy',
  token_lifetime_s: null,
}

const RUNTIMES = { 'code.js': 'nodejs22.x', 'code.py': 'python3.12' }

/** Returns all templates in the order of the store. Throws if a file is missing or no JSON. */
export function readHookTemplates(folder = templatesFolder): HookTemplateFile[] {
  return readdirSync(folder)
    .map((slug) => readTemplate(folder, slug))
    .sort((a, b) => a.order - b.order)
}

function readTemplate(folder: string, slug: string): HookTemplateFile {
  const read = (file: string) => readFileSync(join(folder, slug, file), 'utf8')
  const given = JSON.parse(read('template.json')) as TemplateJson
  const code = Object.entries(RUNTIMES)
    .filter(([file]) => existsSync(join(folder, slug, file)))
    .map(([file, runtime]) => ({ runtime, code: read(file), third_party_library_pack: 'default' }))
  return {
    ...DEFAULTS,
    ...given,
    slug,
    type: code.length ? 'function' : 'webhook',
    config: { ...code[0], ...given.config },
    guide: read('guide.md'),
  }
}

/**
 * Makes the store equal to the files: updates the rows with their slugs, inserts new ones, and deletes rows whose slug has no files, unless a hook
 * was created from them. Rows without a slug belong to the operator and are not changed. Must not run in two processes at the same time.
 */
export async function syncHookTemplates(db: Knex, templates = readHookTemplates()): Promise<void> {
  await db.transaction(async (tx) => {
    for (const template of templates) {
      const row = Object.fromEntries(
        Object.entries(template).map(([name, value]) => [
          name,
          value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
        ]),
      )
      const updated = await tx('hook_templates').where('slug', template.slug).update(row)
      if (updated === 0) await tx('hook_templates').insert(row)
    }
    await tx('hook_templates')
      .whereNotIn(
        'slug',
        templates.map(({ slug }) => slug),
      )
      .whereNotExists(tx('hooks').whereRaw('hooks.hook_template_id = hook_templates.id').select('id'))
      .delete()
  })
}
