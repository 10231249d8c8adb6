import { randomInt } from 'node:crypto'
import { defineConfig } from 'vitest/config'

/** What random tests start from: the same number gives the same tests again. */
const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31))

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    provide: { seed },
    maxWorkers: 2,
    // Far beyond what anything takes: a test that hangs is found, a machine that is busy is not.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
  },
})
