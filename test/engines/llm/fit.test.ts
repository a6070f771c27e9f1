import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitModel, observeModel, type Known } from '../../../scripts/train/language-model.ts'
import { calibrate, readCalibration } from '../../../src/engines/llm/calibration.ts'
import type { Reply } from '../../../src/engines/llm/reply.ts'
import { pageOf, SMALL_INVOICE } from '@sheaf/extraction/fixtures'
import { completion, startModelServer, states, type ModelServer } from '../../support/model-server.ts'

const known: Known = {
  document: pageOf(SMALL_INVOICE),
  entry: {
    truth: { invoice_id: 'INV-20417', date_due: '2024-03-28' },
    visible: ['invoice_id', 'date_due'],
    absent: ['customer_id'],
  },
}
const reply = (claims: Reply['claims']): Reply => ({ claims, unusable: 1 })
const claim = (text: string, probability: number) => ({ text, probability })
const many = Array.from({ length: 250 }, () => known)

describe('the fit of a language model', () => {
  it('compares the answers on the page with the known values', async () => {
    const answers = reply({
      document_id: claim('INV-20417', 0.9),
      date_due: claim('14.03.2024', 0.6),
      customer_id: claim('PO-7781', 0.7),
      order_id: claim('PO-7781', 0.8),
      iban: claim('DE02120300000000202051', 1),
    })
    const { outcomes, dropped, replies } = await observeModel({ ask: () => Promise.resolve(answers) }, [known])
    expect(Object.fromEntries(outcomes)).toEqual({
      document_id: [{ probability: 0.9, right: true, weight: 1 }],
      date_due: [{ probability: 0.6, right: false, weight: 1 }],
      customer_id: [{ probability: 0.7, right: false, weight: 1 }],
    })
    expect([dropped, replies]).toEqual([2, 1])
  })

  it('gives answers the share of right ones, for each field with enough of them', async () => {
    let asked = 0
    const ask = () => {
      asked++
      // Always certain, of which four in five are right.
      const text = asked % 5 === 0 ? 'PO-7781' : 'INV-20417'
      return Promise.resolve(
        reply({ document_id: claim(text, 1), ...(asked <= 50 ? { date_due: claim('14.03.2024', 1) } : {}) }),
      )
    }
    const calibration = fitModel('tiny-1', await observeModel({ ask }, many))
    expect(calibration.model).toBe('tiny-1')
    expect(Object.keys(calibration.fields)).toEqual(['document_id'])
    expect(calibrate(calibration, 'document_id', 1)).toBeCloseTo(0.8, 2)
    expect(calibrate(calibration, 'date_due', 1)).toBeCloseTo(200 / 300, 2)
  })

  it('ends if the model does not reply to three documents in a row', async () => {
    let asked = 0
    const ask = () => Promise.resolve(++asked === 3 ? reply({}) : null)
    await expect(observeModel({ ask }, many)).rejects.toThrow('did not reply to 3 documents in a row')
    expect(asked).toBe(6)
  })
})

describe('npm run train:llm', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-train-llm-'))
  const out = join(folder, 'calibration.json')
  let model: ModelServer
  beforeAll(async () => {
    model = await startModelServer()
  })
  afterAll(async () => {
    await model.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const run = (env: Record<string, string>) =>
    promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../../scripts/train-llm.ts'), '--documents', '6', '--out', out],
      { cwd: folder, env: { PATH: process.env.PATH, ...env } },
    )

  it('writes a calibration for the model that was asked', async () => {
    model.reply = (response) => {
      const { lines } = JSON.parse(model.asked.at(-1)!.body.messages[1].content).pages[0] as { lines: string[] }
      const amounts = lines.join(' ').match(/\d+[.,]\d{2}\b/g) ?? []
      states({ amount_total: [amounts.at(-1) ?? '0', 0.7] })(response)
    }
    const { stdout } = await run({ LLM_BASE_URL: model.url, LLM_MODEL: 'tiny-1' })
    expect(stdout).toMatch(/^6 replies; \d answers on the page/)
    expect(readCalibration(out).model).toBe('tiny-1')
  })

  it('says what is missing', async () => {
    await expect(run({})).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Set LLM_BASE_URL') })
    model.reply = (response) => response.end(completion('no'))
    await expect(run({ LLM_BASE_URL: model.url, LLM_MODEL: 'tiny-1' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('did not reply to 3 documents in a row'),
    })
  })
})
