/**
 * Random actions of random users, while the worker stops and starts: status, columns, events, counts, calls of webhooks and the lists of
 * Temporal agree with a model derived from the table of moves. `npm run model` repeats it with MODEL_STEPS commands and a MODEL_SEED.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commands, figures } from './model/commands.ts'
import { Service, World } from './model/world.ts'

const steps = Number(process.env.MODEL_STEPS ?? 120)
const seed = Number(process.env.MODEL_SEED ?? 1)
/** Commands of one organization. */
const LENGTH = Math.min(80, steps)

const service = new Service()
beforeAll(() => service.start())
afterAll(() => service.stop())

it('what users see agrees with the model', { timeout: 60_000 + steps * 5_000 }, async () => {
  const started = performance.now()
  let runs = 0
  while (figures.steps < steps) {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ useConfirmed: fc.boolean(), approval: fc.boolean() }),
        commands(LENGTH),
        async (setting, list) => {
          const world = new World(service)
          const model = await world.begin(setting)
          await fc.asyncModelRun(() => ({ model, real: world }), list)
          await world.startWorker()
          await world.finishAll(model)
          await world.compareRows(model)
          await world.compareEffects(model)
        },
      ),
      { seed: seed + runs++, numRuns: 1, endOnFailure: !process.env.MODEL_SHRINK },
    )
    if (runs % 25 === 0) console.log(`seed ${seed}: ${figures.steps} of ${steps} steps`)
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    `seed ${seed}: ${figures.steps} steps in ${runs} runs, ${figures.done} done, ${figures.refused} refused, ` +
      `${figures.kinds.size} kinds of actions, ` +
      `the worker stopped ${service.restarts} times, ${seconds} s`,
  )
  expect(figures.done).toBeGreaterThan(0)
})
