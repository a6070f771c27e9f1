/** Builds the review screen: `npm run web` writes `web/dist`, which the api process serves below `/app/`. */
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { compiledMessages } from './messages.ts'

/** A running service. It answers sessions for pages of its own origin only, so that of the development server is replaced. */
const service = new URL(process.env.SHEAF_URL ?? 'http://127.0.0.1:8090').origin

export default defineConfig(({ command }) => {
  // Tests and servers set NODE_ENV for themselves, and Vite would then build the screen for development.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    plugins: [compiledMessages()],
    // Not beside the sources, whose hash decides whether the screen is built again.
    cacheDir: join(import.meta.dirname, '../node_modules/.vite'),
    // The server completes the addresses in the page, which contain the path prefix of the service; files refer to each other.
    base: command === 'build' ? './' : '/app/',
    build: {
      outDir: join(import.meta.dirname, 'dist'),
      emptyOutDir: true,
      target: 'es2022',
      // Inlined files would be `data:` URLs, which the Content-Security-Policy allows for pictures only.
      assetsInlineLimit: 0,
      // The policy allows no inline script.
      modulePreload: { polyfill: false },
      reportCompressedSize: true,
    },
    // `npm run web:dev` shows changes at once, with the API of a running service.
    server: { proxy: { '/api': { target: service, changeOrigin: true, headers: { Origin: service } } } },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  }
})
