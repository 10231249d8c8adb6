import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { makePlatformAdmin, ok } from '../../../test/scene.ts'
import { workOff } from '../jobs/worker.ts'
import { openMailApp, type TestMailApp } from './test-mail-app.ts'
import type { TestSmtp } from './test-smtp.ts'

const INVITATIONS = '/api/identity/invitations'

let mail: TestMailApp
let smtp: TestSmtp
let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  mail = await openMailApp()
  ;({ service, smtp } = mail)
})
afterAll(() => mail.close())
beforeEach(async () => {
  farm = await makeOrganisation(service)
  smtp.mails.length = 0
  smtp.failWith()
})

const invite = async (email: string): Promise<string> =>
  ok(await farm.as('owner').post(INVITATIONS, { email, role: 'operator' })).id
const doJobs = () => workOff(service.system.background.jobs)

/** Does what is due, time and again, for longer than any mail is tried. */
async function tryForDays(): Promise<void> {
  for (let attempt = 0; attempt < 25; attempt++) {
    await doJobs()
    service.clock.advance({ hours: 4 })
  }
}

async function failuresTold(): Promise<string[]> {
  const rows = await service.database.db
    .selectFrom('events')
    .select('subject')
    .where('organisation_id', '=', farm.organisationId)
    .where('type', '=', 'user.invitation_failed')
    .execute()
  return rows.map(({ subject }) => subject)
}

test.each([
  ['de', /lädt Sie zu .* in Granary ein\./, /bis zum 21\.08\.2026\./],
  ['fr', /vous invite à rejoindre .* dans Granary\./, /jusqu’au 21\/08\/2026\./],
  ['pl', /invites you to .* in Granary\./, /until 21 Aug 2026\./],
])('whoever asks in %s invites in that language', async (language, first, until) => {
  const asked = { email: `${language}@field.example`, role: 'operator' }
  ok(await farm.as('owner').post(INVITATIONS, asked, { 'accept-language': language }))
  await doJobs()
  const [mail] = smtp.mails
  expect(mail?.text).toMatch(first)
  expect(mail?.text).toMatch(until)
})

describe('an invitation is not sent once more', () => {
  test('to somebody who has accepted it', async () => {
    await invite('tom@field.example')
    smtp.failWith('lost answer')
    await doJobs()
    const [mail] = smtp.mails
    ok(
      await service.client().post(`${INVITATIONS}/accept`, {
        token: /invitation_\S+/.exec(mail?.text ?? '')?.[0] ?? '',
        password: 'wide yellow combine',
        givenName: 'Tom',
        familyName: 'Field',
      }),
    )
    await tryForDays()
    expect(smtp.mails).toHaveLength(1)
  })

  test('for an organisation that was suspended since', async () => {
    const admin = await makePlatformAdmin({ service, farm: await makeOrganisation(service) })
    await invite('sue@field.example')
    ok(await admin.client.post(`/api/identity/organisations/${farm.organisationId}/suspend`, {}))
    await tryForDays()
    expect(smtp.mails).toEqual([])
  })

  test('once it is good for nothing any more', async () => {
    const platform = await makeOrganisation(service)
    await invite('ann@field.example')
    smtp.failWith('550 to the recipient')
    await doJobs()
    service.clock.advance({ days: 8 })
    const admin = await makePlatformAdmin({ service, farm: platform })
    const { docs } = ok(await admin.client.get('/api/system/jobs?status=failed'))
    ok(await admin.client.post(`/api/system/jobs/${docs[0].id}/retry`))
    await doJobs()
    expect(smtp.mails).toEqual([])
  })
})

test('that an invitation could not be sent is told, once and for good, and of no other', async () => {
  await invite('ben@field.example')
  await doJobs()
  expect(smtp.mails).toHaveLength(1)
  const lost = await invite('nobody@field.example')
  smtp.failWith(...Array.from({ length: 25 }, () => '451 to the sender' as const))
  await doJobs()
  expect(await failuresTold()).toEqual([])
  await tryForDays()
  expect(await failuresTold()).toEqual([lost])
})
