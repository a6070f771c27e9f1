import { join } from 'node:path'
// The SDK's own historyToJSON fails where npm installs several copies of protobufjs; the generated classes need none.
import proto from '@temporalio/proto'

/** Where the recorded histories are. */
export const folder = join(import.meta.dirname, 'histories')

export const { History } = proto.temporal.api.history.v1
export type History = ReturnType<(typeof History)['fromObject']>
