import { describe, expect, it } from 'vitest'
import { sideOf } from '../../src/find/sides.ts'

describe('sideOf', () => {
  it.each([
    ['Buyer VAT ID: ', 'buyer'],
    ['UW BTW NUMMER / UW REFERENTIE', 'buyer'],
    ['DIČ odběratele: ', 'buyer'],
    ['Ihre USt-IdNr.: ', 'buyer'],
    ['V/ contribuinte: ', 'buyer'],
    ['UID-KD ', 'buyer'],
    ['Our VAT no. ', 'seller'],
    ['N° TVA du fournisseur : ', 'seller'],
    ['NIP sprzedawcy: ', 'seller'],
    ['Kundens VAT-nr: ', 'buyer'],
    ['Deres CVR-nr.: ', 'buyer'],
    ['Ostajan Y-tunnus: ', 'buyer'],
    ['Ostja KMKR nr: ', 'buyer'],
    ['Pirkėjo PVM kodas: ', 'buyer'],
    ['Leverandørens CVR-nr.: ', 'seller'],
    ['Pārdevēja PVN Nr. ', 'seller'],
    ['NPWP pembeli: ', 'buyer'],
    ['Mã số thuế người bán: ', 'seller'],
    ['购买方统一社会信用代码:', 'buyer'],
    ['賣方統一編號:', 'seller'],
    ['공급받는자 등록번호', 'buyer'],
    ['공급자 등록번호', 'seller'],
  ])('reads %s', (text, side) => {
    expect(sideOf(text)).toBe(side)
  })

  it.each(['VAT no. ', 'Client Services Ltd, VAT no. ', 'Yourself, VAT '])('finds no side in %s', (text) => {
    expect(sideOf(text)).toBeNull()
  })
})
