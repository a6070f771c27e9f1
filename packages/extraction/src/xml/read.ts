import { formatAmount } from '../normalise/amounts.ts'
import { isoDate } from '../normalise/dates.ts'
import type { HeaderField } from '../types.ts'
import { findAll, parseXml, textAt, type XmlNode } from './tree.ts'

export interface InvoiceXml {
  syntax: 'cii' | 'ubl'
  values: Partial<Record<HeaderField, string>>
}

/** Returns the header values of an e-invoice in CII (Factur-X, ZUGFeRD 1 and 2, Order-X, XRechnung) or UBL; null for other XML. */
export function readInvoiceXml(xml: string): InvoiceXml | null {
  const root = parseXml(xml)
  if (!root) return null
  if (/^(?:CrossIndustryInvoice|CrossIndustryDocument|SCRDMCCBDACIOMessageStructure)$/.test(root.name))
    return { syntax: 'cii', values: readCii(root) }
  if (root.name === 'Invoice' || root.name === 'CreditNote') return { syntax: 'ubl', values: readUbl(root) }
  return null
}

/** UNTDID 1001 codes by document type of the catalogue. */
const TYPE_CODES: Readonly<Record<string, string>> = {
  '380': 'tax_invoice',
  '381': 'credit_note',
  '383': 'debit_note',
  '384': 'tax_invoice',
  '325': 'proforma',
  '326': 'tax_invoice',
  '389': 'tax_invoice',
  '261': 'credit_note',
  '386': 'tax_invoice',
  '875': 'tax_invoice',
  '876': 'tax_invoice',
  '877': 'tax_invoice',
  '220': 'order',
  '231': 'order',
  '230': 'order',
  '380.1': 'tax_invoice',
}

