import { expect, it } from 'vitest'
import { openLog } from '../../src/log.ts'
import { sdkLogger } from '../../src/worker/runtime.ts'

/** Returns the lines of the service's log, with their levels, for messages of the SDK. */
function logged(...messages: [message: string, meta?: Record<string, unknown>][]): string[] {
  const lines: string[] = []
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line) as { level: string; msg: string }
    lines.push(`${level}: ${msg}`)
  }
  const logger = sdkLogger(openLog('debug', 'test', { write }))
  for (const [message, meta] of messages) logger.warn(message, meta)
  return lines
}

it('warns once while calls of Temporal fail, however often the SDK repeats them', () => {
  const meta = {
    target: 'temporalio_client::retry',
    error: 'Status { code: Unavailable, message: "tcp connect error" }',
  }
  const sentence =
    'calls of Temporal fail; trying again: Temporal does not answer; check TEMPORAL_ADDRESS, and whether its server runs.'
  expect(logged(['gRPC call a retried 6 times', meta], ['gRPC call b retried 6 times', meta])).toEqual([
    `warn: ${sentence}`,
    `debug: ${sentence}`,
  ])
})

it('does not warn about the end of the call that reports a stop, but about its other errors', () => {
  const call = 'shutdown_worker rpc errored during worker shutdown: Status { code:'
  expect(logged([`${call} Cancelled, message: "" }`], [`${call} Internal, message: "" }`])).toEqual([
    `debug: ${call} Cancelled, message: "" }`,
    `warn: ${call} Internal, message: "" }`,
  ])
})
