import { describe, expect, it } from 'vitest'
import { applyCodes } from '../../src/codes/apply.ts'
import type { Box, ExtractedValue, Extraction, HeaderField, ReadDocument } from '../../src/types.ts'
import { EPC, SPAYD, SWISS } from './payloads.ts'

const CODE_BOX: Box = [900, 1400, 1100, 1600]

const value = (text: string, confidence = 0.8): ExtractedValue => ({
  text,
  value: text,
  confidence,
  page: 1,
  position: [10, 10, 50, 20],
  evidence: { generator: 'test', label: 'Label' },
})

const documentWith = (...codes: string[]): ReadDocument => ({
  pages: [
    { number: 1, width: 1240, height: 1754, rotation: 0, source: 'text', words: [], lines: [] },
    {
      number: 2,
      width: 1240,
      height: 1754,
      rotation: 0,
      source: 'text',
      words: [],
      lines: [],
      paymentCodes: codes.map((text) => ({ type: 'QRCode', text, position: CODE_BOX })),
    },
  ],
  pageCount: 2,
  reader: 'test',
})

function apply(
  found: Partial<Record<HeaderField, ExtractedValue>>,
  codes: string[],
  alternatives: NonNullable<Extraction['alternatives']> = {},
) {
  const fields = { ...found }
  applyCodes({ fields, alternatives }, documentWith(...codes))
  return { fields, alternatives }
}

describe('a value on the page', () => {
  it.each<[HeaderField, string, string]>([
    ['iban', 'DE89370400440532013000', EPC],
    ['bic', 'GENODEF1', EPC],
    ['amount_due', '119', EPC],
    ['amount_total', '119.00', EPC],
    ['currency', 'EUR', EPC],
    ['sender_name', 'MUSTER HANDEL GMBH', EPC],
    ['document_id', 'RE-2031-88', EPC],
    ['recipient_name', 'Bergbahn Beispiel AG', SWISS],
    ['recipient_address', 'Talweg 3\n7500 St. Moritz', SWISS],
    ['date_due', '2031-04-15', SPAYD],
    ['var_sym', '1234567890', SPAYD],
    ['const_sym', '308', SPAYD],
  ])('%s "%s" that the code confirms has the check qr and a high confidence', (field, text, code) => {
    const { fields } = apply({ [field]: value(text) }, [code])
    expect(fields[field]).toEqual({
      ...value(text),
      confidence: 0.99,
      evidence: { generator: 'test', label: 'Label', checks: ['qr'] },
    })
  })

  it('that the code contradicts is kept with a low confidence', () => {
    const { fields } = apply({ iban: value('DE02120300000000202051', 0.97), amount_due: value('120.00', 0.3) }, [EPC])
    expect(fields.iban).toMatchObject({
      value: 'DE02120300000000202051',
      confidence: 0.5,
      evidence: { checks: ['qr-disagrees'] },
    })
    expect(fields.amount_due).toMatchObject({ value: '120.00', confidence: 0.3 })
  })

  it('gives way to an alternative on the page that the code confirms', () => {
    const [chosen, other] = [value('DE02120300000000202051', 0.6), value('DE89370400440532013000', 0.3)]
    const { fields, alternatives } = apply({ iban: chosen }, [EPC], { iban: [value('x', 0.1), other] })
    expect(fields.iban).toMatchObject({ value: other.value, confidence: 0.9, position: other.position })
    expect(fields.iban!.evidence.checks).toEqual(['qr'])
    expect(alternatives.iban!.map(({ value: text }) => text)).toEqual([chosen.value, 'x'])
  })

  it('is not contradicted by the name of another company, nor a total by another amount', () => {
    const found = { sender_name: value('Factoring Kunde AG'), amount_total: value('500.00') }
    const { fields } = apply(found, [EPC])
    expect(fields.sender_name).toEqual(found.sender_name)
    expect(fields.amount_total).toEqual(found.amount_total)
  })
})

describe('a value that the page does not show', () => {
  it('is that of the code, with the position of the code', () => {
    const { fields } = apply({}, [SPAYD])
    expect(fields.iban).toEqual({
      text: 'CZ5855000000001265098001',
      value: 'CZ5855000000001265098001',
      confidence: 0.9,
      page: 2,
      position: CODE_BOX,
      evidence: { generator: 'code.spayd', checks: ['mod97'] },
    })
    expect(Object.keys(fields).sort()).toEqual(
      ['amount_due', 'bic', 'const_sym', 'currency', 'date_due', 'iban', 'sender_name', 'spec_sym', 'var_sym'].sort(),
    )
    expect(fields.sender_name).toMatchObject({ confidence: 0.7, evidence: { generator: 'code.spayd' } })
  })

  it('is not added if two codes differ; a value that one of them states is confirmed', () => {
    const codes = [EPC, EPC.replace('EUR119', 'EUR60')]
    const { fields } = apply({ amount_total: value('60.00') }, codes)
    expect(fields.amount_due).toBeUndefined()
    expect(fields.amount_total!.evidence.checks).toEqual(['qr'])
    expect(fields.iban).toMatchObject({ value: 'DE89370400440532013000', evidence: { generator: 'code.epc' } })
  })
})

it('a text that is not a payment code changes nothing', () => {
  const found = { iban: value('DE02120300000000202051') }
  expect(apply(found, ['https://example.com']).fields).toEqual(found)
})
