/** The corpus of messages, parsed as the child process does it. */
import { describe, expect, it } from 'vitest'
import { parseEmail, type Parsed } from '../../src/sandbox/children/parse-email.ts'
import { CORPUS } from './corpus.ts'

/** Describes the files of a message: name and state, indented by the level of their containers. */
function outline({ files }: Parsed): string[] {
  const levelOf = (index: number | null): number => (index === null ? 0 : levelOf(files[index]!.parent) + 1)
  return files.map(({ name, state, parent }) => `${'  '.repeat(levelOf(parent))}${name}: ${state}`)
}

describe('parseEmail', () => {
  it('has a corpus of different messages', () => {
    expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length)
    expect(CORPUS.length).toBeGreaterThanOrEqual(80)
  })

  it.each(CORPUS)('reads $name', async ({ raw, email, files }) => {
    const parsed = await parseEmail(raw)
    if (email) expect(parsed.email).toMatchObject(email)
    if (files) expect(outline(parsed)).toEqual(files)
    // Everything can be stored as JSON in PostgreSQL.
    expect(JSON.stringify(parsed.email)).not.toMatch(/\\u0000|\\ud[89a-f]/i)
    expect(parsed.files.length).toBeLessThanOrEqual(1000)
  })
})
