import { defineConfig } from 'vitest/config'

const shared = { testTimeout: 60_000, hookTimeout: 180_000 }

export default defineConfig({
  test: {
    // Two cores: more workers than this only makes real servers and child processes wait for each other.
    maxWorkers: 2,
    reporters: ['default', './test/support/count-reporter.ts'],
    projects: [
      {
        // Needs no server: pure rules, extraction, sandbox, provisioning, documents of the repository.
        test: {
          ...shared,
          name: 'unit',
          include: ['test/{rules,models,engines,extraction,sandbox,provision,export,docs}/**/*.test.ts'],
        },
      },
      {
        // A real PostgreSQL and a real Temporal server, started once for the whole run.
        test: {
          ...shared,
          name: 'stack',
          include: ['test/{db,api,domain,activities,workflows,e2e}/**/*.test.ts'],
          globalSetup: ['./test/support/global-setup.ts'],
        },
      },
    ],
  },
})
