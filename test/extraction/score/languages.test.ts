import { describe, expect, it } from 'vitest'
import type { Extraction } from '@sheaf/extraction/types'
import { reportLanguages, resultsOfLanguages } from '../../../bench/extraction/languages.ts'
import type { Reading } from '../../../bench/extraction/readings.ts'

const readingOf = (language: string, total: string): Reading =>
  ({
    entry: {
      group: language,
      source: language,
      section: 'real',
      language,
      truth: { amount_total: total },
      visible: ['amount_total'],
      absent: [],
    },
  }) as unknown as Reading

const read = (value: string, confidence: number): Extraction =>
  ({ fields: { amount_total: { value, confidence } } }) as unknown as Extraction

describe('figures of unknown languages', () => {
  const [german, greek, maltese] = [readingOf('de', '10.00'), readingOf('el', '20.00'), readingOf('mt', '30.00')]
  const run = new Map([
    [german, read('10.00', 0.995)],
    [greek, read('21.00', 0.96)],
    [maltese, read('30.00', 0.5)],
  ])
  const report = reportLanguages([...run.keys()], {
    development: run,
    crossValidated: run,
    unknownSource: run,
    unknownLanguage: run,
  })

  it('are those of each language, and of all', () => {
    expect(report.all.scores.amount_total).toBeCloseTo(2 / 3)
    expect(report.languages.map(({ language, scores }) => [language, scores.amount_total])).toEqual([
      ['de', 1],
      ['el', 0],
      ['mt', 1],
    ])
  })

  it('count the wrong totals and the share of right values of high confidence', () => {
    expect(report.sureTotals).toBe(1)
    const unknown = report.certainty.find(
      ({ model, documents }) => model === 'unknown language' && documents === 'real',
    )
    expect(unknown!.bands).toMatchObject([
      { least: 0.95, values: 2, share: 0.5, isMet: false },
      { least: 0.99, values: 1, share: 1, isMet: true },
    ])
    expect(resultsOfLanguages(report)).toContainEqual(
      expect.objectContaining({ what: 'unknown languages wrong totals above 0.9', value: 1, met: false }),
    )
  })
})
