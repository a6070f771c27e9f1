/** Headers of the review screen: what its pages may load, and which sites may show them in a frame. */
import type { Context } from 'koa'

/** Scripts, styles, fonts and requests of the service itself only. Images are also previews that the page has made (`blob:`) or contains (`data:`). */
const policyFor = (ancestors: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.join(' ') || "'none'"}`,
  ].join('; ')

/** `ancestors` are the origins whose pages may show an embedded review in a frame; undefined for the screen itself. */
export function setPageHeaders(ctx: Context, ancestors?: readonly string[]): void {
  ctx.set('Content-Security-Policy', policyFor(ancestors ?? []))
  // Another application may open an embedded review in a window and wait until it is closed.
  if (!ancestors) ctx.set('Cross-Origin-Opener-Policy', 'same-origin')
  ctx.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  setFileHeaders(ctx)
}

export function setFileHeaders(ctx: Context): void {
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Referrer-Policy', 'same-origin')
}
