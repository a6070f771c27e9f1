// XML 1.0 §2.2: characters outside these ranges make a document unreadable, even as character references. With the `u` flag, unpaired
// surrogates are outside of them and surrogate pairs are not.
const notXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

// Parsers convert a bare carriage return to a line feed, and any white space in an attribute to a space.
const inText: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
const inAttribute: Record<string, string> = { ...inText, '"': '&quot;', '\t': '&#9;', '\n': '&#10;' }

/** Removes the characters that XML 1.0 does not allow. */
export const removeForbidden = (text: string): string => text.replace(notXml, '')

// Most texts need no escaping, and one test is faster than two replacements.
const plain = /^[ !#-%'-;=?-~]*$/

/** Escapes text for the content of an element; removes the characters that XML 1.0 does not allow. */
export const xmlText = (text: string): string =>
  plain.test(text) ? text : removeForbidden(text).replace(/[&<>\r]/g, (character) => inText[character]!)

/** Escapes text for an attribute in double quotes; removes the characters that XML 1.0 does not allow. */
export const xmlAttribute = (text: string): string =>
  plain.test(text) ? text : removeForbidden(text).replace(/[&<>\r"\t\n]/g, (character) => inAttribute[character]!)
