/** Short titles of operations ("List queues"). What a longer sentence says in addition becomes part of the description. */
import type { Json } from './responses.ts'

/** Titles of the operations whose first clause is too long, or says too little. */
const TITLES: Record<string, string> = {
  'get /v1': 'List all collections',
  'get /v1/health': 'Check the health',
  'get /v1/health/live': 'Check that the process answers',
  'get /v1/health/ready': 'Check that nothing is missing',
  'get /v1/original/{s3_name}': 'Download a file by its storage key',
  'get /v1/survey_templates/{uuid}': 'Retrieve a survey template',
  'get /v1/questions/{uuid}': 'Retrieve a question',
  'post /v1/auth/login': 'Log in',
  'post /v1/auth/logout': 'Log out',
  'post /v1/auth/token': 'Exchange a credential for a token',
  'post /v1/auth/membership_token': 'Create a token for another organization',
  'post /v1/auth/password/change': 'Change the password',
  'post /v1/auth/password/reset': 'Request an email for a new password',
  'post /v1/auth/password/reset/confirm': 'Set a new password',
  'post /v1/auth/password/score': 'Rate a password',
  'get /v1/oauth/login': 'Start a login at an OpenID provider',
  'get /v1/oauth/code/{provider}': 'Complete a login at an OpenID provider',
  'post /v1/deletion_requests': 'Preview a deletion',
  'post /v1/deletion_requests/{id}/confirm': 'Delete what a preview has found',
  'get /v1/deletion_requests/{id}/documents': 'List the documents of a deletion',
  'post /v1/annotations/purge_deleted': 'Purge annotations in the bin',
  'post /v1/annotations/suggested_recipients': 'List suggested recipients',
  'post /v1/annotations/search': 'Search annotations',
  'get /v1/annotations/export': 'Export annotations of all queues',
  'post /v1/annotations/export': 'Export annotations of all queues (POST)',
  'get /v1/annotations/usage_report': 'Report the work of users as CSV',
  'post /v1/annotations/usage_report': 'Report the work done',
  'post /v1/annotations/{id}/start': 'Start a review',
  'post /v1/annotations/{id}/confirm': 'Confirm an annotation',
  'post /v1/annotations/{id}/cancel': 'Cancel a review',
  'post /v1/annotations/{id}/postpone': 'Postpone an annotation',
  'post /v1/annotations/{id}/approve': 'Approve an annotation',
  'post /v1/annotations/{id}/reject': 'Reject an annotation',
  'post /v1/annotations/{id}/delete': 'Move an annotation to the bin',
  'post /v1/annotations/{id}/start_embedded': 'Start an embedded review',
  'post /v1/annotations/{id}/create_embedded_url': 'Create a URL for an embedded user interface',
  'post /v1/annotations/{id}/edit_pages': 'Divide an annotation',
  'post /v1/annotations/{id}/edit_pages/start': 'Lock an annotation to edit its pages',
  'post /v1/annotations/{id}/edit_pages/cancel': 'Cancel the editing of pages',
  'post /v1/annotations/{id}/edit_pages/in_place': 'Remove, rotate or reorder pages',
  'post /v1/annotations/{id}/edit': 'Edit pages (older form)',
  'post /v1/annotations/{id}/split': 'Divide an annotation (older form)',
  'post /v1/annotations/{id}/rotate': 'Rotate all pages',
  'post /v1/annotations/{id}/copy': 'Copy an annotation',
  'get /v1/annotations/{id}/processing_duration': 'Retrieve the time spent',
  'patch /v1/annotations/{id}/processing_duration': 'Update the time spent',
  'get /v1/annotations/{id}/lifecycle': 'Link to the workflow in Temporal',
  'get /v1/annotations/{id}/page_data': 'Retrieve text or barcodes of pages',
  'get /v1/annotations/{id}/search': 'Find a phrase on the pages',
  'post /v1/annotations/{id}/page_data/translate': 'Translate a page',
  'get /v1/annotations/{id}/content': 'Retrieve the content',
  'patch /v1/annotations/{id}/content': 'Update nodes of the content',
  'post /v1/annotations/{id}/content/operations': 'Replace values, add and remove rows',
  'post /v1/annotations/{id}/content/validate': 'Validate the content',
  'get /v1/annotations/{id}/content/{node}': 'Retrieve a node of the content',
  'patch /v1/annotations/{id}/content/{node}': 'Update a node of the content',
  'post /v1/annotations/{id}/content/{node}/select': 'Read a value from a rectangle',
  'get /v1/annotations/{id}/content/{node}/candidates': 'List candidates for a value',
  'post /v1/annotations/{id}/content/{node}/add_empty': 'Add an empty row',
  'post /v1/annotations/{id}/content/{node}/transform_grid_to_datapoints': 'Read the cells of a grid',
  'post /v1/annotations/{id}/content/{node}/grid_operations': 'Change parts of a grid',
  'post /v1/annotations/{id}/content/{node}/grid_parts_operations': 'Change rows and columns of a grid',
  'get /v1/annotations/{id}/events': 'Follow the changes of an annotation',
  'get /v1/queues/{id}/events': 'Follow the changes of a queue',
  'post /v1/dedicated_engines/request': 'Request a dedicated engine',
  'post /v1/dedicated_engine_schemas/predict': 'Propose a schema of a dedicated engine',
  'post /v1/documents/downloads': 'Create a download of documents',
  'get /v1/documents/downloads/{id}': 'Retrieve a download',
  'get /v1/documents/downloads/{id}/content': 'Download the archive',
  'get /v1/email_templates/stats': 'Count emails by template',
  'post /v1/email_templates/{id}/render': 'Render an email template',
  'get /v1/email_threads/counts': 'Count email threads',
  'post /v1/emails/send': 'Send an email',
  'post /v1/emails/import': 'Import an email',
  'get /v1/emails/counts': 'Count emails',
  'get /v1/engine_fields/pre_trained_fields': 'List pre-trained fields',
  'post /v1/engines/{id}/duplicate': 'Duplicate an engine',
  'post /v1/engines/{id}/check_template_compatibility': 'Check an engine against a template',
  'get /v1/engines/{id}/queue_stats': 'List the queues of an engine',
  'get /v1/hooks/runs/{uuid}/logs': 'List the logs of a hook run',
  'get /v1/hooks/runs/{uuid}/record': 'Retrieve the record of a hook run',
  'get /v1/hooks/logs': 'List hook logs',
  'get /v1/hooks/runs': 'List hook runs',
  'post /v1/hooks/{id}/duplicate': 'Duplicate a hook',
  'get /v1/hooks/{id}/secrets_keys': 'List the names of secrets',
  'post /v1/hooks/{id}/generate_payload': 'Generate a payload',
  'post /v1/hooks/{id}/test': 'Test a hook',
  'post /v1/hooks/{id}/invoke': 'Invoke a hook',
  'post /v1/hooks/{id}/redeliver': 'Redeliver a call',
  'post /v1/labels/apply': 'Add and remove labels',
  'post /v1/organizations/create': 'Create an organization',
  'get /v1/pages/{id}/content': 'Download a page',
  'get /v1/pages/{id}/preview': 'Download a preview of a page',
  'post /v1/queues/from_template': 'Create a queue from a template',
  'get /v1/queues/{id}/export': 'Export annotations of a queue',
  'post /v1/queues/{id}/export': 'Export annotations of a queue (POST)',
  'post /v1/queues/{id}/upload': 'Upload files (older form)',
  'post /v1/queues/{id}/upload/{filename}': 'Upload one file (older form)',
  'post /v1/queues/{id}/suggested_recipients': 'List suggested recipients of a queue',
  'post /v1/queues/{id}/next': 'Start the next review',
  'post /v1/queues/{id}/duplicate': 'Duplicate a queue',
  'get /v1/queues/{id}/related_objects_counts': 'Count related objects',
  'get /v1/queues/{id}/automation/insights': 'Show insights of automation',
  'post /v1/queues/{id}/automation/projections': 'Project the automation',
  'get /v1/queues/{id}/automation/suggestions': 'Suggest changes of the automation',
  'get /v1/queues/{id}/automation/targets': 'List targets of automation',
  'post /v1/queues/{id}/automation/targets': 'Set a target of automation',
  'post /v1/surveys/from_template': 'Create a survey from a template',
  'post /v1/uploads/{filename}': 'Upload one file',
  'post /v1/workflow_runs/{id}/reset': 'Reset a workflow run',
}
for (const collection of ['organizations', 'organization_groups'])
  for (const [method, path, title] of [
    ['post', 'billing_stats', 'Count documents and pages'],
    ['post', 'billing_stats/export', 'Export counts of documents and pages'],
    ['post', 'billing', 'Count documents and pages (deprecated)'],
    ['get', 'billing_history', 'Count documents and pages by year'],
    ['get', 'billing_history/export', 'Export counts by year'],
  ] as const)
    TITLES[`${method} /v1/${collection}/{id}/${path}`] = title
TITLES['get /v1/organizations/{id}/limits'] = 'Retrieve the limits on emails'

/** Returns the operation with a short title; the sentence that it had comes first in the description. */
export function titled(name: string, operation: Json): Json {
  const { summary: sentence, description } = operation as { summary: string; description?: string }
  const title = TITLES[name] ?? /^.*?(?=[;:.](\s|$)|$)/.exec(sentence)![0]
  const isWhole = sentence.replace(/\.$/, '') === title
  const texts = [...(isWhole ? [] : [sentence]), ...(description ? [description] : [])]
  return { ...operation, summary: title, ...(texts.length ? { description: texts.join('\n\n') } : {}) }
}

const isVowel = (word: string): boolean => /^[aeiou]/i.test(word) && !/^user/i.test(word)
export const withArticle = (singular: string): string => `${isVowel(singular) ? 'an' : 'a'} ${singular}`

export const pluralOf = (singular: string): string =>
  singular.endsWith('x')
    ? `${singular}es`
    : /[^aeiou]y$/.test(singular)
      ? `${singular.slice(0, -1)}ies`
      : `${singular}s`
