import { describe, expect, it } from 'vitest'
import { CONSUMERS, EVENT_KINDS, routesOf, type AnyEvent } from '../../../src/rules/outbox/events.ts'

const subject = { organization_id: 1, queue_id: 2, upload_id: 3, annotation_id: 4 }
const change = (data: Extract<AnyEvent, { kind: 'annotation_status.changed' }>['data']): AnyEvent => ({
  ...subject,
  kind: 'annotation_status.changed',
  data,
})

const besidesHooks = (event: AnyEvent) => routesOf(event).filter(({ consumer }) => consumer !== 'hooks')

describe('routesOf', () => {
  it('routes the first import of an uploaded document to its upload, and all other status changes to the lifecycle', () => {
    expect(routesOf(change({ from: null, to: 'importing', import: 'upload' }))).toEqual([
      { consumer: 'intake', workflow_id: 'upload/3' },
    ])
    for (const data of [
      { from: null, to: 'importing', edited_from: 9 },
      { from: 'to_review', to: 'importing' },
      { from: 'importing', to: 'to_review' },
      { from: 'exported', to: 'deleted' },
    ] as const)
      expect(besidesHooks(change(data))).toEqual([{ consumer: 'lifecycle', workflow_id: 'annotation/4' }])
  })

  it('routes changes of the status of existing annotations to the hooks', () => {
    const toHooks = (event: AnyEvent) => routesOf(event).filter(({ consumer }) => consumer === 'hooks')
    expect(toHooks(change({ from: 'to_review', to: 'purged' }))).toEqual([
      { consumer: 'hooks', workflow_id: 'annotation/4' },
    ])
    expect(toHooks(change({ from: null, to: 'importing', edited_from: 9 }))).toEqual([])
  })

  it('teaches a queue by annotations that a user has confirmed', () => {
    const toLearning = (data: Parameters<typeof change>[0]) =>
      routesOf(change(data)).filter(({ consumer }) => consumer === 'learning')
    expect(toLearning({ from: 'reviewing', to: 'confirmed' })).toEqual([
      { consumer: 'learning', workflow_id: 'learning/2' },
    ])
    expect(toLearning({ from: 'to_review', to: 'confirmed' })).toHaveLength(1)
    for (const data of [
      { from: 'importing', to: 'confirmed' },
      { from: 'confirmed', to: 'exporting' },
      { from: 'reviewing', to: 'to_review' },
    ] as const)
      expect(toLearning(data)).toEqual([])
  })

  it('starts no workflow that would end immediately', () => {
    expect(besidesHooks(change({ from: 'deleted', to: 'purged' }))).toEqual([])
    expect(besidesHooks(change({ from: 'to_review', to: 'purged' }))).toHaveLength(1)
    expect(routesOf({ ...subject, kind: 'annotation.removed', data: { status: 'exported' } })).toEqual([])
    expect(routesOf({ ...subject, kind: 'annotation.removed', data: { status: 'to_review' } })).toHaveLength(1)
  })

  it('derives the workflow id from the subject of the event', () => {
    expect(routesOf({ ...subject, kind: 'upload.created', data: {} })).toEqual([
      { consumer: 'intake', workflow_id: 'upload/3' },
    ])
    expect(routesOf({ ...subject, kind: 'queue.deletion_requested', data: {} })).toEqual([
      { consumer: 'deletion', workflow_id: 'delete-queue/2' },
    ])
    expect(routesOf({ ...subject, kind: 'deletion.requested', data: { deletion: 9 } })).toEqual([
      { consumer: 'deletions', workflow_id: 'deletion/9' },
    ])
    expect(routesOf({ ...subject, kind: 'email.queued', data: { email: 7 } })).toEqual([
      { consumer: 'mail', workflow_id: 'email/7/send' },
    ])
    expect(routesOf({ ...subject, kind: 'email.received', data: { email: 7 } })).toEqual([
      { consumer: 'inbound', workflow_id: 'email/7' },
    ])
    expect(routesOf({ ...subject, kind: 'letter.queued', data: { letter: 8 } })).toEqual([
      { consumer: 'mail', workflow_id: 'letter/8/send' },
    ])
    expect(
      routesOf({ ...subject, kind: 'annotation.imported', data: { billable: true, learning: true, pages: 1 } }),
    ).toEqual([{ consumer: 'usage', workflow_id: 'usage' }])
  })

  it('has only consumers of existing kinds', () => {
    const subscribed = Object.values(CONSUMERS).flatMap(({ kinds }) => kinds)
    expect(subscribed.filter((kind) => !EVENT_KINDS.includes(kind))).toEqual([])
  })
})
