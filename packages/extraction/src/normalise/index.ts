/** Dates, amounts and numbers, as they are printed in documents and as values. */
export { parseAmount } from './amounts.ts'
export { CURRENCY_CODES } from './currencies.ts'
export { addDays, findDates } from './dates.ts'
export { decideDecimalMark } from './decimals.ts'
export { foldText, ibanLength, isBic, isIban, parseVat } from './ids.ts'
export { checkTaxId, compactId, TAX_IDS } from './tax-ids/index.ts'
