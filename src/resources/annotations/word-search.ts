/** The filter `search` of the annotation list: words in values, file names, messages and the modifier's email address. */
import type { Knex } from 'knex'
import { invalid } from '../../errors.ts'
import { filterMakers, type Filter, type FilterMaker } from '../engine/filters.ts'
import type { Caller } from '../engine/request.ts'

/** Maximum number of hits that can be paged through. */
export const MOST_HITS = 10_000
const MOST_IDS = 50_000

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
    .join('annotation_contents', 'annotation_contents.annotation_id', 'found.id')
    .whereRaw('annotation_contents.words @@ ?', [prefix])
    .unionAll([
      found()
        .join('documents', 'documents.id', 'found.document_id')
        .where('documents.organization_id', who.organization_id)
        .whereRaw('documents.words @@ ?', [prefix]),
      found().whereRaw('coalesce(found.modifier_id, 9223372036854775807) in (?)', [people(word, caller)]),
      found().whereRaw(`found.messages <> '[]' and search_words(found.messages::text) @@ ?`, [prefix]),
    ])
}

const people = (word: string, { db, who }: Caller) =>
  db('users').select('id').where('organization_id', who.organization_id).whereILike('email', `%${word}%`)

/**
 * The same condition for a single annotation. Uses scalar subqueries, because PostgreSQL turns `exists` between `or` into sets
 * of all hits, and this condition is used exactly when there are too many hits for a set.
 */
function contains(word: string, caller: Caller): Knex.Raw {
  const prefix = prefixOf(word, caller)
  return caller.db.raw(
    `coalesce((select c.words @@ ? from annotation_contents c where c.annotation_id = annotations.id)
      or (select d.words @@ ? from documents d where d.id = annotations.document_id)
      or annotations.modifier_id = any(array(?))
      or (annotations.messages <> '[]' and search_words(annotations.messages::text) @@ ?), false)`,
    [prefix, prefix, people(word, caller), prefix],
  )
}

/**
 * Turns one word with few hits into a list of ids. The other words are checked row by row, in the order of the annotation list,
 * until the page is full. Uses a list instead of a subquery, because the database estimates the number of hits of a prefix badly.
 */
async function prepare(values: string[], caller: Caller): Promise<Filter['apply']> {
  // Numbers are likely to be rarer than words, and long words than short ones.
  const rank = (word: string) => (/\p{N}/u.test(word) ? 1000 : 0) + word.length
  const words = wordsOf(values).sort((a, b) => rank(b) - rank(a))
  const list = await firstList(words, caller)
  return (query) => {
    if (!words.length) void query.whereRaw('false')
    if (list) void query.whereRaw('annotations.id = any(?::bigint[])', [list.ids])
    for (const word of words) if (word !== list?.word) void query.whereRaw(contains(word, caller))
  }
}

/** Returns the first word that has at most `MOST_IDS` hits, with their ids as a PostgreSQL array literal; null if there is none. */
async function firstList(words: string[], caller: Caller): Promise<{ word: string; ids: string } | null> {
  for (const word of words) {
    const ids = caller.db.raw(`case when count(*) <= ? then coalesce(array_agg(id), '{}')::text end as ids`, [MOST_IDS])
    const some = hits(word, caller)
      .limit(MOST_IDS + 1)
      .as('some')
    const [row]: { ids: string | null }[] = await caller.db.select(ids).from(some)
    if (row!.ids !== null) return { word, ids: row!.ids }
  }
  return null
}
