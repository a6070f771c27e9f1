/** `/app` serves the review screen, and `/embedded/document/{id}` its page for other applications, to which embedded URLs lead. */
import Router from '@koa/router'
import type { Context } from 'koa'
import { notFound } from '../../errors.ts'
import { prefixOf } from '../own-pages.ts'
import { sendPrepared } from '../prepared.ts'
import { openScreen, type Screen, type ScreenFile } from '../screen/files.ts'
import { setFileHeaders, setPageHeaders } from '../screen/headers.ts'
import type { State } from '../state.ts'

const YEAR_S = 31_536_000
const NOT_BUILT =
  'The review screen has not been built. Run "npm run web" in the repository, then load this page again.\n'

/** Whether the path belongs to the screen. */
export const isOfScreen = (path: string): boolean => /^\/(app|embedded)(\/|$)/.test(path)

export function screenRoutes(screen: Screen = openScreen()): Router {
  const page = async (ctx: Context, ancestors?: readonly string[]): Promise<void> => {
    const file = screen.page(prefixOf((ctx.state as State).urls))
    setPageHeaders(ctx, ancestors)
    if (file) return send(ctx, file)
    ctx.status = 503
    ctx.type = 'text/plain'
    ctx.body = NOT_BUILT
  }
  const fileOrPage = async (ctx: Context): Promise<void> => {
    const path = ctx.path.slice('/app/'.length)
    const file = screen.file(path)
    if (path.startsWith('assets/') && !file) throw notFound('File')
    if (!file || file.extension === '.html') return page(ctx)
    setFileHeaders(ctx)
    await send(ctx, file)
  }
  return new Router({ sensitive: true })
    .get('/app', (ctx) => page(ctx))
    .get('/app/assets/:file', fileOrPage)
    .get('/app/*path', fileOrPage)
    .get('/embedded/document/:id', (ctx) => {
      if (!/^\d{1,15}$/.test(ctx.params.id!)) throw notFound('Page')
      return page(ctx, (ctx.state as State).deps.config.embeddedAncestors)
    })
}

async function send(ctx: Context, file: ScreenFile): Promise<void> {
  ctx.set('Cache-Control', file.hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
  ctx.type = file.extension
  await sendPrepared(ctx, file)
}
