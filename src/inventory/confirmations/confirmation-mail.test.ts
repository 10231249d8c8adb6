import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { workOff } from '../../system/jobs/worker.ts'
import { openMailApp, type TestMailApp } from '../../system/mail/test-mail-app.ts'
import type { TestSmtp } from '../../system/mail/test-smtp.ts'

let mail: TestMailApp
let smtp: TestSmtp
let service: TestApp
let store: TestFarm
let owner: TestOrganisation

beforeAll(async () => {
  mail = await openMailApp()
  ;({ service, smtp } = mail)
})
afterAll(() => mail.close())
beforeEach(async () => {
  store = await makeFarm(service, { name: 'Quay Stores' })
  owner = await makeOrganisation(service, { name: 'Moor Farm', locale: 'de-DE' })
  smtp.mails.length = 0
})

const book = (bay: number, commodity: { id: number; type: number }) =>
  store.opening(store.bays[bay] as number, 500, {
    commodity,
    owner: { id: owner.organisationId, name: owner.name },
  })
const wheat = { id: 1, type: 101 }
const barley = { id: 2, type: 201 }
const sent = async () => {
  await workOff(service.system.background.jobs)
  return smtp.mails.splice(0)
}

test('whoever gives access is told once a day, in the language of the organisation, however much is booked', async () => {
  await addPerson(service, owner, 'manager')
  await book(0, wheat)
  const [first, ...others] = await sent()
  expect(others).toEqual([])
  expect(first?.text).toMatch(
    /^Quay Stores hat im Namen von Moor Farm Bestand .* gebucht\. Ein Eintrag wartet/,
  )
  await book(1, barley)
  expect(await sent()).toEqual([])
  service.clock.advance({ hours: 25 })
  const [second] = await sent()
  expect(second?.text).toMatch(/2 Einträge warten/)
  service.clock.advance({ hours: 25 })
  expect(await sent()).toEqual([])
})

test('nobody is told of what was decided meanwhile, or by a standing acceptance', async () => {
  await book(0, wheat)
  const path = `${base}/counterparties/${store.organisation.organisationId}`
  ok(await owner.as('manager').put(path, { stance: 'accepted', includesOpen: true }))
  await book(1, barley)
  // The storer alone, of the one that was open.
  expect((await sent()).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Moor Farm has decided .*\s+One entry is accepted\.\s/),
  ])
})

test('the storer is told what an owner says to its bookings, once a day for each owner', async () => {
  await book(0, wheat)
  await book(1, barley)
  await sent()
  const { docs } = ok(await owner.as('viewer').get(`${base}/confirmations`))
  const [first, second] = docs.map(({ id }: { id: string }) => id)
  const decide = async (how: 'accept' | 'decline', id: string) =>
    ok(await owner.as('manager').post(`${base}/confirmations/${how}`, { ids: [id] }))
  await decide('decline', first)
  await decide('accept', second)
  const [mail, ...others] = await sent()
  expect(others).toEqual([])
  expect(mail?.text).toMatch(
    /^Moor Farm has decided about what Quay Stores booked in their name\.\s+One entry is accepted\.\s+One entry is declined/,
  )
  service.clock.advance({ minutes: 5 })
  await decide('accept', first)
  expect(await sent()).toEqual([])
  service.clock.advance({ hours: 25 })
  const [later] = await sent()
  expect(later?.text).toMatch(/booked in their name\.\s+One entry is accepted\.\s+Sign in/)
})
