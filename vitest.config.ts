import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { messageCompiler } from './messages.config.ts'
import { inFullRunAlone } from './test/full-run.ts'

export default defineConfig({
  plugins: messageCompiler(),
  oxc: { jsx: { development: false } },
  test: {
    // As the product runs: React renders thrice as fast then. What a test builds compiles messages of its own.
    env: { NODE_ENV: 'production', MESSAGES_COMPILED: '' },
    include: ['src/**/*.test.{ts,tsx}', 'shop/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: process.env.TEST_FULL ? [] : Object.keys(inFullRunAlone),
    // Files of one worker share what they import; none replaces a module, or leaves anything behind in one.
    isolate: false,
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/setup.ts',
    // One more than there are cores, as a worker often waits: for the database, a process, a clock.
    maxWorkers: availableParallelism() + 1,
    // Most of what a test makes is garbage soon: with more room it is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    // A machine may be busy with other things: time alone fails no test.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
