import { describe, expect, test } from 'vitest'
import { openTestApp } from '../app.ts'
import { newId } from '../../src/kernel/ids.ts'
import { openIssuer } from '../issuer.ts'
import { requests } from '../requests.ts'
import { openScene } from '../scene.ts'
import { season, SEASON_BEGINS } from '../season/script.ts'
import { Store } from '../season/store.ts'
import { credentialFor, partsOf, send } from '../sending.ts'
import { Recording, startNumbersHigh } from './recording.ts'

// Every answer and event, as it was when the files beside this one were written: whoever changes how the service works sees what it says
// otherwise. `npx vitest run test/golden --update` writes them anew; read the difference.

describe('the service answers as it did', () => {
  test('every working request', async () => {
    const issuer = await openIssuer()
    const service = await openTestApp({ settings: { trustedIssuers: [issuer.trusted] } })
    await startNumbersHigh(service)
    const recording = new Recording()
    for (const [key, request] of Object.entries(requests)) {
      const [method = '', path = ''] = key.split(' ')
      const scene = await openScene(service, () => issuer.token(newId(), service.clock.now()))
      const { headers, person } = await credentialFor(request, scene, 'owner')
      const parts = await partsOf(request, scene, person)
      recording.begin(key)
      const operation = { method: method as 'GET', path }
      recording.answer(key, await send(service, operation, parts, headers))
      await recording.events(service)
    }
    await service.close()
    await expect(recording.text).toMatchFileSnapshot('requests.txt')
  })

  test('a season', async () => {
    const service = await openTestApp({ now: SEASON_BEGINS })
    await startNumbersHigh(service)
    const recording = new Recording()
    const store = await Store.open({
      ...service,
      client: (credential) => recording.of(service.client(credential)),
    })
    for (const [part, play] of Object.entries(season)) {
      recording.begin(part)
      await play(store)
      await recording.events(service)
    }
    recording.begin('what it leaves')
    const office = store.merchant.as('manager')
    for (const recordId of store.recordIds.values()) {
      await office.get(`/api/inventory/records/${recordId}`)
      await office.get(`/api/inventory/records/${recordId}/trace`)
    }
    for (const id of store.outboundIds) await office.get(`/api/inventory/movements/${id}/trace`)
    await office.get('/api/inventory/movements?limit=200')
    await office.get('/api/inventory/position')
    await service.close()
    await expect(recording.text).toMatchFileSnapshot('season.txt')
  })
})
