/**
 * The path before `/app/` and `/api/`, such as `/capture`, if the service has one (the path of PUBLIC_BASE_URL); else `''`. The server writes
 * it into the page.
 */
export const PREFIX: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="sheaf-prefix"]')?.content ?? ''

/** Returns a path of this origin without the prefix. */
export const withoutPrefix = (path: string): string =>
  path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : path
