/** Dates, amounts and numbers, as they are printed in documents and as values. */
export { decideDecimalMark, parseAmount } from './amounts.ts'
export { addDays, findDates } from './dates.ts'
export { foldText, ibanLength, isBic, isIban, parseVat } from './ids.ts'
export { checkTaxId, compactId, TAX_IDS } from './tax-ids/index.ts'
