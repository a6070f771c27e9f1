import { compactText } from '../normalise/characters.ts'
import type { Extraction, HeaderField } from '../types.ts'
import type { RecalledField } from './recall.ts'
import type { FieldLesson } from './types.ts'
import { plainWords } from './words.ts'

/** Share of the lessons in which users removed a part. */
const MAJORITY = 0.5

export const isTrimmed = (field: HeaderField): boolean => field.endsWith('_address')

const partsOf = (text: string): string[] => text.split(/,\s*|\n/).filter((part) => part.trim() !== '')
const wordsOf = (part: string): string => plainWords(part).join(' ')

/** Returns the parts that a user removed from the start and end of what the engine had read, as words. */
function removedFrom({ read, value }: FieldLesson): string[] {
  if (read === undefined || value === null) return []
  const parts = partsOf(read)
  const wanted = compactText(value)
  for (let from = 0; from < parts.length; from++)
    for (let to = parts.length; to > from; to--)
      if (compactText(parts.slice(from, to).join(' ')) === wanted)
        return [...parts.slice(0, from), ...parts.slice(to)].map(wordsOf).filter((words) => words !== '')
  return []
}

/**
 * Removes from an address the parts that users removed from those of earlier documents, such as a country or the line below the block.
 * Only what consists of the same words is removed.
 */
export function trimAddress(
  field: HeaderField,
  fields: Extraction['fields'],
  { lessons, support }: RecalledField,
): void {
  const known = fields[field]
  if (!known) return
  const weights = new Map<string, number>()
  for (const { lesson, weight } of lessons)
    for (const words of new Set(removedFrom(lesson))) weights.set(words, (weights.get(words) ?? 0) + weight)
  const isRemoved = (part: string | undefined): boolean =>
    part !== undefined && (weights.get(wordsOf(part)) ?? 0) > MAJORITY * support.count
  const parts = partsOf(known.value)
  while (parts.length > 1 && isRemoved(parts.at(-1))) parts.pop()
  while (parts.length > 1 && isRemoved(parts[0])) parts.shift()
  const value = parts.join(', ')
  if (compactText(value) !== compactText(known.value)) fields[field] = { ...known, value }
}
