import type { Context, Next } from 'koa'
import { CALLER_HEADER, organizationOfCaller } from '../../domain/requests/function-caller.ts'
import type { Deps } from '../../deps.ts'

/**
 * Everything that is counted per address is counted per organization for requests of functions: the name of the organization takes the place of
 * the address, which is that of a worker.
 */
export const functionCaller =
  ({ config }: Pick<Deps, 'config'>) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const organization_id = organizationOfCaller(config, ctx.get(CALLER_HEADER), Date.now())
    if (organization_id !== null) ctx.request.ip = `functions of organization ${organization_id}`
    await next()
  }
