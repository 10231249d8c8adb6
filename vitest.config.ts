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
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
  },
})
