/** The email templates that each new queue has. */
import type { TriggerEvent } from '../conditions/index.ts'
import type { TemplateType } from './template.ts'

interface DefaultTemplate {
  name: string
  type: TemplateType
  event: TriggerEvent | null
  automate: boolean
  subject: string
  message: string
}

export const DEFAULT_TEMPLATES: readonly DefaultTemplate[] = [
  {
    name: 'Document confirmed',
    type: 'custom',
    event: 'annotation_confirmed',
    automate: false,
    subject: 'Confirmed: {{ parent_email_subject }}',
    message: '<p>Hello,</p><p>{{ annotation.document.original_file_name }} has been checked and confirmed.</p>',
  },
  {
    name: 'Document exported',
    type: 'custom',
    event: 'annotation_exported',
    automate: false,
    subject: 'Processed: {{ parent_email_subject }}',
    message: '<p>Hello,</p><p>{{ annotation.document.original_file_name }} has been processed.</p>',
  },
  {
    name: 'Document received',
    type: 'custom',
    event: 'annotation_imported',
    automate: false,
    subject: 'Received: {{ parent_email_subject }}',
    message: '<p>Hello,</p><p>{{ annotation.document.original_file_name }} has arrived and will be processed.</p>',
  },
  {
    name: 'Default rejection',
    type: 'rejection_default',
    event: null,
    automate: true,
    subject: 'Rejected: {{ parent_email_subject }}',
    message: '<p>Hello,</p><p>{{ annotation.document.original_file_name }} cannot be processed.</p>',
  },
  {
    name: 'Nothing to process',
    type: 'email_with_no_processable_attachments',
    event: 'email_with_no_processable_attachments',
    automate: false,
    subject: 'No documents found: {{ parent_email_subject }}',
    message: '<p>Hello,</p><p>your email had no attachment that can be processed.</p>',
  },
]
