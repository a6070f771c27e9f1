import { hasMessage, t } from '../i18n/index.ts'

/** Returns the name of a status in the language of the user. */
export const statusName = (status: string): string => {
  const key = `status.${status}`
  return hasMessage(key) ? t(key) : status
}

/** The status of an annotation. */
export const Status = ({ status }: { status: string }) => <span class={`status ${status}`}>{statusName(status)}</span>
