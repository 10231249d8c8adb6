import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { read as readWorkbook, utils } from '@e965/xlsx'
import { addPerson, type TestPerson } from '../../../test/factories.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { ok } from '../../../test/scene.ts'
import { openMailApp, type TestMailApp } from '../../system/mail/test-mail-app.ts'
import { workOff } from '../../system/jobs/worker.ts'
import { queueDueMailings } from './queue-due-mailings.ts'

const mailings = `${base}/report-mailings`
/** A Friday. */
const FRIDAY = '2026-08-14T08:30:00Z'

let mailed: TestMailApp
let farm: TestFarm
let reader: TestPerson
beforeAll(async () => void (mailed = await openMailApp()))
afterAll(() => mailed.close())
beforeEach(async () => {
  mailed.service.clock.set(FRIDAY)
  mailed.smtp.mails.length = 0
  // Those of other farms would be due, too.
  await mailed.service.database.db.deleteFrom('report_mailings').execute()
  farm = await makeFarm(mailed.service)
  reader = await addPerson(mailed.service, farm.organisation, 'viewer')
})

const manager = () => farm.organisation.as('manager')
const body = (more: object = {}) => ({
  name: 'What went out',
  report: { kind: 'deliveries', period: 'lastWeek' },
  every: 'week',
  day: 1,
  hour: 7,
  attachment: 'pdf',
  recipientIds: [reader.userId],
  ...more,
})
const create = async (more: object = {}) => ok(await manager().post(mailings, body(more)))
const work = async () => {
  await queueDueMailings(mailed.service.database, mailed.service.clock.now())
  return workOff(mailed.service.system.background.jobs)
}
/** Moves the clock to the Monday, and does what is due. */
const onMonday = async (at = '2026-08-17T06:00:30Z') => {
  mailed.service.clock.set(at)
  return work()
}
const lastOf = async (id: string, index = 0) =>
  ok(await manager().get(`${mailings}/${id}`)).recipients[index].last

test('a report is mailed once when it is due, of the week before, as PDF and with a link', async () => {
  const heap = await farm.opening(farm.bays[0], 500_000, { at: '2026-08-01' })
  await farm.move(heap, 'mill-7', 20_000, { movementDateISO: '2026-08-12T09:00:00Z' })
  await farm.move(heap, 'mill-8', 30_000, { movementDateISO: '2026-08-05T09:00:00Z' })
  const made = await create()
  expect(made).toMatchObject({
    nextDueAtUTC: '2026-08-17T06:00:00.000Z',
    isSentOut: true,
    recipients: [{ last: null }],
  })
  expect(await work()).toBe(0)
  expect(await onMonday()).toBe(1)
  // Of two processes that ask at once, one has it; and nothing is due any more.
  expect(await work()).toBe(0)
  const [mail, ...others] = mailed.smtp.mails
  expect(others).toEqual([])
  expect(mail?.envelope.to).toEqual([reader.email])
  expect(mail?.headers.get('subject')?.[0]).toMatch(/^What went out · /)
  expect(mail?.text).toContain('10 Aug 2026 to 16 Aug 2026')
  expect(mail?.text).toContain('/reports?kind=deliveries&period=lastWeek')
  const [attached] = mail?.attachments ?? []
  expect(attached).toMatchObject({
    name: 'Deliveries-by-contract-and-order-2026-08-10-2026-08-16.pdf',
    contentType: 'application/pdf',
  })
  const text = (await textOfPdf(attached?.content ?? Buffer.from(''))).join(' ')
  expect(text).toContain('Name of mill-7')
  expect(text).not.toContain('Name of mill-8')
  const after = ok(await manager().get(`${mailings}/${made.id}`))
  expect(after).toMatchObject({
    nextDueAtUTC: '2026-08-24T06:00:00.000Z',
    recipients: [
      {
        id: reader.userId,
        isActive: true,
        last: { status: 'sent', dueAtUTC: '2026-08-17T06:00:00.000Z', problem: '' },
      },
    ],
  })
})

test('two processes that look at once queue each mail once', async () => {
  await create()
  const { database, clock, system } = mailed.service
  clock.set('2026-08-17T06:00:30Z')
  await Promise.all([1, 2, 3].map(() => queueDueMailings(database, clock.now())))
  await workOff(system.background.jobs)
  expect(mailed.smtp.mails).toHaveLength(1)
})

test('of the weeks that a service stood still, the last one is mailed', async () => {
  await create()
  await onMonday('2026-09-09T12:00:00Z')
  expect(mailed.smtp.mails).toHaveLength(1)
  expect(mailed.smtp.mails[0]?.text).toContain('31 Aug 2026 to 6 Sept 2026')
})

test('a reader gets it in their language, as a workbook', async () => {
  const heap = await farm.opening(farm.bays[0], 500_000, { at: '2026-08-01' })
  await farm.move(heap, 'mill-7', 20_000, { movementDateISO: '2026-08-12T09:00:00Z' })
  const entries = [{ name: 'language', value: 'de' }]
  ok(await reader.client.put('/api/identity/me/preferences', { entries }))
  await create({ attachment: 'xlsx' })
  await onMonday()
  const [mail] = mailed.smtp.mails
  expect(mail?.text).toContain('Lieferungen nach Kontrakt und Auftrag, 10.08.2026 bis 16.08.2026')
  const [attached] = mail?.attachments ?? []
  expect(attached?.name).toBe('Lieferungen-nach-Kontrakt-und-Auftrag-2026-08-10-2026-08-16.xlsx')
  const { Sheets, SheetNames } = readWorkbook(attached?.content)
  const [row] = utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0] ?? ''] ?? {})
  expect(Object.values(row ?? {})).toContain('Weizen')
})

