import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../src/db/open.ts'
import { chainAudit } from '../src/system/audit/chain.ts'
import { backupIn, makeBare, type Bare } from './bare-database.ts'
import { placeEmptyDatabase } from './database.ts'
import { quietLog } from './quiet-log.ts'
import { runHere } from './run-here.ts'

// A backup that somebody finds says nothing, and who has its key restores it; on a machine without the SECRET_KEY as well.

const PATIENCE = 240_000
const { engine } = inject('databaseSource')
const PASSPHRASE = 'wide yellow combine evenings'
const bares: Bare[] = []
async function makePlace(): Promise<Bare> {
  const bare = await makeBare(engine)
  bares.push(bare)
  await placeEmptyDatabase(bare.dataDir)
  return bare
}
let source: Bare
let identity: string
let recipient: string
let hash: string
beforeAll(async () => {
  source = await makePlace()
  identity = await generateX25519Identity()
  recipient = await identityToRecipient(identity)
  const who = ['--organisation', 'Hill Farm', '--country', 'GB', '--email', 'office@hillfarm.example']
  expect(await runHere(['init', ...who], source.env)).toMatchObject({ code: undefined, stderr: '' })
  // Makes the first SECRET_KEY, as a server does.
  await runHere(['keys', 'rotate'], source.env)
  hash = JSON.parse((await runHere(['doctor', '--json'], source.env)).stdout).ledgerHash
}, PATIENCE)
afterAll(async () => {
  for (const bare of bares) await bare.remove()
})

/** A file beside the databases of the test, that a secret is read from. */
async function fileWith(text: string): Promise<string> {
  const file = `${backupIn(source)}.txt`
  await writeFile(file, text)
  return file
}

async function backUp(args: string[], env: Record<string, string> = {}): Promise<string> {
  const file = backupIn(source)
  const { code, stdout, stderr } = await runHere(['backup', file, ...args], { ...source.env, ...env })
  expect({ code, stderr }).toEqual({ code: undefined, stderr: '' })
  expect(stdout).toContain(`Ledger hash: ${hash}`)
  return file
}

const restore = (bare: Bare, file: string, args: string[], env: Record<string, string> = {}) =>
  runHere(['restore', file, ...args], { ...bare.env, ...env })

describe('for a public key', () => {
  test('only who has the secret key restores it', { timeout: PATIENCE }, async () => {
    const file = await backUp(['--encrypt', '--recipient', recipient])
    const bytes = await readFile(file)
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const target = await makePlace()
    const said = async (...args: string[]) => (await restore(target, file, args)).stderr
    expect(await said()).toMatch(/^.* is encrypted\. Give its passphrase .* or your secret key .*\n$/)
    const stranger = await fileWith(await generateX25519Identity())
    expect(await said('--identity-file', stranger)).toContain('does not open with the passphrase or key')
    expect(await said('--identity-file', await fileWith('not a key'))).toBe(
      'A line of the identity file is no secret key of age.\n',
    )
    const own = await fileWith(`# created: today\n# public key: ${recipient}\n${identity}\n`)

    const altered = backupIn(source)
    for (const place of [bytes.length - 1, Math.floor(bytes.length / 2)]) {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 1
      await writeFile(altered, changed)
      expect((await restore(target, altered, ['--identity-file', own])).stderr).toContain('is damaged')
    }
    await writeFile(altered, bytes.subarray(0, -20))
    expect((await restore(target, altered, ['--identity-file', own])).stderr).toContain('is damaged')

    const done = await restore(target, file, ['--identity-file', own])
    expect(done.code).toBeUndefined()
    expect(done.stdout).toContain(`Ledger hash: ${hash}`)
  })

  test('that is none, nothing is written', async () => {
    const file = backupIn(source)
    const { code, stderr } = await runHere(['backup', file, '--recipient', 'age1hello'], source.env)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: '“age1hello” is no public key of age, such as age1….\n',
    })
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })
})

test('with a passphrase from the settings or a file', { timeout: PATIENCE }, async () => {
  // Set once, it holds for every backup: that of every night as well.
  const file = await backUp([], { BACKUP_PASSPHRASE: PASSPHRASE })
  expect((await readFile(file, 'latin1')).slice(0, 80)).toContain('-> scrypt ')
  const target = await makePlace()
  const wrong = await restore(target, file, [], { BACKUP_PASSPHRASE: `${PASSPHRASE}!` })
  expect(wrong.stderr).toContain('does not open with the passphrase or key')
  const done = await restore(target, file, ['--passphrase-file', await fileWith(`${PASSPHRASE}\n`)])
  expect(done.code).toBeUndefined()
  expect(done.stdout).toContain(`Ledger hash: ${hash}`)
})

