/** The template store in the database: files become rows after the migrations. */
import { describe, expect, it } from 'vitest'
import { readHookTemplates, syncHookTemplates } from '../../db/hook-template-files.ts'
import { migrateUp } from '../../db/migrate.ts'
import { HOOK_TEMPLATES } from '../../db/hook-templates.ts'
import { database, useDatabase } from '../support/database.ts'
import { aTenant } from '../support/factories.ts'

useDatabase()

const templates = readHookTemplates()
const rows = () => database.db('hook_templates').orderBy('order').orderBy('id')

describe('syncHookTemplates', () => {
  it('has run after the migrations: each template is a row, and the first rows have kept their ids', async () => {
    const stored = await rows()
    expect(stored.map(({ id: _, ...row }) => row)).toEqual(templates)
    expect(stored.filter(({ id }) => id <= HOOK_TEMPLATES.length).map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['webhook', 'totals-check', 'scheduled-job']),
    )
  })

  it('updates rows that differ from their files, and changes nothing else', async () => {
    const before = await rows()
    await database.db('hook_templates').where('slug', 'totals-check').update({ guide: 'Old', settings: '{}' })
    await database.db('hook_templates').where('slug', 'webhook').delete()
    await migrateUp(database.db)
    const after = await rows()
    expect(after.map(({ id: _, ...row }) => row)).toEqual(templates)
    const withoutNew = (all: { slug: string }[]) => all.filter(({ slug }) => slug !== 'webhook')
    expect(withoutNew(after)).toEqual(withoutNew(before))
    expect(await migrateUp(database.db)).toEqual([])
    expect(await rows()).toEqual(after)
  })

  it('keeps templates of the operator and those that hooks refer to, and removes others that have no files', async () => {
    const { db } = database
    const { organization_id } = await aTenant(db)
    const row = { type: 'webhook', secrets_schema: {}, order: 90 }
    const [own, used, unused] = await db('hook_templates')
      .insert([
        { ...row, name: 'Own' },
        { ...row, name: 'Used', slug: 'used' },
        { ...row, name: 'Unused', slug: 'unused' },
      ])
      .returning('id')
    await db('hooks').insert({ organization_id, type: 'webhook', name: 'From used', hook_template_id: used!.id })
    await syncHookTemplates(db)
    const kept = await db('hook_templates')
      .whereIn(
        'id',
        [own, used, unused].map((one) => one!.id as number),
      )
      .orderBy('id')
      .pluck('name')
    expect(kept).toEqual(['Own', 'Used'])
  })
})
