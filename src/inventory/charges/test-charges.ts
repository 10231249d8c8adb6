import type { TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { makeStore, type IntakeOverrides } from '../contracts/test-contracts.ts'

/** A merchant that stores the wheat of a partner, Hill Farm, and bills it. The test's now is 14 August 2026. */
export async function openBilling(service: TestApp) {
  const store = await makeStore(service)
  const manager = () => store.merchant.as('manager')
  const owner = { id: 'hill-farm', name: 'Hill Farm' }
  const tariffBody = (more: object = {}) => ({
    partner: owner,
    fromISO: '2026-06-01',
    currency: 'GBP',
    vatCode: 'T1',
    rates: [
      { kind: 'in', rate: '1.85' },
      { kind: 'out', rate: '2.10' },
      { kind: 'storage', rate: '0.35', per: 'week', freeDays: 10 },
    ],
    ...more,
  })
  const post = (path: string, body: object = {}) => manager().post(`${base}${path}`, body)
  return {
    ...store,
    owner,
    manager,
    post,
    tariffBody,
    tariff: async (more: object = {}) => ok(await post('/tariffs', tariffBody(more))),
    /** Takes in the owner's wheat at noon of a day. */
    takeIn: (weight: number, day: string, more: IntakeOverrides = {}) =>
      store.intake(weight, { owner, at: `${day}T11:00:00Z`, ...more }),
    draft: async (fromMonth: string, toMonth = fromMonth) =>
      ok(await post('/charges', { ownerId: owner.id, fromMonth, toMonth })),
    read: async (id: string) => ok(await store.merchant.as('viewer').get(`${base}/charges/${id}`)),
    close: async (id: string) => ok(await post(`/charges/${id}/close`)),
  }
}

export type Billing = Awaited<ReturnType<typeof openBilling>>

/** The lines of a statement, as `kind quantity amount`. */
export function linesOf({
  lines,
}: {
  lines: { kind: string; quantity: string; amount: string; currency: string }[]
}) {
  return lines.map(({ kind, quantity, amount, currency }) => `${kind} ${quantity} ${amount} ${currency}`)
}
