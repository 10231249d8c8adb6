import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Runs the tests of what can differ between PostgreSQL and the embedded database on the server that TEST_DATABASE_URL names:
//
//   npm run test:postgres [-- files…]

const { TEST_DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/postgres' } = process.env
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  env: { ...process.env, TEST_DIFFERENCES: '1', TEST_DATABASE_URL },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
