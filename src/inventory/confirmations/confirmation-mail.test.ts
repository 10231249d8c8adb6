import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, testBackground, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { workOff } from '../../system/jobs/worker.ts'
import { openTestSmtp, type TestSmtp } from '../../system/mail/test-smtp.ts'

let directory: string
let smtp: TestSmtp
let service: TestApp
let store: TestFarm
let owner: TestOrganisation

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'granary-confirmations-'))
  smtp = await openTestSmtp()
  const plain = testBackground(directory)
  const background = { ...plain, mail: { ...plain.mail, smtpUrl: smtp.url } }
  service = await openTestApp({ settings: { background } })
})
afterAll(async () => {
  await service.close()
  await smtp.close()
  await rm(directory, { recursive: true })
})
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
  expect(await sent()).toEqual([])
})
