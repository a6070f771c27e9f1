/** What errors of SFTP mean for a delivery: 400 are final until someone changes something, 503 are repeated. */
import { ApiError, badRequest, unavailable } from '../../errors.ts'
import { OutgoingError } from '../../outgoing/outgoing-http.ts'
import type { SftpDelivery } from '../../rules/export-profiles/delivery.ts'

/** Statuses of the protocol (draft-ietf-secsh-filexfer). */
const STATUS = {
  NO_SUCH_FILE: 2,
  PERMISSION_DENIED: 3,
  FAILURE: 4,
  NO_SUCH_PATH: 10,
  WRITE_PROTECT: 12,
  NO_SPACE: 14,
  QUOTA_EXCEEDED: 15,
} as const

/** Returns the status with which the server has answered a request; null if it has not. */
export function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || error instanceof ApiError) return null
  return 'code' in error && typeof error.code === 'number' ? error.code : null
}

export const isStatus = (error: unknown, name: keyof typeof STATUS): boolean => statusOf(error) === STATUS[name]

/** Texts of servers are short, and one line. */
export const short = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200)

/** Returns the error of a delivery for an answer of the server, or for a connection that failed. */
export function refusalOf(error: unknown, { folder }: SftpDelivery): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof OutgoingError)
    return error.reason === 'refused' ? badRequest(error.message) : unavailable(`The server: ${error.message}`)
  const place = folder === '' ? 'the folder of the user' : `the folder "${folder}"`
  switch (statusOf(error)) {
    case STATUS.NO_SUCH_FILE:
    case STATUS.NO_SUCH_PATH:
      return badRequest(`The server did not find ${place}.`)
    case STATUS.PERMISSION_DENIED:
    case STATUS.WRITE_PROTECT:
      return badRequest(`The server does not let the user write into ${place}.`)
    case STATUS.NO_SPACE:
    case STATUS.QUOTA_EXCEEDED:
      return unavailable(`The server has no space in ${place}.`)
    case STATUS.FAILURE:
      // The only status for a full disk in the version of the protocol that most servers speak.
      return unavailable(`The server could not write into ${place}; it may have no space.`)
    case null:
      return error
    default:
      return badRequest(`The server refused the file (status ${statusOf(error)}).`)
  }
}
