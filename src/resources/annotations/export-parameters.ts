/** The documented parameters of exports; `src/export/request.ts` reads them. */
import { Type, type TSchema } from 'typebox'
import { exportFormats, quotingModes } from '../../export/index.ts'

const text = (description: string) => Type.String({ description })
const oneOf = (values: readonly string[], description: string) => Type.String({ enum: [...values], description })

const COMMON: Record<string, TSchema> = {
  format: oneOf(exportFormats, 'Format of the answer; by default the one that `Accept` prefers, or JSON.'),
  columns: text('Only these columns, separated by commas: ids of fields, and names of properties of annotations.'),
  prepend_columns: text('Columns before those of the fields, separated by commas.'),
  append_columns: text('Columns after those of the fields, separated by commas.'),
  delimiter: text('Character between the values of a CSV line, or `tab`; default `,`.'),
  quote_char: text('Character around values of CSV; default `"`.'),
  quoting: oneOf(quotingModes, 'Which values of CSV are quoted; default `quote_minimal`.'),
  escape_char: text('Character before quotes in values of CSV; by default they are doubled.'),
  bom: Type.Boolean({
    description: 'Whether CSV begins with a byte order mark, so that spreadsheets recognize UTF-8; default false.',
  }),
  formula_protection: Type.Boolean({
    description: 'Whether an apostrophe precedes CSV values that a spreadsheet would run as a formula; default true.',
  }),
  ordering: text('Sort keys of the list of annotations, separated by commas.'),
  page: Type.Integer({ description: 'Number of the page, from 1. JSON has pages always, other formats on request.' }),
  page_size: Type.Integer({ description: 'Annotations per page: at most 100, or 1000 of CSV and XLSX; default 20.' }),
  cursor: text('From `next` and `previous` of a page; clients do not build cursors.'),
}

/** Of the exports of one queue. */
const PROFILE = {
  profile: text(
    'Id or name of an export profile of the queue. It replaces `format` and all other parameters but filters and `to_status`.',
  ),
}

/** The parameters of exports of one queue. */
export const queueExportParameters = (method: 'get' | 'post'): Record<string, TSchema> => ({
  ...PROFILE,
  ...exportParameters(method),
})

/** The parameters besides the filters of the list of annotations. Only POST moves annotations. */
export const exportParameters = (method: 'get' | 'post'): Record<string, TSchema> =>
  method === 'get'
    ? COMMON
    : { ...COMMON, to_status: oneOf(['exporting', 'exported'], 'Moves the exported annotations to this status.') }