test.each([
  ['left', (id: string) => farm.organisation.as('owner').delete(`/api/identity/users/${id}`)],
  [
    'was suspended',
    (id: string) => farm.organisation.as('owner').post(`/api/identity/users/${id}/suspend`, {}),
  ],
])('whoever %s gets nothing, also if it is queued already', async (_of, away) => {
  const other = await addPerson(mailed.service, farm.organisation, 'viewer')
  await create({ recipientIds: [reader.userId, other.userId] })
  const { database, clock, system } = mailed.service
  clock.set('2026-08-17T06:00:30Z')
  await queueDueMailings(database, clock.now())
  ok(await away(reader.userId))
  await workOff(system.background.jobs)
  expect(mailed.smtp.mails.map(({ envelope }) => envelope.to)).toEqual([[other.email]])
  mailed.smtp.mails.length = 0
  await onMonday('2026-08-24T06:00:30Z')
  expect(mailed.smtp.mails.map(({ envelope }) => envelope.to)).toEqual([[other.email]])
})

test('a mail that fails is tried again, and shown', async () => {
  const { id } = await create()
  mailed.smtp.failWith('451 after the data')
  await onMonday()
  expect(await lastOf(id)).toMatchObject({ status: 'queued', problem: expect.stringContaining('451') })
  mailed.service.clock.advance({ minutes: 5 })
  expect(await work()).toBe(1)
  expect(await lastOf(id)).toMatchObject({ status: 'sent', problem: '' })
  expect(mailed.smtp.mails).toHaveLength(1)
})

test('a mail that no server takes is given up, and the next one is sent all the same', async () => {
  const { id } = await create()
  mailed.smtp.failWith('554 after the data')
  await onMonday()
  expect(await lastOf(id)).toMatchObject({ status: 'failed', problem: expect.stringContaining('554') })
  await onMonday('2026-08-24T06:00:30Z')
  expect(await lastOf(id)).toMatchObject({ status: 'sent', problem: '' })
})

test('a mailing is changed and stopped', async () => {
  const { id } = await create()
  const changed = body({ every: 'month', day: 31, name: 'Each month' })
  expect(ok(await manager().put(`${mailings}/${id}`, changed))).toMatchObject({
    name: 'Each month',
    nextDueAtUTC: '2026-08-31T06:00:00.000Z',
  })
  expect(await onMonday()).toBe(0)
  ok(await manager().delete(`${mailings}/${id}`))
  expect(ok(await manager().get(mailings)).docs).toEqual([])
  expect((await manager().get(`${mailings}/${id}`)).status).toBe(404)
})

test('what is stopped while it is on its way is not sent', async () => {
  const { id } = await create()
  const { database, clock, system } = mailed.service
  clock.set('2026-08-17T06:00:30Z')
  await queueDueMailings(database, clock.now())
  ok(await manager().delete(`${mailings}/${id}`))
  await workOff(system.background.jobs)
  expect(mailed.smtp.mails).toEqual([])
})

test.each([
  ['a stranger', { recipientIds: ['0198c0de-0000-7000-8000-00000000ffff'] }, ['recipientIds[0]']],
  ['nobody', { recipientIds: [] }, ['recipientIds']],
  ['days that stand still', { report: { kind: 'losses', period: 'dates' } }, ['report.period']],
  ['a season of a week', { report: { kind: 'season', period: 'lastWeek' } }, ['report.period']],
  ['a week without a day', { day: null }, ['day']],
  ['a week of eight days', { day: 8 }, ['day']],
  ['a day of each day', { every: 'day' }, ['day']],
  ['an hour that is none', { hour: 24 }, ['hour']],
])('refuses %s', async (_of, more, paths) => {
  const { status, body: refused } = await manager().post(mailings, body(more))
  expect([status, refused.code]).toEqual([400, 'invalid_input'])
  expect(refused.validation.map(({ path }: { path: string }) => path)).toEqual(paths)
})

test('somebody of another organisation is no reader, and its stores are not there', async () => {
  const other = await makeFarm(mailed.service)
  const stranger = await addPerson(mailed.service, other.organisation, 'viewer')
  expect((await manager().post(mailings, body({ recipientIds: [stranger.userId] }))).status).toBe(400)
  const report = { kind: 'losses', period: 'lastWeek', storageId: other.storeId }
  expect((await manager().post(mailings, body({ report }))).status).toBe(404)
  const { docs } = ok(await manager().get(`${mailings}/readers?limit=200`))
  expect(docs).toContainEqual({ id: reader.userId, name: expect.stringContaining('Ann') })
  expect(docs.map(({ id }: { id: string }) => id)).not.toContain(stranger.userId)
  const { id } = await create()
  expect((await other.organisation.as('owner').get(`${mailings}/${id}`)).status).toBe(404)
  expect((await farm.organisation.as('operator').post(mailings, body())).status).toBe(403)
})
