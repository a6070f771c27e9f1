import { describe, expect, it } from 'vitest'
import { EMPTY_MEMORY, type Extractor } from '../../src/engines/port.ts'
import { extractorFor, UnknownEngine, type EngineRow } from '../../src/engines/registry.ts'
import { anExtraction, fakeDocuments } from '../workflows/fake-documents.ts'

const row = (type: EngineRow['type']): EngineRow => ({ id: 7, name: 'Freight', type })
const document = { bytes: Buffer.from('%PDF-1.7'), options: { locale: 'de_DE' } }

describe('the registry of engines', () => {
  it('uses the built-in extractor for queues without an engine and for every existing engine type', async () => {
    const documents = fakeDocuments()
    for (const engine of [null, row('extractor'), row('splitter')]) {
      const { extraction } = await extractorFor(documents, engine).extract(document, null, EMPTY_MEMORY)
      expect(extraction).toEqual(anExtraction())
      await extractorFor(documents, engine).extractFast(document, null, EMPTY_MEMORY)
    }
    expect(documents.calls).toEqual(Array(6).fill({ locale: 'de_DE' }))
  })

  it('selects the extractor registered for the type of the engine', () => {
    const [first, second]: Extractor[] = [1, 2].map(() => ({
      extract: () => Promise.reject(new Error('not called')),
      extractFast: () => Promise.resolve(null),
    }))
    const extractors = { generic: () => first!, extractor: () => second! }
    expect(extractorFor(fakeDocuments(), null, extractors)).toBe(first)
    expect(extractorFor(fakeDocuments(), row('extractor'), extractors)).toBe(second)
  })

  it.each(['oracle', 'toString'])('refuses the unregistered type %s with a message', (type) => {
    const engine = { ...row('extractor'), type } as unknown as EngineRow
    const sentence = `The queue's engine "Freight" (7) is of type "${type}", which this service cannot run.`
    expect(() => extractorFor(fakeDocuments(), engine)).toThrow(new UnknownEngine(engine))
    expect(() => extractorFor(fakeDocuments(), engine)).toThrow(sentence)
  })
})
