import { expect, test } from 'vitest'
import { isEnglish } from '../test/english.ts'
import { ConfigRefused, parseConfig } from './config.ts'
import { readerOf, render } from './words/render.ts'

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
  ['METRICS_TOKEN', 'too short'],
  ['OIDC_ISSUERS', `{"issuer":"${SECRET}"}`],
  ['OIDC_ISSUERS', SECRET],
  ['OIDC_ISSUERS', '[{"issuer":"https://id.example","audience":""}]'],
  ['OIDC_ISSUERS', '[{"issuer":"ftp://id.example","audience":"granary"}]'],
  [
    'OIDC_ISSUERS',
    '[{"issuer":"https://id.example","audience":"a"},{"issuer":"https://id.example","audience":"b"}]',
  ],
  ['TLS_CERT', 'granary.crt'],
  ['TLS_KEY', 'granary-key.pem'],
  ['TRUSTED_PROXIES', 'the balancer'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['ALLOWED_HOSTS', 'https://granary.example'],
  ['ALLOWED_HOSTS', 'granary.example:8443'],
  ['PUBLIC_URL', 'granary.example'],
  ['PUBLIC_URL', 'https:granary.example'],
  ['PUBLIC_URL', 'https://granary.example/?page=1'],
  ['PUBLIC_URL', `https://ann:${SECRET}@granary.example`],
  ['DATABASE_URL', `postgres:granary:${SECRET}@localhost/granary`],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://office.example/app'],
  ['CORS_ORIGINS', 'office.example'],
  ['PHOTON_URL', `photon.example?${SECRET}`],
  ['LOQATE_URL', SECRET],
  ['PLACE_CALLS_PER_MINUTE', '0'],
  ['MAIL_FROM', 'Granary'],
  ['EXPERT_EMAIL', 'ann@farm.example, bob@farm.example'],
  ['MAIL_ATTACHMENTS_MEGABYTES', '0'],
  ['WEBHOOK_NETWORKS', '10.1.0.0'],
  ['LINK_HOSTS', 'https://www.farm.example'],
  ['LINK_MAKERS', 'nobody'],
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

const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'granary-files',
  S3_ACCESS_KEY_ID: 'granary',
  S3_SECRET_ACCESS_KEY: SECRET,
}

test.for(['s3://granary-files', 'granary/files', 'my files', '..', 'x'])('%s is no bucket', (bucket) => {
  expect(problemsOf({ ...s3, S3_BUCKET: bucket })).toEqual([
    'S3_BUCKET must be the name of a bucket, without address and folder, such as S3_BUCKET=granary-files',
  ])
})

