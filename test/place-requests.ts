import type { RequestFixture } from './request-fixture.ts'

/** Requests about places, which nobody needs a credential for. */
export function placeRequests(): Record<string, RequestFixture> {
  const ask = (query: Record<string, string>): RequestFixture => ({ by: 'nobody', make: () => ({ query }) })
  return {
    'GET /api/system/locations/three-words': ask({ query: 'formulism-unitive-alpaca' }),
    'GET /api/system/locations/address': ask({ id: 'place:GB:51.81684,-0.35706:Harpenden' }),
    'GET /api/system/locations/search': ask({ query: 'Harpenden' }),
    'GET /api/system/locations/coordinates': ask({ lat: '51.8094', lon: '-0.3564' }),
  }
}
