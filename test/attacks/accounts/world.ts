import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../src/db/transaction.ts'
import { codeAt } from '../../../src/system/factors/code-app-codes.ts'
import { makeResetCode } from '../../../src/system/access/password-resets.ts'
import { openTestApp, type Answer, type TestApp } from '../../app.ts'
import { TEST_ORIGIN } from '../../factor-requests.ts'
import { addPerson, makeOrganisation, type TestOrganisation, type TestPerson } from '../../factories.ts'
import { ok } from '../../scene.ts'
import { openTestSecrets } from '../../secrets.ts'
import { SoftPasskey } from '../../soft-passkey.ts'

// Attacks on accounts, each as a row: what is done, what is answered, and that nothing changed by it.

export const I = '/api/identity'
export const origin = TEST_ORIGIN

/** Somebody with a code app and a passkey. */
export interface Guarded extends TestPerson {
  secret: string
  recoveryCodes: string[]
  device: SoftPasskey
}

/** Two organisations with their people, made anew for each attack. */
export interface World {
  service: TestApp
  farm: TestOrganisation
  mill: TestOrganisation
  /** Owner and admin of the farm. */
  ann: TestPerson
  ada: TestPerson
  /** Operator of the farm. */
  tom: Guarded
  /** Viewer of the farm: the attacker from within. */
  eve: TestPerson
  /** Owner of the mill: the attacker from beside. */
  mia: TestPerson
}

/** Tables that say who may get in, and what as. */
const TABLES = [
  'users',
  'memberships',
  'organisations',
  'invitations',
  'api_keys',
  'sessions',
  'code_apps',
  'passkeys',
  'recovery_codes',
  'factor_resets',
  'email_changes',
  'password_resets',
  'webhooks',
] as const
type Table = (typeof TABLES)[number]

/** An attack: made ready in good order, then sent; and the only tables that the defence itself changes. */
export type Attack = [
  what: string,
  ready: (world: World) => Promise<() => Promise<Answer>>,
  answer: [status: number, code: string],
  changes?: Table[],
]

/** Tries each attack in a world of its own. */
export function tryEach(attacks: Attack[]): void {
  let service: TestApp
  beforeAll(async () => void (service = await openTestApp()))
  afterAll(() => service.close())
  test.for(attacks)('%s', async ([, ready, [status, code], changes = []]) => {
    const world = await makeWorld(service)
    const send = await ready(world)
    const before = await digest(service)
    const answer = await send()
    expect({ status: answer.status, code: answer.body?.code ?? '' }).toEqual({ status, code })
    const after = await digest(service)
    expect(TABLES.filter((table) => before[table] !== after[table])).toEqual(changes)
  })
}

async function makeWorld(service: TestApp): Promise<World> {
  // Codes of the app and limits of the row before are over.
  service.clock.advance({ hours: 2 })
  const [farm, mill] = [await makeOrganisation(service), await makeOrganisation(service)]
  return {
    service,
    farm,
    mill,
    ann: await addPerson(service, farm, 'owner'),
    ada: await addPerson(service, farm, 'admin'),
    tom: await guard(service, await addPerson(service, farm, 'operator')),
    eve: await addPerson(service, farm, 'viewer'),
    mia: await addPerson(service, mill, 'owner'),
  }
}

/** Gives somebody a code app and a passkey, by their own session. */
export async function guard(service: TestApp, person: TestPerson): Promise<Guarded> {
  const { client } = person
  const { secret } = ok(await client.post(`${I}/me/code-app`))
  const code = codeAt(secret, service.clock.now())
  const { recoveryCodes } = ok(await client.post(`${I}/me/code-app/confirm`, { code }))
  const device = new SoftPasskey({ isCounting: true })
  ok(await addPasskey(person, device))
  service.clock.advance({ seconds: 30 })
  return { ...person, secret, recoveryCodes, device }
}

/** Adds a passkey to somebody's account. */
export async function addPasskey(
  { client }: Pick<TestPerson, 'client'>,
  device: SoftPasskey,
): Promise<Answer> {
  const { challenge, passkey } = ok(await client.post(`${I}/me/passkeys/options`))
  const made = device.register({ challenge: passkey.challenge, origin })
  return client.post(`${I}/me/passkeys`, { challenge, name: 'Office PC', passkey: made })
}

/** The code of somebody's app, some seconds from now. */
export function codeOf({ service }: World, { secret }: Pick<Guarded, 'secret'>, seconds = 0): string {
  return codeAt(secret, new Date(service.clock.now().getTime() + seconds * 1000))
}

/** What signing in with the password asks of somebody with a factor. */
export async function asked({ service }: World, { email, password }: TestPerson) {
  const { secondFactor } = ok(await service.client().post(`${I}/sign-in`, { email, password }))
  return secondFactor as { challenge: string; passkey: { challenge: string } }
}

/** Answers a challenge of signing in. */
export const answerTo = ({ service }: World, body: object) =>
  service.client().post(`${I}/sign-in/factor`, body)

/** Somebody's session with a token that is new, as after a while. */
export async function refreshed({ service }: World, { refreshToken }: TestPerson) {
  const pair = ok(await service.client().post(`${I}/refresh`, { refreshToken }))
  return { ...pair, client: service.client({ token: pair.accessToken }) }
}

/** A code for a new password, as whoever runs the service makes one. */
export async function passwordCode({ service }: World, { email }: TestPerson): Promise<string> {
  const now = service.clock.now()
  return inTransaction(service.database.db, (trx) => makeResetCode(trx, { email, now }))
}

/** The key from which one-time codes are made, as whoever has read the mails knows them. */
export const vaultOf = async ({ service }: World) => (await openTestSecrets(service.database)).vault

async function digest({ database }: TestApp): Promise<Record<Table, string>> {
  const columns = TABLES.map(
    (table) =>
      sql`(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${sql.table(table)} t) as ${sql.ref(table)}`,
  )
  const { rows } = await sql<Record<Table, string>>`select ${sql.join(columns)}`.execute(database.db)
  const [row] = rows
  if (!row) throw new Error('nothing was counted')
  return row
}
