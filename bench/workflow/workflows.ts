import { proxyActivities } from '@temporalio/workflow'

const { step } = proxyActivities<{ step: (n: number) => Promise<number> }>({ startToCloseTimeout: '10 s' })

/** Three consecutive activities: the minimum for the life of an annotation. */
export async function threeSteps(): Promise<number> {
  return step(await step(await step(0)))
}
