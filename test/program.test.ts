import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { openDatabase } from '../src/db/open.ts'
import { ANYBODY, render } from '../src/words/render.ts'
import { openTestDatabase, placeEmptyDatabase } from './database.ts'
import { clientAt } from './processes.ts'
import { makeWorkplace, run, serve, type Environment, type RunningProgram } from './program.ts'
import { quietLog } from './quiet-log.ts'
import { runHere } from './run-here.ts'

const isOnServer = inject('databaseSource').engine === 'postgresql'

/** What it takes to start a process or two on a busy machine. */
const PATIENCE = 240_000

let workplace: Awaited<ReturnType<typeof makeWorkplace>>
beforeAll(async () => {
  workplace = await makeWorkplace()
})
afterAll(() => workplace.remove())

const program = (...args: string[]) =>
  run(args, { cwd: workplace.directory, env: { DATA_DIR: workplace.dataDir } })
const INIT = ['init', '--organisation', 'Hill Farm', '--country', 'GB', '--email', 'owner@hill.example']
const OWNER = ['--given-name', 'Ann', '--family-name', 'Hill']

const SECRET = 'hunter2'

describe('the command line', () => {
  test('--help lists every command, and a group its own', { timeout: PATIENCE }, async () => {
    const [all, bare, keys] = await Promise.all([program('--help'), program(), program('key', '--help')])
    for (const { name } of commands) expect(all.stdout).toContain(`  ${name} `)
    expect(bare).toEqual(all)
    expect(keys.stdout.match(/^ {2}\w.*/gm)).toHaveLength(3)
    expect([all.code, all.stderr, keys.code, keys.stderr]).toEqual([0, '', 0, ''])
  })

  test.for(['--version', '-v'])('%s says which version this is', async (option) => {
    expect(await helpOf([option])).toMatch(/^Granary \d+\.\d+\.\d+\n$/)
  })

  test.for(['key', 'user', 'config'])('%s says what goes with it', async (group) => {
    expect(await helpOf([group])).toBe(await helpOf([group, '--help']))
    const own = commands.filter(({ name }) => name.startsWith(`${group} `))
    for (const { name, summary } of own)
      expect(await helpOf([group])).toMatch(new RegExp(`  ${name} +${escape(render(summary, ANYBODY))}`))
  })

  test.for(commands)('$name says how it is used', async ({ name, summary }) => {
    const help = await helpOf([...name.split(' '), '--help'])
    const usage = `${escape(render(summary, ANYBODY))}\n\nUsage: npm run granary -- ${name}(?: .*\\S)?\n\n`
    expect(help).toMatch(new RegExp(`^${usage}(?: {2}[-<]|[A-Z])`))
  })

  const mistakes: [string[], string][] = [
    [['sell'], 'There is no command “sell”'],
    [['key', 'lose'], '“key” goes with one of: create, list, revoke'],
    [['serve', '--loud'], '--loud'],
    [['migrate', 'backwards'], 'backwards'],
    [['init', '--organisation', 'Hill Farm'], '--country is needed'],
    [['init', '--organisation', 'Hill Farm', '--country', 'England', '--email', 'a@b.example'], '--country'],
    [['key', 'create', '--organisation', 'x', '--name', 'y', '--role', 'king'], '--role'],
    [['key', 'create', '--organisation', 'x', '--name', ' '], '--name takes 1 to 200 characters'],
    [['key', 'create', '--organisation', 'x', '--name', 'y'.repeat(201)], '--name takes 1 to 200 characters'],
  ]
  test.for(mistakes)('%j is refused in one line', async ([args, said]) => {
    const { code, stdout, stderr } = await runHere(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(said)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  test('the exit code says so', { timeout: PATIENCE }, async () => {
    expect(await program('sell')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+\n$/),
    })
  })
})

// What follows has nothing to do with the engine, or is about the embedded one.
describe.skipIf(isOnServer)('wrong settings', () => {
  test('the start stops with a line for each', { timeout: PATIENCE }, async () => {
    const env = { PORT: 'x', LOG_LEVEL: 'y', SMTP_URL: `https://user:${SECRET}@mail.example` }
    const { code, stdout, stderr } = await run(['serve'], { cwd: workplace.directory, env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const lines = stderr.trimEnd().split('\n')
    expect(lines.map((line) => line.split(' ')[0]).toSorted()).toEqual(['LOG_LEVEL', 'PORT', 'SMTP_URL'])
    expect(stderr).not.toContain(SECRET)
  })

  test('.env is read, and the environment goes before it', { timeout: PATIENCE }, async () => {
    const other = await makeWorkplace()
    try {
      await writeFile(
        path.join(other.directory, '.env'),
        '# ours\nPORT=4000\nHOST=0.0.0.0\nDATA_DIR="./from file"\n',
      )
      const { code, stdout } = await run(['config', 'check'], {
        cwd: other.directory,
        env: { PORT: '5000', HOST: '' },
      })
      expect(code).toBe(0)
      expect(stdout).toContain('./from file')
      expect(stdout).toContain(':5000')
    } finally {
      await other.remove()
    }
  })
})

describe.skipIf(isOnServer)('from an empty directory', () => {
  let served: RunningProgram
  let made: { organisationId: string; userId: string; password: string; apiKey: string }

  test('migrate --dry-run only says what would be done', { timeout: PATIENCE }, async () => {
    const first = await program('migrate', '--dry-run')
    expect(first.stdout).toMatch(/^Would apply:\n {2}0001-people-and-access\.sql\n/)
    expect(first.stderr).toBe(`There is no database in ${workplace.dataDir} yet.\n`)
    expect(existsSync(workplace.dataDir)).toBe(false)
    const applied = await program('migrate')
    expect(applied.stdout).toBe(first.stdout.replace('Would apply', 'Applied'))
    expect((await program('migrate', '--dry-run')).stdout).toBe('The database is up to date.\n')
  })

  test('init --json prints one JSON object and nothing else', { timeout: PATIENCE }, async () => {
    const { code, stdout, stderr } = await program(...INIT, ...OWNER, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    made = JSON.parse(stdout)
    expect(Object.keys(made)).toEqual(['organisationId', 'userId', 'password', 'apiKey', 'isPlatformAdmin'])
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    const again = await program(...INIT, '--json')
    expect(again).toMatchObject({ code: 1, stdout: '' })
    const wrong = ['--organisation', 'Hill Farm', '--country', 'XX', '--email', 'hill']
    expect(await program('init', ...wrong)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--country has no commodities here: XX.*\n--email is not .*\n$/),
    })
    expect(again.stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  test('a place that cannot be used is said in one line', { timeout: PATIENCE }, async () => {
    const file = path.join(workplace.directory, 'a-file')
    await writeFile(file, '')
    const squatter = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => squatter.once('listening', resolve))
    const address = squatter.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const { directory: cwd, dataDir } = workplace
    try {
      const [noDirectory, noPlaceForUploads, noPort, noServer] = [
        await run(['serve'], { cwd, env: { DATA_DIR: path.join(file, 'data') } }),
        await run(['serve'], {
          cwd,
          env: { DATA_DIR: path.join(file, 'data'), DATABASE_URL: 'postgres://granary@127.0.0.1:1/granary' },
        }),
        await run(['serve'], { cwd, env: { DATA_DIR: dataDir, PORT: port } }),
        await run(['serve'], {
          cwd,
          env: { DATABASE_URL: `postgres://granary:${SECRET}@127.0.0.1:1/granary` },
        }),
      ]
      for (const { code, stdout, stderr } of [noDirectory, noPlaceForUploads, noPort, noServer]) {
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
        expect(stderr.trimEnd().split('\n')).toHaveLength(1)
        expect(stderr).not.toContain(SECRET)
      }
      expect(noDirectory.stderr).toMatch(
        /^DATA_DIR .* cannot be used: its path leads through a file\. Name a /,
      )
      expect(noPlaceForUploads.stderr).toBe(noDirectory.stderr)
      expect(noPort.stderr).toContain('PORT')
      expect(noServer.stderr).toMatch(/^DATABASE_URL .* ECONNREFUSED .* Check that PostgreSQL is running, /)
    } finally {
      squatter.close()
    }
  })

  test('serve says where it is, once there is something to serve', { timeout: PATIENCE }, async () => {
    served = await serve({ cwd: workplace.directory, env: { DATA_DIR: workplace.dataDir } })
    expect(served.stdout()).toContain('/docs')
    const mine = await clientAt(served.url, { 'x-api-key': made.apiKey }).get('/api/identity/me')
    expect(mine.status).toBe(200)
    expect(JSON.stringify(mine.body)).toContain(made.organisationId)
    const signedIn = await clientAt(served.url, {}).post('/api/identity/sign-in', {
      email: 'owner@hill.example',
      password: made.password,
    })
    expect(signedIn.status).toBe(200)
  })

  test('it says that it is well, and how it does', async () => {
    const client = clientAt(served.url, {})
    expect(await client.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await client.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
    const { status, headers, body } = await client.get('/metrics')
    expect({ status, type: headers['content-type'] }).toMatchObject({
      status: 200,
      type: expect.stringMatching(/^text\/plain/),
    })
    expect(body).toMatch(/^process_cpu_seconds_total /m)
    expect(body).toMatch(
      /^http_request_duration_seconds_count\{operation="Sign in",method="POST",status="200"\} 1$/m,
    )
  })

  test.for(['identity', 'system', 'inventory'])('the document of %s is there', async (service) => {
    const { status, body } = await clientAt(served.url, {}).get(`/api/${service}/openapi.json`)
    expect(status).toBe(200)
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths).length).toBeGreaterThan(0)
  })

  test('/docs leads to the reference page, by whatever address', async () => {
    const answer = await fetch(`${served.url}/docs`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'docs/'])
  })

  test('the reference page loads, all of it from here', async () => {
    const page = await fetch(`${served.url}/docs/`)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('/api/inventory/openapi.json')
    // What a browser would fetch by itself; the licence notices in scripts are no such thing.
    const fetched = [...html.matchAll(/(?:src|href|url)\s*[=:(]\s*["']?([^"'\s)>]+)/g)].map(
      ([, url]) => url ?? '',
    )
    expect(fetched.filter((url) => /^(https?:)?\/\//.test(url))).toEqual([])
    const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, url]) => url ?? '')
    expect(scripts).not.toEqual([])
    for (const script of scripts) {
      const answer = await fetch(new URL(script, page.url))
      expect({ script, status: answer.status, type: answer.headers.get('content-type') }).toEqual({
        script,
        status: 200,
        type: expect.stringContaining('javascript'),
      })
      await answer.arrayBuffer()
    }
    // Whatever a script would still ask for elsewhere, the browser refuses.
    const policy = Object.fromEntries(
      (page.headers.get('content-security-policy') ?? '').split(';').map((part) => {
        const [name = '', ...sources] = part.trim().split(' ')
        return [name, sources]
      }),
    )
    expect(policy['default-src']).toEqual(["'none'"])
    expect(
      Object.values(policy)
        .flat()
        .filter((source) => !/^'([a-z-]+|sha256-[\w+/]+=*)'$|^(data|blob):$/.test(source)),
    ).toEqual([])
  })

  test('the owner is called as `init` was told', async () => {
    const { body } = await clientAt(served.url, { 'x-api-key': made.apiKey }).get('/api/identity/users')
    expect(body.docs).toMatchObject([{ givenName: 'Ann', familyName: 'Hill', email: 'owner@hill.example' }])
  })

  test('a second process on the directory is refused in one line', { timeout: PATIENCE }, async () => {
    for (const args of [['serve'], [...INIT, '--json'], ['doctor']]) {
      const { code, stdout, stderr } = await program(...args)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^The data directory .* is in use by another process\..*\n$/)
    }
    expect((await clientAt(served.url, {}).get('/readyz')).status).toBe(200)
  })

  test('SIGTERM ends it with 0 when nobody asks for anything', { timeout: PATIENCE }, async () => {
    served.kill('SIGTERM')
    expect(await served.ended).toMatchObject({ code: 0 })
  })

  test('people are looked after', { timeout: PATIENCE }, async () => {
    const { organisationId } = made
    const email = 'clerk@hill.example'
    const created = await program(
      'user',
      'create',
      '--organisation',
      organisationId,
      '--email',
      email,
      '--role',
      'operator',
    )
    expect(created).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ may sign in with password \S+/),
    })
    expect(await program('user', 'suspend', '--email', email)).toMatchObject({
      code: 0,
      stdout: `${email} is suspended.\n`,
    })
    const { stdout } = await program('user', 'list', '--json')
    expect(JSON.parse(stdout)).toMatchObject([
      { email, role: 'operator', status: 'suspended', isPlatformAdmin: false },
      { email: 'owner@hill.example', role: 'owner', status: 'active', isPlatformAdmin: true },
    ])
  })
})

