/** Number of letters to insert, remove or replace to make one word of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

/** Returns the known word that was probably meant; undefined if none is similar. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3))
  const [best] = known
    .map((one) => ({ one, away: distance(word, one) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away)
  return best?.one
}
