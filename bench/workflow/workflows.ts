import { proxyActivities } from '@temporalio/workflow'

const { step } = proxyActivities<{ step: (n: number) => Promise<number> }>({ startToCloseTimeout: '10 s' })

/** Three activities, one after another: what an annotation's life costs at least. */
export async function threeSteps(): Promise<number> {
  return step(await step(await step(0)))
}
