/** The company's ERP: an HTTP server that books the documents of a webhook. */
import type { TestConnector } from '../../test/support/connector.ts'

export interface Receiver {
  /** Where the webhook sends. */
  url: string
  /** The ids of the annotations that were booked, each as often as it arrived. */
  booked: () => number[]
}

/** Returns the ERP behind a server that answers every call. */
export const receiver = ({ url, calls }: TestConnector): Receiver => ({
  url: `${url}/bookings`,
  booked: () =>
    calls.flatMap(({ body }) => {
      const { annotation } = body as { annotation?: { id: number; status: string } }
      return annotation?.status === 'exported' ? [annotation.id] : []
    }),
})
