/** Documents for tests of others: pages made of words, bills of one layout, PDF files, pictures. */
export * from './learn/bills.ts'
export * from './ocr/page.ts'
export * from './pages.ts'
export * from './read/files.ts'
