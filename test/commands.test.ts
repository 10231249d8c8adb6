import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '../src/db/open.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { countAttempt } from '../src/system/access/sign-in-limits.ts'
import { backupIn, makeBare, type Bare } from './bare-database.ts'
import { placeEmptyDatabase } from './database.ts'
import { runHere } from './run-here.ts'

// What commands say to who typed them, and that each option does what its help says. That they are programs is in program.test.ts.

const PATIENCE = 240_000
const { engine } = inject('databaseSource')
const OWNER = 'owner@hill.example'

const bares: Bare[] = []
async function makePlace(): Promise<Bare> {
  const bare = await makeBare(engine)
  bares.push(bare)
  await placeEmptyDatabase(bare.dataDir)
  return bare
}
afterAll(async () => {
  for (const bare of bares) await bare.remove()
})

const runIn = (bare: Bare, ...args: string[]) => runHere(args, bare.env)
/** What a command prints that goes well. */
async function said(bare: Bare, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runIn(bare, ...args)
  expect({ code, stderr }).toEqual({ code: undefined, stderr: '' })
  return stdout
}

async function onDatabase<T>(bare: Bare, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await bare.open()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** An uploaded file whose end is lost, and a job that waits: made by whichever test needs them first. */
async function loseFile(): Promise<void> {
  const kept = path.join(place.dataDir, 'files/kept/files/ab')
  await mkdir(kept, { recursive: true })
  await writeFile(path.join(kept, 'short'), 'ab')
  await onDatabase(place, ({ pool }) =>
    pool.query(`insert into files (id, organisation_id, user_name, bucket, type, name, content_type, size_bytes, sha256, storage_key, created_at)
      select id, id, '', 'files', 'other', 'a', 'text/plain', 4, '', 'files/ab/short', now() from organisations limit 1
      on conflict do nothing`),
  )
}
async function leaveJob(): Promise<void> {
  await onDatabase(place, ({ pool }) =>
    pool.query(`insert into jobs (id, kind, key, payload, due_at, created_at)
      values (gen_random_uuid(), 'invitation', 'waits', '{}', now(), now()) on conflict do nothing`),
  )
}

let place: Bare
let farm: string
let mill: string

beforeAll(async () => {
  place = await makePlace()
  const init = async (name: string, email: string, ...more: string[]) => {
    const who = ['--organisation', name, '--country', 'gb', '--email', email]
    return JSON.parse(await said(place, 'init', ...who, '--json', ...more)).organisationId
  }
  farm = await init('Hill Farm', OWNER, '--demo')
  mill = await init('Low\nMill', 'miller@low.example')
}, PATIENCE)

test(
  'init makes no organisation where its demonstration cannot be entered',
  { timeout: PATIENCE },
  async () => {
    await onDatabase(place, ({ pool }) =>
      pool.query(`create function refuse_movements() returns trigger language plpgsql as $$ begin raise 'not today'; end $$;
      create trigger refuse_movements before insert on movements execute function refuse_movements()`),
    )
    const who = ['--organisation', 'Low Farm', '--country', 'gb', '--email', 'low@farm.example']
    const { code, stdout } = await runIn(place, 'init', ...who, '--demo')
    await onDatabase(place, ({ pool }) => pool.query('drop function refuse_movements cascade'))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(await said(place, 'user', 'list')).not.toContain('low@farm.example')
  },
)

/** A password as commands take it: not on the command line, where all processes of a machine are listed. */
async function password(): Promise<string[]> {
  const file = path.join(path.dirname(place.dataDir), 'password')
  await writeFile(file, 'wide yellow combine\n')
  return ['--password-file', file]
}

test('passwords are not taken on the command line', { timeout: PATIENCE }, async () => {
  const init = ['init', '--organisation', 'Low Farm', '--country', 'gb', '--email', 'low@farm.example']
  const commands = [init, ['user', 'create', '--organisation', farm, '--email', 'x@y.example']]
  for (const command of [...commands, ['user', 'set-password', '--email', OWNER]]) {
    const { code, stderr } = await runIn(place, ...command, '--password', 'wide yellow combine')
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^--password would show .* --password-file/)])
    const missing = await runIn(place, ...command, '--password-file', path.join(place.dataDir, 'no-such'))
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringMatching(/^--password-file cannot be read/),
    ])
  }
  expect(await said(place, 'user', 'list')).not.toMatch(/low@farm|x@y/)
})

