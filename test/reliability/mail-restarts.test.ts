import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { openTestSmtp, type TestSmtp } from '../../src/system/mail/test-smtp.ts'
import { openReceiver, signaturesBy, type TestReceiver } from '../../src/system/webhooks/test-receiver.ts'
import { openTestDatabase, placeEmptyDatabase, type TestDatabase } from '../database.ts'
import { clientAt } from '../processes.ts'
import { makeWorkplace, serve, type Environment, type RunningProgram } from '../program.ts'
import { quietLog } from '../quiet-log.ts'
import { initialise } from './program.ts'

// The real program, killed while a mail is on its way, and stopped in an orderly way.

const PATIENCE = 240_000
const isOnServer = inject('databaseSource').engine === 'postgresql'
const QUESTIONS = '/api/system/experts/questions'

let workplace: Awaited<ReturnType<typeof makeWorkplace>>
let database: TestDatabase | undefined
let smtp: TestSmtp
let receiver: TestReceiver
let env: Environment
let apiKey: string

beforeAll(async () => {
  workplace = await makeWorkplace()
  await placeEmptyDatabase(workplace.dataDir)
  smtp = await openTestSmtp()
  receiver = await openReceiver()
  if (isOnServer) database = await openTestDatabase()
  env = {
    DATA_DIR: workplace.dataDir,
    ...(database?.url && { DATABASE_URL: database.url }),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Granary <granary@farm.example>',
    EXPERT_EMAIL: 'agronomist@adviser.example',
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
  }
  apiKey = await initialise(workplace.directory, env)
}, PATIENCE)

afterAll(async () => {
  await smtp.close()
  await receiver.close()
  await database?.close()
  await workplace.remove()
})

const start = () => serve({ cwd: workplace.directory, env })
const clientOf = (program: RunningProgram) => clientAt(program.url, { 'x-api-key': apiKey })

async function ask(program: RunningProgram): Promise<string> {
  const { status, body } = await clientOf(program).post(QUESTIONS, { question: 'Is it late?', files: null })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.ids[0]
}

const messageIds = () => smtp.mails.map(({ headers }) => headers.get('message-id')?.[0])

test(
  'kill -9 while a mail is on its way: it goes out once the lease has ended',
  { timeout: PATIENCE },
  async () => {
    const program = await start()
    // The server has the whole mail, and has not said yet that it takes it.
    const release = smtp.hold()
    smtp.failWith('cut after the data')
    const id = await ask(program)
    await vi.waitFor(() => expect(smtp.connections()).toBe(1), { timeout: 20_000 })
    program.kill('SIGKILL')
    await program.ended
    release()
    await endLeases()

    const next = await start()
    await vi.waitFor(() => expect(messageIds()).toEqual([`<${id}@farm.example>`]), { timeout: 20_000 })
    await vi.waitFor(
      async () =>
        expect((await clientOf(next).get(`${QUESTIONS}/${id}`)).body).toMatchObject({
          status: 'sent',
          attempts: 2,
        }),
      { timeout: 20_000 },
    )
    next.kill('SIGTERM')
    expect(await next.ended).toMatchObject({ code: 0, stderr: '' })
  },
)

/** Five minutes pass at once. */
async function endLeases(): Promise<void> {
  const { dataDir } = workplace
  const open = database ?? (await openDatabase({ dataDir, log: quietLog }))
  await open.db
    .updateTable('jobs')
    .set({ due_at: new Date(0) })
    .where('status', '=', 'queued')
    .execute()
  if (!database) await open.close()
}

test('SIGTERM while a mail is on its way waits for it', { timeout: PATIENCE }, async () => {
  smtp.mails.length = 0
  const program = await start()
  const release = smtp.hold()
  const before = smtp.connections()
  const id = await ask(program)
  await vi.waitFor(() => expect(smtp.connections()).toBe(before + 1), { timeout: 20_000 })
  program.kill('SIGTERM')
  setTimeout(release, 500)
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' })
  expect(messageIds()).toEqual([`<${id}@farm.example>`])
})

test('the program delivers to webhooks by itself', { timeout: PATIENCE }, async () => {
  const program = await start()
  const made = await clientOf(program).post('/api/system/webhooks', { url: receiver.url })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  await vi.waitFor(() => expect(receiver.types()).toEqual(['webhook.created']), { timeout: 20_000 })
  const [delivery] = receiver.received
  expect(delivery && signaturesBy(made.body.secret, delivery)).toBe(1)
  program.kill('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' })
})
