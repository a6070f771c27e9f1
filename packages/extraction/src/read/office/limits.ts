/** Limits for unpacking office documents. */

/** What all parts together may unpack to; a workbook of 2,000 rows has a few megabytes. */
export const MAX_UNPACKED_BYTES = 200 * 2 ** 20

/** What one part of a DOCX may unpack to. */
export const MAX_XML_BYTES = 60 * 2 ** 20