test(
  'wrong passwords are forgotten with a new one, and a code gets somebody in',
  { timeout: PATIENCE },
  async () => {
    await onDatabase(place, ({ db }) =>
      inTransaction(db, async (trx) => {
        const attempt = { email: OWNER, address: '203.0.113.1', now: new Date() }
        for (let tries = 0; tries < 3; tries++) await countAttempt(trx, attempt)
      }),
    )
    const set = ['user', 'set-password', '--email', OWNER, ...(await password())]
    expect(await said(place, ...set)).toContain('\n3 wrong passwords are forgotten, so nobody has to wait.\n')
    expect(await said(place, ...set)).toContain('\nNo wrong passwords were counted against it.\n')
    expect(await said(place, 'user', 'reset-code', '--email', OWNER)).toMatch(/^reset_\S{43}\n$/)
  },
)

test(
  'the first owner is platform admin, unless it is told otherwise, and init says so',
  { timeout: PATIENCE },
  async () => {
    const who = (name: string) => [
      'init',
      '--organisation',
      name,
      '--country',
      'gb',
      '--email',
      `o@${name}.example`,
    ]
    const [first, other] = [await makePlace(), await makePlace()]
    expect(await said(first, ...who('one'))).toContain('\nThe owner is platform admin as well: ')
    expect(await said(first, ...who('two'))).toContain('\nThe owner is not platform admin. ')
    expect(await said(first, 'user', 'list')).toMatch(/^o@one\..* {2}platform admin\no@two\..*\)\n$/)
    const apart = await said(other, ...who('one'), '--no-platform-admin', '--json')
    expect(JSON.parse(apart)).toMatchObject({ isPlatformAdmin: false })
    expect(await said(other, 'user', 'list')).not.toContain('platform admin')
    expect(await said(other, 'user', 'platform-admin', '--email', 'o@one.example')).toContain(
      'is platform admin',
    )
  },
)

test('init says which country is meant, and which there are', { timeout: PATIENCE }, async () => {
  const who = ['--organisation', 'Low Farm', '--email', 'low@farm.example']
  const { code, stderr } = await runIn(place, 'init', ...who, '--country', 'UK')
  expect(code).toBe(2)
  expect(stderr).toContain('UK. Send GB for United Kingdom. There are AU (Australia), CA (Canada)')
})

test('keys: made, listed and revoked', { timeout: PATIENCE }, async () => {
  // Of two lines, the second could pass for somebody else's.
  const made = await said(place, 'key', 'create', '--organisation', farm, '--name', 'Weighbridge\nPC')
  const [, key = '', name, role] =
    /^(\S+)\n\nThis is the key “(.*)” \((\w+)\); it is shown only this once\.\n$/.exec(made) ?? []
  expect([name, role]).toEqual(['Weighbridge PC', 'operator'])
  const list = await said(place, 'key', 'list', '--organisation', farm)
  const line = (who: string) => expect.stringMatching(new RegExp(`^[0-9a-f-]{36}  ${who}  made on \\S+Z$`))
  expect(list.trimEnd().split('\n')).toEqual([
    line(`Weighbridge PC  operator  ${key.slice(0, 12)}…  made at the command line`),
    line(`First key  owner  granary_.{4}…  made by ${OWNER}`),
  ])
  expect(list).not.toContain(key)
  for (const line of (await said(place, 'key', 'list', '--organisation', mill)).trimEnd().split('\n'))
    await said(place, 'key', 'revoke', '--organisation', mill, '--id', line.split('  ')[0] ?? '')
  expect(await said(place, 'key', 'list', '--organisation', mill)).toBe('No keys.\n')
})

