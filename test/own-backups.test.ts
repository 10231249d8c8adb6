import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAt } from './processes.ts'
import { makeWorkplace, run, serve, type Environment } from './program.ts'
import { ok } from './scene.ts'

// The real program: it makes a backup by itself, in a process of its own, while it answers; `drill` tries it beside the running server,
// and `backup` and `doctor` know of it.

const PATIENCE = 240_000
let workplace: Awaited<ReturnType<typeof makeWorkplace>>
beforeAll(async () => {
  workplace = await makeWorkplace()
})
afterAll(() => workplace.remove())

const DUE_WITHIN_MS = 60_000

test('backups are made by themselves, tried, and told of', { timeout: PATIENCE }, async () => {
  const place = path.join(workplace.directory, 'backups')
  const passphraseFile = path.join(workplace.directory, 'passphrase')
  await writeFile(passphraseFile, 'barn owl silo rain plough\n')
  const env: Environment = {
    DATA_DIR: workplace.dataDir,
    BACKUP_DIR: place,
    // Any day has one behind it, so the first is missed and made soon after the start.
    BACKUP_SCHEDULE: '00:00',
    BACKUP_PASSPHRASE_FILE: passphraseFile,
  }
  const granary = (...args: string[]) => run(args, { cwd: workplace.directory, env })
  const { stdout } = await granary(
    'init',
    '--organisation',
    'Hill Farm',
    '--country',
    'GB',
    '--email',
    'owner@hill.example',
    '--json',
  )
  const made = JSON.parse(stdout) as { password: string }
  const server = await serve({ cwd: workplace.directory, env: { ...env, PORT: '0' } })
  try {
    const credentials = { email: 'owner@hill.example', password: made.password }
    const { accessToken } = ok(await clientAt(server.url, {}).post('/api/identity/sign-in', credentials))
    const admin = clientAt(server.url, { authorization: `Bearer ${accessToken}` })
    const until = Date.now() + DUE_WITHIN_MS
    let installation = ok(await admin.get('/api/system/installation'))
    while (installation.backups.last.length === 0 && Date.now() < until) {
      // It answers meanwhile.
      await sleep(500)
      installation = ok(await admin.get('/api/system/installation'))
    }
    const { backups, attention } = installation
    expect(attention.filter((each: string) => /backup/i.test(each))).toEqual([])
    expect(backups).toMatchObject({ schedule: '00:00', isEncrypted: true, where: place, keep: { days: 7 } })
    const [last] = backups.last
    expect(last).toMatchObject({ status: 'done', origin: 'schedule', isEncrypted: true })
    expect(await readdir(place)).toEqual([last.file])
    expect((await readFile(path.join(place, last.file))).toString('latin1', 0, 7)).toBe('age-enc')

    const drill = await granary('drill', '--json')
    expect(JSON.parse(drill.stdout)).toMatchObject({
      file: last.file,
      rows: last.rows,
      ledgerHash: last.ledgerHash,
    })
    expect(drill.code).toBe(0)
    expect((await readdir(workplace.dataDir)).filter((name) => name.startsWith('drill-'))).toEqual([])

    // By hand, beside the running server, which notes it.
    const hand = path.join(workplace.directory, 'by-hand.granary')
    expect((await granary('backup', hand)).code).toBe(0)
    const listed = ok(await admin.get('/api/system/installation/backups'))
    expect(listed[0]).toMatchObject({ origin: 'command', status: 'done', file: hand, isThere: false })
  } finally {
    server.kill('SIGTERM')
    await server.ended
  }
  await writeFile(passphraseFile, 'another one than before\n')
  const wrong = await granary('drill')
  expect([wrong.code, wrong.stderr.trim().split('\n').length]).toEqual([1, 1])
  expect(wrong.stderr).toMatch(/does not open with the passphrase or key that was given/)
  expect((await granary('doctor')).stdout).toMatch(
    /The last good backup was made \S+Z: \S+by-hand\.granary\./,
  )
})
