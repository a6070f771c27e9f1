import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { calibrate, readCalibration } from '../../../src/engines/llm/calibration.ts'
import { openLanguageModel } from '../../../src/engines/llm/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-llm-'))
const file = join(folder, 'calibration.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const measured = { model: 'tiny-1', all: { x: [0, 1], y: [0.8, 0.9] }, fields: {} }

/** Opens a model with this file; returns its confidence in an answer of which it is certain, and what was logged. */
function open(content: string) {
  writeFileSync(file, content)
  const logged: unknown[] = []
  const { calibration } = openLanguageModel({
    settings: { url: 'http://127.0.0.1:1', model: 'tiny-1', timeoutS: 1, calibrationFile: file },
    outgoing: { request: () => Promise.reject(new Error('not called')) },
    log: { warn: (...given: unknown[]) => void logged.push(...given) },
  })
  return { confidence: calibrate(calibration, 'order_id', 1), logged }
}

describe('the shipped calibration', () => {
  const shipped = readCalibration()

  it('is of no model, and trusts no answer more than most values of the extractor', () => {
    expect(shipped.model).toBeNull()
    expect(calibrate(shipped, 'order_id', 1)).toBe(0.65)
    expect(calibrate(shipped, 'order_id', 0)).toBe(0.2)
  })

  it('is replaced for a field by the curve of the field', () => {
    const calibration = { ...measured, fields: { order_id: { x: [0, 1], y: [0.3, 0.3] } } }
    expect(calibrate(calibration, 'order_id', 0.9)).toBe(0.3)
    expect(calibrate(calibration, 'iban', 1)).toBe(0.9)
  })
})

describe('the calibration of a model', () => {
  it('is that of the file if it was measured with the same model', () => {
    expect(open(JSON.stringify(measured))).toEqual({ confidence: 0.9, logged: [] })
  })

  it('is the shipped one if it was measured with another model, which the log says', () => {
    expect(open(JSON.stringify({ ...measured, model: 'large-2' }))).toEqual({
      confidence: 0.65,
      logged: [expect.stringContaining('LLM_CALIBRATION was measured with large-2, not with tiny-1')],
    })
  })

  it.each([
    ['another format', '{"model": "tiny-1"}'],
    ['a falling curve', JSON.stringify({ ...measured, all: { x: [0, 1], y: [0.9, 0.8] } })],
    ['a curve of lists of different lengths', JSON.stringify({ ...measured, all: { x: [0, 1], y: [0.9] } })],
  ])('in %s is refused at the start', (_, content) => {
    expect(() => open(content)).toThrow('is no calibration of a language model')
  })
})