test(
  'people: added, let in again, given a password and more rights, and less',
  { timeout: PATIENCE },
  async () => {
    const accounts = async () => (await said(place, 'user', 'list')).trimEnd().split('\n')
    const who = ['--email', OWNER]
    expect(await accounts()).toEqual([
      `miller@low.example  active  owner  Low Mill (${mill})`,
      `${OWNER}  active  owner  Hill Farm (${farm})  platform admin`,
      // Who works there in the sample.
      expect.stringMatching(/^sam\.brook@\w+\.example {2}active {2}operator {2}Hill Farm /),
    ])
    expect(await said(place, 'user', 'create', '--organisation', mill, ...who)).toBe(
      `${OWNER} joins with the account that is there.\n`,
    )
    const both = ['user', 'create', '--organisation', farm, '--email', 'miller@low.example']
    expect(await said(place, ...both, ...(await password()))).toBe(
      'miller@low.example joins with the account that is there. Its password stays; user set-password changes it.\n',
    )
    await onDatabase(place, ({ pool }) =>
      pool.query(`delete from memberships where role = 'viewer' and organisation_id = $1`, [farm]),
    )
    expect(await said(place, 'user', 'platform-admin', ...who, '--remove')).toBe(
      `${OWNER} is no longer platform admin.\n`,
    )
    await said(place, 'user', 'suspend', ...who)
    expect((await accounts()).join('\n')).toMatch(/^owner@hill\.example {2}suspended .*[^n]$/m)
    expect(await said(place, 'user', 'reinstate', ...who)).toBe(`${OWNER} may sign in again.\n`)
    await said(place, 'user', 'platform-admin', ...who)
    expect((await accounts()).join('\n')).toMatch(/^owner@hill\.example {2}active .* {2}platform admin$/m)
    expect(await said(place, 'user', 'set-password', ...who, ...(await password()))).toBe(
      `${OWNER} may sign in with password wide yellow combine\n` +
        'No wrong passwords were counted against it.\n' +
        'What they made stays good: 1 API key. If somebody else had the account, look through them.\n',
    )
    await onDatabase(place, ({ pool }) =>
      pool.query(`update memberships set status = 'suspended' where organisation_id = $1`, [mill]),
    )
    await said(place, 'user', 'suspend', '--email', 'miller@low.example')
    expect((await accounts())[0]).toBe(
      `miller@low.example  suspended  owner, suspended there  Low Mill (${mill})`,
    )
    const again = ['--email', 'miller@low.example', ...(await password())]
    const [first] = (await said(place, 'user', 'set-password', ...again)).split('\n')
    expect(first).toBe(
      'miller@low.example is suspended; once reinstated, they may sign in with password wide yellow combine',
    )
  },
)

test(
  'places: what of a file cannot be used is said, and where there is none',
  { timeout: PATIENCE },
  async () => {
    const file = path.join(path.dirname(place.dataDir), 'postcodes.csv')
    await writeFile(file, 'postcode,latitude,longitude\nAB1 2CD,57.1,-2.1\nAB1 2CE,far,-2.1\n')
    const done = await said(place, 'places', 'import', '--file', file, '--country', 'gb')
    expect(done).toMatch(/^1 postcodes are stored, .*\n1 rows cannot be used:\n {2}row 3: .*\n$/)
    const refused = async (...args: string[]) => {
      const { code, stderr } = await runIn(place, 'places', 'import', ...args)
      return [code, stderr]
    }
    expect(await refused('--file', `${file}.gz`)).toEqual([
      1,
      `${file}.gz cannot be read: there is no such file or folder.\n`,
    ])
    expect(await refused('--file', path.dirname(file))).toEqual([
      1,
      `${path.dirname(file)} cannot be read: it is a folder.\n`,
    ])
    await writeFile(`${file}.txt`, 'a shopping list\n')
    expect(await refused('--file', `${file}.txt`)).toEqual([
      1,
      expect.stringMatching(/^The file begins neither like /),
    ])
    expect(await refused('--file', file, '--country', 'xx')).toEqual([
      2,
      expect.stringMatching(/^--country xx is not a country/),
    ])
  },
)

