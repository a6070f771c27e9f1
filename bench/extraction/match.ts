import { foldText } from '@sheaf/extraction/normalise'
import type { TruthValue } from './corpus.ts'

/** Returns true if both are equal after normalization, as defined in the data's README. `key` is the truth's key. */
export function isRight(key: string, predicted: string, truth: TruthValue): boolean {
  if (truth === null || truth === undefined) return false
  if (key.startsWith('amount')) return Math.abs(Math.abs(Number(predicted)) - Math.abs(Number(truth))) < 0.005
  if (key.startsWith('date')) return predicted === String(truth)
  if (key === 'currency' || key === 'document_type') return predicted.toUpperCase() === String(truth).toUpperCase()
  if (/name|address|description/.test(key)) return similarity(predicted, String(truth)) >= 0.9
  const plain = (text: string): string => text.replace(/\s/g, '').toLowerCase()
  return plain(predicted) === plain(String(truth))
}

/** 1 - edit distance / length of the longer text, over letters and digits without case and accents. */
export function similarity(a: string, b: string): number {
  const plain = (text: string): string =>
    foldText(text)
      .replace(/[^\p{L}\d]+/gu, ' ')
      .trim()
  const [x, y] = [plain(a), plain(b)]
  const longest = Math.max(x.length, y.length)
  if (longest === 0) return 1
  if (Math.abs(x.length - y.length) / longest > 0.1) return 0
  return 1 - editDistance(x, y) / longest
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[b.length]!
}
