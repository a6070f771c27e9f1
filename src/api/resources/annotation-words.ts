/** `search` of the list of annotations: words in values, file names, messages and the modifier's address (filled-gaps 3.3). */
import type { Knex } from 'knex'
import { invalid } from '../../errors.ts'
import { by, type Filter } from '../resource/filters.ts'
import type { State } from '../state.ts'

/** Paging stops after so many hits. */
export const MOST_HITS = 10_000
const MOST_IN_SET = 100_000

export const wordFilter: Filter = {
  ...by.custom('Words in values, file name, modifier or messages.', (query, values, state) => {
    const words = wordsOf(values)
    for (const word of words) void query.whereIn('annotations.id', hits(word, state))
    // A phrase of punctuation alone is found nowhere.
    if (!words.length) void query.whereRaw('false')
  }),
  prepare,
}

function wordsOf([phrase = '']: string[]): string[] {
  if (phrase.length > 256) throw invalid({ search: ['Ensure this field has no more than 256 characters.'] })
  return [...new Set(phrase.match(/[\p{L}\p{N}]+/gu))]
}

const prefixOf = (word: string, { db }: State) => db.raw(`to_tsquery('simple', ?)`, [`${word}:*`])

/** Ids of the organization's annotations in which a word begins so; each of the searched texts has an index. */
function hits(word: string, state: State): Knex.QueryBuilder {
  const { db, who } = state
  const prefix = prefixOf(word, state)
  const found = () => db('annotations as found').select('found.id').where('found.organization_id', who.organization_id)
  return found()
    .join('annotation_contents', 'annotation_contents.annotation_id', 'found.id')
    .whereRaw('annotation_contents.words @@ ?', [prefix])
    .unionAll([
      found()
        .join('documents', 'documents.id', 'found.document_id')
        .where('documents.organization_id', who.organization_id)
        .whereRaw('documents.words @@ ?', [prefix]),
      found().whereRaw('coalesce(found.modifier_id, 9223372036854775807) in (?)', [people(word, state)]),
      found().whereRaw(`found.messages <> '[]' and search_words(found.messages::text) @@ ?`, [prefix]),
    ])
}

const people = (word: string, { db, who }: State) =>
  db('users').select('id').where('organization_id', who.organization_id).whereILike('email', `%${word}%`)

/**
 * The same question asked of one annotation. Scalar subqueries, because PostgreSQL turns `exists` between `or` into sets of
 * all hits, and these are wanted exactly when there are too many hits for a set.
 */
function contains(word: string, state: State): Knex.Raw {
  const prefix = prefixOf(word, state)
  return state.db.raw(
    `coalesce((select c.words @@ ? from annotation_contents c where c.annotation_id = annotations.id)
      or (select d.words @@ ? from documents d where d.id = annotations.document_id)
      or annotations.modifier_id = any(array(?))
      or (annotations.messages <> '[]' and search_words(annotations.messages::text) @@ ?), false)`,
    [prefix, prefix, people(word, state), prefix],
  )
}

/**
 * A word with few hits is a set of ids; one with many is asked of each row in the order of the list, until the page is full.
 * Rows that must have several words may be rare though each word is frequent: then a set is the better beginning.
 */
async function prepare(values: string[], state: State): Promise<Filter['apply']> {
  const words = wordsOf(values)
  const rare: number[][] = []
  const common: string[] = []
  for (const word of words) {
    const found = (await hits(word, state).limit(MOST_HITS + 1)) as { id: number }[]
    if (found.length > MOST_HITS) common.push(word)
    else rare.push(found.map((row) => row.id))
  }
  const sets = rare.length || common.length < 2 ? [] : await middling(common, state)
  return (query) => {
    if (!words.length) void query.whereRaw('false')
    for (const ids of rare) void query.whereRaw('annotations.id = any(?::bigint[])', [ids])
    for (const word of common) {
      if (sets.includes(word)) void query.whereIn('annotations.id', hits(word, state))
      else void query.whereRaw(contains(word, state))
    }
  }
}

/** Those of the words that are found too often for a list of ids, but seldom enough for a set. */
async function middling(words: string[], state: State): Promise<string[]> {
  const counts = words.map(async (word) => {
    const some = hits(word, state).limit(MOST_IN_SET).as('some')
    return Number(((await state.db.count('* as n').from(some)) as { n: string | number }[])[0]!.n)
  })
  const found = await Promise.all(counts)
  return words.filter((_, index) => found[index]! < MOST_IN_SET)
}
