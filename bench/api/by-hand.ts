/**
 * Hand-written SQL for one list of annotations: a total (from the counters if they apply) and a page with the data of its objects.
 * Independent of the API's code; filters and orderings are written out here.
 */
import type { Statement } from './statements.ts'

const NO_USER = '9223372036854775807'
const people = [
  'modifier',
  'modified_by',
  'creator',
  'confirmed_by',
  'deleted_by',
  'exported_by',
  'purged_by',
  'rejected_by',
]
const columnOf = (person: string) => (person === 'modifier' || person === 'creator' ? `${person}_id` : person)
const personSql = (person: string) => `coalesce(a.${columnOf(person)}, ${NO_USER})`
const momentSql = (name: string) =>
  ['arrived_at', 'created_at', 'modified_at'].includes(name) ? `a.${name}` : `coalesce(a.${name}, 'infinity')`
const list = (value: string) =>
  value
    .split(',')
    .map((text) => `'${text}'`)
    .join(', ')

const related = (condition: string) =>
  `a.id in (select ra.annotation_id from relation_annotations ra join relations r on r.id = ra.relation_id where ${condition})`

/** One word either as a set of the annotations that contain it, which is fast for few, or as a test of each row, which is fast for many. */
const COMMON = ['invoice', 'blue', 'supplier']
function wordSql(word: string): string {
  const query = `to_tsquery('simple', '${word}:*')`
  const texts = {
    values: `c.words @@ ${query}`,
    name: `d.words @@ ${query}`,
    messages: `messages <> '[]' and search_words(messages::text) @@ ${query}`,
    modifier: `modifier_id in (select id from users where email ilike '%${word}%')`,
  }
  if (COMMON.includes(word))
    return `(coalesce((select ${texts.values} from annotation_contents c where c.annotation_id = a.id), false)
      or (select ${texts.name} from documents d where d.id = a.document_id) or a.${texts.modifier} or (a.${texts.messages.replace('messages::', 'a.messages::')}))`
  return `a.id in (select c.annotation_id from annotation_contents c where ${texts.values}
    union select b.id from documents d join annotations b on b.document_id = d.id where ${texts.name}
    union select id from annotations where ${texts.messages} union select id from annotations where ${texts.modifier})`
}

function condition(name: string, value: string): string {
  const [moment, side] = [name.replace(/_(before|after)$/, ''), /_(before|after)$/.exec(name)?.[1]]
  if (side) {
    const sql = momentSql(moment.replace('document__', ''))
    return side === 'before' ? `${sql} < '${value}'` : `${sql} >= '${value}' and ${sql} < 'infinity'`
  }
  if (people.includes(name)) return `${personSql(name)} in (${value})`
  switch (name) {
    case 'id':
      return `a.id in (${value})`
    case 'document':
    case 'queue':
      return `a.${name}_id in (${value})`
    case 'status':
      return `a.status in (${list(value)})`
    case 'assignees':
      return `a.id in (select annotation_id from annotation_assignees where user_id in (${value}))`
    case 'labels':
      return `a.id in (select annotation_id from annotation_labels where label_id in (${value}))`
    case 'workspace':
    case 'queue__workspace':
      return `a.queue_id in (select id from queues where workspace_id in (${value}))`
    case 'relations__parent':
      return related(`r.parent_id in (${value})`)
    case 'relations__type':
    case 'relations__key':
      return related(`r.${name.slice(11)} in (${list(value)})`)
    case 'automated':
    case 'restricted_access':
      return `a.${name} = ${value}`
    case 'search':
      return value
        .match(/[\p{L}\p{N}]+/gu)!
        .map(wordSql)
        .join(' and ')
    default: {
      const having = `select id from email_threads where ${name.replace('has_email_thread_with', 'has')}`
      return value === 'true'
        ? `a.email_thread_id in (${having})`
        : `(a.email_thread_id is null or a.email_thread_id not in (${having}))`
    }
  }
}

const SHOWN = `a.*,
  (select array_agg(p.id order by p.number) from pages p where p.annotation_id = a.id) as pages,
  (select array_agg(l.label_id order by 1) from annotation_labels l where l.annotation_id = a.id) as labels,
  (select array_agg(s.user_id order by 1) from annotation_assignees s where s.annotation_id = a.id) as assignees,
  (select array_agg(r.relation_id order by 1) from relation_annotations r where r.annotation_id = a.id) as relations,
  (select b.id from automation_blockers b where b.annotation_id = a.id) as automation_blocker`

const COUNTED = ['queue', 'status', 'workspace', 'queue__workspace']

function totalSql(filters: [string, string][], where: string): string {
  if (filters.some(([name]) => name === 'search'))
    return `select count(*) from (select from annotations a where ${where} limit 10000) hits`
  if (filters.some(([name]) => !COUNTED.includes(name))) return `select count(*) from annotations a where ${where}`
  const over = filters.map(([name, value]) => {
    if (name === 'status') return ` and c.key in (${list(value)})`
    return name === 'queue' ? ` and q.id in (${value})` : ` and q.workspace_id in (${value})`
  })
  return `select sum(c.value::bigint) from queues q join queue_counts n on n.queue_id = q.id, jsonb_each_text(n.counts) c
    where q.organization_id = $organization${over.join('')}`
}

/** Returns the statements for `GET /v1/annotations?page_size=100&<query>`; they may run concurrently. */
export function byHand(query: string, organization_id: number): Statement[] {
  const parameters = [...new URLSearchParams(query)]
  const order = parameters.find(([name]) => name === 'ordering')?.[1] ?? 'id'
  const filters = parameters.filter(([name]) => name !== 'ordering')
  const where = ['a.organization_id = $organization', ...filters.map(([name, value]) => condition(name, value))].join(
    ' and ',
  )
  const key = order.replace('-', '')
  const direction = order.startsWith('-') ? 'desc' : 'asc'
  const plain = (sql: string, join = '') => `select ${SHOWN} from (select a.* from annotations a ${join} where ${where}
    order by ${sql === 'a.id' ? '' : `${sql} ${direction},`} a.id ${direction} limit 100) a`
  const person = key.replace('__username', '')
  let page = plain(`a.${{ document: 'document_id', queue: 'queue_id' }[key] ?? key}`)
  if (key.endsWith('__username')) {
    page = `select ${SHOWN} from (select a.* from
        (select id, username from users where organization_id = $organization union all select ${NO_USER}, chr(1114111)) u
        cross join lateral (select a.* from annotations a where ${where} and ${personSql(person)} = u.id order by a.id ${direction} limit 100) a
      order by u.username ${direction}, a.id ${direction} limit 100) a`
  } else if (people.includes(key)) page = plain(personSql(key))
  else if (key.endsWith('_at')) page = plain(momentSql(key.replace('document__', '')))
  else if (key === 'document__original_file_name')
    page = plain(
      'd.original_file_name',
      'join documents d on d.id = a.document_id and d.organization_id = a.organization_id',
    )
  return [totalSql(filters, where), page].map((sql) => ({
    sql: sql.replaceAll('$organization', String(organization_id)),
    bindings: [],
  }))
}
