import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { compiledMessages } from './web/messages.ts'

const shared = {
  // Twice what the slowest test takes on a machine that does other work.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // The default of one second is too short for a request or a query on a busy machine.
  expect: { poll: { timeout: 30_000 } },
}
/** A real PostgreSQL and a real Temporal server, started once for the whole run. */
const servers = { globalSetup: ['./test/support/global-setup.ts'] }

export default defineConfig({
  test: {
    // For two cores: tests wait for servers and child processes, so a third worker saves a fifth of the time, and a fourth nothing.
    maxWorkers: 3,
    reporters: ['default', './test/support/count-reporter.ts'],
    projects: [
      {
        // Needs no server: pure rules, extraction, sandbox, provisioning, documents of the repository.
        test: {
          ...shared,
          name: 'unit',
          // Loading modules again for each file takes longer than the tests. A file that replaces globals restores them.
          isolate: false,
          include: [
            'test/{rules,mail,models,engines,extraction,sandbox,provision,export,outgoing,docs,metrics,resources,work}/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
          ],
        },
      },
      {
        // The review screen without a browser: its files replace `document` and `window`, and modules of the screen.
        plugins: [compiledMessages()],
        test: { ...shared, name: 'web', include: ['web/test/**/*.test.ts'] },
      },
      {
        test: {
          ...shared,
          ...servers,
          name: 'stack',
          // Loading the service costs more processor time than most files; each has its own database and Temporal namespace.
          isolate: false,
          include: ['test/{db,api,security,domain,hooks,activities,workflows,cli,e2e}/**/*.test.ts'],
        },
      },
      {
        // Slow by nature: suites about imports over every way in; `npm test` runs them over a choice.
        test: {
          ...shared,
          ...servers,
          name: 'ways',
          isolate: false,
          provide: { allWaysIn: true },
          include: globSync('test/*/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('overWaysIn(')),
        },
      },
      {
        // Slow by nature: programs that use up their limits. `npm test` leaves it out, `.ci/run` runs it.
        test: { ...shared, name: 'hostile', include: ['test/hostile/**/*.test.ts'] },
      },
      {
        // Slow by nature: packs the program and installs all of its packages. `npm test` leaves it out.
        test: { ...shared, name: 'package', include: ['test/package/**/*.test.ts'] },
      },
      {
        // Slow by nature: executes the Dockerfile and `npm ci --omit=dev`. `npm test` leaves it out, `.ci/run` runs the second.
        test: { ...shared, ...servers, name: 'production', include: ['test/production/**/*.test.ts'] },
      },
      {
        // Slow by nature: kills processes, loses servers, upgrades, restores backups. `npm test` leaves it out, `.ci/run` runs it.
        test: { ...shared, ...servers, name: 'recovery', include: ['test/recovery/**/*.test.ts'] },
      },
    ],
  },
})
