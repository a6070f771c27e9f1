import { Random } from '../../scripts/train/random.ts'

const ROUNDS = 400
/** With fewer sources than this, groups are drawn instead. */
const MIN_SOURCES = 3

/**
 * Returns the 95 % bootstrap interval of a statistic over sources drawn with replacement (over groups if there are fewer than three sources):
 * how much the figure would change with other senders. Deterministic.
 */
export function interval<T extends { group: string; source: string }>(
  items: readonly T[],
  statistic: (items: readonly T[]) => number,
): [low: number, high: number] {
  const bySource = Map.groupBy(items, ({ source }) => source)
  const parts = [...(bySource.size >= MIN_SOURCES ? bySource : Map.groupBy(items, ({ group }) => group)).values()]
  if (parts.length < 2) return [NaN, NaN]
  const random = new Random(20_260_102)
  const values: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const drawn = parts.flatMap((_, i) => {
      // A source drawn twice counts as two, also where the statistic is a mean over groups.
      const part = parts[random.integer(0, parts.length - 1)]!
      return part.map((item) => ({ ...item, group: `${i}/${item.group}` }))
    })
    const value = statistic(drawn)
    if (!Number.isNaN(value)) values.push(value)
  }
  values.sort((a, b) => a - b)
  return [values[Math.floor(values.length * 0.025)] ?? NaN, values[Math.floor(values.length * 0.975)] ?? NaN]
}
