import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeTree } from '../../src/domain/annotations/content/contents.ts'
import { editInPlace } from '../../src/domain/annotations/pages/edit-in-place.ts'
import { editPages } from '../../src/domain/annotations/pages/split.ts'
import type { EditPart } from '../../src/domain/annotations/pages/edit-parts.ts'
import type { Mover } from '../../src/domain/annotations/status/move.ts'
import { importNow } from '../../src/domain/intake/uploads.ts'
import { applyOperations, contentDatapoints, type ContentTree } from '../../src/rules/content/index.ts'
import { invoiceSchema } from '../domain/fixtures.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { png } from '../support/pictures.ts'
import { aFixture, harness, until } from './harness.ts'
import type { Harness } from './harness.ts'

describe('annotations with edited pages', () => {
  let stack: Harness
  beforeAll(async () => {
    stack = await harness()
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  const importing = (ids: number[]) =>
    until(
      async () => (await stack.deps.db('annotations').whereIn('id', ids).orderBy('id').pluck('status')) as string[],
      (found) => found.every((status) => status !== 'importing'),
    )
  const pagesOf = (annotation_id: number) =>
    stack.deps.db('pages').where({ annotation_id }).orderBy('number').select('id', 'rotation_deg', 'width', 'height')
  const valueOf = async (annotation_id: number, schema_id: string) => {
    const { tree } = await stack.deps.db('annotation_contents').where({ annotation_id }).first('tree')
    const section = (tree as { children: { schema_id: string; content: { value: string } }[] }[])[0]!
    return section.children.find((node) => node.schema_id === schema_id)!.content.value
  }

  const treeOf = async (annotation_id: number): Promise<ContentTree> =>
    (await stack.deps.db('annotation_contents').where({ annotation_id }).first('tree')).tree
  const valuesOf = (tree: ContentTree) => [...contentDatapoints(tree)].map(({ node }) => node.content?.value)
  const valueIn = (tree: ContentTree, schema_id: string) =>
    [...contentDatapoints(tree)].find(({ node }) => node.schema_id === schema_id)!.node.content!.value

  async function anImported(file: { name: string; bytes: Buffer }) {
    const schema = structuredClone(invoiceSchema) as { children: { id: string; rir_field_names?: string[] }[] }[]
    schema[0]!.children.find(({ id }) => id === 'department')!.rir_field_names = [
      'edit:department',
      'upload:department',
    ]
    const fixture = await aFixture(stack.deps)
    await stack.deps
      .db('schemas')
      .where('organization_id', fixture.organization_id)
      .update({ content: JSON.stringify(schema) })
    const values = { department: 'Sales' }
    const [created] = await importNow(stack.deps, { queue: fixture.queue, who: fixture.who, files: [file], values })
    expect(await importing([created!.annotation_id])).toEqual(['to_review'])
    return { ...fixture, id: created!.annotation_id, pages: await pagesOf(created!.annotation_id) }
  }

  const part = (pages: { id: number }[], values = {}): EditPart => ({
    annotation_id: null,
    queue_id: null,
    name: null,
    pages: pages.map(({ id }) => ({ page_id: id, rotation_deg: 0, deleted: false })),
    metadata: {},
    values,
  })

  it('reach review as parts, read from their own pages, with the given values', async () => {
    const parent = await anImported({ name: 'two.pdf', bytes: await invoicePdf('E-1', '119.00', 3) })
    const [first, second, third] = parent.pages
    const done = await editPages(stack.deps, parent.who, {
      parent_id: parent.id,
      edit: [part([second!, third!]), part([first!], { 'edit:department': 'Legal' })],
      delete: [],
      move: [],
      stop_reviewing: [],
      stop_parent: true,
      data_source: null,
      processing_duration: null,
      request_id: null,
    })
    const [one, two] = done.map(({ annotation_id }) => annotation_id)
    expect(await importing([parent.id, one!, two!])).toEqual(['split', 'to_review', 'to_review'])
    expect([(await pagesOf(one!)).length, (await pagesOf(two!)).length]).toEqual([2, 1])
    expect(await valueOf(one!, 'document_id')).not.toBe('E-1')
    expect(await valueOf(two!, 'document_id')).toBe('E-1')
    // Values of the upload still apply if the edit contains none.
    expect([await valueOf(one!, 'department'), await valueOf(two!, 'department')]).toEqual(['Sales', 'Legal'])
  })

  it.each([
    ['a PDF', 'page.pdf', () => invoicePdf('E-2')],
    ['a picture', 'page.png', () => png(300, 400)],
  ])('keep the rotation that a user set for %s, whatever the reader detects', async (_what, name, bytes) => {
    const { id, who, pages } = await anImported({ name, bytes: await bytes() })
    const upright = pages[0] as { width: number; height: number }
    await editInPlace(stack.deps, who, {
      id,
      trigger: 'rotate',
      pages: pages.map((page: { id: number }) => ({ page_id: page.id, rotation_deg: 90, deleted: false })),
      queue_id: null,
      name: null,
      metadata: {},
      processing_duration: null,
      request_id: null,
    })
    expect(await importing([id])).toEqual(['to_review'])
    const [turned] = await pagesOf(id)
    expect(turned!.rotation_deg).toBe(0)
    expect(turned!.width / turned!.height).toBeCloseTo(upright.height / upright.width, 1)
    expect(await valueOf(id, 'department')).toBe('Sales')
  })

  const rotate = (who: Mover, id: number, content?: 'keep' | 'restore') =>
    pagesOf(id).then((pages) =>
      editInPlace(stack.deps, who, {
        id,
        trigger: 'rotate',
        pages: pages.map((page: { id: number }) => ({ page_id: page.id, rotation_deg: 180, deleted: false })),
        queue_id: null,
        name: null,
        metadata: {},
        content,
        processing_duration: null,
        request_id: null,
      }),
    )
  /** Enters a value as the screen does. */
  const enter = async (
    who: { user_id: number; organization_id: number },
    id: number,
    schema_id: string,
    value: string,
  ) => {
    const { node } = [...contentDatapoints(await treeOf(id))].find((one) => one.node.schema_id === schema_id)!
    const operations = [{ op: 'replace', id: node.id, value: { content: { value }, validation_sources: ['human'] } }]
    await changeTree(
      stack.deps,
      { ...who, admin: true },
      id,
      (before, schema, takeIds) => applyOperations(before, schema, operations, { origin: 'user', takeIds }).tree,
    )
  }

  it('keep what a person has entered if the request says so, wait for review, and get all values back with an undo', async () => {
    const { id, who } = await anImported({ name: 'page.pdf', bytes: await invoicePdf('E-3') })
    const { db } = stack.deps
    // A document without a reviewer would be exported now.
    await db('queues')
      .where('id', (await db('annotations').where({ id }).first('queue_id')).queue_id)
      .update({
        automation_enabled: true,
        automation_level: 'always',
      })
    await enter(who, id, 'department', 'Entered')
    const before = await treeOf(id)
    await rotate(who, id, 'keep')
    expect(await importing([id])).toEqual(['to_review'])
    expect(await valueOf(id, 'department')).toBe('Entered')
    await enter(who, id, 'amount_total', '17')
    const since = await valueOf(id, 'amount_total')
    await rotate(who, id, 'restore')
    expect(await importing([id])).toEqual(['to_review'])
    expect(await valueOf(id, 'amount_total')).toBe(since)
    await enter(who, id, 'amount_total', valueIn(before, 'amount_total'))
    expect(valuesOf(await treeOf(id))).toEqual(valuesOf(before))
    await expect(rotate(who, id, 'restore')).rejects.toMatchObject({ status: 400 })
    await db('queues').where('organization_id', who.organization_id).update({ automation_enabled: false })
    await rotate(who, id)
    expect(await importing([id])).toEqual(['to_review'])
    expect(await valueOf(id, 'department')).toBe('Sales')
  })
})
