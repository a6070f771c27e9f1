/**
 * Makes control characters visible, in the notation of JSON: texts of documents, names of files and answers of servers must not control the
 * terminal. `JSON.stringify` leaves some of them as they are, such as U+009B, which begins commands.
 */
export const printable = (text: string): string =>
  text.replace(/(?![\t\n])\p{Cc}/gu, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
