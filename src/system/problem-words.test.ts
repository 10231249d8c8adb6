import { expect, onTestFinished, test } from 'vitest'
import { makeBare } from '../../test/bare-database.ts'
import { makeOrganisation } from '../../test/factories.ts'
import { makePlatformAdmin, ok } from '../../test/scene.ts'
import { TEST_SECRET_KEY } from '../../test/secrets.ts'
import { migrate } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'
import { Vault } from '../kernel/vault.ts'
import { QUESTIONS } from './experts/test-experts.ts'
import { replaceLostSecrets } from './webhooks/secrets.ts'
import { deliver, happen, makeWebhook, openWebhookScene, WEBHOOKS } from './webhooks/test-webhooks.ts'
import { workOff } from './jobs/worker.ts'
import { storedMessage } from '../words/stored.ts'
import { message } from '../words/catalogue.ts'

// Why background work failed is stored as a message, and each reader has it in their language.

const { service, receiver } = await openWebhookScene()
const { db } = service.database
const languages = ['en', 'de', 'fr'] as const

/** A field of the first document at an address, or of the document itself, as readers of each language have it. */
async function readers(farm: Awaited<ReturnType<typeof makeOrganisation>>, path: string, field: string) {
  const client = farm.as('owner')
  const bodies = await Promise.all(
    languages.map(async (language) => ok(await client.get(path, { 'accept-language': language }))),
  )
  return bodies.map((body) => ({ ...body, ...body.docs?.[0] })[field].replaceAll('\u00a0', ' '))
}

test('a receiver that fails for days pauses the webhook, and readers have why in their language', async () => {
  const farm = await makeOrganisation(service)
  const { path, id } = await makeWebhook(farm, receiver.url)
  await happen(farm)
  receiver.answerWith(...Array.from({ length: 15 }, () => 503))
  for (let attempt = 0; attempt < 15; attempt++) {
    await deliver(service)
    service.clock.advance({ hours: 14 })
  }
  expect(await readers(farm, path, 'pauseReason')).toEqual([
    'Delivery failed 15 times in three days. The receiver answered 503.',
    'Die Zustellung ist in drei Tagen 15-mal gescheitert. Der Empfänger hat mit 503 geantwortet.',
    'L’envoi a échoué 15 fois en trois jours. Le destinataire a répondu 503.',
  ])
  const list = ok(await farm.as('owner').get(WEBHOOKS, { 'accept-language': 'de' }))
  expect(list).toMatchObject([{ pauseReason: expect.stringContaining('gescheitert') }])
  expect(await readers(farm, `${path}/deliveries`, 'lastProblem')).toEqual([
    'The receiver answered 503.',
    'Der Empfänger hat mit 503 geantwortet.',
    'Le destinataire a répondu 503.',
  ])
  // Programs that listen have the sentence as they had it before.
  const paused = db.selectFrom('events').select('data').where('subject', '=', id)
  expect(await paused.where('type', '=', 'webhook.paused').execute()).toEqual([
    { data: { reason: 'Delivery failed 15 times in three days. The receiver answered 503.' } },
  ])
})

test('a webhook whose secret is lost says so in the reader’s language, and resumed it says nothing', async () => {
  const farm = await makeOrganisation(service)
  const { path } = await makeWebhook(farm, receiver.url)
  const vault = new Vault(TEST_SECRET_KEY)
  await inTransaction(db, (trx) => replaceLostSecrets(trx, vault, service.clock.now()))
  const [, german, french] = await readers(farm, path, 'pauseReason')
  expect(german).toMatch(/^Das Geheimnis ging mit dem SECRET_KEY des Dienstes verloren\./)
  expect(french).toMatch(/^Son secret a été perdu avec la SECRET_KEY du service\./)
  ok(await farm.as('admin').post(`${path}/resume`, {}))
  expect(await readers(farm, path, 'pauseReason')).toEqual(['', '', ''])
})

test('an event that is sent once more in vain, its job and its delivery, each say why in the reader’s language', async () => {
  const farm = await makeOrganisation(service)
  const { path } = await makeWebhook(farm, receiver.url)
  await happen(farm)
  await deliver(service)
  const [delivery] = ok(await farm.as('owner').get(`${path}/deliveries`)).docs
  receiver.answerWith(302)
  ok(await farm.as('admin').post(`${path}/deliveries/${delivery.id}/redeliver`))
  await workOff(service.system.background.jobs)
  const admin = await makePlatformAdmin({ service, farm })
  const asked = { 'accept-language': 'fr' }
  const said = 'Le destinataire nous renvoie ailleurs (302) ; indiquez l’URL qu’il veut dire.'
  const plain = (body: { docs: { lastProblem: string }[] }) =>
    body.docs.map(({ lastProblem }) => lastProblem.replaceAll('\u00a0', ' '))
  expect(plain(ok(await admin.client.get('/api/system/jobs', asked)))).toEqual([said])
  expect(plain(ok(await farm.as('owner').get(`${path}/deliveries`, asked)))).toEqual([said])
})

test('a question that could not be sent says why in the reader’s language', async () => {
  const farm = await makeOrganisation(service)
  const { ids } = ok(await farm.as('operator').post(QUESTIONS, { question: 'Is it ripe?', files: [] }))
  const failed = message('mailServerRefused', { answer: 550 })
  await db
    .updateTable('expert_questions')
    .set({ status: 'failed', last_problem: storedMessage(failed) })
    .where('id', '=', ids[0])
    .execute()
  const sentences = [
    'The mail server refused the message for good (550).',
    'Der Mailserver hat die Nachricht endgültig abgelehnt (550).',
    'Le serveur de courriel a refusé le message définitivement (550).',
  ]
  expect(await readers(farm, `${QUESTIONS}/${ids[0]}`, 'lastProblem')).toEqual(sentences)
  expect(await readers(farm, QUESTIONS, 'lastProblem')).toEqual(sentences)
})

test('what was stored as English text before stays as it is, and what had none has none', async () => {
  const bare = await makeBare(service.database.engine)
  onTestFinished(() => bare.remove())
  const old = await bare.open()
  onTestFinished(() => old.close())
  await migrate(old, { upTo: '0119-counts-of-files.sql' })
  const values = `'webhook-redelivery', '{}', now(), now(), 'failed', now()`
  await old.pool.query(`
    insert into jobs (id, key, last_problem, kind, payload, due_at, created_at, status, finished_at)
    values (gen_random_uuid(), 'a', 'Nobody answers at “this” address.', ${values}), (gen_random_uuid(), 'b', '', ${values})`)
  await migrate(old)
  const kept = await old.db.selectFrom('jobs').select(['key', 'last_problem']).orderBy('key').execute()
  expect(kept).toEqual([
    { key: 'a', last_problem: 'Nobody answers at “this” address.' },
    { key: 'b', last_problem: null },
  ])

  const farm = await makeOrganisation(service)
  const { path, id } = await makeWebhook(farm, receiver.url)
  await db
    .updateTable('webhooks')
    .set({ status: 'paused', paused_at: service.clock.now(), pause_reason: JSON.stringify('It fails.') })
    .where('id', '=', id)
    .execute()
  expect(await readers(farm, path, 'pauseReason')).toEqual(['It fails.', 'It fails.', 'It fails.'])
})