describe('doctor', () => {
  const LOST = 'The file files/ab/short is not in the store as it was uploaded.\n'
  const SOUND = /^Every stored figure is what the ledger says\.\nLedger hash: [0-9a-f]{64}\n$/

  test('finds a file whose end is lost, unless it is told not to look', { timeout: PATIENCE }, async () => {
    await loseFile()
    const { code, stdout, stderr } = await runIn(place, 'doctor')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout.startsWith(LOST)).toBe(true)
    expect(stdout.slice(LOST.length)).toMatch(SOUND)
    expect(await said(place, 'doctor', '--without-files')).toMatch(SOUND)
  })

  test('says what is stored and what the entries say', { timeout: PATIENCE }, async () => {
    const change = (grams: number) =>
      onDatabase(place, async ({ pool }) => {
        const { rows } = await pool.query<{ id: string; grams: number }>(
          `update ledger_balances set balance_grams = balance_grams + $1
            where record_id = (select max(record_id::text)::uuid from ledger_balances) returning record_id as id, balance_grams as grams`,
          [grams],
        )
        return rows[0]
      })
    const wrong = await change(1)
    const { code, stdout } = await runIn(place, 'doctor', '--without-files')
    await change(-1)
    expect(code).toBe(1)
    expect(stdout).toContain(
      `Record ${wrong?.id}: balance is stored as ${wrong?.grams}, the entries say ${(wrong?.grams ?? 0) - 1} (grams).\n1 figures differ.\n`,
    )
  })

  test('leaves a database of an earlier version alone', { timeout: PATIENCE }, async () => {
    const forgotten = await onDatabase(place, async ({ pool }) => {
      const { rows } = await pool.query<{ name: string; checksum: string }>(
        'delete from schema_migrations where name = (select max(name) from schema_migrations) returning name, checksum',
      )
      return rows[0]
    })
    const { code, stderr } = await runIn(place, 'doctor')
    await onDatabase(place, ({ pool }) =>
      pool.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        forgotten?.name,
        forgotten?.checksum,
      ]),
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The database is of an earlier version: 1 migration is missing\./)
  })
})

describe.runIf(engine === 'pglite')('a directory without a database gets none from', () => {
  const someone = ['--email', OWNER]
  const asking: string[][] = [
    ['user', 'list'],
    ['user', 'suspend', ...someone],
    ['key', 'list', '--organisation', 'x'],
    ['places', 'import', '--file', import.meta.filename],
    ['doctor'],
  ]
  test.for(asking)('%s %s', async (args) => {
    const nowhere = await makeBare(engine)
    bares.push(nowhere)
    const { code, stdout, stderr } = await runIn(nowhere, ...args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^DATA_DIR \S+ has no database\. Name .*\n$/)
    expect(stderr).toContain(nowhere.dataDir)
    expect(existsSync(nowhere.dataDir)).toBe(false)
  })
})

describe('a backup', () => {
  const WITHOUT_FILES = 'The backup was made without uploaded files. Copy them here yourself.\n'
  const jobsIn = (bare: Bare) =>
    onDatabase(bare, async ({ pool }) => (await pool.query('select status from jobs')).rows)

  test('says what it lacks, and so does who restores it', { timeout: PATIENCE }, async () => {
    await loseFile()
    await leaveJob()
    const file = backupIn(place)
    const made = await runIn(place, 'backup', file)
    expect(made).toMatchObject({
      code: undefined,
      stderr: 'The file files/ab/short is not in the store as it was uploaded, and not in the backup.\n',
    })
    const [, rows] = /^Everything is in .*: (\d+) rows\. Ledger hash: [0-9a-f]{64}\n$/.exec(made.stdout) ?? []
    const target = await makePlace()
    const restored = await runIn(target, 'restore', file)
    expect(restored).toMatchObject({ code: undefined, stdout: expect.stringContaining(`: ${rows} rows.`) })
    expect(restored.stderr).toMatch(
      /^The file files\/ab\/short was lost before the backup was made\.\n1 mails and the like were waiting .*\n$/,
    )
    expect(await jobsIn(target)).toEqual([{ status: 'failed' }])
  })

  test('for a move goes without files, and what waited goes on waiting', { timeout: PATIENCE }, async () => {
    await leaveJob()
    const file = backupIn(place)
    await said(place, 'backup', file, '--without-files')
    const target = await makePlace()
    expect(await runIn(target, 'restore', file, '--resume-jobs')).toMatchObject({
      code: undefined,
      stderr: WITHOUT_FILES,
    })
    expect(await jobsIn(target)).toEqual([{ status: 'queued' }])
  })

  test('goes nowhere where its files have no place', { timeout: PATIENCE }, async () => {
    const file = backupIn(place)
    await said(place, 'backup', file, '--without-files')
    // Below a file, as below /proc, nothing can be made; and no database is asked for before that is known.
    const env = { DATABASE_URL: 'postgres://granary@127.0.0.1:1/granary', DATA_DIR: path.join(file, 'data') }
    const { code, stdout, stderr } = await runHere(['restore', file], env)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^DATA_DIR .* cannot be used: its path leads through a file\. .*\n$/)
  })

  test.runIf(engine === 'pglite')('of nothing is none', async () => {
    const nowhere = await makeBare(engine)
    bares.push(nowhere)
    const { code, stderr } = await runIn(nowhere, 'backup', backupIn(nowhere))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^There is nothing to back up: no database is in /)
  })
})
