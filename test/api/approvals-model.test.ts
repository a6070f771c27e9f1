/**
 * Random changes of the configuration beside documents with approvals: no document above its limit is confirmed or exported unapproved.
 * `npm run model:approvals` repeats it with MODEL_STEPS actions and a MODEL_SEED.
 */
import { expect, it } from 'vitest'
import { useApprovals } from './approval-setup.ts'
import { nextAction } from './approvals-model/actions.ts'
import { Oracle } from './approvals-model/oracle.ts'
import { World } from './approvals-model/world.ts'

const steps = Number(process.env.MODEL_STEPS ?? 60)
const seed = Number(process.env.MODEL_SEED ?? 1)

useApprovals()

it('exports no document above its limit unapproved', { timeout: 60_000 + steps * 3_000 }, async () => {
  const world = new World(seed)
  const oracle = new Oracle()
  await world.begin()
  const figures = { done: 0, refused: 0, configuration: 0 }
  let documents = await world.documents()
  let configuration = await world.configuration()
  for (let step = 1; step <= steps; step++) {
    const { action, index, isConfiguration } = nextAction(world)
    const done = (await action(world, [...documents.values()])) ?? {}
    const after = { documents: await world.documents(), configuration: await world.configuration() }
    const { status = 200 } = done.answer ?? {}
    expect(status, `step ${step}, action ${index}: ${JSON.stringify(done.answer?.body)}`).toBeLessThan(500)
    figures[status < 300 ? 'done' : 'refused']++
    if (isConfiguration && status < 300) figures.configuration++
    try {
      oracle.check(
        { before: documents, after: after.documents },
        { before: configuration, after: after.configuration },
        done,
      )
    } catch (error) {
      throw new Error(`seed ${seed}, step ${step}, action ${index}: ${(error as Error).message}`, { cause: error })
    }
    documents = after.documents
    configuration = after.configuration
  }
  console.log(
    `seed ${seed}: ${steps} steps, ${figures.done} done, ${figures.refused} refused, ${figures.configuration} changes of the ` +
      `configuration; ${documents.size} documents: ${oracle.figures.approved} approved, ${oracle.figures.unneeded} needed no approval, ` +
      `${oracle.figures.bypassed} without approval as the queue permits`,
  )
  expect(figures.configuration).toBeGreaterThan(0)
})
