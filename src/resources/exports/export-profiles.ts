import { createProfile, deleteProfile, profileRows, schemaOf } from '../../domain/exports/profiles.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import type { FieldErrors } from '../../errors.ts'
import { ExportProfile } from '../../models/index.ts'
import { checkExportProfile } from '../../rules/export-profiles/check.ts'
import { checkDelivery } from '../../rules/export-profiles/delivery.ts'
import {
  DECIMAL_SEPARATORS,
  DEFAULTS,
  ENCODINGS,
  LINE_ENDS,
  QUOTING,
  UNENCODABLE,
} from '../../rules/export-profiles/types.ts'
import { allowed, assignedQueues } from '../access.ts'
import { defineResource, type CheckContext } from '../framework/define.ts'
import type { Input } from '../framework/input.ts'
import { deliverNow } from './deliver-now.ts'
import { deliveryFields, followDelivery } from './delivery-fields.ts'
import { Columns, Preamble } from './profile-schemas.ts'
import { fromTemplate, listTemplates } from './profile-templates.ts'

const defaultOf = <Name extends keyof typeof DEFAULTS>(name: Name) => ({ default: DEFAULTS[name] })

export const exportProfiles = defineResource(ExportProfile, {
  path: 'export_profiles',
  singular: 'export profile',
  description:
    'A saved form of the exports of a queue: its columns, and how numbers, dates and texts are written for the program that imports the file.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    name: f.text('Name of the profile, unique in the queue.', { required: true, max: 255, example: 'Accounting' }),
    organization: f.organization(),
    queue: f.ref('URL of its queue.', { required: true, createOnly: true, example: 1 }),
    enabled: f.bool(
      'Whether it can be used. A schema change by force that removes a field which the profile reads disables it.',
      { default: true },
    ),
    columns: f.json(
      Columns,
      'Columns in their order. Each has exactly one of `field`, `property`, `constant` and `expression`.',
      {
        required: true,
        example: [
          { heading: 'Number', field: 'document_id' },
          { heading: 'Type', constant: 'Bill' },
          { heading: 'Gross', expression: 'field.amount_total', decimals: 2 },
        ],
      },
    ),
    lines_of: f.text('Schema id of the table whose rows are the lines; null for one line per document.', {
      nullable: true,
      max: 255,
      ...defaultOf('lines_of'),
    }),
    headings: f.bool('Whether there is a line with the headings.', defaultOf('headings')),
    preamble: f.json(Preamble, 'Lines before the headings; may contain the placeholders of `file_name`.', {
      ...defaultOf('preamble'),
      example: ['Exported {date}'],
    }),
    encoding: f.oneOf(ENCODINGS, 'Encoding of the characters.', { ...defaultOf('encoding'), example: 'windows-1252' }),
    unencodable: f.oneOf(
      UNENCODABLE,
      'Characters that the encoding lacks become similar ones (`transliterate`), or the export is refused (`refuse`).',
      defaultOf('unencodable'),
    ),
    bom: f.bool(
      'Whether the file begins with a byte order mark, by which spreadsheets recognize UTF-8.',
      defaultOf('bom'),
    ),
    delimiter: f.text('Character between the values of a line.', { ...defaultOf('delimiter'), max: 2, example: ';' }),
    quote_char: f.text('Character around quoted values.', { ...defaultOf('quote_char'), max: 2 }),
    quoting: f.oneOf(QUOTING, 'Which values are quoted: those that need it, all, or all but numbers and dates.', {
      ...defaultOf('quoting'),
    }),
    line_end: f.oneOf(LINE_ENDS, 'Characters at the end of a line.', defaultOf('line_end')),
    formula_protection: f.bool(
      'Whether an apostrophe precedes values that a spreadsheet would run as a formula.',
      defaultOf('formula_protection'),
    ),
    decimal_separator: f.oneOf(DECIMAL_SEPARATORS, 'Decimal separator of numbers, which have no grouping.', {
      ...defaultOf('decimal_separator'),
      example: ',',
    }),
    decimals: f.integer('Digits after the decimal separator; null for those of each value.', {
      nullable: true,
      min: 0,
      max: 10,
      ...defaultOf('decimals'),
      example: 2,
    }),
    date_format: f.text('Format of dates: D, DD, M, MM, MMM, MMMM, YY and YYYY with separators.', {
      ...defaultOf('date_format'),
      max: 50,
      example: 'DD.MM.YYYY',
    }),
    file_name: f.text(
      'Name of the file without its extension. Placeholders: `{queue}`, `{profile}`, `{date}`, `{year}`, `{month}`, `{day}`, `{time}`, `{datetime}`, `{milliseconds}` (all in UTC) and `{number}`, the number of a delivery.',
      { ...defaultOf('file_name'), max: 200 },
    ),
    extension: f.text('Extension of the file.', {
      ...defaultOf('extension'),
      pattern: '^[A-Za-z0-9]{1,10}$',
      example: 'csv',
    }),
    include_documents: f.bool(
      'Whether the export is a ZIP archive of the file and the documents.',
      defaultOf('include_documents'),
    ),
    ...deliveryFields(f),
    created_by: f.createdBy(),
    created_at: f.createdAt(),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt(),
  }),
  filters: (by) => ({ id: by.ids(), queue: by.ref(), name: by.text(), enabled: by.bool() }),
  ordering: { id: 'bigint', name: 'text' },
  visible: assignedQueues('queue_id'),
  may: allowed('export_profiles'),
  check: checkProfile,
  save: {
    create: ({ columns }, { db, who, deps }) =>
      createProfile(db, who, { ...columns, ...followDelivery(columns, null, deps.clock()) }),
    update: (row, { columns }, { db, who, deps }) =>
      profileRows.update(db, who, row.id, { ...columns, ...followDelivery(columns, row, deps.clock()) }),
    destroy: (row, { deps }) => transact(deps, (tx) => deleteProfile(tx, row)),
  },
  actions: [listTemplates, fromTemplate],
  itemActions: [deliverNow],
})

/** A disabled profile may keep errors: it exports nothing until it is enabled, which needs none. */
async function checkProfile(
  { columns }: Input<ExportProfile>,
  { row, caller }: CheckContext<ExportProfile>,
): Promise<FieldErrors | null> {
  const settings = { enabled: true, columns: [], ...DEFAULTS, ...row, ...columns }
  const queue_id = row?.queue_id ?? columns.queue_id
  const delivery = columns.delivery ? checkDelivery(columns.delivery) : null
  if (delivery) return { delivery }
  if (!settings.enabled || queue_id === undefined) return null
  return checkExportProfile(settings, await schemaOf(caller.db, queue_id))
}
