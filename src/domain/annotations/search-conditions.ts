/**
 * Converts conditions of the query language to SQL. A field has a set of values per annotation (one, none or several). Positive operators
 * require a value that matches; `$ne` and `$nin` require that none matches, so a missing value differs from every other.
 */
import type { Knex } from 'knex'
import type {
  Comparison,
  Condition,
  ContentType,
  Prefix,
  Scalar,
  SearchField,
} from '../../rules/annotations/search-query.ts'

/** `exists (select … )` around a predicate over `value`. */
interface Values {
  /** Rows of the annotation; `and <predicate>` can be appended to `from`. */
  from: string
  bindings: (string | number)[]
  value: string
  type: 'bigint' | 'timestamptz' | 'boolean' | 'text' | 'numeric'
}

const one = (value: string, type: Values['type']): Values => ({
  from: 'select 1 where true',
  bindings: [],
  value,
  type,
})
const many = (from: string, value: string, type: Values['type']): Values => ({ from, bindings: [], value, type })

const usernameOf = (column: string) => `(select u.username from users u where u.id = annotations.${column})`
const ofThread = (column: string) =>
  `exists (select 1 from email_threads t where t.id = annotations.email_thread_id and t.${column})`
const relation = (value: string, type: Values['type']) =>
  many(
    `select 1 from relation_annotations ra join relations r on r.id = ra.relation_id where ra.annotation_id = annotations.id`,
    value,
    type,
  )

const IDS: Record<string, string> = {
  annotation: 'annotations.id',
  creator: 'annotations.creator_id',
  document: 'annotations.document_id',
  email_thread: 'annotations.email_thread_id',
  modifier: 'annotations.modifier_id',
  queue: 'annotations.queue_id',
  workspace: '(select q.workspace_id from queues q where q.id = annotations.queue_id)',
}
const PEOPLE: Record<string, string> = { creator: 'creator_id', modifier: 'modifier_id' }

/** The values of a field that is not part of the content. */
export function metaValues(name: string, type: 'url' | 'date' | 'bool' | 'string'): Values {
  const [person, ofPerson] = name.split('__')
  if (ofPerson === 'username') return one(usernameOf(PEOPLE[person!] ?? person!), 'text')
  switch (name) {
    case 'assignees':
      return many(
        'select 1 from annotation_assignees aa where aa.annotation_id = annotations.id',
        'aa.user_id',
        'bigint',
      )
    case 'labels':
      return many('select 1 from annotation_labels al where al.annotation_id = annotations.id', 'al.label_id', 'bigint')
    case 'relations__parent':
      return relation('r.parent_id', 'bigint')
    case 'relations__key':
      return relation('r.key', 'text')
    case 'relations__type':
      return relation('r.type', 'text')
    case 'messages':
      return many(
        'select 1 from jsonb_array_elements(annotations.messages) as m where true',
        `coalesce(m->>'content', m->>'error')`,
        'text',
      )
    case 'email_sender':
      return one('(select e.from_email from emails e where e.id = annotations.email_id)', 'text')
    case 'has_email_thread_with_replies':
      return one(ofThread('has_replies'), 'boolean')
    case 'has_email_thread_with_new_replies':
      return one(ofThread('has_new_replies'), 'boolean')
    case 'original_file_name':
      return one('(select d.original_file_name from documents d where d.id = annotations.document_id)', 'text')
  }
  if (type === 'url') return one(IDS[name] ?? `annotations.${name}`, 'bigint')
  if (type === 'date') return one(`annotations.${name}`, 'timestamptz')
  return one(`annotations.${name}`, type === 'bool' ? 'boolean' : 'text')
}

const contentTypes: Record<ContentType, Values['type']> = { string: 'text', number: 'numeric', date: 'text' }

function contentValues(schema_id: string, type: ContentType): Values {
  return {
    from: `select 1 from content_pieces c cross join lateral jsonb_array_elements(c.fields->?) as v
      where c.annotation_id = annotations.id`,
    bindings: [schema_id],
    value: type === 'number' ? `(v->>'number')::numeric` : `v->>'${type}'`,
    type: contentTypes[type],
  }
}

const valuesOf = (field: SearchField): Values =>
  field.kind === 'meta' ? metaValues(field.name, field.type) : contentValues(field.schema_id, field.type)

/** Narrows the query to annotations that match all conditions. */
export function applyConditions(query: Knex.QueryBuilder, conditions: Condition[]): void {
  for (const condition of conditions) applyOne(query, condition)
}

function applyOne(query: Knex.QueryBuilder, condition: Condition): void {
  const { field } = condition
  const values = valuesOf(field)
  switch (condition.operator) {
    case '$emptyOrMissing':
      return filled(query, field, values, condition.operand, true)
    case '$eq':
    case '$ne':
      if (condition.operand === null) return filled(query, field, values, condition.operator === '$eq', false)
      return equals(query, field, values, [condition.operand], condition.operator === '$ne')
    case '$in':
    case '$nin':
      return equals(query, field, values, condition.operand, condition.operator === '$nin')
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte': {
      const sign = SIGNS[condition.operator]
      if (field.kind === 'content') return inPath(query, field, `@ ${sign} $operand`, condition.operand)
      return inRows(query, values, `${values.value} ${sign} ?::${values.type}`, [condition.operand])
    }
    default:
      return prefix(query, field, condition.operator, condition.operand, values)
  }
}

