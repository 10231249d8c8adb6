import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { makeOrganisation, type TestOrganisation } from './factories.ts'
import { base, makeBays, stock, type TestFarm } from './farm.ts'
import { ok } from './scene.ts'

/** The examples of docs/rules.md §15, word for word, and how each is done. */
export function confirmationExamples(
  scene: () => { service: TestApp; farm: TestFarm },
): Record<string, () => Promise<void>> {
  const hillFarm = () => makeOrganisation(scene().service, { name: 'Hill Farm' })
  const of = ({ organisationId, name }: TestOrganisation) => ({ owner: { id: organisationId, name } })
  const totals = async (who: TestOrganisation) => ok(await who.as('viewer').get(`${base}/position`)).totals
  const pending = async (who: TestOrganisation) =>
    ok(await who.as('viewer').get(`${base}/confirmations`)).docs
  const decide = async (who: TestOrganisation, decision: 'accept' | 'decline') => {
    const ids = (await pending(who)).map(({ id }: { id: string }) => id)
    ok(await who.as('manager').post(`${base}/confirmations/${decision}`, { ids }))
  }
  return {
    "A store takes in 500 kg of wheat for Hill Farm. The store's position has 500 kg of others' at once, Hill Farm's has nothing; when it accepts, its position has 500 kg.":
      async () => {
        const { farm: store } = scene()
        const owner = await hillFarm()
        await store.intake(store.bays[0], 500, of(owner))
        expect([(await totals(store.organisation)).stored, (await totals(owner)).owned]).toEqual([500, 0])
        await decide(owner, 'accept')
        expect((await totals(owner)).owned).toBe(500)
      },

    'Of 500 kg of wheat that Hill Farm has accepted, 200 go to another bay and 50 come in: it has 550, and nothing to confirm. 70 kg of barley are to be confirmed.':
      async () => {
        const { farm: store } = scene()
        const owner = await hillFarm()
        const wheat = await store.intake(store.bays[0], 500, of(owner))
        await decide(owner, 'accept')
        await store.move(wheat, store.bays[1], 200)
        await store.intake(store.bays[0], 50, of(owner))
        expect([(await totals(owner)).owned, await pending(owner)]).toEqual([550, []])
        await store.intake(store.bays[2], 70, { ...of(owner), commodity: { id: 2, type: 201 } })
        expect(await pending(owner)).toMatchObject([{ commodity: { name: 'Barley' }, weight: 70 }])
      },

    "60 entries of 1,000,000 kg of wheat in Hill Farm's name are one line. It is declined: Hill Farm has none of it, nor of 40 kg that come in later, and the store has 60,000,040.":
      async () => {
        const { organisation } = scene().farm
        const owner = await hillFarm()
        const bays = await makeBays(organisation, 60)
        const source = { type: 'existing', ...of(owner) }
        const book = async (bay: number, weight: number) =>
          ok(
            await organisation
              .as('manager')
              .post(`${base}/records`, stock(bays[bay], weight, { owned: false, source })),
          )
        for (const bay of bays.keys()) await book(bay, 1_000_000)
        expect(await pending(owner)).toMatchObject([{ records: 60, weight: 60_000_000 }])
        await decide(owner, 'decline')
        await book(0, 40)
        expect([(await totals(owner)).owned, await pending(owner)]).toEqual([0, []])
        expect((await totals(organisation)).stored).toBe(60_000_040)
      },
  }
}
