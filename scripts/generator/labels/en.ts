/**
 * Wordings of labels, separated by `|`. Those after `||` occur in test families only. `{tax}` is the name of the tax, `{rate}` its rate.
 */
export const en = {
  t_invoice:
    'Invoice|INVOICE|Tax Invoice|TAX INVOICE|Sales Invoice|Commercial Invoice|VAT Invoice|Bill|Invoice Statement||Statement of charges|Service Invoice|Customer invoice',
  t_credit: 'Credit Note|CREDIT NOTE|Credit Memo|Credit Invoice|Tax Credit Note||Refund note|Adjustment Note',
  t_reminder: 'Payment Reminder|REMINDER|Overdue Notice|Second reminder||Final demand|Notice of outstanding payment',
  t_delivery:
    'Delivery Note|DELIVERY NOTE|Packing Slip|Packing List|Dispatch Note||Goods delivery docket|Proof of delivery',
  t_order: 'Purchase Order|PURCHASE ORDER|Order|P.O.||Supplier order|Order form',
  t_receipt: 'Receipt|RECEIPT|Cash Receipt|Sales Receipt|Payment Receipt||Till receipt|Proof of payment',
  t_utility:
    'Your bill|Electricity Bill|Statement|Telephone bill|Energy statement|Monthly invoice||Account summary|Water services bill',
  t_premium: 'Premium Notice|Premium invoice|Instalment notice|Policy Invoice||Insurance premium statement',
  t_prepayment:
    'Pro Forma Invoice|PROFORMA INVOICE|Deposit Invoice|Advance Invoice|Prepayment invoice||Down payment request',
  t_final: 'Final Invoice|Invoice|FINAL INVOICE|Closing invoice||Final account',
  no_invoice:
    'Invoice No.|Invoice no|Invoice Number|Invoice number:|Invoice #|INVOICE #|Invoice ID|Inv. No.|Invoice No:|Number|No.|Tax Invoice No|Document No.|Invoice|Inv #|Bill No.||Invoice Ref|Invoice reference|Our invoice|Document ID|Reference number|Inv Num',
  no_credit: 'Credit Note No.|Credit note number|Credit Note #|CN No.|Credit Memo #|Number||Credit ref|Credit Note ID',
  no_delivery: 'Delivery Note No.|Delivery note number|D/N No.|Delivery No|Number||Docket no.|Despatch no.',
  no_order: 'PO Number|P.O. No.|Purchase Order No.|PO #|Order number|Order No.||PO Ref.|Purchase order ref',
  no_receipt: 'Receipt No.|Receipt #|Receipt number|Trans. No.|Bill No|Doc No|Ticket||Slip no.|Transaction|Check #',
  no_reminder: 'Reminder No.|Reference|Number|Notice no.||Letter ref.',
  date: 'Date|Invoice Date|Invoice date|Date of issue|Issue Date|Issued|Dated|Date issued|INVOICE DATE|Bill Date|Tax point||Date of invoice|Billed on|Document date|Created|Raised on',
  due: 'Due Date|Due date|Payment Due|Due|Payment due by|Date due|Pay by|DUE DATE|Due on|Payable by||Latest payment date|Please pay before|Settlement date|Payment deadline',
  delivered:
    'Delivery Date|Date of supply|Supply date|Delivery date|Ship Date|Service date|Date of delivery|Delivered on||Despatched|Date of service|Supplied on',
  period: 'Billing period|Service period|Period|Invoice period|Billing cycle||Charges for|For the period',
  order_date: 'Order Date|Date of order|Ordered on||PO date',
  order:
    'PO Number|P.O. Number|Purchase Order|Order No.|Your Order No|Order number|P.O. #|PO #|PO|Customer PO|Order ID|Your order||Buyer order ref|Purchase order ref.|Customer order no',
  sales_order: 'Our order no.|Sales order|Our order|Sales Order No.|SO number|Job No.||Our ref. order|Sales order ref',
  customer:
    'Customer No.|Customer Number|Account No.|Customer ID|Account number|Client No|Customer #|Account|Client ID||Cust. ref|Debtor no.|Customer account',
  note: 'Delivery Note|Delivery note no.|D/N|Delivery No.||Packing slip no.|Docket',
  project: 'Project|Project No.|Job|Project name|Job No.||Matter|Contract',
  your_ref: 'Your ref|Your reference|Your Ref.|Customer reference||Buyer reference',
  our_ref: 'Our ref|Our reference|Reference|Ref.||Case no.',
  contact: 'Contact|Contact person|Sales person|Account manager|Prepared by|Salesperson||Your advisor|Handled by',
  contract: 'Contract No.|Agreement No.|Policy No.|Subscription|Contract account||Policy number',
  meter: 'Meter No.|Meter number|Meter||Meter serial',
  reading_old: 'Previous reading|Previous|Opening reading',
  reading_new: 'Current reading|Present|Closing reading',
  seller: 'From|Seller|Supplier|Vendor|From:|Sold by|Issued by|Billed from||Service provider|Payee|Remit to',
  buyer:
    'Bill To|Bill to|BILL TO|Invoice to|Invoice To:|Billed To|Customer|Client|Sold To|To|To:|Buyer|Invoice for|BILLING ADDRESS|Bill to:||Invoice recipient|Charge to|Customer details|Account holder|Prepared for|Issued to',
  ship_to:
    'Ship To|Deliver to|Delivery address|SHIP TO|Shipping Address|Delivery Address:||Consignee|Goods to|Site address',
  attn: 'Attn:|Attn|Attention:|FAO|c/o|Contact:|Prop.|Mr.|Mrs.||For the attention of|Ms.',
  phone: 'Phone|Tel|Tel.|T|Telephone|Phone:|Tel:|Ph||Call us|Mob.',
  fax: 'Fax|F|Fax:',
  email: 'Email|E-mail|E|Email:|e-mail||Mail|Write to',
  web: 'Web|Website|W|www||Online',
  vat: '{tax} No.|{tax} Reg. No.|{tax} number|{tax} ID|{tax} Registration Number|VAT ID|{tax} no|{tax} Reg No:|VAT||{tax} registration|Tax ID number',
  buyer_vat:
    'Your {tax} No.|Customer {tax} No.|Buyer VAT ID|Your VAT ID|Customer VAT number||VAT No. (customer)|Client {tax} number',
  tax_no: 'Tax ID|EIN|Tax No.|Tax number|Federal Tax ID||Tax reference',
  company_no:
    'Company No.|Reg. No.|Registered No.|Company number|Registration no.|Co. Reg. No.||Registered in England no.|Org. no.',
  register: 'Registration|Company reg.|Registered|Reg. No.',
  iban: 'IBAN|IBAN:|IBAN No.|Iban||Account (IBAN)',
  bic: 'BIC|SWIFT|BIC/SWIFT|Swift code|SWIFT/BIC|BIC:||Swift BIC code',
  bank: 'Bank|Bank name|Bank details|Bank:||Beneficiary bank',
  account: 'Account No.|Account number|Acc. no.|A/C No|Account||Bank account',
  sort: 'Sort Code|Sort code|Routing No.|ABA|Routing number|BSB||Bank code',
  holder: 'Account name|Account holder|Beneficiary|Payee||In favour of',
  pay_ref: 'Payment reference|Reference|Please quote||Quote on payment',
  terms: 'Terms|Payment terms|Terms of payment|Payment Terms||Conditions|Credit terms',
  method: 'Payment method|Paid by|Payment|Method of payment||How paid',
  m_transfer: 'Bank transfer|BACS|Wire transfer|EFT|Electronic transfer',
  m_card: 'Credit card|Visa|MasterCard|Card|Debit card',
  m_debit: 'Direct Debit|Direct debit|Autopay',
  m_cash: 'Cash|CASH',
  w_terms:
    'Net {days}|{days} days|Net {days} days|{days} days net|within {days} days|{days} days from invoice date|Due in {days} days',
  c_pos: '#|No.|Pos|Item|Line|Ln|S.No|Sl No.||Row|Seq',
  c_code: 'Code|SKU|Item|Item No.|Article|Product code|Part No.|Item code|Ref|HSN/SAC||Stock code|Cat. no.',
  c_desc:
    'Description|Item|Product|Details|Item & Description|Particulars|Item description|Service|DESCRIPTION|Items||Goods or services|Activity|Work done',
  c_qty: 'Qty|Quantity|QTY|Hours|Units|Qty.|Hrs||No. of|Count|Amount ordered',
  c_unit: 'Unit|UOM|U/M|Per||Measure',
  c_price:
    'Price|Unit Price|Rate|Unit price|Price each|Unit Cost|Cost|UNIT PRICE|Rate/Item||Each|Price per unit|Charge',
  c_discount: 'Discount|Disc. %|Disc|Disc%||Rebate',
  c_rate: '{tax} %|{tax}|{tax} Rate|Tax|Tax rate|{tax}%||Rate of {tax}|Tax code',
  c_tax: '{tax} Amount|{tax}|Tax|Tax amount||{tax} value',
  c_net:
    'Amount|Total|Line Total|Net|Net amount|Amount excl. {tax}|AMOUNT|Subtotal|Net Price|Total price|Net worth||Line value|Extended|Value|Sum',
  c_gross: 'Total incl. {tax}|Gross|Gross amount|Amount incl. {tax}|Total||Gross value|Incl. {tax}',
  c_date: 'Date|Service date',
  base: 'Subtotal|Sub Total|Sub-total|Net total|Total excl. {tax}|Net amount|Total Net|SUBTOTAL|Total before tax|Taxable amount|Total (excl. {tax})|Net||Goods total|Value excl. {tax}|Total exclusive of {tax}|Amount before {tax}',
  tax_of:
    '{tax} {rate}%|{tax} ({rate}%)|{tax} @ {rate}%|{rate}% {tax}|{tax} {rate} %|Add {tax} {rate}%|{tax}|Total {tax} {rate}%||{tax} at {rate}%|plus {rate}% {tax}',
  tax_sum: 'Total {tax}|{tax}|{tax} total|Tax|Total tax|{tax} amount|Tax total||{tax} charged|Sum of {tax}',
  total:
    'Total|TOTAL|Grand Total|Invoice Total|Total incl. {tax}|Total Amount|Total (incl. {tax})|Gross total|Amount|GRAND TOTAL|Total {currency}|Gross worth||Total payable incl. {tax}|Sum total|Invoice value|Total charges|Total inc {tax}',
  discount: 'Discount|Less discount|Discount {rate}%|Trade discount||Rebate|Loyalty discount',
  shipping: 'Shipping|Delivery|Carriage|Freight|Postage & packing|Shipping & Handling||Delivery charge|Courier',
  rounding: 'Rounding|Rounding adjustment|Round off|Rounding Adj.||Rounded',
  paid: 'Paid|Amount paid|Payments received|Less paid|Payment received|Paid to date||Already paid|Less payments',
  advance: 'Less deposit|Deposit paid|Advance payment|Less advance|Prepayment||Retainer applied|Less down payment',
  previous:
    'Previous balance|Balance brought forward|Opening balance|Previous due||Balance from last bill|Amount of last bill',
  due_amount:
    'Amount Due|Balance Due|Total Due|Amount due|Balance due|AMOUNT DUE|Amount payable|Please pay|Total payable|To pay|Balance|Total amount due|Amount Due ({currency})||Outstanding|Left to pay|Net payable|Pay this amount',
  fee: 'Late fee|Reminder fee|Interest|Administration charge',
  net_of: 'Net {rate}%|Taxable {rate}%|Net amount {rate}%|Goods at {rate}%',
  carried: 'Carried forward|Subtotal carried forward|Balance c/f',
  section: 'Subtotal|Section total|Total for section',
  x_rate: '{tax} rate|{tax} %|Rate|{tax}|Tax rate||Code/Rate',
  x_base: 'Net|Net amount|Taxable|Base|Goods||Taxable value',
  x_tax: '{tax}|{tax} amount|Tax|Tax amount',
  x_gross: 'Gross|Total|Incl. {tax}|Total incl.',
  x_sum: 'Total|Sum|Totals',
  s_pay:
    'Please pay within {days} days, by {date}.|Payment is due by {date}.|Kindly remit payment before {date}.|Payable within {days} days (due {date}).|Please make payment by {date} at the latest.|Please pay {amount} by {date}.|Please transfer the amount of {amount} to our account before {date}.||We ask you to settle this invoice no later than {date}.',
  s_days:
    'Payment within {days} days.|Please pay within {days} days of the invoice date.|Terms: {days} days net.|Payment is due within {days} days of receipt.|Please pay the total of {amount} within {days} days.||Settlement {days} days from date of invoice.',
  s_debit:
    'The amount will be collected from your account on {date}.|We will collect this amount by direct debit on or after {date}.|Paid by direct debit on {date}. You do not need to do anything.|We will collect {amount} by direct debit on {date}.',
  s_intro:
    'Thank you for your order. We charge the following:|We invoice the following services:|Dear customer, please find below our charges.|For services rendered:',
  s_thanks:
    'Thank you for your business!|Many thanks for your custom.|We appreciate your business.|Thank you for shopping with us.|If you have any questions, please contact us.',
  s_legal:
    'Goods remain our property until paid in full.|Late payments are charged 2 % interest per month.|Please quote the invoice number with your payment.|All prices in accordance with our general terms and conditions.|E&OE.|This is a computer generated invoice and needs no signature.',
  s_reverse:
    'Reverse charge: the customer accounts for the VAT.|VAT exempt under Article 44.|Zero-rated intra-Community supply.|No VAT charged.',
  s_remind:
    'According to our records the following invoices are still unpaid.|Please settle the overdue amount below without delay.|You may have overlooked the following items.',
  s_currency: 'All amounts in {currency}|Currency: {currency}|Amounts in {currency}|All prices are in {currency}.',
  s_credit:
    'Credit for invoice {number}|Refers to invoice no. {number} of {date}|Correction of invoice {number}, {date}',
  page: 'Page {n} of {m}|Page {n}/{m}|{n}/{m}|Page: {n}|Page {n}',
  r_cash: 'CASH|Cash|Cash tendered|TENDER|Tendered',
  r_change: 'CHANGE|Change|Change due|Change Due:',
  r_card: 'VISA|MASTERCARD|CARD|Debit Mastercard|EFTPOS|VISA DEBIT',
  r_items: 'Items|Item count|No. of items|Total Qty',
  r_cashier: 'Cashier|Served by|Operator|Clerk|Till',
  r_table: 'Table|Till No|Covers|Terminal',
  r_time: 'Time|TIME',
  bank_heading:
    'Bank details|Payment details|How to pay|Payment information|Remittance||Please transfer to|Payment instructions',
  ean: 'Barcode|EAN|Ref.',
}
