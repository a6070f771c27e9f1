import { formatAgo, formatDateTime, formatNumber, formatSeconds } from '../../i18n/index.ts'

/** A moment as people say it, exact on request. */
export const Ago = ({ iso }: { iso: string }) => (
  <time dateTime={iso} title={formatDateTime(iso)}>
    {formatAgo(iso)}
  </time>
)

/** Returns the duration of a call; short ones in milliseconds. */
export const formatCall = (seconds: number): string =>
  seconds < 1 ? `${formatNumber(Math.round(seconds * 1000))} ms` : formatSeconds(seconds)
