import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'

let app: TestApp
let farm: TestOrganisation
beforeAll(async () => void (app = await shareTestApp()))
afterAll(() => app.close())
beforeEach(async () => void (farm = await makeOrganisation(app)))

const INVITATIONS = '/api/identity/invitations'

/** Which invitations listeners were told to be taken back. */
async function revokedOf(organisationId: string): Promise<string[]> {
  const rows = await app.database.db
    .selectFrom('events')
    .select('subject')
    .where('organisation_id', '=', organisationId)
    .where('type', '=', 'user.invitation_revoked')
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}

test.each([
  'x@c',
  'x@c.',
  'x@.c',
  'x@a..c',
  'x.c',
  'tom@hill.example;',
  '<tom@hill.example>',
  `${'x'.repeat(65)}@hill.example`,
])('an invitation to %s is refused: no mail gets there', async (email) => {
  const answer = await farm.as('owner').post(INVITATIONS, { email, role: 'viewer' })
  expect(answer).toMatchObject({ status: 400, body: { validation: [{ path: 'email' }] } })
})

describe('invitations', () => {
  const newcomer = { password: 'wide yellow combine', givenName: 'Tom', familyName: 'New' }
  const accept = (token: string, body: object = newcomer) =>
    app.client().post(`${INVITATIONS}/accept`, { token, ...body })
  const invite = async (email = 'tom.new@farm.example') =>
    (await farm.as('owner').post(INVITATIONS, { email, role: 'operator' })).body

  test('is accepted once, by somebody new, who is signed in', async () => {
    const invitation = await invite(`Tom-${farm.organisationId}@Farm.example`)
    const accepted = await accept(invitation.token)
    expect(accepted.status).toBe(200)
    const { body } = await app.client({ token: accepted.body.accessToken }).get('/api/identity/me')
    expect(body).toMatchObject({
      role: 'operator',
      userName: 'Tom New',
      email: `tom-${farm.organisationId}@farm.example`,
    })
    expect((await accept(invitation.token)).status).toBe(404)
    expect((await farm.as('owner').get(INVITATIONS)).body).toEqual([])
  })

  test('somebody with an account proves it and keeps the password', async () => {
    const other = await makeOrganisation(app)
    const { email, password } = other.owner
    const invitation = await invite(email)
    expect((await accept(invitation.token)).status).toBe(401)
    expect((await accept(invitation.token, { password })).status).toBe(200)
    const { body } = await app.client().post('/api/identity/sign-in', { email, password })
    expect(body.organisations).toHaveLength(2)
  })

  test('of somebody who was made a member meanwhile gives no other role, and nobody is told that they joined', async () => {
    const other = await makeOrganisation(app)
    const invitation = await invite(other.owner.email)
    const { userId } = await addPerson(app, farm, 'viewer', other.owner)
    expect((await accept(invitation.token, { password: other.owner.password })).status).toBe(200)
    expect((await farm.as('owner').get(`/api/identity/users/${userId}`)).body.role).toBe('viewer')
    const joined = await app.database.db
      .selectFrom('events')
      .select('data')
      .where('organisation_id', '=', farm.organisationId)
      .where('type', '=', 'user.joined')
      .execute()
    expect(joined).toEqual([])
  })

  test('of two organisations accepted at once by somebody new, one is joined: the other asks for a proved address', async () => {
    const other = await makeOrganisation(app)
    const email = `both-${farm.organisationId}@farm.example`
    const made = await Promise.all(
      [farm, other].map((each) => each.as('owner').post(INVITATIONS, { email, role: 'operator' })),
    )
    const answers = await Promise.all(made.map(({ body }) => accept(body.token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const { body } = await app.client().post('/api/identity/sign-in', { email, password: newcomer.password })
    expect(body.organisations).toHaveLength(1)
  })

  test('is looked at by whoever has its token: into what, as what, whom, and what it takes', async () => {
    const look = (token: string) => app.client().post(`${INVITATIONS}/look`, { token })
    const email = `look-${farm.organisationId}@farm.example`
    const invitation = await invite(email)
    expect(await look(invitation.token)).toMatchObject({
      status: 200,
      body: { email, role: 'operator', invitedBy: 'owner key', asks: 'newcomer' },
    })
    await accept(invitation.token)
    expect((await look(invitation.token)).status).toBe(404)
    const known = await invite((await makeOrganisation(app)).owner.email)
    expect((await look(known.token)).body).toMatchObject({ asks: 'password' })
  })

  test('a suspended account joins nothing', async () => {
    const { userId, email, password } = (await makeOrganisation(app)).owner
    await app.database.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', userId).execute()
    const invitation = await invite(email)
    expect((await accept(invitation.token, { password })).status).toBe(401)
  })

  test('every fault of a newcomer is told at once, and the invitation stays open', async () => {
    const invitation = await invite(`faulty-${farm.organisationId}@farm.example`)
    const refused = await accept(invitation.token, { password: 'short' })
    expect(refused.status).toBe(400)
    expect(refused.body.validation.map((each: { path: string }) => each.path)).toEqual([
      'password',
      'givenName',
      'familyName',
    ])
    expect((await accept(invitation.token)).status).toBe(200)
  })

  test.each([
    ['expired', async () => app.clock.advance({ days: 7 })],
    ['taken back', async (id: string) => farm.as('admin').delete(`${INVITATIONS}/${id}`)],
    ['replaced by a newer one', async () => invite()],
    [
      'of a suspended organisation',
      async () =>
        app.database.db
          .updateTable('organisations')
          .set({ status: 'suspended' })
          .where('id', '=', farm.organisationId)
          .execute(),
    ],
  ])('%s is not found', async (_how, end) => {
    const invitation = await invite()
    await end(invitation.id)
    expect((await accept(invitation.token)).status).toBe(404)
  })

  test('is taken back while it is open, and not after', async () => {
    const takeBack = async (id: string) => (await farm.as('owner').delete(`${INVITATIONS}/${id}`)).status
    const [invitation, expired] = [await invite(), await invite('late@farm.example')]
    expect([await takeBack(invitation.id), await takeBack(invitation.id)]).toEqual([200, 404])
    expect(await revokedOf(farm.organisationId)).toEqual([invitation.id])
    app.clock.advance({ days: 7 })
    expect(await takeBack(expired.id)).toBe(404)
  })

  test('is said to be taken back when a newer one takes its place, or who made it goes', async () => {
    const person = await addPerson(app, farm, 'admin')
    const made = async () =>
      (await person.client.post(INVITATIONS, { email: 'x@farm.example', role: 'viewer' })).body.id
    const [first, second] = [await made(), await made()]
    expect((await farm.as('owner').delete(`/api/identity/users/${person.userId}`)).status).toBe(200)
    expect(await revokedOf(farm.organisationId)).toEqual([first, second])
  })

  test('made for one person several times at once, one stays open', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, async () => invite()))
    const { body: open } = await farm.as('owner').get(INVITATIONS)
    expect(open).toHaveLength(1)
    expect(made.map(({ id }) => id)).toContain(open[0].id)
  })

  test('is shown without its token, to admins of the organisation alone', async () => {
    const stranger = await makeOrganisation(app)
    const invitation = await invite()
    const { body } = await farm.as('admin').get(INVITATIONS)
    expect(body).toMatchObject([{ email: 'tom.new@farm.example', role: 'operator', invitedBy: 'owner key' }])
    expect(JSON.stringify(body)).not.toContain(invitation.token)
    expect((await farm.as('manager').get(INVITATIONS)).status).toBe(403)
    expect((await stranger.as('owner').delete(`${INVITATIONS}/${invitation.id}`)).status).toBe(404)
    expect((await farm.as('owner').delete(`${INVITATIONS}/nonsense`)).status).toBe(404)
  })

  test('a member is not invited again', async () => {
    const again = await farm.as('owner').post(INVITATIONS, { email: farm.owner.email, role: 'viewer' })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_exists' } })
  })
})
