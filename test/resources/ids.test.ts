import { expect, it } from 'vitest'
import { applyLabels, deleteLabel, labelRows } from '../../src/domain/annotations/labels.ts'
import { deleteNote, noteRows } from '../../src/domain/annotations/notes.ts'
import { replaceMembers } from '../../src/domain/annotations/relations.ts'
import { Label, Note, Relation } from '../../src/models/index.ts'
import { fieldBuilders } from '../../src/resources/framework/fields.ts'
import { checkedId } from '../support/ids.ts'

/** The compiler checks the body, which never runs. */
const compiled = (_body: (...given: never[]) => unknown) => expect(_body).toBeTypeOf('function')

it('a number is no id of a label, note or relation', () =>
  compiled((deps: Parameters<typeof deleteLabel>[0], tx: Parameters<typeof replaceMembers>[0], who: never) => {
    // @ts-expect-error A number from outside.
    void deleteLabel(deps, 7)
    // @ts-expect-error The same.
    void deleteNote(deps, 7)
    // @ts-expect-error The same.
    void labelRows.update(tx, who, 7, { name: 'Urgent' })
    // @ts-expect-error The same.
    void applyLabels(deps, who, { add: [7], remove: [], annotations: [], request_id: null })
    // @ts-expect-error The same, in a column.
    void noteRows.create(tx, who, { annotation_id: 7, content: 'Paid' })
    // @ts-expect-error An id of another table.
    void deleteLabel(deps, checkedId('notes', 7))
    void deleteLabel(deps, checkedId('labels', 7))
    void replaceMembers(tx, checkedId('relations', 1), { from: [], to: [checkedId('annotations', 2)] })
  }))

it('refuses fields that would write ids without looking them up', () => {
  const f = fieldBuilders<object>()
  expect(() => f.integer('Id of the annotation.', { column: 'annotation_id' })('annotation', Note)).toThrow(
    'annotation would write ids that were not checked.',
  )
  expect(() =>
    f.integer('Id of the annotation.', { column: 'annotation_id', readOnly: true })('annotation', Note),
  ).not.toThrow()
  expect(() => f.text('Name.')('name', Label)).not.toThrow()
})

it('refuses links to another collection than the relation has', () => {
  const f = fieldBuilders<object>()
  expect(() => f.refs('Members.', { to: 'labels' })('annotations', Relation)).toThrow(
    'annotations leads to annotations, not to labels.',
  )
  expect(() => f.refs('Members.', { to: 'annotations' })('annotations', Relation)).not.toThrow()
})
