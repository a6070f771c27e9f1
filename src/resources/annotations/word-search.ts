/** The filter `search` of the annotation list: words in values, file names, messages and the modifier's email address. */
import type { Knex } from 'knex'
import { invalid } from '../../errors.ts'
import { seesOthersWhole } from '../access.ts'
import { filterMakers, type Filter, type FilterMaker } from '../framework/filters.ts'
import type { Caller } from '../framework/request.ts'

/** Maximum number of hits that can be paged through. */
export const MAX_HITS = 10_000
/** In a million annotations this many hits take about as long as the rows that have to be checked without a list. */
const MAX_IDS = 200_000

export const wordFilter: FilterMaker = filterMakers.custom(
  'Words, or beginnings of words, in values, file name, messages or the email address of the modifier.',
  (query, values, caller) => {
    const words = wordsOf(values)
    for (const word of words) void query.whereIn('annotations.id', hits(word, caller))
    // A phrase that consists of punctuation has no words and finds nothing.
    if (!words.length) void query.whereRaw('false')
  },
  { prepare },
)

function wordsOf([phrase = '']: string[]): string[] {
  if (phrase.length > 256) throw invalid({ search: ['Ensure this field has no more than 256 characters.'] })
  return [...new Set(phrase.match(/[\p{L}\p{N}]+/gu))]
}

const prefixOf = (word: string, { db }: Caller) => db.raw(`to_tsquery('simple', ?)`, [`${word}:*`])

/** Returns the ids of the organization's annotations with a word that starts with `word`; each searched text has an index. */
function hits(word: string, caller: Caller): Knex.QueryBuilder {
  const { db, who } = caller
  const prefix = prefixOf(word, caller)
  const found = () => db('annotations as found').select('found.id').where('found.organization_id', who.organization_id)
  return found()
    .join('content_pieces', 'content_pieces.annotation_id', 'found.id')
    .whereRaw('content_pieces.words @@ ?', [prefix])
    .unionAll([
      found()
        .join('documents', 'documents.id', 'found.document_id')
        .where('documents.organization_id', who.organization_id)
        .whereRaw('documents.words @@ ?', [prefix]),
      found().whereRaw('coalesce(found.modifier_id, 9223372036854775807) in (?)', [people(word, caller)]),
      found().whereRaw(`found.messages <> '[]' and search_words(found.messages::text) @@ ?`, [prefix]),
    ])
}

/** Callers find others by the email only where they see it: otherwise they could spell it out, letter by letter. */
function people(word: string, caller: Caller): Knex.QueryBuilder {
  const { user_id, organization_id } = caller.who
  const found = caller.db('users').select('id').where({ organization_id }).whereILike('email', `%${word}%`)
  return seesOthersWhole(caller) ? found : found.where('id', user_id)
}

/**
 * The same condition for a single annotation. Uses scalar subqueries, because PostgreSQL turns `exists` between `or` into sets
 * of all hits, and this condition is used exactly when there are too many hits for a set.
 */
function contains(word: string, caller: Caller): Knex.Raw {
  const prefix = prefixOf(word, caller)
  return caller.db.raw(
    `coalesce((select bool_or(c.words @@ ?) from content_pieces c where c.annotation_id = annotations.id)
      or (select d.words @@ ? from documents d where d.id = annotations.document_id)
      or annotations.modifier_id = any(array(?))
      or (annotations.messages <> '[]' and search_words(annotations.messages::text) @@ ?), false)`,
    [prefix, prefix, people(word, caller), prefix],
  )
}

/**
 * Turns the rarest word into a list of ids unless it is frequent. The other words are checked row by row, in the order of the annotation
 * list, until the page is full. Uses a list instead of a subquery, because the database estimates the number of hits of a prefix badly.
 */
async function prepare(values: string[], caller: Caller): Promise<Filter['apply']> {
  const words = wordsOf(values)
  const rarest = await rarestOf(words, caller)
  const ids = rarest === null ? null : await idsOf(rarest, caller)
  return (query) => {
    if (!words.length) void query.whereRaw('false')
    if (ids !== null) void query.whereRaw('annotations.id = any(?::bigint[])', [ids])
    for (const word of words) if (ids === null || word !== rarest) void query.whereRaw(contains(word, caller))
  }
}

/** Words whose frequency is compared. */
const MAX_COMPARED = 8
/** Annotations in which they are counted, spread evenly over the ids of the organization. */
const SAMPLE = 300
/** A word in a larger share of the annotations is found sooner by checking rows. */
const FREQUENT = 0.2

/** Returns the word that the fewest annotations of a sample contain; null if even that one is frequent. */
async function rarestOf(words: string[], caller: Caller): Promise<string | null> {
  // Numbers are likely to be rarer than words, and long words than short ones: this decides between words that the sample lacks.
  const rank = (word: string) => (/\p{N}/u.test(word) ? 1000 : 0) + word.length
  const compared = words.toSorted((a, b) => rank(b) - rank(a)).slice(0, MAX_COMPARED)
  const [first = null] = compared
  if (first === null) return null
  const { db, who } = caller
  const place = 'bounds.least + (bounds.greatest - bounds.least) * step.n / ?'
  const sample = db
    .with(
      'bounds',
      db('annotations')
        .where('organization_id', who.organization_id)
        .select(db.raw('min(id) as least, max(id) as greatest')),
    )
    .from('bounds')
    .joinRaw('cross join generate_series(0, ?::int - 1) step(n)', [SAMPLE])
    .joinRaw(
      `cross join lateral (select * from annotations where organization_id = ? and id >= ${place} order by id limit 1) annotations`,
      [who.organization_id, SAMPLE],
    )
  const counts = compared.map((word, index) =>
    db.raw(`count(*) filter (where ?)::int as ??`, [contains(word, caller), `w${index}`]),
  )
  const [found] = await sample.select<Record<string, number>[]>(...counts)
  const hits = compared.map((_, index) => found![`w${index}`]!)
  const least = Math.min(...hits)
  return least > SAMPLE * FREQUENT ? null : compared[hits.indexOf(least)]!
}

/** Returns the ids of the annotations with the word as a PostgreSQL array literal; null if there are more than `MAX_IDS`. */
async function idsOf(word: string, caller: Caller): Promise<string | null> {
  const ids = caller.db.raw(`case when count(*) <= ? then coalesce(array_agg(id), '{}')::text end as ids`, [MAX_IDS])
  const some = hits(word, caller)
    .limit(MAX_IDS + 1)
    .as('some')
  const [row]: { ids: string | null }[] = await caller.db.select(ids).from(some)
  return row!.ids
}
