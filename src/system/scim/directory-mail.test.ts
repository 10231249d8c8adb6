import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { workOff } from '../jobs/worker.ts'
import { openMailApp, type TestMailApp } from '../mail/test-mail-app.ts'
import { makeDirectory, patch, USERS } from './test-directory.ts'

let mail: TestMailApp
beforeAll(async () => void (mail = await openMailApp()))
afterAll(() => mail.close())

test('somebody is told that they have become a member, and that their address is another one, in the language of the organisation', async () => {
  const { service, smtp } = mail
  const { farm, directory, domain, person } = await makeDirectory(service)
  const { db } = service.database
  const ann = await addPerson(service, farm, 'viewer')
  await db
    .updateTable('users')
    .set({ email: `ann@${domain}` })
    .where('id', '=', ann.userId)
    .execute()
  await db.deleteFrom('memberships').where('user_id', '=', ann.userId).execute()
  const { status, body } = await directory.post(USERS, person('ann'))
  expect([status, body.id]).toEqual([201, ann.userId])
  await workOff(service.system.background.jobs)
  await db.updateTable('organisations').set({ locale: 'de-DE' }).execute()
  const value = [{ value: `ann.new@${domain}` }]
  ok(await directory.patch(`${USERS}/${ann.userId}`, patch({ op: 'replace', path: 'emails', value })))
  await workOff(service.system.background.jobs)
  // Somebody new is told by the directory itself.
  expect((await directory.post(USERS, person('tom'))).status).toBe(201)
  await workOff(service.system.background.jobs)
  expect(smtp.mails.map(({ text }) => text)).toEqual([
    expect.stringContaining(`The directory of ${farm.name} has made your account in Granary a member.`),
    expect.stringContaining('eine andere E-Mail-Adresse gegeben'),
  ])
  expect(smtp.mails.map(({ envelope }) => envelope.to)).toEqual([[`ann@${domain}`], [`ann@${domain}`]])
})
