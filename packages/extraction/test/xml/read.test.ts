import { describe, expect, it } from 'vitest'
import { readInvoiceXml } from '../../src/xml/read.ts'

const CII = `<?xml version="1.0"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:r" xmlns:ram="urn:a" xmlns:udt="urn:u">
  <rsm:ExchangedDocument><ram:ID>INV-20417</ram:ID><ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20240314</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:ApplicableHeaderTradeAgreement>
      <ram:SellerTradeParty><ram:Name>Tannbach Papier GmbH</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE136695976</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:Name>Oakline Services Ltd</ram:Name></ram:BuyerTradeParty>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>200.00</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="USD">41.00</ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="EUR">38.00</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>238.00</ram:GrandTotalAmount><ram:DuePayableAmount>238</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`

const UBL = `<Invoice xmlns="urn:i" xmlns:cbc="urn:b" xmlns:cac="urn:c"><cbc:ID>4711</cbc:ID><cbc:IssueDate>2024-03-14</cbc:IssueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Tannbach</cbc:Name></cac:PartyName></cac:Party></cac:AccountingSupplierParty>
  <cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="EUR">238.00</cbc:TaxInclusiveAmount></cac:LegalMonetaryTotal></Invoice>`

describe('readInvoiceXml', () => {
  it('reads CII with the tax in the invoice currency', () => {
    expect(readInvoiceXml(CII)).toEqual({
      syntax: 'cii',
      values: {
        document_id: 'INV-20417',
        document_type: 'tax_invoice',
        date_issue: '2024-03-14',
        sender_name: 'Tannbach Papier GmbH',
        sender_vat_id: 'DE136695976',
        recipient_name: 'Oakline Services Ltd',
        currency: 'EUR',
        amount_total_base: '200.00',
        amount_total_tax: '38.00',
        amount_total: '238.00',
        amount_due: '238.00',
      },
    })
  })

  it('reads UBL', () => {
    expect(readInvoiceXml(UBL)?.values).toMatchObject({
      document_id: '4711',
      date_issue: '2024-03-14',
      sender_name: 'Tannbach',
      amount_total: '238.00',
    })
  })

  it('reads CII and UBL with any namespace prefixes, or with none', () => {
    const renamed = CII.replaceAll('rsm:', 'n1:').replaceAll('ram:', '').replaceAll('udt:', 'x-y.z:')
    expect(readInvoiceXml(renamed)).toEqual(readInvoiceXml(CII))
    const qualified = UBL.replaceAll('cbc:', 'ns0:')
      .replaceAll('cac:', 'ns1:')
      .replace(/(<\/?)Invoice/g, '$1inv:Invoice')
    expect(readInvoiceXml(qualified)).toEqual(readInvoiceXml(UBL))
  })

  it('reads values in CDATA sections', () => {
    const wrapped = CII.replace('Tannbach Papier GmbH', '<![CDATA[Finch & Sons <Ltd>]]>')
    expect(readInvoiceXml(wrapped)?.values.sender_name).toBe('Finch & Sons <Ltd>')
  })

  it('refuses other XML, malformed XML and XML that declares entities', () => {
    expect(readInvoiceXml('<html/>')).toBeNull()
    expect(readInvoiceXml('<Invoice><ID>1</Invoice>')).toBeNull()
    expect(readInvoiceXml('<!DOCTYPE x [<!ENTITY a "aaaa">]><Invoice><ID>&a;</ID></Invoice>')).toBeNull()
  })
})
