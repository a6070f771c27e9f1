import { defineConfig } from 'vitest/config'

/** Needs Chromium on the machine, so it is not part of `npm test`; `npm run test:browser` runs it, CI installs the browser. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    reporters: ['default', './test/support/count-reporter.ts'],
    globalSetup: ['./test/support/global-setup.ts'],
  },
})
