import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

describe('the scripts of package.json', () => {
  it('name files that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const files = Object.values(scripts).flatMap((command) => command.match(/[\w./-]+\.ts\b/g) ?? [])
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})
