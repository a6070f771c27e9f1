/** The types of responses of hooks. */
import { Type } from 'typebox'
import { hidden, position, sources } from './content.ts'
import { integer, list, object, oneOf, optional, orNull, ref, text } from './short-forms.ts'

const change = {
  content: optional(
    object(
      {
        value: optional(Type.Union([Type.String(), Type.Number(), Type.Null()], { description: 'The new value.' })),
        page: optional(orNull(Type.Integer(), 'Number of the page, from 1.')),
        position: optional(position),
      },
      'New value, page and position; omitted keys stay unchanged.',
    ),
  ),
  hidden: optional(hidden),
  options: optional(list(ref('EnumOption'), 'New options of a field of type enum.')),
  validation_sources: optional(sources),
  no_recalculation: optional(Type.Boolean({ description: 'Whether the formula leaves the value unchanged.' })),
}
const target = optional(
  Type.Union([Type.Integer(), Type.String(), Type.Null()], {
    description: 'Id of the node; absent, null or `all` for the whole document.',
  }),
)
const message = {
  type: oneOf(['error', 'warning', 'info'], 'Its severity; an error stops confirmation and export.'),
  content: text('At most 4096 characters.'),
}

export const RESPONSES = {
  Message: object({ id: target, ...message }, 'A message for the reviewer.'),
  Blocker: object({ id: target, content: text('The reason.') }, 'A reason against automatic confirmation.'),
  DatapointChange: object(change, 'Changes to a datapoint; omitted keys stay unchanged.'),
  NewCell: object({ schema_id: text('Id of the column in the schema.'), ...change }, 'A cell of a new row.'),
  ReplaceOperation: object(
    { op: Type.Literal('replace'), id: integer('Id of the datapoint.'), value: ref('DatapointChange') },
    'Changes a datapoint.',
  ),
  AddOperation: object(
    {
      op: Type.Literal('add'),
      id: integer('Id of the multivalue.'),
      value: Type.Union([Type.Array(ref('NewCell')), ref('DatapointChange')], { description: 'The row or value.' }),
      validation_sources: optional(sources),
    },
    'Adds a row to a table, or a value to a list.',
  ),
  RemoveOperation: object(
    { op: Type.Literal('remove'), id: integer('Id of the row or value.') },
    'Removes a row of a table, or a value of a list.',
  ),
  AnnotationContentResponse: object(
    {
      messages: optional(list(ref('Message'), 'Messages for the reviewer.')),
      operations: optional(
        list(
          Type.Union([ref('ReplaceOperation'), ref('AddOperation'), ref('RemoveOperation')]),
          'Changes to the content, applied in order.',
        ),
      ),
      automation_blockers: optional(list(ref('Blocker'), 'Reasons against automation; for `initialize` only.')),
    },
    'Response to `annotation_content` events.',
  ),
  FileDecision: object(
    {
      document: text('URL of the document.'),
      prevent_importing: optional(Type.Boolean({ description: 'Whether no annotation is created for the file.' })),
      messages: optional(list(object(message, 'A message.'), 'Messages that the annotation gets.')),
    },
    'What happens to a file of an upload.',
  ),
  UploadCreatedResponse: object(
    { files: optional(list(ref('FileDecision'), 'Files that are not listed continue unchanged.')) },
    'Response to `upload.created`.',
  ),
  FileValue: object(
    { id: text('`email:` and a name.'), value: text('The value.') },
    'A value for the annotation of a file.',
  ),
  EmailReceivedResponse: object(
    {
      files: optional(
        list(
          object(
            { id: text('Id of the file in the payload.'), values: optional(list(ref('FileValue'), 'Values.')) },
            'A file.',
          ),
          'Files to import; absent: all.',
        ),
      ),
      additional_files: optional(
        list(
          object(
            {
              document: text('URL of the document.'),
              values: optional(list(ref('FileValue'), 'Values.')),
              import_document: optional(Type.Boolean({ description: 'Whether the document is imported.' })),
            },
            'A file.',
          ),
          'Documents that the hook created.',
        ),
      ),
      extracted_original_sender: optional(
        object({ email: text('Address.'), name: text('Name.') }, 'Replaces `from` of the email.'),
      ),
    },
    'Response to `email.received`.',
  ),
}
