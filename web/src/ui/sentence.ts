/** Errors as sentences in the language of the user. */
import { ApiError } from '../api/client.ts'
import { language, t, type Key } from '../i18n/index.ts'

/** Refusals that a status alone explains. */
const BY_STATUS: Partial<Record<number, Key>> = {
  403: 'common.refused.403',
  404: 'common.refused.404',
  409: 'common.refused.409',
  412: 'common.refused.412',
  413: 'common.refused.413',
}

/** Returns an error as a sentence for the user. The API explains in English, so in other languages the status speaks. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  const { status, message, retryAfter } = error
  if (status === 0) return t('common.unreachable')
  if (status === 429) return t('common.refused.429', { seconds: retryAfter ?? 60 })
  if (status >= 500) return t('common.refused.500')
  if (language.value === 'en') return message
  if (status === 400) return t('common.refused.400', { detail: message })
  const key = BY_STATUS[status]
  return key === undefined ? message : t(key)
}
