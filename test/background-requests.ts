import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { backupName } from '../src/system/backups/retention-rules.ts'
import { message } from '../src/words/catalogue.ts'
import { storedMessage } from '../src/words/stored.ts'
import { newId } from '../src/kernel/ids.ts'
import { byKey, byPlatformAdmin, creates, type Make, type RequestFixture } from './request-fixture.ts'
import { makeFile, ok, type Scene } from './scene.ts'

/** Requests about what is done beside the requests: experts, webhooks, jobs. */
export function backgroundRequests(): Record<string, RequestFixture> {
  return { ...experts(), ...webhooks(), ...jobs(), ...backups() }
}

function experts(): Record<string, RequestFixture> {
  const ask = async (scene: Scene) => ({
    question: `Is it too late to spray at ${scene.marker}?`,
    files: [{ id: await makePicture(scene) }],
  })
  return {
    'POST /api/system/experts/questions': creates(async (scene) => ({ body: await ask(scene) })),
    'POST /api/system/experts/grain-samples': creates(async (scene) => ({
      body: { files: [{ id: await makePicture(scene) }] },
    })),
    'GET /api/system/experts/questions': byKey(),
    'GET /api/system/experts/questions/{id}': byKey(async (scene) => {
      const asked = await scene.farm.as('owner').post('/api/system/experts/questions', await ask(scene))
      return { params: { id: ok(asked).ids[0] } }
    }),
  }
}

async function makePicture(scene: Scene): Promise<string> {
  const id = await makeFile(scene)
  await scene.service.database.db
    .updateTable('files')
    .set({ content_type: 'image/jpeg' })
    .where('id', '=', id)
    .execute()
  return id
}

function webhooks(): Record<string, RequestFixture> {
  const made: Make = async (scene) => ({ params: { id: await makeWebhook(scene) } })
  return {
    'GET /api/system/webhooks': byKey(),
    'POST /api/system/webhooks': creates((scene) => ({ body: webhook(scene) })),
    'GET /api/system/webhooks/{id}': byKey(made),
    'DELETE /api/system/webhooks/{id}': byKey(made),
    'POST /api/system/webhooks/{id}/rotate-secret': byKey(made),
    'POST /api/system/webhooks/{id}/resume': byKey(async (scene) => {
      const id = await makeWebhook(scene)
      await scene.service.database.db
        .updateTable('webhooks')
        .set({
          status: 'paused',
          paused_at: scene.service.clock.now(),
          pause_reason: storedMessage(message('nobodyAnswersThere', {})),
        })
        .where('id', '=', id)
        .execute()
      return { params: { id }, body: { skip: false } }
    }),
    'GET /api/system/webhooks/{id}/deliveries': byKey(made),
    'POST /api/system/webhooks/{id}/deliveries/{deliveryId}/redeliver': byKey(async (scene) => {
      const id = await makeWebhook(scene)
      return { params: { id, deliveryId: await makeDelivery(scene, id) } }
    }),
  }
}

function webhook({ marker }: Scene) {
  return {
    url: `https://${marker}.example/granary`,
    types: ['movement.'],
    description: `For ${marker}`,
  }
}

async function makeWebhook(scene: Scene): Promise<string> {
  return ok(await scene.farm.as('owner').post('/api/system/webhooks', webhook(scene))).id
}

/** An entry in the log of a webhook, as if one of the farm's events had been delivered. */
async function makeDelivery({ service, farm }: Scene, webhookId: string): Promise<string> {
  const { db } = service.database
  const event = await db
    .selectFrom('events')
    .select(['id', 'number', 'type'])
    .where('organisation_id', '=', farm.organisationId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const id = newId()
  const at = service.clock.now()
  await db
    .insertInto('webhook_deliveries')
    .values({
      id,
      organisation_id: farm.organisationId,
      webhook_id: webhookId,
      event_id: event.id,
      event_number: event.number ?? 0,
      event_type: event.type,
      status: 'delivered',
      attempts: 1,
      response_status: 204,
      first_attempt_at: at,
      last_attempt_at: at,
    })
    .execute()
  return id
}

function jobs(): Record<string, RequestFixture> {
  return {
    'GET /api/system/jobs': byPlatformAdmin(),
    'POST /api/system/jobs/{id}/retry': byPlatformAdmin(async ({ service }) => {
      const id = newId()
      const at = service.clock.now()
      await service.database.db
        .insertInto('jobs')
        .values({
          id,
          kind: 'expert-question',
          key: id,
          payload: JSON.stringify({ questionId: id }),
          status: 'failed',
          attempts: 20,
          due_at: at,
          last_problem: storedMessage(message('mailServerIsOutOfReach', {})),
          created_at: at,
          finished_at: at,
        })
        .execute()
      return { params: { id } }
    }),
  }
}

/** Backups are of the installation, and one of each kind may wait at a time: what another test has asked for is done by then. */
function backups(): Record<string, RequestFixture> {
  const made: Make = async (scene) => ({ params: { id: await makeBackup(scene) } })
  return {
    'GET /api/system/installation': byPlatformAdmin(),
    'GET /api/system/installation/backups': byPlatformAdmin(),
    'POST /api/system/installation/backups': byPlatformAdmin(async ({ service }) => {
      await service.database.db.deleteFrom('backup_runs').where('status', '=', 'queued').execute()
      return { body: { kind: 'backup' } }
    }),
    'GET /api/system/installation/backups/{id}': byPlatformAdmin(made),
    'GET /api/system/installation/backups/{id}/file': byPlatformAdmin(made),
  }
}

let minutes = 0

/** A backup that lies in its place, encrypted as far as is known. */
async function makeBackup({ service }: Scene): Promise<string> {
  const id = newId()
  const at = service.clock.now()
  minutes += 1
  const file = backupName(new Date(at.getTime() + minutes * 60_000))
  const folder = path.join(service.directory, 'backups')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, file), 'sealed')
  await service.database.db
    .insertInto('backup_runs')
    .values({
      id,
      kind: 'backup',
      origin: 'schedule',
      status: 'done',
      asked_at: at,
      finished_at: at,
      file,
      size_bytes: 6,
      row_count: 1,
      ledger_hash: 'hash',
      is_encrypted: true,
    })
    .execute()
  return id
}
