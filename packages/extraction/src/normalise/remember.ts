/** How many texts a function remembers. Documents repeat words and lines; a new document replaces them. */
const MAX_TEXTS = 4_000
/** Longer texts are rare, and would take the memory of many short ones. */
const MAX_LENGTH = 200

/**
 * Returns a function that computes its result once per text, for pure functions of lines and words that many stages ask about. It keeps up to
 * 4,000 results of texts of at most 200 characters. Callers must not change what they get.
 */
export function remember<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, { result: Result }>()
  return (text) => {
    const kept = known.get(text)
    if (kept) return kept.result
    const result = compute(text)
    if (text.length > MAX_LENGTH) return result
    if (known.size >= MAX_TEXTS) known.clear()
    known.set(text, { result })
    return result
  }
}
