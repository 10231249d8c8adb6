import { addPerson, type TestPerson } from './factories.ts'
import { byKey, byNobody, byPerson, byPlatformAdmin, type RequestFixture } from './request-fixture.ts'
import { makeMember, ok, type Scene } from './scene.ts'

/** Requests about the service itself and between its people: cache, logging, conversations, links. */
export function serviceRequests(): Record<string, RequestFixture> {
  return { ...administration(), ...conversations(), ...links() }
}

function administration(): Record<string, RequestFixture> {
  const logging = byPlatformAdmin(() => ({ body: { logging: { level: 'info', filter: '' } } }))
  return {
    'POST /api/system/cache': byPlatformAdmin(() => ({
      body: { keys: ['settings:GB'], prefixes: ['settings:'], flush: true, secrets: true },
    })),
    'PUT /api/system/settings': logging,
    'PUT /api/inventory/settings': logging,
    'GET /api/system/audit': byKey(),
  }
}

let listings = 0

function conversations(): Record<string, RequestFixture> {
  const messageTo = (to: string, marker: string) => {
    listings += 1
    return {
      to,
      message: `Is it dry, ${marker}?`,
      listingId: `listing-${listings}-${marker}`,
      listingType: 'crop',
    }
  }
  /** A conversation about a listing that somebody of the farm has begun with the person: a viewer could not. */
  const begun = async ({ service, farm, marker }: Scene, person: TestPerson) => {
    const other = await addPerson(service, farm, 'operator')
    const body = messageTo(person.userId, marker)
    const { conversationId } = ok(await other.client.post('/api/system/conversations', body))
    return { to: other.userId, listingId: body.listingId, id: conversationId }
  }
  return {
    'GET /api/system/conversations': byPerson(),
    // Anybody may be written to.
    'POST /api/system/conversations': {
      ...byPerson(async (scene) => ({ body: messageTo(await makeMember(scene), scene.marker) })),
      isShared: true,
    },
    'GET /api/system/conversations/{id}': byPerson(async (scene, person) => ({
      params: { id: (await begun(scene, person)).id },
    })),
    'POST /api/system/conversations/{id}': byPerson(async (scene, person) => {
      const { id, to } = await begun(scene, person)
      return { params: { id }, body: { to, message: `It is, ${scene.marker}.` } }
    }),
    'GET /api/system/conversations/unread': byPerson(),
    'GET /api/system/conversations/people': byPerson(),
    'POST /api/system/conversations/{id}/report': byPerson(async (scene, person) => ({
      params: { id: (await begun(scene, person)).id },
      body: { reason: `Asks for a password ${scene.marker}` },
    })),
    'GET /api/system/conversations/reports': byPlatformAdmin(),
    'PUT /api/system/conversations/{id}/read': byPerson(async (scene, person) => ({
      params: { id: (await begun(scene, person)).id },
      body: { messages: 1 },
    })),
    'GET /api/system/conversations/listing/{action}': byPerson(async (scene, person) => ({
      params: { action: (await begun(scene, person)).listingId },
    })),
  }
}

function links(): Record<string, RequestFixture> {
  const body = { template: 'email', source: 'newsletter', campaign: 'harvest', url: '/offers/4711' }
  return {
    'POST /api/system/links': byNobody(() => ({ body })),
    'GET /api/system/links/{code}': byPlatformAdmin(async ({ service }) => ({
      params: { code: ok(await service.client().post('/api/system/links', body)).ids[0] },
    })),
  }
}
