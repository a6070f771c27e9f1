// XML 1.0 §2.2: everything outside these ranges makes a document unreadable, even as a character reference.
// With the `u` flag a lone half of a surrogate pair is outside too, while whole pairs are not.
const notXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

// A parser turns a bare carriage return into a line feed, and any white space of an attribute into a space.
const inText: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
const inAttribute: Record<string, string> = { ...inText, '"': '&quot;', '\t': '&#9;', '\n': '&#10;' }

/** The text without the characters that XML 1.0 does not allow. */
export const removeForbidden = (text: string): string => text.replace(notXml, '')

// Most texts need nothing of this, and one test is faster than two replacements.
const plain = /^[ !#-%'-;=?-~]*$/

/** Text for the inside of an element, without the characters that XML 1.0 does not allow. */
export const xmlText = (text: string): string =>
  plain.test(text) ? text : removeForbidden(text).replace(/[&<>\r]/g, (character) => inText[character]!)

/** Text for an attribute in double quotes, without the characters that XML 1.0 does not allow. */
export const xmlAttribute = (text: string): string =>
  plain.test(text) ? text : removeForbidden(text).replace(/[&<>\r"\t\n]/g, (character) => inAttribute[character]!)
