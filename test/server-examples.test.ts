import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { parseConfig } from '../src/config.ts'
import { makeWorkplace, run } from './program.ts'

// What docs/operations.md has people copy to their server does what it says there.

const PROJECT = path.resolve(import.meta.dirname, '..')
const read = (name: string) => readFile(path.join(PROJECT, 'examples/server', name), 'utf8')

/** The lines of a unit by their name. */
async function readUnit(name: string): Promise<Map<string, string>> {
  const lines = (await read(name)).matchAll(/^(\w+)=(.*)$/gm)
  return new Map([...lines].map(([, key = '', value = '']) => [key, value]))
}

const service = await readUnit('granary.service')
const backup = await readUnit('granary-backup.service')

test('the backup is of what the service writes', () => {
  for (const name of ['User', 'WorkingDirectory', 'Environment', 'EnvironmentFile', 'StateDirectory']) {
    expect(backup.get(name), name).toBe(service.get(name))
  }
  expect(service.get('Environment')).toBe(`DATA_DIR=/var/lib/${service.get('StateDirectory')}`)
})

test('they call commands that there are', () => {
  const called = [service, backup].map(
    (unit) => /src\/start\.mjs ([\w-]+)/.exec(unit.get('ExecStart') ?? '')?.[1],
  )
  expect(called).toEqual(['serve', 'backup'])
  expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(called))
})

test('the service gets the time that it takes to stop', () => {
  const { drainSeconds } = parseConfig({ DATABASE_URL: 'postgres://granary@localhost/granary' })
  expect(Number(service.get('TimeoutStopSec'))).toBeGreaterThanOrEqual(drainSeconds + 30)
})

test('the proxy leads to where Granary listens, and holds no events back', async () => {
  const { host, port } = parseConfig({})
  const site = await read('nginx.conf')
  const targets = [...site.matchAll(/proxy_pass (\S+);/g)].map(([, target]) => target)
  expect(new Set(targets)).toEqual(new Set([`http://${host}:${port}`]))
  expect(/location = \/api\/events \{([^}]*)\}/.exec(site)?.[1]).toContain('proxy_buffering off;')
})

test('the proxy leads pages to TLS, and refuses what programs send without it', async () => {
  const [plain = ''] = (await read('nginx.conf')).split('listen 443')
  expect(plain).toMatch(/location \/api\/ \{\s+return 403;/)
  expect(plain).toMatch(/location \/ \{\s+return 301 https:/)
})

test('the service does not see where its source is from', () => {
  expect(service.get('InaccessiblePaths')).toBe(`-${service.get('WorkingDirectory')}/.git`)
})

test('the proxy keeps the figures from strangers', async () => {
  expect(/location = \/metrics \{([^}]*)\}/.exec(await read('nginx.conf'))?.[1]).toContain('return 404;')
})

describe('a backup every night', () => {
  let workplace: Awaited<ReturnType<typeof makeWorkplace>>
  let backups: string
  beforeAll(async () => {
    workplace = await makeWorkplace()
    backups = path.join(workplace.directory, 'backups')
    await mkdir(backups)
    const made = await run(
      ['init', '--organisation', 'Hill Farm', '--country', 'GB', '--email', 'office@hillfarm.example'],
      { cwd: workplace.directory, env: { DATA_DIR: workplace.dataDir } },
    )
    expect(made.code, made.stderr).toBe(0)
  })
  afterAll(() => workplace.remove())

  /** Does a line of the unit as systemd does, but where nobody's `.env` and backups are; answers the exit code. */
  function doLine(name: string): Promise<number> {
    const line = (backup.get(name) ?? '')
      .replaceAll('/var/backups/granary', backups)
      .replaceAll(/node_modules\/|src\//g, `${PROJECT}/$&`)
    const [program = '', ...args] = (line.match(/'[^']*'|\S+/g) ?? []).map((word) =>
      word.replaceAll("'", '').replaceAll('$$', '$').replaceAll('%%', '%'),
    )
    const env = { PATH: process.env['PATH'], DATA_DIR: workplace.dataDir }
    return new Promise((resolve) => {
      const child = execFile(program, args, { cwd: workplace.directory, env }, () =>
        resolve(child.exitCode ?? -1),
      )
    })
  }

  test('has the day as its name, and each day has one', async () => {
    expect(await doLine('ExecCondition')).toBe(0)
    expect(await doLine('ExecStart')).toBe(0)
    expect(await readdir(backups)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d\.granary$/)])
    expect(await doLine('ExecCondition')).toBe(1)
  })

  test('is kept for two weeks, and what was cut off no longer', async () => {
    const daysAgo = async (name: string, days: number) => {
      const file = path.join(backups, name)
      await writeFile(file, '')
      const then = new Date(Date.now() - days * 24 * 3600 * 1000)
      await utimes(file, then, then)
    }
    await daysAgo('old.granary', 16)
    await daysAgo('cut-off.granary.unfinished', 16)
    await daysAgo('recent.granary', 13)
    await daysAgo('somebody’s notes.txt', 400)
    expect(await doLine('ExecStartPost')).toBe(0)
    expect(await readdir(backups)).toHaveLength(3)
    expect(await readdir(backups)).toEqual(expect.arrayContaining(['recent.granary', 'somebody’s notes.txt']))
  })
})
