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
  ])('reads %s', (text, side) => {
    expect(sideOf(text)).toBe(side)
  })

  it.each(['VAT no. ', 'Client Services Ltd, VAT no. ', 'Yourself, VAT '])('finds no side in %s', (text) => {
    expect(sideOf(text)).toBeNull()
  })
})