const place = { S3_ENDPOINT: s3.S3_ENDPOINT, S3_BUCKET: s3.S3_BUCKET, S3_REGION: 'eu-west-2' }
const roles: [string, Record<string, string>, object][] = [
  ['keys', s3, { kind: 'fixed', accessKeyId: 'granary', sessionToken: undefined }],
  ['keys for a while', { ...s3, S3_SESSION_TOKEN: 'x' }, { kind: 'fixed', sessionToken: 'x' }],
  [
    'a role by a token in a file',
    { ...place, AWS_ROLE_ARN: 'arn:aws:iam::1:role/g', AWS_WEB_IDENTITY_TOKEN_FILE: '/token' },
    { kind: 'web-identity', tokenFile: '/token', stsUrl: 'https://sts.eu-west-2.amazonaws.com' },
  ],
  [
    'a role of a container',
    { ...place, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials/1' },
    { kind: 'container', url: 'http://169.254.170.2/v2/credentials/1' },
  ],
  ['keys before a role', { ...s3, AWS_ROLE_ARN: 'arn:aws:iam::1:role/g' }, { kind: 'fixed' }],
]
test.for(roles)('a store of files is opened with %s', ([_what, values, credentials]) => {
  expect(parseConfig(values).s3?.credentials).toMatchObject(credentials)
})

test.for([
  ['S3_ACCESS_KEY_ID', { ...s3, S3_ACCESS_KEY_ID: '' }],
  ['S3_SECRET_ACCESS_KEY', { ...s3, S3_SECRET_ACCESS_KEY: '', S3_SESSION_TOKEN: 'x' }],
  ['AWS_ROLE_ARN', { ...place, AWS_WEB_IDENTITY_TOKEN_FILE: '/token' }],
  ['AWS_WEB_IDENTITY_TOKEN_FILE', { ...place, AWS_ROLE_ARN: 'arn:aws:iam::1:role/g' }],
] as [string, Record<string, string>][])('a store of files without %s is told so', ([name, values]) => {
  expect(problemsOf(values)).toEqual([
    expect.stringMatching(new RegExp(`^${name} (is needed|must come with)`)),
  ])
})

test('a store of files is an address, and a bucket there', () => {
  expect(parseConfig(s3).s3).toMatchObject({ endpoint: 'https://s3.example', bucket: 'granary-files' })
  expect(problemsOf({ ...s3, S3_ENDPOINT: 'https://s3.example/?list-type=2' })).toEqual([
    expect.stringMatching(/^S3_ENDPOINT must be an address /),
  ])
})

test.for([
  'redis://localhost:6379/2',
  'redis+sentinel://10.0.0.1:26379,10.0.0.2:26379/granary',
  'rediss+sentinel://user:pass@[::1]:26379,sentinel/granary/1?sentinelPassword=other',
])('%s is a Redis', (url) => {
  expect(parseConfig({ REDIS_URL: url }).redisUrl).toBe(url)
})

test.for([
  ['redis+cluster://a:6379,b:6379', 'names a Redis Cluster'],
  ['redis://a:6379,b:6379', 'names several servers'],
  ['redis+sentinel://a:26379,b:26379', 'must end with the name of the group'],
  ['redis+sentinel://a:x,b:26379/granary', 'must name each Sentinel as host:port'],
  ['redis+sentinel://a:26379/granary?family=6', 'has family'],
  ['http://a:6379', 'must be a URL that starts with redis://'],
])('%s is none: %s', ([url = '', problem]) => {
  expect(problemsOf({ REDIS_URL: url })).toEqual([expect.stringContaining(`REDIS_URL ${problem}`)])
})

test('a / at the end of an address is none of it, for paths begin with one', () => {
  expect(parseConfig({ PUBLIC_URL: 'https://farm.example/granary/' }).publicUrl).toBe(
    'https://farm.example/granary',
  )
})

test('the keys of an issuer may lie behind a query', () => {
  const issuer = {
    issuer: 'https://id.example',
    audience: 'granary',
    jwksUri: 'https://id.example/keys?p=farm',
  }
  expect(parseConfig({ OIDC_ISSUERS: JSON.stringify([issuer]) }).trustedIssuers).toEqual([issuer])
})

test('a password as nobody may write it in a URL is said to be that', () => {
  const [problem] = problemsOf({ DATABASE_URL: `postgres://granary:p#${SECRET}@localhost/granary` })
  expect(problem).toMatch(/^DATABASE_URL must be a URL: in a name or password write # as %23/)
  expect(problem).not.toContain(SECRET)
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

test.for(['smtps', 'SMTPS'])('a mail server (%s) needs a sender', (scheme) => {
  const smtp = { SMTP_URL: `${scheme}://granary:hunter2@mail.example` }
  expect(problemsOf(smtp)).toEqual([
    'MAIL_FROM is needed when SMTP_URL is given, such as MAIL_FROM=Granary <granary@farm.example>',
  ])
  expect(parseConfig({ ...smtp, MAIL_FROM: 'Hill Farm <store@hill.example>' }).mail).toEqual({
    from: { name: 'Hill Farm', address: 'store@hill.example' },
    expertEmail: undefined,
    attachmentBytes: 18 * 1024 * 1024,
  })
})

test('without a mail server mails are for whoever opens the outbox', () => {
  expect(parseConfig({}).mail.expertEmail).toBe('expert@localhost')
})

test('what is a list has commas between, and one at the end is no fault', () => {
  const config = parseConfig({
    WEBHOOK_NETWORKS: ' 10.1.0.0/16, fd12::/16,',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,',
    CORS_ORIGINS: 'https://Office.example/, http://localhost:5173,',
    LINK_HOSTS: 'WWW.farm.example, shop.farm.example:8443,',
  })
  expect(config.webhookNetworks).toEqual(['10.1.0.0/16', 'fd12::/16'])
  expect(config.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8'])
  expect(config.corsOrigins).toEqual(['https://office.example', 'http://localhost:5173'])
  expect(config.links.hosts).toEqual(['www.farm.example', 'shop.farm.example:8443'])
  expect(parseConfig({ LINK_HOSTS: ',' }).links.hosts).toBeUndefined()
})

function problemsOf(values: Record<string, string>): string[] {
  try {
    parseConfig(values)
    return []
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error
    // What stands behind an example is no sentence.
    for (const language of ['de', 'fr'] as const)
      expect(render(error.said, readerOf(language)).replaceAll(/=.*/g, '')).not.toSatisfy(isEnglish)
    return error.message.split('\n')
  }
}

test('providers of places are those that are named, at their usual addresses unless said otherwise', () => {
  expect(parseConfig({}).places).toEqual({
    what3words: undefined,
    loqate: undefined,
    photonUrl: undefined,
    nominatimUrl: undefined,
    postcodesIoUrl: undefined,
    callsPerMinute: 300,
  })
  const { places } = parseConfig({
    WHAT3WORDS_API_KEY: 'one',
    LOQATE_API_KEY: 'two',
    LOQATE_URL: 'https://loqate.farm.example',
    NOMINATIM_URL: 'https://nominatim.farm.example',
    PLACE_CALLS_PER_MINUTE: '20',
  })
  expect(places).toMatchObject({
    what3words: { url: 'https://api.what3words.com', apiKey: 'one' },
    loqate: { url: 'https://loqate.farm.example', apiKey: 'two' },
    nominatimUrl: 'https://nominatim.farm.example',
    callsPerMinute: 20,
  })
})

test.each([
  'postgres://granary@db1,db2/granary',
  'postgresql://granary:p%40ss@db1:5432,db2:5433,[::1]:5434/granary?target_session_attrs=read-write&sslmode=no-verify',
])('several servers may have the database: %s', (databaseUrl) => {
  expect(parseConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl)
})

test.each([
  ['postgres://a@db1:1,db2:x/granary', 'must be a URL'],
  ['postgres://a@db1,db2/granary?target_session_attrs=standby', 'needs a server that takes writes'],
  ['postgres:///granary?host=db1,db2', 'name them before the database'],
])('several servers that cannot be used are refused: %s', (databaseUrl, why) => {
  expect(() => parseConfig({ DATABASE_URL: databaseUrl })).toThrow(why)
})

test('reads may come from a standby of the database, one server', () => {
  const databaseUrl = 'postgres://a@b/c'
  const readUrlOf = (readUrl: string, of: NodeJS.Dict<string> = { DATABASE_URL: databaseUrl }) =>
    parseConfig({ ...of, DATABASE_READ_URL: readUrl }).readUrl
  expect(parseConfig({ DATABASE_URL: databaseUrl }).readUrl).toBeUndefined()
  expect(readUrlOf('postgres://a@replica:5433/c')).toBe('postgres://a@replica:5433/c')
  expect(() => readUrlOf('postgres://a@replica/c', {})).toThrow('DATABASE_READ_URL needs DATABASE_URL')
  expect(() => readUrlOf('replica')).toThrow('DATABASE_READ_URL must be a URL')
  expect(() => readUrlOf('postgres://a@one:5432,two:5432/c')).toThrow('DATABASE_READ_URL must be a URL')
})

test('what is waited for on SIGTERM is nothing where no other process could take over', () => {
  expect(parseConfig({}).drainSeconds).toBe(0)
  expect(parseConfig({ DATABASE_URL: 'postgres://a@b/c' }).drainSeconds).toBe(5)
  expect(parseConfig({ DRAIN_SECONDS: '20' }).drainSeconds).toBe(20)
})
