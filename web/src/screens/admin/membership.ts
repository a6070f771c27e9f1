/** Changes which users have a queue. */
import { ApiError, request, versioned } from '../../api/client.ts'
import type { User } from '../../api/types.ts'
import { withQueue } from './rules.ts'

const ATTEMPTS = 4

/**
 * Adds a queue to a user or removes it. The list of queues is sent whole, so it is read first and sent with its version: if another person changes
 * the user between the two requests, the change is repeated on the newer list, and both remain. Throws ApiError.
 */
export async function setMembership(userUrl: string, queueUrl: string, isMember: boolean): Promise<User> {
  for (let attempt = 1; ; attempt++) {
    const { value: user, etag } = await versioned<User>(userUrl)
    const queues = withQueue(user.queues, queueUrl, isMember)
    if (queues === null) return user
    try {
      return await request<User>(userUrl, { method: 'PATCH', body: { queues }, ifMatch: etag })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || attempt === ATTEMPTS) throw error
    }
  }
}
