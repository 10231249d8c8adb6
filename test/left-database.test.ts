import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ensureNotMoved, markAsMoved, placeOf, userIn, whyNotMine } from '../src/cli/data-directory.ts'
import { startCommand } from '../src/cli/init.ts'
import { makeBare, type Bare } from './bare-database.ts'
import { placeEmptyDatabase } from './database.ts'
import { serve } from './program.ts'
import { runHere } from './run-here.ts'

// On which database a command works, and in whose directory: never silently on another one than the service has.

const PROJECT = path.resolve(import.meta.dirname, '..')
const NOBODY = 65_534
const ELSEWHERE = 'postgres://granary:S3cret@127.0.0.1:1/granary'
const { engine } = inject('databaseSource')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'granary-left-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.runIf(engine === 'pglite')('the embedded database', () => {
  let place: Bare
  beforeAll(async () => {
    place = await makeBare('pglite')
    await placeEmptyDatabase(place.dataDir)
  })
  afterAll(() => place.remove())

  test('is named by every command that works on it', async () => {
    const file = path.join(folder, 'named.granary')
    const where = `embedded, in ${place.dataDir}`
    for (const command of [['user', 'list'], ['migrate'], ['doctor'], ['backup', file], ['keys', 'rotate']])
      expect(await runHere(command, place.env), command.join(' ')).toMatchObject({
        code: undefined,
        database: where,
      })
  })

  test('is refused once the service has moved from it, until its mark is deleted', async () => {
    expect(markAsMoved({ dataDir: place.dataDir, databaseUrl: ELSEWHERE }, new Date())).toBe(true)
    const mark = path.join(place.dataDir, 'moved-to-postgresql')
    const file = path.join(folder, 'old-books.granary')
    for (const command of [['user', 'list'], ['serve'], ['init'], ['backup', file]]) {
      const init = ['--organisation', 'Hill Farm', '--country', 'GB', '--email', 'a@hill.example']
      const { code, stdout, stderr } = await runHere(
        command[0] === 'init' ? [...command, ...init] : command,
        place.env,
      )
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toBe(
        `DATABASE_URL is not set, and the embedded database in ${place.dataDir} is the old one: the service has moved to PostgreSQL. Set DATABASE_URL as the service has it; to go back to the old database, delete ${mark}.\n`,
      )
    }
    await rm(mark)
    expect(await runHere(['user', 'list'], place.env)).toMatchObject({ code: undefined })
  })

  test.runIf(process.getuid?.() === 0)(
    'that is another user’s is refused to root, who is told as whom',
    async () => {
      const nobody = userInfo({ encoding: 'utf8' }).uid === 0 ? await nameOf(NOBODY) : ''
      await chown(path.join(place.dataDir, 'database'), NOBODY, NOBODY)
      const { code, stdout, stderr } = await runHere(['user', 'list'], place.env)
      await chown(path.join(place.dataDir, 'database'), 0, 0)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toBe(
        `DATA_DIR ${place.dataDir} belongs to ${nobody}, and this is root: files it makes there would be closed to the service. Run the same command as ${nobody}, such as: runuser -u ${nobody} -- …\n`,
      )
    },
  )

  test('init says the whole command that starts the server with it', async () => {
    const init = ['init', '--organisation', 'Hill Farm', '--country', 'GB', '--email', 'start@hill.example']
    const { stdout } = await runHere(init, place.env)
    expect(stdout).toContain(`\nStart the server with: DATA_DIR=${place.dataDir} npm start\n`)
  })
})

describe.runIf(engine === 'postgresql')('a move to PostgreSQL', () => {
  test('marks what it left, at the restore or by the server', { timeout: 240_000 }, async () => {
    const place = await makeBare('postgresql')
    const { DATABASE_URL: _url, ...embedded } = place.env
    const file = path.join(folder, 'move.granary')
    const mark = path.join(place.dataDir, 'moved-to-postgresql')
    const list = async (env: Record<string, string>) => (await runHere(['user', 'list'], env)).stdout
    try {
      const init = ['init', '--organisation', 'Hill Farm', '--country', 'GB', '--email', 'a@hill.example']
      for (const command of [init, ['keys', 'rotate'], ['backup', file]])
        expect(await runHere(command, embedded)).toMatchObject({ code: undefined })
      const restored = await runHere(['restore', '--resume-jobs', file], place.env)
      expect(restored).toMatchObject({ code: undefined, database: expect.stringMatching(/^PostgreSQL, /) })
      expect(restored.stderr).toBe(
        `The embedded database in ${place.dataDir} is marked as left, and not used any more.\n`,
      )
      expect([await list(embedded), await list(place.env)]).toEqual([
        '',
        expect.stringContaining('a@hill.example'),
      ])

      await rm(mark)
      const server = await serve({ cwd: folder, env: { ...place.env, SECRET_KEY: '' } })
      server.kill('SIGTERM')
      await server.ended
      expect(existsSync(mark)).toBe(true)
    } finally {
      await place.remove()
    }
  })
})

async function nameOf(user: number): Promise<string> {
  const { stdout } = await promisify(execFile)('id', ['-un', String(user)])
  return stdout.trim()
}

