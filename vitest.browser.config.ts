import { defineConfig } from 'vitest/config'

const shared = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

/** Needs Chromium on the machine, so it is not part of `npm test`; `npm run test:browser` runs it, CI installs the browser. */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/count-reporter.ts'],
    // One after the other: the tests of the review screen measure how fast it answers.
    fileParallelism: false,
    projects: [
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          globalSetup: ['./test/support/global-setup.ts'],
        },
      },
      {
        // The review screen, with one stack of `npm start` for all files; each file has an organization of its own.
        test: {
          ...shared,
          name: 'screen',
          include: ['test/browser/screen/*.test.ts'],
          globalSetup: ['./test/browser/screen/stack.ts'],
        },
      },
    ],
  },
})
