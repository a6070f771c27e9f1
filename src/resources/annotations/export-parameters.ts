/** Query parameters of exports for the documentation; src/export/request.ts checks them. */
import { Type } from 'typebox'
import { exportFormats, quotingModes } from '../../export/index.ts'

const names = (description: string) => Type.String({ description: `${description}, separated by commas.` })
const flag = (description: string) => Type.Boolean({ description })

export const EXPORT_QUERY = {
  format: Type.String({ enum: [...exportFormats], description: 'Format; without it that of `Accept`, else JSON.' }),
  columns: names('Exactly these columns of CSV and XLSX: ids of fields, `meta_` columns'),
  prepend_columns: names('Columns before those of the schema'),
  append_columns: names('Columns after those of the schema'),
  delimiter: Type.String({ default: ',', description: 'CSV: the character between cells; also `tab`.' }),
  quote_char: Type.String({ default: '"', description: 'CSV: the character around cells.' }),
  quoting: Type.String({ enum: [...quotingModes], description: 'CSV: which cells are quoted.' }),
  escape_char: Type.String({ description: 'CSV: the character before special ones; without it quotes are doubled.' }),
  bom: flag('CSV: begin with a byte order mark, so that spreadsheets recognize UTF-8; off by default.'),
  formula_protection: flag('CSV: escape cells that a spreadsheet would run as a formula; on by default.'),
  page: Type.Integer({ minimum: 1, description: 'Number of a page; JSON always has pages, other formats on request.' }),
  page_size: Type.Integer({ minimum: 1, description: 'Annotations of a page, at most 100; CSV and XLSX 1,000.' }),
}

/** The parameter that only POST accepts. */
export const EXPORT_STATUS_QUERY = {
  to_status: Type.String({
    enum: ['exporting', 'exported'],
    description: 'Status to which the exported annotations move.',
  }),
}