describe('whose directory', () => {
  const owners = (owned: Record<string, number>) => (file: string) => owned[file]
  const rows: [string, number | undefined, boolean, Record<string, number>, boolean][] = [
    ['root, in what is root’s', 0, true, { '/d': 0, '/d/database': 0 }, true],
    ['root, in what is the service’s', 0, true, { '/d': 7, '/d/database': 7 }, false],
    ['root, in an empty directory of the service', 0, true, { '/d': 7 }, false],
    ['the server as root, in an empty directory', 0, false, { '/d': 7 }, true],
    ['the server as root, in what is another’s', 0, false, { '/d': 7, '/d/files': 7 }, false],
    ['somebody, in what is another’s', 8, true, { '/d': 7, '/d/lock.sqlite': 7 }, false],
    ['somebody, in a directory shared by a group', 8, true, { '/d': 0 }, true],
    ['somebody, in their own', 8, true, { '/d': 8, '/d/database': 8 }, true],
    ['where there is nothing yet', 0, true, {}, true],
    ['a system without user ids', undefined, true, { '/d': 7, '/d/database': 7 }, true],
  ]
  test.for(rows)('%s', ([, me, isCommand, owned, isFine]) => {
    const why = whyNotMine({ dataDir: '/d', me, isCommand }, owners(owned), (user) => `user-${user}`)
    expect(why === undefined).toBe(isFine)
    if (!isFine) expect(why?.data).toMatchObject({ owner: 'user-7' })
  })

  test('users have their names', () => {
    const users = 'root:x:0:0:root:/root:/bin/sh\ngranary:x:998:998::/home/granary:/bin/sh\n'
    expect([userIn(users, 998), userIn(users, 5)]).toEqual(['granary', undefined])
  })
})

test('a mark is made where there is an embedded database, and once', async () => {
  const dataDir = path.join(folder, 'marked')
  const [now, settings] = [new Date(), { dataDir, databaseUrl: ELSEWHERE }]
  await mkdir(dataDir)
  expect(markAsMoved(settings, now)).toBe(false)
  await mkdir(path.join(dataDir, 'database'))
  expect(markAsMoved({ dataDir, databaseUrl: undefined }, now)).toBe(false)
  expect([markAsMoved(settings, now), markAsMoved(settings, now)]).toEqual([true, false])
  expect(() => ensureNotMoved(settings)).not.toThrow()
  expect(() => ensureNotMoved({ dataDir, databaseUrl: undefined })).toThrow('moved to PostgreSQL')
})

test('a database is named without its password', () => {
  expect(placeOf({ dataDir: '/d', databaseUrl: ELSEWHERE })).toBe('PostgreSQL, granary@127.0.0.1:1/granary')
})

describe('the command that starts the server', () => {
  const nothing = { databaseUrl: undefined, secretKey: undefined, secretKeyFile: undefined }
  const set = { dataDir: './data-dir', ...nothing }
  const rows: [string, Parameters<typeof startCommand>[0], string[], string, string][] = [
    ['nothing is set', set, [], '/opt/granary', 'npm start'],
    [
      'another directory',
      { ...set, dataDir: '/srv/my data' },
      ['DATA_DIR'],
      '/opt/granary',
      `DATA_DIR='/srv/my data' npm start`,
    ],
    ['it is in .env', { ...set, dataDir: '/srv' }, [], '/opt/granary', 'npm start'],
    ['another folder', set, [], '/root', 'cd /opt/granary && DATA_DIR=/root/data-dir npm start'],
    [
      'PostgreSQL',
      { ...set, databaseUrl: ELSEWHERE, secretKey: 's'.repeat(40) },
      ['DATABASE_URL', 'SECRET_KEY'],
      '/opt/granary',
      'DATABASE_URL=postgres://granary:PASSWORD@127.0.0.1:1/granary SECRET_KEY=… npm start',
    ],
  ]
  test.for(rows)('%s', ([, config, given, cwd, command]) => {
    expect(startCommand(config, { given: new Set(given), cwd, program: '/opt/granary' })).toBe(command)
  })
})

describe('the wrapper for a server', () => {
  test('runs a command with the settings of the service, whatever is in them, and as its user', async () => {
    const settings = path.join(folder, 'granary.env')
    await writeFile(
      settings,
      `# what the service has\n\nDATABASE_URL="postgres://granary:a b$(id)@127.0.0.1:1/granary"\nMAIL_FROM='Granary <a@b.example>'\nPORT=3001`,
    )
    const shown = path.join(folder, 'show')
    await writeFile(
      shown,
      '#!/bin/sh\nprintf \'%s\\n\' "$@" "$DATA_DIR" "$DATABASE_URL" "$MAIL_FROM" "$PORT" "$(id -un)" "$PWD"',
    )
    await chmod(shown, 0o755)
    await chmod(folder, 0o755)
    const isRoot = process.getuid?.() === 0
    const user = isRoot ? await nameOf(NOBODY) : userInfo().username
    const { stdout } = await promisify(execFile)(
      path.join(PROJECT, 'examples/server/granary'),
      ['user', 'list'],
      {
        env: {
          PATH: process.env['PATH'],
          GRANARY_PROGRAM: '/',
          GRANARY_SETTINGS: settings,
          GRANARY_USER: user,
          GRANARY_NODE: shown,
        },
      },
    )
    expect(stdout.trimEnd().split('\n')).toEqual([
      'src/start.mjs',
      'user',
      'list',
      '/var/lib/granary',
      'postgres://granary:a b$(id)@127.0.0.1:1/granary',
      'Granary <a@b.example>',
      '3001',
      user,
      '/',
    ])
  })
})
