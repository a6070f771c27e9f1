/** Questions to the user of the terminal. */
import { createInterface } from 'node:readline/promises'

/** Asks a yes/no question. Returns false without a terminal. */
export async function isConfirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
  try {
    return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim())
  } finally {
    reader.close()
  }
}
