import { describe, expect, it } from 'vitest'
import { hasCheckDigits } from '../../src/normalise/check-digits.ts'
import { checkTaxId, readTaxId, TAX_IDS, type TaxIdKind } from '../../src/normalise/tax-ids/index.ts'
import { repairNumber } from '../../src/normalise/tax-ids/repair.ts'
import { SAMPLES, samplesOf } from '../tax-id-samples.ts'

const kindOf = (country: string, name: string): TaxIdKind =>
  TAX_IDS.find((kind) => kind.countries.includes(country) && kind.name === name)!

describe('checkTaxId', () => {
  it('has a sample of every kind', () => {
    expect(SAMPLES.map(([country, name]) => `${country} ${name}`)).toEqual(
      TAX_IDS.map(({ countries, name }) => `${countries[0]} ${name}`),
    )
  })

  it.each(TAX_IDS.map((kind) => [kind.countries[0]!, kind.name, kind] as const))(
    'distinguishes right from wrong: %s %s',
    (_country, _name, kind) => {
      const { right, wrong, found } = samplesOf(kind)
      expect(checkTaxId(kind, right)).toBe(kind.check ? 'valid' : 'unchecked')
      expect(checkTaxId(kind, wrong)).toBe(found)
    },
  )

  it.each([
    ['CO', 'NIT', '900483094', 'A number without its check digit says nothing.'],
    ['MX', 'RFC', 'XAXX010101000', 'The number of customers without one.'],
    ['ID', 'NPWP', '0014160501232483', 'The new form with 16 digits has another rule.'],
  ])('leaves numbers unchecked that have nothing to check: %s %s %s', (country, name, value) => {
    expect(checkTaxId(kindOf(country, name), value)).toBe('unchecked')
  })

  it('counts a refused prefix as unknown, because lists of prefixes grow old', () => {
    expect(hasCheckDigits('ar/cuit', '99753642770')).toBeUndefined()
    expect(hasCheckDigits('ar/cuit', '30753642770')).toBe(false)
  })
})

describe('readTaxId', () => {
  it.each([
    ['45.416.477/0001-90 Inscrição', 'BR', 'CNPJ', '45416477000190'],
    ['30-75364277-9, IVA Responsable Inscripto', 'AR', 'CUIT', '30753642779'],
    ['76.930.449-5', 'CL', 'RUT', '769304495'],
    ['900.483.094 - 9', 'CO', 'NIT', '9004830949'],
    ['12114557-2-42', 'HU', 'adószám', '12114557242'],
    ['RO 13099489', 'RO', 'CUI', 'RO13099489'],
    ['556414-4250', 'SE', 'organisationsnummer', '5564144250'],
    ['909 509 564 MVA', 'NO', 'organisasjonsnummer', '909509564MVA'],
    ['57 500 896 526 ABC Pty', 'AU', 'ABN', '57500896526'],
    ['120-23-75177', 'KR', '사업자등록번호', '1202375177'],
  ])('reads %s', (text, country, name, value) => {
    expect(readTaxId(text, [kindOf(country, name)])).toMatchObject({ value, validity: 'valid' })
  })

  it.each(['30-75364277-95', '1234', 'Responsable', '30.753,64'])('reads no CUIT in %s', (text) => {
    expect(readTaxId(text, [kindOf('AR', 'CUIT')])).toBeNull()
  })

  it('prefers the kind whose check digits are right', () => {
    const both = [kindOf('PE', 'RUC'), kindOf('EC', 'RUC'), kindOf('PY', 'RUC')]
    expect(readTaxId('20483869909', both)?.kind.countries).toEqual(['PE'])
    expect(readTaxId('1791964020001', both)?.kind.countries).toEqual(['EC'])
    expect(readTaxId('80790850-9', both)?.kind.countries).toEqual(['PY'])
  })

  it('reads letters of OCR as digits only if the check digits then are right', () => {
    const abn = [kindOf('AU', 'ABN')]
    expect(readTaxId('57 5OO 896 526', abn, true)).toMatchObject({
      value: '57500896526',
      validity: 'valid',
      repaired: true,
    })
    expect(readTaxId('57 5OO 896 520', abn, true)).toBeNull()
    expect(readTaxId('57 5OO 896 526', abn)).toBeNull()
  })
})

describe('repairNumber', () => {
  it.each([
    ['1O5', ['105'], '105'],
    ['lIB', ['118'], '118'],
    ['B8', ['88'], '88'],
    // A letter that is right stays: of the two readings only one is accepted.
    ['BO1', ['B01'], 'B01'],
  ])('reads %s as the one accepted reading', (printed, accepted, repaired) => {
    expect(repairNumber(printed, (one) => accepted.includes(one))).toBe(repaired)
  })

  it('returns nothing if two readings are accepted, if none is, and if there is no such letter', () => {
    expect(repairNumber('BO', (one) => ['80', 'B0'].includes(one))).toBeNull()
    expect(repairNumber('BO', () => false)).toBeNull()
    expect(repairNumber('123', () => true)).toBeNull()
  })
})