function readCii(root: XmlNode): InvoiceXml['values'] {
  const at = (...names: string[]): XmlNode | undefined => names.flatMap((name) => findAll(root, name))[0]
  const header = at('ExchangedDocument', 'HeaderExchangedDocument')
  const trade = at('SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction')
  const child = (parent: XmlNode | undefined, ...names: string[]): XmlNode | undefined =>
    names.flatMap((name) => findAll(parent, name))[0]
  const agreement = child(trade, 'ApplicableHeaderTradeAgreement', 'ApplicableSupplyChainTradeAgreement')
  const delivery = child(trade, 'ApplicableHeaderTradeDelivery', 'ApplicableSupplyChainTradeDelivery')
  const settlement = child(trade, 'ApplicableHeaderTradeSettlement', 'ApplicableSupplyChainTradeSettlement')
  const sums = child(
    settlement,
    'SpecifiedTradeSettlementHeaderMonetarySummation',
    'SpecifiedTradeSettlementMonetarySummation',
  )
  const means = findAll(settlement, 'SpecifiedTradeSettlementPaymentMeans')
  const first = (path: string): string | undefined =>
    means.map((node) => textAt(node, path)).find((text) => text !== undefined)
  const seller = child(agreement, 'SellerTradeParty')
  const buyer = child(agreement, 'BuyerTradeParty')
  const currency = textAt(settlement, 'InvoiceCurrencyCode', 'OrderCurrencyCode')
  return clean({
    document_id: textAt(header, 'ID'),
    document_type: TYPE_CODES[textAt(header, 'TypeCode') ?? ''],
    date_issue: ciiDate(textAt(header, 'IssueDateTime/DateTimeString')),
    order_id: textAt(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID', 'BuyerOrderReferencedDocument/ID'),
    sender_order_id: textAt(agreement, 'SellerOrderReferencedDocument/IssuerAssignedID'),
    delivery_note_id: textAt(
      delivery,
      'DespatchAdviceReferencedDocument/IssuerAssignedID',
      'DeliveryNoteReferencedDocument/IssuerAssignedID',
    ),
    date_uzp: ciiDate(textAt(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString')),
    sender_name: textAt(seller, 'Name'),
    recipient_name: textAt(buyer, 'Name'),
    sender_address: ciiAddress(seller),
    recipient_address: ciiAddress(buyer),
    sender_vat_id: ciiTax(seller, 'VA'),
    recipient_vat_id: ciiTax(buyer, 'VA'),
    sender_dic: ciiTax(seller, 'FC'),
    currency,
    iban: first('PayeePartyCreditorFinancialAccount/IBANID'),
    bic: first('PayeeSpecifiedCreditorFinancialInstitution/BICID'),
    date_due: ciiDate(textAt(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString')),
    terms: textAt(settlement, 'SpecifiedTradePaymentTerms/Description'),
    amount_total_base: number(textAt(sums, 'TaxBasisTotalAmount')),
    amount_total: number(textAt(sums, 'GrandTotalAmount')),
    amount_total_tax: number(inCurrency(findAll(sums, 'TaxTotalAmount'), currency)),
    amount_due: number(textAt(sums, 'DuePayableAmount')),
    amount_paid: nonZero(textAt(sums, 'TotalPrepaidAmount')),
    amount_rounding: nonZero(textAt(sums, 'RoundingAmount')),
  })
}

function readUbl(root: XmlNode): InvoiceXml['values'] {
  const sums = findAll(root, 'LegalMonetaryTotal')[0]
  const seller = findAll(root, 'AccountingSupplierParty/Party')[0]
  const buyer = findAll(root, 'AccountingCustomerParty/Party')[0]
  const currency = textAt(root, 'DocumentCurrencyCode')
  return clean({
    document_id: textAt(root, 'ID'),
    document_type: root.name === 'CreditNote' ? 'credit_note' : TYPE_CODES[textAt(root, 'InvoiceTypeCode') ?? ''],
    date_issue: textAt(root, 'IssueDate'),
    date_due: textAt(root, 'DueDate', 'PaymentMeans/PaymentDueDate'),
    date_uzp: textAt(root, 'Delivery/ActualDeliveryDate', 'TaxPointDate'),
    order_id: textAt(root, 'OrderReference/ID'),
    sender_order_id: textAt(root, 'OrderReference/SalesOrderID'),
    delivery_note_id: textAt(root, 'DespatchDocumentReference/ID'),
    sender_name: textAt(seller, 'PartyLegalEntity/RegistrationName', 'PartyName/Name'),
    recipient_name: textAt(buyer, 'PartyLegalEntity/RegistrationName', 'PartyName/Name'),
    sender_address: ublAddress(seller),
    recipient_address: ublAddress(buyer),
    sender_vat_id: textAt(seller, 'PartyTaxScheme/CompanyID'),
    recipient_vat_id: textAt(buyer, 'PartyTaxScheme/CompanyID'),
    currency,
    iban: textAt(root, 'PaymentMeans/PayeeFinancialAccount/ID'),
    bic: textAt(root, 'PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID'),
    terms: textAt(root, 'PaymentTerms/Note'),
    amount_total_base: number(textAt(sums, 'TaxExclusiveAmount')),
    amount_total: number(textAt(sums, 'TaxInclusiveAmount')),
    amount_total_tax: number(inCurrency(findAll(root, 'TaxTotal/TaxAmount'), currency)),
    amount_due: number(textAt(sums, 'PayableAmount')),
    amount_paid: nonZero(textAt(sums, 'PrepaidAmount')),
    amount_rounding: nonZero(textAt(sums, 'PayableRoundingAmount')),
  })
}

function clean(values: Partial<Record<HeaderField, string | undefined>>): InvoiceXml['values'] {
  const ids = new Set<HeaderField>(['iban', 'bic', 'sender_vat_id', 'recipient_vat_id'])
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      if (value === undefined || value === '') return []
      return [
        [field, ids.has(field as HeaderField) ? value.replace(/\s/g, '').toUpperCase() : value.replace(/\s+/g, ' ')],
      ]
    }),
  )
}

const inCurrency = (nodes: XmlNode[], currency: string | undefined): string | undefined =>
  (nodes.find((node) => node.attributes.currencyID === currency) ?? nodes[0])?.text.trim()

const number = (text: string | undefined): string | undefined =>
  text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? formatAmount(Number(text), decimalsIn(text)) : undefined

/** Amounts of an e-invoice may have more decimals than the currency: zeros behind the second are left out. */
const decimalsIn = (text: string): number => Math.max(2, (/\.(\d*?)0*$/.exec(text)?.[1] ?? '').length)

const nonZero = (text: string | undefined): string | undefined => (Number(text) === 0 ? undefined : number(text))

/** `20240131` (format 102) or an ISO date. */
function ciiDate(text: string | undefined): string | undefined {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text ?? '')
  return match ? (isoDate(Number(match[1]), Number(match[2]), Number(match[3])) ?? undefined) : undefined
}

const ciiTax = (party: XmlNode | undefined, scheme: string): string | undefined =>
  findAll(party, 'SpecifiedTaxRegistration/ID')
    .find((node) => node.attributes.schemeID === scheme)
    ?.text.trim()

function ciiAddress(party: XmlNode | undefined): string | undefined {
  const address = findAll(party, 'PostalTradeAddress')[0]
  return joinAddress(address, ['LineOne', 'LineTwo', 'LineThree'], 'PostcodeCode', 'CityName')
}

function ublAddress(party: XmlNode | undefined): string | undefined {
  return joinAddress(
    findAll(party, 'PostalAddress')[0],
    ['StreetName', 'AdditionalStreetName'],
    'PostalZone',
    'CityName',
  )
}

function joinAddress(
  address: XmlNode | undefined,
  lines: string[],
  postcode: string,
  city: string,
): string | undefined {
  const town = [textAt(address, postcode), textAt(address, city)].filter((line) => line !== undefined).join(' ')
  const filled = [...lines.map((line) => textAt(address, line)), town].filter(
    (line) => line !== undefined && line !== '',
  )
  return filled.length > 0 ? filled.join(', ') : undefined
}
