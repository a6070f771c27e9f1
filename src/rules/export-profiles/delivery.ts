/** Where and when the files of an export profile are delivered. */
import type { FieldErrors } from '../../errors.ts'
import { errorOfCron, runsWithin } from '../hooks/schedule.ts'
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

export interface SftpDelivery extends Common {
  type: 'sftp'
  host: string
  port: number
  user: string
  /** Relative to the folder in which the login begins, unless it begins with a slash; empty for that folder. */
  folder: string
  /** `SHA256:` and the fingerprint of the server's key; null refuses every server, with its fingerprint in the message. */
  host_key: string | null
}

export type Delivery = EmailDelivery | S3Delivery | SftpDelivery

/** SHA-256 in base64 without padding, as OpenSSH writes fingerprints. */
const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/
const HOST = /^[A-Za-z0-9:]([A-Za-z0-9.:-]*[A-Za-z0-9:])?$/
/** Segments that leave a folder, and characters that are no part of a name. */
const UNSAFE_PATH = /(^|\/)\.\.?(\/|$)|[\p{Cc}\\]/u

/** Returns what is wrong with a delivery whose parts have their types; null if nothing is. */
export function checkDelivery(delivery: Delivery): FieldErrors | null {
  const errors: Record<string, string[]> = {}
  const error = delivery.cron === null ? null : errorOfCron(delivery.cron)
  if (error) errors.cron = [error]
  if (delivery.type === 'email') {
    if (delivery.to.length === 0) errors.to = ['A delivery by email needs a recipient.']
    for (const name of unknownPlaceholders(delivery.subject)) errors.subject = [`There is no placeholder {${name}}.`]
  } else if (delivery.type === 'sftp') {
    if (!HOST.test(delivery.host)) errors.host = ['Must be the name or the IP address of a server.']
    if (delivery.user === '' || /\p{Cc}/u.test(delivery.user)) errors.user = ['A delivery by SFTP needs a user.']
    if (UNSAFE_PATH.test(delivery.folder)) errors.folder = ['Must be a path without "..".']
    if (delivery.host_key !== null && !FINGERPRINT.test(delivery.host_key))
      errors.host_key = ['Must be a fingerprint as OpenSSH writes it: SHA256: and 43 characters.']
  } else {
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(delivery.bucket))
      errors.bucket = ['This is not the name of a bucket.']
    if (UNSAFE_PATH.test(delivery.prefix) || delivery.prefix.startsWith('/'))
      errors.prefix = ['Must be a path without "..".']
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

/** Describes a destination without secrets, for people. Those of two SFTP accounts or folders differ. */
export function destinationOf(delivery: Delivery): string {
  if (delivery.type === 'email') return `email to ${delivery.to.join(', ')}`
  if (delivery.type === 's3') return `S3 bucket ${delivery.bucket}${delivery.prefix ? `, ${delivery.prefix}` : ''}`
  const { user, host, port, folder } = delivery
  return `SFTP ${user}@${host}:${port}${folder ? `, ${folder}` : ''}`
}

/** The account to which the secrets of a delivery belong; null if it has none. */
export function accountOf(delivery: Delivery | null | undefined): string | null {
  if (delivery?.type === 's3') return `s3 ${delivery.endpoint} ${delivery.access_key_id}`
  if (delivery?.type === 'sftp') return `sftp ${delivery.user} ${delivery.host} ${delivery.port}`
  return null
}