describe.runIf(isOnServer)('beside a running server', () => {
  test('keys are made and revoked, and work and fail at once', { timeout: PATIENCE }, async () => {
    const database = await openTestDatabase()
    const where = { cwd: workplace.directory, env: { DATABASE_URL: database.url ?? '' } }
    try {
      const server = await serve(where)
      const { organisationId } = JSON.parse((await run([...INIT, '--json'], where)).stdout)
      const key = ['--organisation', organisationId]
      const made = await run(['key', 'create', ...key, '--name', 'Weighbridge', '--json'], where)
      const { id, key: secret, role } = JSON.parse(made.stdout)
      expect(role).toBe('operator')
      const weighbridge = clientAt(server.url, { 'x-api-key': secret })
      expect((await weighbridge.get('/api/inventory/movements')).status).toBe(200)

      expect(await run(['key', 'revoke', ...key, '--id', id], where)).toMatchObject({ code: 0, stderr: '' })
      expect((await weighbridge.get('/api/inventory/movements')).status).toBe(401)
      const listed = await run(['key', 'list', ...key, '--json'], where)
      expect(listed.stdout).not.toContain(secret)
      server.kill('SIGTERM')
      expect(await server.ended).toMatchObject({ code: 0 })
    } finally {
      await database.close()
    }
  })
})

