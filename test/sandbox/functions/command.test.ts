import { describe, expect, it } from 'vitest'
import { commandOf } from '../../../src/sandbox/functions/command.ts'
import { levels } from './support.ts'

describe('the command of a child for JavaScript', () => {
  // With the collection, 7 of 1,005 calls in new processes hung under load until their limit; without it, none of 4,288.
  it.each(levels)('turns off the collection of WebAssembly code, which can hang: level %s', (level) => {
    expect(commandOf('nodejs22.x', level)).toContain('--no-wasm-code-gc')
  })
})
