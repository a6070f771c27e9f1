/** Numbers for the names of features, so that a training set of thousands of documents fits into memory. */
export const FEATURES = new Map<string, number>()

/** Returns the numbers of features, each once; new names get the next number. */
export function numbersOf(names: readonly string[]): Int32Array {
  const numbers = new Set<number>()
  for (const name of names) {
    let number = FEATURES.get(name)
    if (number === undefined) FEATURES.set(name, (number = FEATURES.size))
    numbers.add(number)
  }
  return Int32Array.from(numbers)
}
