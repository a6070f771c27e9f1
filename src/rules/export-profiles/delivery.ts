/** Where and when the files of an export profile are delivered. */
import type { FieldErrors } from '../../errors.ts'
import { errorOfCron, runsWithin } from '../schedule.ts'
import { unknownPlaceholders } from './names.ts'

/** Statuses of documents that are delivered. */
export const DELIVERED_STATUSES = ['confirmed', 'exported'] as const

interface Common {
  /** Five fields, in UTC; null: on request only. */
  cron: string | null
  /** The status whose documents are delivered, each once. */
  status: (typeof DELIVERED_STATUSES)[number]
}

export interface EmailDelivery extends Common {
  type: 'email'
  to: string[]
  subject: string
}

export interface S3Delivery extends Common {
  type: 's3'
  bucket: string
  region: string
  /** Null for Amazon S3. */
  endpoint: string | null
  /** Begins the keys of files. */
  prefix: string
  access_key_id: string
}

export type Delivery = EmailDelivery | S3Delivery

/** Returns what is wrong with a delivery whose parts have their types; null if nothing is. */
export function checkDelivery(delivery: Delivery): FieldErrors | null {
  const errors: Record<string, string[]> = {}
  const error = delivery.cron === null ? null : errorOfCron(delivery.cron)
  if (error) errors.cron = [error]
  if (delivery.type === 'email') {
    if (delivery.to.length === 0) errors.to = ['A delivery by email needs a recipient.']
    for (const name of unknownPlaceholders(delivery.subject)) errors.subject = [`There is no placeholder {${name}}.`]
  } else {
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(delivery.bucket))
      errors.bucket = ['This is not the name of a bucket.']
    if (/(^|\/)\.\.?(\/|$)|^\/|[\p{Cc}\\]/u.test(delivery.prefix)) errors.prefix = ['Must be a path without "..".']
    if (delivery.endpoint !== null && !isEndpoint(delivery.endpoint))
      errors.endpoint = ['Must be the URL of a server, without a user, a path or parameters.']
  }
  return Object.keys(errors).length > 0 ? errors : null
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
}

/** Returns true if a run of the schedule lies between these moments. */
export const isDue = (cron: string | null, since: Date, now: Date): boolean =>
  cron !== null && runsWithin(cron, since, now)

/** Describes a destination without secrets. */
export const destinationOf = (delivery: Delivery): string =>
  delivery.type === 'email'
    ? `email to ${delivery.to.join(', ')}`
    : `S3 bucket ${delivery.bucket}${delivery.prefix ? `, ${delivery.prefix}` : ''}`
