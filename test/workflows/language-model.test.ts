/** Imports with a language model, which is right, and which fails. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLanguageModel } from '../../src/engines/llm/index.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { loadExtraction } from '../../src/domain/intake/stored-extraction.ts'
import { openLog } from '../../src/log.ts'
import { startModelServer, states, type ModelServer } from '../support/model-server.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { aFixture, harness, statuses, until, type Harness } from './harness.ts'

const KEY = 'sk-a-key-that-is-secret'

describe('an import with a language model', () => {
  let stack: Harness
  let model: ModelServer
  const logged: string[] = []
  beforeAll(async () => {
    model = await startModelServer()
    const log = openLog('info', 'sheaf', { write: (line: string) => void logged.push(line) })
    const settings = { url: model.url, model: 'tiny-1', apiKey: KEY, timeoutS: 30 }
    stack = await harness(({ ownApi }) => ({ log, llm: openLanguageModel({ settings, outgoing: ownApi, log }) }))
    await stack.startWorker()
  })
  afterAll(async () => {
    await stack.stop()
    await model.close()
  })

  async function imported(number: string) {
    const { deps } = stack
    const fixture = await aFixture(deps)
    const files = [{ name: `${number}.pdf`, bytes: await invoicePdf(number) }]
    const { upload_id } = await createUpload(deps, { queue: fixture.queue, who: fixture.who, files })
    const ended = await until(
      () => statuses(deps, upload_id),
      (all) => all.length === 1 && all[0] !== 'importing',
    )
    const { id } = await deps.db('annotations').where({ upload_id }).first('id')
    return { ended, extraction: await loadExtraction(deps, id) }
  }

  it('uses an answer that is on the page', async () => {
    model.reply = states({ document_id: 'INV-2026-018', sender_email: 'pay@attacker.example' })
    const { ended, extraction } = await imported('INV-2026-018')
    expect(ended).toEqual(['to_review'])
    expect(model.asked).toHaveLength(1)
    expect(extraction.engine.version).toMatch(/\+llm$/)
    expect(extraction.fields.document_id).toMatchObject({ value: 'INV-2026-018' })
    expect(extraction.fields.document_id?.evidence.checks).toContain('llm')
    expect(extraction.fields.sender_email?.value).not.toBe('pay@attacker.example')
  })

  it('ends like one without if the endpoint fails, with a line in the log that has no key', async () => {
    model.reply = (response) => response.destroy()
    const { ended, extraction } = await imported('INV-2026-019')
    expect(ended).toEqual(['to_review'])
    expect(model.asked).toHaveLength(2)
    expect(extraction.engine.version).not.toContain('llm')
    expect(extraction.fields.document_id).toMatchObject({ value: 'INV-2026-019' })
    expect(logged.filter((line) => line.includes('the language model did not reply as expected'))).toHaveLength(1)
    expect(logged.join()).not.toContain(KEY)
  })
})
