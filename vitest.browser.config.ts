import { defineConfig } from 'vitest/config'

const shared = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

const screen = ['test/browser/screen/*.test.ts']
const measures = ['test/browser/screen/measures.test.ts']
/** The stack of `npm start`, one for all files of a project; each file has an organization and a browser of its own. */
const stack = { globalSetup: ['./test/browser/screen/stack.ts'] }
/** For two cores: a browser mostly waits for the service, and the service for the browser. */
const together = { maxWorkers: 2 }

/** Needs Chromium on the machine, so it is not part of `npm test`; `npm run test:browser` runs it, CI installs the browser. */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/count-reporter.ts'],
    projects: [
      {
        // Measures how fast the review screen answers. Vitest runs projects without parallel files alone, after the others.
        test: {
          ...shared,
          ...stack,
          name: 'measures',
          include: measures,
          fileParallelism: false,
        },
      },
      { test: { ...shared, ...stack, ...together, name: 'screen', include: screen, exclude: measures } },
      {
        test: {
          ...shared,
          ...together,
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          globalSetup: ['./test/support/global-setup.ts'],
        },
      },
    ],
  },
})
