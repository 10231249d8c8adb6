import { expect, test } from 'vitest'
import { ConfigRefused, parseConfig } from './config.ts'

const SECRET = 'hunter2'

const rows: [string, string][] = [
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['DATABASE_URL', `mysql://granary:${SECRET}@localhost/granary`],
  ['DATABASE_POOL_SIZE', '1'],
  ['REDIS_URL', `localhost:${SECRET}`],
  ['S3_SECRET_ACCESS_KEY', SECRET],
  ['SMTP_URL', `https://user:${SECRET}@mail.example`],
  ['LOG_LEVEL', 'loud'],
  ['RATE_LIMIT_PER_MINUTE', 'many'],
  ['OIDC_ISSUERS', `{"issuer":"${SECRET}"}`],
  ['OIDC_ISSUERS', SECRET],
  ['PUBLIC_URL', 'granary.example'],
]

test.for(rows)('%s=%s is refused in a line that names it', ([name, value]) => {
  const problems = problemsOf({ [name]: value })
  // Of S3, each of the three that are missing gets a line of its own.
  const isS3 = name.startsWith('S3_')
  expect(problems).toHaveLength(isS3 ? 3 : 1)
  for (const problem of problems) {
    expect(problem).toMatch(isS3 ? /^S3_[A-Z_]+ is needed / : new RegExp(`^${name} must `))
    expect(problem).toContain('such as')
    expect(problem).not.toMatch(new RegExp(`${SECRET}|\n`))
  }
})

test('every fault is told at once', () => {
  const problems = problemsOf({ PORT: 'x', LOG_LEVEL: 'y', SMTP_URL: 'z' })
  expect(problems.map((problem) => problem.split(' ')[0]).toSorted()).toEqual([
    'LOG_LEVEL',
    'PORT',
    'SMTP_URL',
  ])
})

test('nothing said, or blanks, is what the README says', () => {
  expect(parseConfig({ PORT: ' ', DATABASE_URL: '' })).toEqual(parseConfig({}))
  expect(parseConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data-dir',
    logLevel: 'info',
    s3: undefined,
  })
})

function problemsOf(values: Record<string, string>): string[] {
  try {
    parseConfig(values)
    return []
  } catch (error) {
    if (error instanceof ConfigRefused) return error.problems
    throw error
  }
}
