/** Documents that belong to this one: copies of the same file, files of the same email, parts of one document. */
import { all, idOf, request, type List } from '../../../api/client.ts'
import type { Annotation, Document, Relation } from '../../../api/types.ts'
import { formatAgo, t } from '../../../i18n/index.ts'
import { Link } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Review } from '../store/review.ts'
import { Problem } from './problem.tsx'
import { resourceOf, useResource } from './resource.ts'
import { othersOf, type RelatedGroup } from './relation-groups.ts'

/** Documents that are listed of each kind. */
const MAX_LISTED = 20

interface Related {
  annotation: Pick<Annotation, 'id' | 'url' | 'status' | 'created_at' | 'document'>
  name: string
}
interface Found {
  groups: RelatedGroup[]
  byUrl: ReadonlyMap<string, Related>
}

async function read({ id, annotation }: Review): Promise<Found> {
  const [member, parent] = await Promise.all([
    all<Relation>('/relations', { annotation: id }),
    all<Relation>('/relations', { parent: id }),
  ])
  const groups = othersOf([...member, ...parent], annotation.value.url)
  const ids = [...new Set(groups.flatMap(({ urls }) => urls.slice(0, MAX_LISTED)))].map((url) => idOf(url))
  if (!ids.length) return { groups, byUrl: new Map() }
  const { results, documents } = await request<List<Related['annotation']> & { documents: Document[] }>(
    '/annotations',
    {
      query: { id: ids, sideload: 'documents', page_size: 100 },
    },
  )
  const names = new Map(documents.map(({ url, original_file_name }) => [url, original_file_name]))
  const related = results.map((one) => ({ annotation: one, name: names.get(one.document) ?? '' }))
  return { groups, byUrl: new Map(related.map((one) => [one.annotation.url, one])) }
}

export function RelatedSection({ review }: { review: Review }) {
  const version = review.annotation.value.relations.join()
  const resource = resourceOf(review, 'related', () => read(review))
  const { groups, byUrl } = useResource(resource, version).value ?? {
    groups: [],
    byUrl: new Map<string, Related>(),
  }
  return (
    <>
      <Problem resource={resource} title={t('side.related')} />
      {groups.map(({ kind, urls }) => {
        const visible = urls.flatMap((url) => byUrl.get(url) ?? [])
        if (!visible.length) return null
        return (
          <section key={kind} class="side-section">
            <h3>
              {t(`side.relation.${kind}`)}
              <span class="side-count">{urls.length}</span>
            </h3>
            {kind === 'duplicate' && <p class="hint">{t('side.duplicateHint')}</p>}
            {kind === 'equal_values' && <p class="hint">{t('side.equalValuesHint')}</p>}
            <ul class="side-related">
              {visible.map(({ annotation, name }) => (
                <li key={annotation.id}>
                  <Link to={`/documents/${annotation.id}`}>
                    <Icon name="page" size={16} />
                    <span>{name || t('side.document', { id: annotation.id })}</span>
                  </Link>
                  <Status status={annotation.status} />
                  <time dateTime={annotation.created_at}>{formatAgo(annotation.created_at)}</time>
                </li>
              ))}
            </ul>
            {urls.length > visible.length && (
              <p class="hint">{t('side.moreDocuments', { count: urls.length - visible.length })}</p>
            )}
          </section>
        )
      })}
    </>
  )
}
