export type CodeFormat = 'epc' | 'swiss' | 'spayd'

/** What a payment code states. The text of a code is untrusted: every value has passed the limits of its format. */
export interface PaymentFacts {
  /** Without spaces; country, length and check digits are valid. */
  iban: string
  bic?: string
  /** Plain decimal with a point; above zero. */
  amount?: string
  currency?: string
  creditor_name?: string
  creditor_address?: string
  debtor_name?: string
  debtor_address?: string
  /** ISO date. */
  due_date?: string
  var_sym?: string
  const_sym?: string
  spec_sym?: string
  /** Structured reference of the payment. */
  reference?: string
  /** Text for the recipient of the payment. */
  message?: string
}

export interface PaymentCode {
  format: CodeFormat
  facts: PaymentFacts
}