/** Requires a value of the field for which the predicate holds. */
function inRows(query: Knex.QueryBuilder, values: Values, predicate: string, bindings: Scalar[], not = false): void {
  void query.whereRaw(`${not ? 'not ' : ''}exists (${values.from} and ${predicate})`, [...values.bindings, ...bindings])
}

type ContentField = Extract<SearchField, { kind: 'content' }>

/** Adds a condition on the content, as a JSON path, which avoids expanding the JSON into rows. */
function inPath(query: Knex.QueryBuilder, field: ContentField, predicate: string, operand: Scalar, not = false): void {
  // The id matches a narrow pattern (parseField), so it cannot break out of the path.
  const path = `$."${field.schema_id}"[*].${field.type} ? (${predicate})`
  void query.whereRaw(
    `${not ? 'not ' : ''}exists (select 1 from content_pieces c where c.annotation_id = annotations.id
      and jsonb_path_exists(c.fields, ?::jsonpath, ?::jsonb))`,
    [path, JSON.stringify({ operand })],
  )
}

/** Requires that a value exists. With `text`, an empty value does not count. */
function filled(query: Knex.QueryBuilder, field: SearchField, values: Values, not: boolean, text: boolean): void {
  if (field.kind === 'content')
    return inPath(query, field, text && field.type !== 'number' ? '@ != $operand' : '@ == @', '', not)
  const some = text && values.type === 'text' ? ` and ${values.value} <> ''` : ''
  inRows(query, values, `${values.value} is not null${some}`, [], not)
}

const SIGNS: Record<Comparison, string> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' }

/** Requires one of the operands. For contents the index over all fields is used; plain columns are compared directly. */
function equals(query: Knex.QueryBuilder, field: SearchField, values: Values, operands: Scalar[], not: boolean): void {
  if (!operands.length) return void (not ? query : query.whereRaw('false'))
  const no = not ? 'not ' : ''
  if (field.kind === 'content') {
    const wanted = operands.map((operand) => JSON.stringify({ [field.schema_id]: [{ [field.type]: operand }] }))
    const anyOf = wanted.map(() => 'c.fields @> ?::jsonb').join(' or ')
    const where = not ? 'not exists (select 1 from content_pieces c where c.annotation_id = annotations.id and' : ''
    return void query.whereRaw(
      not ? `${where} (${anyOf}))` : `annotations.id in (select c.annotation_id from content_pieces c where ${anyOf})`,
      wanted,
    )
  }
  const list = operands.map(() => `?::${values.type}`).join(', ')
  const bindings = operands
  // A plain column comparison can use an index; inside `exists` it could not.
  if (values.from === one('', 'text').from)
    return void query.whereRaw(
      not ? `(${values.value} is null or ${values.value} not in (${list}))` : `${values.value} in (${list})`,
      bindings,
    )
  void query.whereRaw(`${no}exists (${values.from} and ${values.value} in (${list}))`, bindings)
}

/** Returns the sequences of letters and digits, as the database function `search_words` does. */
export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns a query for words in sequence, the last of which is a prefix; null if the text contains no word. */
function tsQuery(text: string, between: '<->' | '&'): string | null {
  const words = wordsIn(text)
  if (!words.length) return null
  return words
    .map((word, index) => (between === '&' || index === words.length - 1 ? `${word}:*` : word))
    .join(` ${between} `)
}

function prefix(query: Knex.QueryBuilder, field: SearchField, operator: Prefix, operand: string, values: Values): void {
  const words = tsQuery(operand, operator === '$containsPrefixes' ? '&' : '<->')
  // Every prefix of a value starts a word of the content, so the word index narrows the search to few rows.
  if (field.kind === 'content' && words)
    void query.whereRaw(
      `annotations.id in (select c.annotation_id from content_pieces c where c.words @@ to_tsquery('simple', ?))`,
      [tsQuery(operand, '&')],
    )
  const exists = (predicate: string, binding: string) =>
    void query.whereRaw(`exists (${values.from} and ${predicate})`, [...values.bindings, binding])
  if (operator === '$startsWith') return exists(`starts_with(lower(${values.value}), lower(?))`, operand)
  // Punctuation alone matches no word.
  if (!words) return void query.whereRaw('false')
  exists(`search_words(${values.value}) @@ to_tsquery('simple', ?)`, words)
}

/** Requires that each term starts words in the values or the page text of the annotation. Punctuation is ignored. */
export function applyTerms(query: Knex.QueryBuilder, terms: string[]): void {
  for (const term of terms) {
    const words = tsQuery(term, '<->')
    if (!words) continue
    void query.whereRaw(
      `annotations.id in (
         select c.annotation_id from content_pieces c where c.words @@ to_tsquery('simple', ?)
         union all
         select a.id from document_words w join annotations a on a.document_id = w.document_id
           where w.words @@ to_tsquery('simple', ?))`,
      [words, words],
    )
  }
}