describe('init --demo', () => {
  test(
    'fills a farm that the doctor finds sound, and the doctor sees one wrong figure',
    { timeout: PATIENCE },
    async () => {
      const other = await makeWorkplace()
      const server = isOnServer ? await openTestDatabase() : undefined
      const env: Environment = server?.url ? { DATABASE_URL: server.url } : { DATA_DIR: other.dataDir }
      const where = { cwd: other.directory, env }
      await placeEmptyDatabase(other.dataDir)
      try {
        const filled = await run([...INIT, '--demo', '--json'], where)
        expect(filled).toMatchObject({ code: 0, stderr: '' })
        expect(Object.keys(JSON.parse(filled.stdout))).toHaveLength(5)
        expect(await run(['doctor'], where)).toMatchObject({
          code: 0,
          stdout: expect.stringContaining('Every stored figure'),
        })

        const database = await openDatabase({
          databaseUrl: server?.url,
          dataDir: other.dataDir,
          log: quietLog,
        })
        const { rows } = await database.pool.query<{ record_id: string }>(
          `update ledger_balances set balance_grams = balance_grams + 1
        where record_id = (select record_id from ledger_balances where balance_grams > 0 limit 1) returning record_id`,
        )
        await database.pool.query(`insert into movement_count_steps
          select * from (select * from movement_counts union all select * from movement_count_steps) counts limit 1`)
        await database.pool
          .query(`insert into files (id, organisation_id, user_name, bucket, type, name, content_type, size_bytes, sha256, storage_key, created_at)
          select id, id, '', 'files', 'other', 'a', 'text/plain', 4, '', 'files/ab/lost', now() from organisations limit 1`)
        await database.close()

        const found = await run(['doctor', '--json'], where)
        expect(found).toMatchObject({ code: 1, stderr: '' })
        expect(JSON.parse(found.stdout)).toMatchObject({
          ledgerHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          differences: [
            { what: 'balance', recordId: rows[0]?.record_id },
            {
              what: 'number of movements',
              organisationId: JSON.parse(filled.stdout).organisationId,
              month: expect.stringMatching(/^\d{4}-\d\d-01$/),
            },
          ],
          missingFiles: ['files/ab/lost'],
        })
      } finally {
        await server?.close()
        await other.remove()
      }
    },
  )
})

/** What a command line prints that only asks for help. */
async function helpOf(argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(argv)
  expect({ code, stderr }).toEqual({ code: undefined, stderr: '' })
  return stdout
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
