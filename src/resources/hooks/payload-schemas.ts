/** The event for which a payload is requested. */
import { Type } from 'typebox'
import { STATUSES } from '../../rules/annotations/status.ts'
import { HOOK_EVENTS } from '../../rules/hooks/events.ts'
import { urlOf } from '../framework/fields.ts'

const EVENTS = Object.keys(HOOK_EVENTS)

const WORDS = {
  event: 'Name of the event.',
  action: 'Name of the action, e.g. `changed` or `initialize`.',
  annotation: 'URL of the annotation, for annotation events.',
  previous_status: 'Status of the annotation before the event, for annotation events.',
  status: 'Status of the annotation after the event, for annotation events.',
  upload: 'URL of the upload, for upload events.',
  email: 'URL of the email, for email events.',
}
const text = (description: string) => Type.String({ description })
const reference = (collection: string, description: string) => ({ ...urlOf(collection, Type.String()), description })

export const OccasionBody = Type.Object({
  event: Type.String({ enum: EVENTS, description: WORDS.event }),
  action: text(WORDS.action),
  annotation: Type.Optional(reference('annotations', WORDS.annotation)),
  previous_status: Type.Optional(text(WORDS.previous_status)),
  status: Type.Optional(text(WORDS.status)),
  upload: Type.Optional(reference('uploads', WORDS.upload)),
  email: Type.Optional(reference('emails', WORDS.email)),
})

const status = (description: string) => Type.String({ enum: [...STATUSES], description })
const action = text(WORDS.action)

/** The body with the properties that each event requires. */
export const documentedOccasion = Type.Union([
  Type.Object({
    event: Type.String({
      enum: EVENTS.filter((event) => event.startsWith('annotation_')),
      description: WORDS.event,
    }),
    action,
    annotation: reference('annotations', WORDS.annotation),
    previous_status: status(WORDS.previous_status),
    status: status(WORDS.status),
  }),
  Type.Object({
    event: Type.Literal('upload', { description: WORDS.event }),
    action,
    upload: reference('uploads', WORDS.upload),
  }),
  Type.Object({
    event: Type.Literal('email', { description: WORDS.event }),
    action,
    email: reference('emails', WORDS.email),
  }),
  Type.Object({
    event: Type.String({
      enum: EVENTS.filter((event) => !/^(annotation_|upload$|email$)/.test(event)),
      description: WORDS.event,
    }),
    action,
  }),
])
