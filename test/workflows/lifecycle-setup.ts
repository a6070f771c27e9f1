/** Imports by a real worker, for the tests of `annotationLifecycle`; `answerWith` sets the result of its reader. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { importNow } from '../../src/domain/intake/uploads.ts'
import type { Extraction } from '@sheaf/extraction/types'
import { anExtraction, fakeDocuments } from './fake-documents.ts'
import { aFixture, harness, until } from './harness.ts'
import type { Harness } from './harness.ts'

type Reader = (bytes: Uint8Array) => Promise<Extraction> | Extraction

/** Content of a file that is recognised as a PDF. */
export const pdf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`)

export let stack: Harness
let answer: Reader
/** Sets how documents are read until the end of the test; without it, all fields are found with high scores. */
export const answerWith = (reader: Reader): void => {
  answer = reader
}
/** The fake reader of the worker, with the options of its calls in this test. */
export const documents = fakeDocuments((bytes) => answer(bytes))

/** Starts the worker for the tests of a file. */
export function useLifecycle(): void {
  beforeAll(async () => {
    stack = await harness(() => ({ documents }))
    await stack.startWorker()
  })
  beforeEach(() => {
    answer = () => anExtraction()
    documents.calls.length = 0
  })
  afterAll(() => stack.stop())
}

/** Imports one file; returns the annotation when it has left `importing`. */
export async function imported(queue: Record<string, unknown> = {}, content = `${Math.random()}`) {
  const fixture = await aFixture(stack.deps, queue)
  const files = [{ name: 'a.pdf', bytes: pdf(content) }]
  const [created] = await importNow(stack.deps, { queue: fixture.queue, who: fixture.who, files })
  const id = created!.annotation_id
  const load = () => stack.deps.db('annotations').where({ id }).first()
  const row = await until(load, ({ status }) => !['importing', 'exporting'].includes(status))
  return { fixture, id, load, row }
}

/** Returns the kinds of the pending events of an annotation. */
export const pending = (annotation_id: number) =>
  stack.deps
    .db('deliveries as d')
    .join('events as e', 'e.id', 'd.event_id')
    .where({ 'e.annotation_id': annotation_id, 'd.state': 'pending' })
    .whereIn('d.consumer', ['intake', 'lifecycle'])
    .pluck('e.kind')
