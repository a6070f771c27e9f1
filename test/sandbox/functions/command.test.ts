import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commandOf } from '../../../src/sandbox/functions/command.ts'
import { levels } from './support.ts'

describe('the command of a child for JavaScript', () => {
  // With the collection, 7 of 1,005 calls in new processes hung under load until their limit; without it, none of 4,288.
  it.each(levels)('turns off the collection of WebAssembly code, which can hang: level %s', (level) => {
    expect(commandOf('nodejs22.x', level)).toContain('--no-wasm-code-gc')
  })

  it.each(levels)('prints why there are no libraries, if they can be neither found nor built: level %s', (level) => {
    const refuse = () => {
      throw new Error('The libraries of functions are not built.')
    }
    const [file, ...parameters] = commandOf('nodejs22.x', level, '', refuse)
    const { status, stderr } = spawnSync(file!, parameters, { cwd: '/', encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, 'The libraries of functions are not built.'])
    expect(commandOf('python3.12', level, '', refuse)).not.toContain('-e')
  })
})
