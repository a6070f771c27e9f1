/** The OpenAPI document and its documentation page, served without requests to other hosts. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type Router from '@koa/router'
import type { Context } from 'koa'
import { openapiFile } from '../openapi/file.ts'
import { prepare, sendPrepared, type Prepared } from '../prepared.ts'
import type { Urls } from '../../resources/framework/urls.ts'

// The only file of the package that is used: images have no other (scripts/slim-packages.ts).
const scalar = createRequire(import.meta.url).resolve('@scalar/api-reference/browser/standalone.js')

/** `folder` is the relative path of the page's files: a browser resolves it against `/api/docs` or `/api/docs/`. */
const pageFor = (folder: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <title>Sheaf API</title>
  </head>
  <body>
    <div id="app"></div>
    <script src="${folder}scalar.js"></script>
    <script src="${folder}start.js"></script>
  </body>
</html>
`

/** Keeps the token in the browser, so that it survives a reload. Disables telemetry, remote fonts, the proxy and external assistants. */
const start = `Scalar.createApiReference('#app', {
  url: new URL('../openapi.json', document.currentScript.src).href,
  persistAuth: true,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
})
`

export function docsRoutes(router: Router): void {
  router.get('/openapi.json', (ctx) => {
    ctx.type = 'application/json'
    ctx.set('Cache-Control', 'no-cache')
    return sendPrepared(ctx, openapiFile((ctx.state as { urls: Urls }).urls.root.replace(/\/v1$/, '')))
  })
  router.get('/docs', (ctx) => {
    guard(ctx)
    ctx.type = 'html'
    ctx.body = pageFor(ctx.path.endsWith('/') ? '' : 'docs/')
  })
  router.get('/docs/start.js', (ctx) => {
    ctx.type = 'application/javascript'
    ctx.body = start
  })
  router.get('/docs/scalar.js', async (ctx) => {
    ctx.type = 'application/javascript'
    ctx.set('Cache-Control', 'public, max-age=86400')
    await sendPrepared(ctx, await scalarFile())
  })
}

let read: Promise<Prepared> | undefined
/** The script of the page, 3.5 MB, which is read with its first request. */
const scalarFile = (): Promise<Prepared> => (read ??= readFile(scalar).then((body) => prepare(body)))

/** Makes the browser block requests to other hosts. */
function guard(ctx: Context): void {
  ctx.set(
    'Content-Security-Policy',
    "default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:",
  )
}
