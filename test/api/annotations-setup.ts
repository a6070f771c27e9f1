/** Annotations for the tests of `/v1/annotations`. */
import { expect } from 'vitest'
import { anAnnotation } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'

/** Creates an annotation in a status; returns its id. */
export const inStatus = async (status: string, given: object = {}) =>
  (await anAnnotation(server.deps.db, tenant, { status, ...given })).annotation_id
/** Returns an annotation. */
export const get = async (id: number) => (await admin.get(`/annotations/${id}`)).body
/** A response for an annotation whose status forbids the request. */
export const conflict = (detail: string | RegExp) => ({
  status: 409,
  body: { code: 'conflict_status', detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) },
})
/** Returns the id at the end of a URL. */
export const idOf = (text: string) => Number(/\d+$/.exec(text)![0])
/** Errors of a field with the URL of an object that does not exist. */
export const missing = ['Invalid hyperlink - object does not exist.']
