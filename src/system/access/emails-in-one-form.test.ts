import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app.close())

const SIGN_IN = '/api/identity/sign-in'

/** As it is written in one sign, and in two. */
const [ONE, TWO] = ['ö', 'ö'.normalize('NFD')]

const rename = (userId: string, email: string) =>
  app.database.db.updateTable('users').set({ email }).where('id', '=', userId).execute()

async function migrate(): Promise<void> {
  const file = new URL('../../../migrations/0032-emails-in-one-form.sql', import.meta.url)
  await app.database.pool.query(await readFile(file, 'utf8'))
}

test('an e-mail that was kept as it was typed is found after the update', async () => {
  const farm = await makeOrganisation(app)
  const { userId, password } = farm.owner
  await rename(userId, `j${TWO}rg@farm.example`)
  const email = `j${ONE}rg@farm.example`
  expect((await app.client().post(SIGN_IN, { email, password })).status).toBe(401)

  await migrate()
  ok(await app.client().post(SIGN_IN, { email, password }))
  ok(await app.client().post(SIGN_IN, { email: `j${TWO}rg@farm.example`, password }))
  const invited = await farm.as('owner').post('/api/identity/invitations', { email, role: 'viewer' })
  expect(invited).toMatchObject({ status: 409, body: { code: 'already_exists' } })
})

test('of several accounts by one address, the one that is found already stays so, or else the oldest', async () => {
  const made = [await makeOrganisation(app), await makeOrganisation(app), await makeOrganisation(app)]
  const [first, second, third] = made.map(({ owner }) => owner.userId)
  const [before, other, found] = [
    `${TWO}@ik${TWO}.example`,
    `${TWO}@ik${ONE}.example`,
    `${ONE}@ik${ONE}.example`,
  ]
  await rename(first ?? '', before)
  await rename(second ?? '', other)
  await migrate()
  expect(await emailsOf([first, second])).toEqual([found, other])

  await rename(first ?? '', before)
  await rename(third ?? '', found)
  await migrate()
  expect(await emailsOf([first, second, third])).toEqual([before, other, found])
})

async function emailsOf(ids: (string | undefined)[]): Promise<(string | undefined)[]> {
  const rows = await app.database.db.selectFrom('users').select(['id', 'email']).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.email)
}
