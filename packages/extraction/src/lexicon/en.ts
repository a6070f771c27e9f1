import type { Language } from './classes.ts'

export const en: Language = {
  stopWords:
    'the of and to for is are you your we our please with this by thank be not from any will have goods or all has been',
  months:
    'january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|november nov|december dec',
  labels: {
    total:
      'total | grand total | total this invoice | total for this invoice | total of this invoice | total amount | amount total | invoice total | total invoice | invoice amount | total incl tax | total incl vat | total inc vat | total incl gst | total inc gst | total including tax | total including vat | total including gst | total with tax | total with vat | total inclusive gst | total inclusive of gst | total amt incl gst | total amount incl gst | total amt incl | total sales incl gst | total sales inclusive gst | total sales inclusive of gst | total sale | total sales | total payable | total amount payable | net total | nett total | nett | total rounded | total after rounding | rounded total | total rm | total rounding | gross total | total gross | gross amount | gross value | total price | order total | total order | amount incl vat | amount including tax | amount inc gst | total net amount | bill total | total bill | net amount payable | total usd | total eur | total gbp | gross worth | total value | total incl | sum total | total inv | amount rm | total payable incl | grand total incl | sum | invoice sum | total charge | total charges | full amount',
    base: 'subtotal | sub total | total excl tax | total excl vat | total exc vat | total excl gst | total ex vat | total ex gst | total excluding tax | total excluding vat | total excluding gst | total without tax | total without vat | total before tax | net amount | amount net | total net | net value | taxable amount | taxable value | taxable base | tax base | tax basis | tax basis total | total exclusive gst | total sales excluding gst | total excl | amount excl vat | amount before tax | net worth | subtotal without vat | net price | net | goods total | nett amount | total amt excl gst | line total amount | lines total | total amount of lines | total of lines | sum of lines | sum of line net amounts | subtotal less discount | amt excl gst | total goods | vatable amount | gst amount excl | net sum | net subtotal | sum excl | before tax | amount before vat | total net of vat | net of vat | pre tax | pre tax total',
    tax: 'tax | vat | gst | sales tax | total tax | tax total | total vat | vat total | total gst | gst total | tax amount | amount tax | vat amount | amount vat | gst amount | service tax | sst | tax payable | gst payable | total tax amount | sales tax amount | vat amt | gst amt | tax amt | hst | pst | qst | igst | cgst | sgst | add gst | add vat | plus vat | total gst amount | output tax | tax total amount | estimated tax | vat charged | plus tax | tax due | vat payable | value added tax',
    due: 'amount due | balance due | due amount | total due | total amount due | payable amount | amount payable | to pay | please pay | pay this amount | due payable | remaining due | balance to pay | amount to pay | due now | outstanding balance | amount owing | outstanding | payment due amount | total balance due | total now due | amount remaining | invoice balance | current amount due | total to pay | amount now due | balance payable | sum due | amount outstanding | total outstanding | balance outstanding | to be paid | payable now | due for payment | now payable | net payable | net amount due | net due | total now due | remaining balance | balance remaining | new balance | amount you owe | total owed | amount owed | net to pay | sum payable | sum to pay | total outstanding balance | amount to be paid | total to be paid | total payable | total amount payable | net amount payable | amount to be collected | payable total | final amount due | still to pay | balance now due | total amount to pay | total sum due',
    paid: 'amount paid | paid | payments | total paid | paid amount | prepaid amount | payment received | already paid | prepaid | deposit paid | advance payment | less paid | payment amount | payments received | amount received | total payment | less payment | amount tendered | tendered | less deposit | less advance | paid to date | payments to date | deposit received | advance paid',
    cash: 'cash | cash tendered | cash tender | tender | cash received | cash paid | cash rm | received | cash payment',
    card: 'card | visa | mastercard | master card | credit card | debit card | amex | visa card | bank card | american express',
    change: 'change | change due | balance change | your change | cash change | change rm',
    rounding:
      'rounding | round | rounding adjustment | rounding adj | rnd | rounding amount | round off | round adj | rounding diff | roundings',
    discount:
      'discount | disc | less discount | total discount | allowance | rebate | discount amount | item discount | bill discount | coupon | voucher | promo',
    charge:
      'shipping | freight | delivery charge | service charge | shipping and handling | handling | svc charge | serv charge | postage | shipping cost | shipping charge | delivery fee | surcharge',
    deposit: 'deposit | retainer | security deposit',
    balance:
      'balance | previous balance | opening balance | closing balance | balance forward | balance brought forward | last balance | previous amount | previous unpaid balance',
    rate: 'rate | vat rate | tax rate | tax % | vat % | gst % | percent | gst rate',
    points: 'points | member points | loyalty points | points earned | bonus points | point balance',
    saved: 'saved | you saved | savings | total savings | you save | total saving',
    count:
      'total qty | total quantity | total items | total item | item count | items | item qty | no of items | total item count | no items | qty total | number of items | total no of items | ttl qty',
    vat_word:
      'zero rated | gst summary | tax summary | tax code | vat summary | gst code | tax analysis | vat analysis | vat breakdown',
    words_total: 'amount in words | total in words | in words | say',
    date: 'date | dated | issued | on | dt',
    invoice_date:
      'invoice date | date of invoice | inv date | bill date | billing date | date of issue | issue date | issued on | date issued | tax invoice date | invoice issue date | document date | doc date | receipt date | statement date | date invoice | invoiced on | date of bill | date of receipt | sale date | date of sale | tax point | tax point date | trans date | transaction date | business date | billed on | charged on | invoice dated | invoice raised | tax date | date of tax invoice | dated | bill issued',
    due_date:
      'due date | payment due | payment due date | date due | due on | due by | payable by | pay by | payment date | due | payable on | pay before | payment due by | invoice due | invoice due date | payable until | must be paid by | maturity date | deadline | pay no later than | pay by date | please pay before | please pay by | settlement date | last payment date | collection date | direct debit date | to be paid by | payment expected by | payable before | payable no later than | amount due on | total amount due on | total due by | amount due by | payment required by | kindly pay by',
    delivery_date:
      'delivery date | date of delivery | ship date | shipping date | shipped date | date shipped | service date | date of service | date of supply | supply date | despatch date | dispatch date | expected delivery | delivered on | actual delivery date | tax point date | requested delivery date | delivery requested | delivery time',
    order_date:
      'order date | date of order | po date | purchase order date | date ordered | ordered on | order placed | contract date | quote date | booking date',
    print_date:
      'print date | printed | printed on | print time | date printed | print | reprint | generated on | created | exp date | expiry date | expiry | exp | valid until | expires | member since',
    period:
      'period | billing period | service period | invoice period | period of service | from | to | start date | end date | period start | period end | valid from | coverage period | statement period | usage period | subscription period',
    time: 'time | date time | date and time | trans time',
    invoice_no:
      'invoice no | invoice | inv no | invoice id | invoice ref | invoice reference | bill no | tax invoice no | tax invoice | invoice code | inv | document no | doc no | document id | statement no | receipt no | rcpt no | reciept no | bill id | sales invoice no | no invoice | cash sale no | credit note no | debit note no | credit memo no | proforma invoice no | invoice serial no | bill | receipt | our invoice no | invoice doc no | document ref | bill ref | invoice serial | note no | our document | statement id | bill reference | document reference | tax invoice id | credit note id | credit note ref | credit no | credit ref | credit memo id | refund note no | reminder no | fee note no',
    order_no:
      'order no | purchase order | purchase order no | po no | po | p o no | p o | order id | your order | your order no | order reference | order ref | customer po | customer po no | customer order no | customer order | buyer order no | order | order code | purchase order reference | po reference | p o | cust po | buyer reference | buyer s order no | customer s order no | your po | client order no | so po | purchase order ref | buyer order ref | buyer order | customer order ref | po ref | order confirmation no | cust order | purchase order id | your po no | client po | customer reference order | ordered under',
    seller_order_no:
      'sales order | sales order no | so no | our order no | job no | work order | work order no | our order | seller order no | sales order reference',
    customer_no:
      'customer no | customer id | account id | client no | client id | customer code | member no | member id | customer account | cust no | customer number | account code | customer ref | debtor code | debtor no | customer account no | membership no | member | card member | subscriber no | patient no | user id | billing id | account reference | acct no | client ref | client code | customer reference | account no customer',
    delivery_no:
      'delivery note | delivery note no | delivery no | packing slip no | packing list no | do no | d o no | dispatch no | despatch advice | shipment no | delivery order no | waybill no | tracking no | delivery note reference',
    reference:
      'reference | ref | ref no | your ref | your reference | reference no | payment reference | project | project no | case no | quote no | quotation no | file no | claim no | site | department | subject | re | remark | remarks',
    our_ref: 'our ref | our reference',
    contract_no:
      'contract no | contract | agreement no | policy no | lease no | subscription no | subscription id | contract id | contract reference | agreement',
    transaction_no:
      'transaction no | transaction id | trans no | trx no | txn no | trn no | trans | trx | slip no | ticket no | check no | auth code | approval code | appr code | batch no | trace no | stan | rrn | mid | tid | merchant id | session | table no | table | queue no | bill to no | chk | authorization no | approval no | invoice qr | barcode',
    account_no:
      'account no | bank account | a c no | ac no | acct no | bank account no | account | acc no | a c | account number',
    bank_code:
      'sort code | routing no | bank code | aba | bsb | routing | aba no | clearing no | ifsc | ifsc code | branch code | aba routing no | transit no',
    iban: 'iban | iban no | iban code | eur iban | iban eur',
    bic: 'bic | swift | bic swift | swift code | bic code | swift bic | swift no | bank identifier code',
    vat_id:
      'vat no | vat id | vat reg no | vat registration no | vat | vat identification no | gst no | gst reg no | gst id | gst registration no | gst | gstin | tax registration no | vat registration | vat code | gst id no | sst no | sst id | sst reg no | sst registration no | vat reg | vat id no | tax reg no | uid | igst registration | gst registration | vat registered no | vat identification | vat tax id | tax registration | vat payer | eu vat no | eu vat | vat tin | abn | abn no | trn | tax registration no trn',
    tax_no:
      'tax id | tax no | ein | tin | tax identification no | tax id no | federal tax id | fein | tax payer id | taxpayer id | pan | tax code | service tax no | tax reg | tax reference | tax ref | federal id | employer identification no | federal ein',
    company_no:
      'company no | company reg no | company registration no | reg no | registration no | co reg no | co no | business no | roc no | company registration | crn | registered no | business registration no | company id | co reg | reg | brn | siren | acn | registered in england | commercial register | co registration no | register no',
    phone:
      'phone | tel | telephone | phone no | tel no | mobile | mobile no | hp | cell | contact no | hotline | call | h p | careline | customer service | tel fax | telephone no | contact | t | m | ph | hand phone',
    fax: 'fax | fax no | telefax | facsimile | f',
    email: 'email | e mail | email address | mail',
    web: 'website | web | www | url | homepage | web site | http',
    number: 'no | number | id',
    terminal:
      'terminal | pos | counter | register | till | pos no | terminal no | terminal id | reg id | lane | station | store | store no | outlet | branch | shop no | counter no | machine no',
    cashier:
      'cashier | cashier id | served by | sales person | salesperson | salesman | operator | clerk | server | staff | user | waiter | cashier name | sales rep | attended by | prepared by | sales | agent | host | salesperson id',
    page: 'page | pg | of pages | page no',
    corrected_no:
      'original invoice | preceding invoice | corrected invoice | original invoice no | invoice reference no | related invoice | previous invoice | previous invoice no',
    bill_to:
      'bill to | billed to | invoice to | sold to | customer | buyer | client | billing address | invoiced to | customer name | recipient | invoice address | purchaser | bill to party | to | messrs | payer | account holder | customer details | buyer name | invoice for | billing to | bill to address | client name | insured | consumer | billed customer | invoicee | customer billing | invoiced customer | issued to | credited to | for the account of | prepared for | charge to | client details | customer information | bill recipient | debtor | billed party',
    ship_to:
      'ship to | deliver to | delivery address | shipping address | shipped to | delivery to | ship to party | consignee | service address | delivery location | ship to address | place of delivery | service for',
    payee:
      'remit to | payee | beneficiary | remittance address | make cheque payable to | account name | payable to | beneficiary name | please remit to | make all checks payable to | in favour of | account holder name | make checks payable to | make payment to | make check payable to | please make checks payable to | make your check payable to | payment to | pay to',
    seller:
      'seller | from | supplier | vendor | issued by | sold by | receipt from | invoice from | statement from | organized by | organised by | sold and shipped by | sold and dispatched by | fulfilled by | hosted by | bill from | service provider | provider | billed by | merchant | vendor name | seller name | company name | issuer | invoice issuer | from company | billing company | contractor | your supplier | business details | company details',
    attention:
      'attn | attention | attn to | attention to | fao | contact person | contact name | for the attention of | your contact',
    name: 'name | full name | company',
    address: 'address | street | add | city | zip | zip code | postcode | state | country',
    bank: 'bank | bank name | bank details | payment details | banking details | bank transfer | bank information | payment information | wire transfer',
    invoice: 'invoice | bill | commercial invoice | sales invoice | statement | fee note | invoice for services',
    tax_invoice: 'tax invoice | simplified tax invoice | vat invoice | simplified invoice',
    credit_note: 'credit note | credit memo | credit invoice | refund | refund note',
    debit_note: 'debit note | debit memo',
    proforma: 'proforma | pro forma | proforma invoice | pro forma invoice | quotation | estimate | quote',
    receipt:
      'receipt | cash receipt | official receipt | sales receipt | cash bill | cash sales | payment receipt | cash sale',
    order: 'purchase order | order | order confirmation | sales order | order response | order change',
    delivery_note: 'delivery note | packing slip | packing list | delivery order | despatch advice | bill of lading',
    quantity: 'qty | quantity | hours | hrs | pcs | units | unit qty | billed qty | hours qty',
    unit_price:
      'unit price | price | rate | price per unit | unit cost | u price | price unit | net price | unit rate | cost | s price | selling price | price each | each',
    line_amount:
      'amount | line total | total | amt | net amount | line amount | extended price | ext price | total price | extension | net worth | value | line net amount',
    code: 'code | item code | sku | product code | article no | item no | part no | article | stock code | product no | art no | material | product id | item id | upc | ean',
    description:
      'description | item | items | product | details | particulars | item description | service | services | product description | goods | item name | activity | description of goods | particular',
    unit: 'unit | uom | um | unit of measure',
    currency: 'currency | invoice currency | ccy | currency code',
    terms:
      'payment terms | terms | terms of payment | payment term | term | credit terms | net days | payment condition | conditions',
    payment_method:
      'payment method | method of payment | payment mode | paid by | payment type | payment means | mode of payment | pay method | payment by | tender type | payment | payment via',
    thanks: 'thank you | thanks | please come again | goods sold are not returnable',
    place: 'place of supply | place',
  },
  columns: {
    code: 'item code | product code | article code | article number | article no | item number | part no | part number | part | product id | item id | stock code | material | model | style | plu | reference | product no | catalog no | catalogue no | item ref | ref no | product ref | stock no | prod code | cat no | item',
    description:
      'item description | product description | item desc | desc | details | detail | particulars | item name | product name | service description | goods | description of goods | goods and services | goods description | activity | article | item name or type of service | name | memo | item details | task | work | expense | charges | name description | title | goods or services | product or service | product service | work done | description of work | description of services | line item | charge description | charge | service provided | items purchased | plan | usage',
    quantity:
      'quantity | qty hr | hours | hrs | units | pcs | quant | days | no of units | shipped | shipped qty | qty shipped | delivered | agreed qty | hrs qty | qty hrs | num | count | number | no of | nbr | volume | qty ordered | ordered | amount of units | hours worked | hrs worked | time | units billed | qty unit | ordered qty | item qty | billed',
    uom: 'unit of measure | measure | qty unit | pack',
    unit_price:
      'unit price | unit cost | price per unit | price each | each | cost | unit net price | net price | unit rate | price unit | rate hr | hourly rate | item price | net unit price | selling price | list price | price ea | unit net | cost per unit | rate item | price item | unit value | price excl vat | price net | fee | rate per hour | per unit | per item | rate per unit | unit amount | unit excl vat | charge rate',
    discount: 'discount % | unit discount | allowances charges | less | discount or charge',
    rate: 'tax rate | vat rate | sales tax | tax code | vat code | tax cod',
    tax: 'tax amount | vat amount | tax value | vat value | gst amount | sales tax amount | tax amt | vat amt',
    amount:
      'line total | total price | ext price | extended price | extension | ext amount | net amount | net worth | gross worth | gross value | gross amount | net value | amount due | item total | line amount | net | gross | total cost | total net | total net price | net total | total value | extended | extended amount | total excl vat | total incl vat | total usd | amt | total rm | amount rm | total line | line total net | line value | line net | price total | sum total | item amount | total excl tax | total incl tax | line price | charges | cost total | total sum | ext',
    base: 'tax base | taxable amount | taxable | base amount | net base | excl amount | amount excl vat | net amt | nett',
  },
}