test('asked for, with nothing to encrypt with, is refused', async () => {
  const { code, stderr } = await runHere(['backup', backupIn(source), '--encrypt'], source.env)
  expect(code).toBe(1)
  expect(stderr.replace(/^Database: .*\n/, '')).toMatch(
    /^There is nothing to encrypt the backup with\. .*\n$/,
  )
})

test(
  'restored without the SECRET_KEY, it says what to do, and one command does it',
  { timeout: PATIENCE },
  async () => {
    const file = await backUp([])
    const [mine, other] = [await makePlace(), await makePlace()]
    const key = await readFile(path.join(source.dataDir, 'secret-key'), 'utf8')
    const restored = await restore(mine, file, [], { SECRET_KEY: key.trim() })
    expect(restored).toMatchObject({ code: undefined, stderr: '' })

    const { code, stderr } = await restore(other, file, [])
    expect(code).toBeUndefined()
    expect(stderr).toMatch(
      /^The SECRET_KEY of this database is missing: .* run: npm run granary -- secret reset; .*\n$/,
    )
    expect((await runHere(['keys', 'rotate'], other.env)).code).toBe(1)
    const reset = await runHere(['secret', 'reset'], other.env)
    expect(reset).toMatchObject({ code: undefined, stdout: expect.stringContaining('0 sessions were ended') })
    expect(await runHere(['keys', 'rotate'], other.env)).toMatchObject({ code: undefined })
  },
)

test('secret rotate puts a new key in the place of the old one', { timeout: PATIENCE }, async () => {
  const place = await makePlace()
  const file = path.join(place.dataDir, 'secret-key')
  await runHere(['keys', 'rotate'], place.env)
  const before = await readFile(file, 'utf8')
  expect(await runHere(['secret', 'rotate'], place.env)).toMatchObject({ code: undefined, stderr: '' })
  const after = await readFile(file, 'utf8')
  expect(after).not.toBe(before)
  expect((await runHere(['keys', 'rotate'], { ...place.env, SECRET_KEY: before.trim() })).stderr).toContain(
    'The SECRET_KEY in the setting SECRET_KEY is not the one that sealed this database.',
  )
  // Where it is a setting, the command cannot change it, and writes the new one where it is told to.
  const env = { ...place.env, SECRET_KEY: after.trim() }
  expect((await runHere(['secret', 'rotate'], env)).stderr).toContain('Name a file for the new one')
  const next = `${file}-for-the-settings`
  expect((await runHere(['secret', 'rotate', '--new-key-file', next], env)).stdout).toContain(
    `SECRET_KEY_FILE=${next}`,
  )
  expect((await stat(next)).mode & 0o777).toBe(0o600)
  expect(await runHere(['keys', 'rotate'], { ...place.env, SECRET_KEY_FILE: next })).toMatchObject({
    code: undefined,
  })
})

test(
  'a backup and a restore are told of in the audit log of the installation',
  { timeout: PATIENCE },
  async () => {
    const file = await backUp([])
    const target = await makePlace()
    expect((await restore(target, file, [])).stderr).not.toContain('audit log')
    const verdict = await runHere(['audit', 'verify', '--json'], target.env)
    expect(verdict.code).toBe(undefined)
    const database = await openDatabase({ dataDir: target.dataDir, durable: false, log: quietLog })
    try {
      await chainAudit(database.db)
      const entries = await database.db
        .selectFrom('audit_entries')
        .select(['deed', 'actor', 'after'])
        .where('deed', 'in', ['operator.backup', 'operator.restore'])
        .orderBy('sequence')
        .execute()
      // One from each backup that a test has made of the source, and one of this restore.
      expect(entries.at(-2)).toMatchObject({ deed: 'operator.backup', actor: 'operator' })
      expect(entries.at(-1)).toMatchObject({
        deed: 'operator.restore',
        after: { takenAt: expect.any(String), granaryVersion: expect.any(String) },
      })
    } finally {
      await database.close()
    }
  },
)
