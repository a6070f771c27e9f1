/** The company, its people and the invoices of its suppliers. All names, addresses and numbers are invented. */
import { iban, type Company, type Invoice } from '../examples/invoice.ts'

export const PASSWORD = 'Tq4-halwirn-58-Dreck'

/** Username and role of everyone besides the administrator. */
export const PEOPLE = {
  clerk: 'annotator',
  second_clerk: 'annotator',
  head: 'approver',
  director: 'approver',
  deputy: 'approver',
  auditor: 'auditor',
} as const
export type Person = keyof typeof PEOPLE

export const nameOf = (person: Person): string => `${person}@spedition.example`

const company: Company = {
  name: 'Spedition Harkort GmbH',
  street: 'Am Güterbahnhof 3',
  city: '99990 Neufeld',
  vat_id: 'DE222222223',
}

const suppliers = {
  workshop: {
    seller: {
      name: 'Wagner Nutzfahrzeuge GmbH',
      street: 'Industriestraße 40',
      city: '99987 Altenau',
      vat_id: 'DE333333331',
    },
    bank: { name: 'Volksbank Altenau', iban: iban('DE', '299900000344556677'), bic: 'VOALDE21' },
    what: 'Instandsetzung Sattelzugmaschine',
  },
  fuel: {
    seller: { name: 'Tankhof Ostheim KG', street: 'Rasthof 1', city: '99985 Ostheim', vat_id: 'DE444444449' },
    bank: { name: 'Sparkasse Ostheim', iban: iban('DE', '299900000988776655'), bic: 'SPOSDE21' },
    what: 'Dieselkraftstoff, Monatsrechnung',
  },
} as const
export type Supplier = keyof typeof suppliers

const RATE = 19

/** The name and VAT id of a supplier. */
export const sellerOf = (supplier: Supplier): { name: string; vat_id: string } => suppliers[supplier].seller

/** An invoice of a supplier with this number and total. */
export function invoiceOf(supplier: Supplier, number: string, total: number): Invoice {
  const { seller, bank, what } = suppliers[supplier]
  const price = Math.round((total / (1 + RATE / 100)) * 100) / 100
  return {
    language: 'de',
    currency: 'EUR',
    number,
    issued: '2026-10-05',
    due: '2026-11-04',
    terms: 'Zahlbar innerhalb von 30 Tagen ohne Abzug.',
    seller,
    buyer: company,
    bank,
    items: [{ code: '100', description: what, quantity: 1, unit: 'Stk', price, rate: RATE }],
  }
}
