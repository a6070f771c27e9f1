/** Documents for tests of others: pages made of words, bills of one layout, PDF files, pictures. */
export * from './learn/bills.ts'
export * from './ocr/page.ts'
export * from './pages.ts'
export * from './read/files.ts'
export { odsCell, odsOf, odtOf, rowsOf, xlsxOf, zipOf } from './read/office-files.ts'
export { INVOICES, PICTURES, REFUSED } from './read/small-files.ts'
