import { formatAgo, formatDateTime } from '../../i18n/index.ts'

/** A moment as people say it, exact on request. */
export const Ago = ({ iso }: { iso: string }) => (
  <time dateTime={iso} title={formatDateTime(iso)}>
    {formatAgo(iso)}
  </time>
)
