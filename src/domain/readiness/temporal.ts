import { Connection, isGrpcServiceError, type Client, type ConnectionLike } from '@temporalio/client'
import { searchAttributes } from '../../workflows/contract.ts'
import { detailOf, SETUP, type Problem } from './problems.ts'

/** gRPC status codes. */
const NOT_FOUND = 5
const PERMISSION_DENIED = 7
const UNIMPLEMENTED = 12
const UNAUTHENTICATED = 16

const UNREACHABLE = 'Temporal does not answer; check TEMPORAL_ADDRESS, and whether its server runs.'
const REASONS: Record<number, string> = {
  [NOT_FOUND]: `Temporal does not have the namespace of TEMPORAL_NAMESPACE. ${SETUP}`,
  [PERMISSION_DENIED]: 'Temporal refuses the credentials of the service; check TEMPORAL_API_KEY and its certificate.',
  [UNAUTHENTICATED]: 'Temporal refuses the credentials of the service; check TEMPORAL_API_KEY and its certificate.',
}

const codeOf = (error: unknown): number => (isGrpcServiceError(error) ? error.code : -1)

/** Returns a sentence for an error of Temporal, without names of hosts. */
export const explainTemporal = (error: unknown): string => REASONS[codeOf(error)] ?? UNREACHABLE

/** Checks that Temporal answers, and has the namespace and the search attributes, without which no workflow can start. */
export async function checkTemporal({ workflowService, connection, options }: Client): Promise<Problem[]> {
  const { namespace } = options
  try {
    await workflowService.describeNamespace({ namespace })
    const missing = await missingAttributes(connection, namespace)
    if (missing.length === 0) return []
    const sentence = `Temporal lacks the search ${missing.length === 1 ? 'attribute' : 'attributes'} ${missing.join(', ')}, so documents are not imported. ${SETUP}`
    return [{ part: 'temporal', sentence }]
  } catch (error) {
    return [{ part: 'temporal', sentence: explainTemporal(error), detail: detailOf(error) }]
  }
}

/** Hosted clusters may not offer the operator's service; then the start of a workflow reports what is missing. */
async function missingAttributes(connection: ConnectionLike, namespace: string): Promise<string[]> {
  if (!(connection instanceof Connection)) return []
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace })
    return Object.values(searchAttributes)
      .map(({ name }) => name)
      .filter((name) => !customAttributes?.[name])
  } catch (error) {
    if ([UNIMPLEMENTED, PERMISSION_DENIED].includes(codeOf(error))) return []
    throw error
  }
}
