/** Responses that contain a file. */
import type { Readable } from 'node:stream'
import { describeAttachment } from '../export/file-name.ts'
import { ok, type Answer } from './framework/request.ts'

/** CSV that this service has written itself, as text or as a stream. */
export const csv = (name: string, body: string | Readable): Answer =>
  ok(body, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': describeAttachment(`${name}.csv`),
  })

/** A file of a user: browsers must neither guess its type nor run its scripts in the name of this service. */
export const fileAnswer = (
  body: unknown,
  file: { type: string; disposition: string; length?: number | undefined },
): Answer =>
  ok(body, {
    'Content-Type': file.type,
    'Content-Disposition': file.disposition,
    ...(file.length === undefined ? {} : { 'Content-Length': String(file.length) }),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
