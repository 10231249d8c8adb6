import { makeOrganisation } from './factories.ts'
import type { RequestFixture } from './request-fixture.ts'
import { ok, type Scene } from './scene.ts'

const FILES = '/api/system/files'

/** What an upload is sent as. */
function form(): FormData {
  const sent = new FormData()
  sent.append('bucket', 'files')
  sent.append('type', 'weighbridge')
  sent.append('name', 'Ticket 4711')
  sent.append('file', new Blob(['plot;tonnes']), 'ticket.csv')
  return sent
}

async function uploaded({ farm }: Scene) {
  return { params: { id: ok(await farm.as('owner').post(FILES, form())).id } }
}

/** Requests of files. */
export function fileRequests(): Record<string, RequestFixture> {
  return {
    [`POST ${FILES}`]: { by: 'key', isCreate: true, make: () => ({ body: form() }) },
    [`GET ${FILES}`]: { by: 'key', make: () => ({}) },
    'GET /api/inventory/files/{id}/uses': { by: 'key', make: uploaded },
    [`GET ${FILES}/{id}`]: { by: 'key', make: uploaded },
    [`GET ${FILES}/{id}/info`]: { by: 'key', make: uploaded },
    [`PUT ${FILES}/{id}/organisations`]: {
      by: 'key',
      make: async (scene) => {
        const { organisationId } = await makeOrganisation(scene.service, { name: 'Mill' })
        return { ...(await uploaded(scene)), body: { organisations: [organisationId] } }
      },
    },
    [`DELETE ${FILES}/{id}`]: { by: 'key', make: uploaded },
  }
}
