/** docs/hooks.md lists the template store, and every template is complete. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readHookTemplates } from '../../db/hook-template-files.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/hooks.md'), 'utf8')
const templates = readHookTemplates()
const KINDS: Record<string, string> = { 'nodejs22.x': 'JavaScript', 'python3.12': 'Python' }

describe('the template store', () => {
  it('is listed in docs/hooks.md, in its order', () => {
    const section = page.split('## Template store')[1]!.split('\n## ')[0]!
    const rows = [
      ...section.matchAll(/^\| \[(.+?)\]\(\.\.\/templates\/hooks\/(.+?)\/guide\.md\)\s*\| (\S+)\s*\| (.+?)\s*\|$/gm),
    ]
    expect(rows.map(([, name, slug, kind, purpose]) => [name, slug, kind, purpose])).toEqual(
      templates.map(({ name, slug, config, description }) => [
        name,
        slug,
        KINDS[String(config.runtime)] ?? 'webhook',
        description,
      ]),
    )
  })

  it.each(templates)('has a complete template: $slug', (template) => {
    const { name, guide, settings, settings_schema, settings_description, store_description } = template
    expect(guide).toMatch(new RegExp(`^# ${name}\n`))
    expect(store_description).toMatch(/^<p>.+<\/p>$/)
    const names = Object.keys(Object(settings))
    const schema = settings_schema as { properties: object } | null
    expect(Object.keys(schema?.properties ?? {})).toEqual(names)
    expect((settings_description as { name: string }[]).map((one) => one.name)).toEqual(names)
  })
})
