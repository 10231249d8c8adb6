import { addPerson, type TestPerson } from '../../../test/factories.ts'
import { base, openFarm, type TestFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import type { Client, TestApp } from '../../../test/app.ts'

const sessions = `${base}/stocktakes`

/** A line of a session, as it is answered. */
export interface Line {
  substorageId: number
  state: string
  book: number | null
  counted: number | null
  variance: number | null
  datedAtUTC: string | null
  rolled: { weight: number; countedAtUTC: string; moved: number; atCutOff: number } | null
  late: { id: number; weight: number }[]
  counts: { weight: number; countedBy: string }[]
  adjustmentId: number | null
  varianceNow: number | null
}

/** A farm with 100 t of wheat in its first bay, and its people. */
export async function openCountedFarm() {
  const { service, farm } = await openFarm()
  const by = await makeCounters(service, farm)
  return { service, farm, by, wheat: await farm.opening(farm.bays[0], 100_000) }
}

/** People of a farm who count and approve, and what they ask. */
export async function makeCounters(service: TestApp, farm: TestFarm) {
  const [jim, ann, boss] = [
    await addPerson(service, farm.organisation, 'operator'),
    await addPerson(service, farm.organisation, 'operator'),
    await addPerson(service, farm.organisation, 'manager'),
  ] as const
  return { jim, ann, boss, ...asking(boss) }
}

/** Requests of a session, by one person unless another is named. */
export function asking({ client: boss }: { client: Client }) {
  return {
    open: async (body: object = {}) => ok(await boss.post(sessions, { name: 'Year end', ...body })),
    tryOpen: (body: object = {}) => boss.post(sessions, { name: 'Year end', ...body }),
    count: (who: Pick<TestPerson, 'client'>, id: string, bay: number, body: object | number) =>
      who.client.patch(`${sessions}/${id}/lines/${bay}`, typeof body === 'number' ? { counted: body } : body),
    recount: (id: string, body: object = {}) => boss.post(`${sessions}/${id}/recount`, body),
    approve: (id: string, who: Pick<TestPerson, 'client'> = { client: boss }) =>
      who.client.post(`${sessions}/${id}/approve`, {}),
    cancel: (id: string) => boss.post(`${sessions}/${id}/cancel`, {}),
    get: async (id: string, who: Pick<TestPerson, 'client'> = { client: boss }) =>
      ok(await who.client.get(`${sessions}/${id}`)),
  }
}

/** The line of a bay in an answer. */
export function lineOf(session: { lines: Line[] }, bay: number): Line {
  const line = session.lines.find(({ substorageId }) => substorageId === bay)
  if (!line) throw new Error(`bay ${bay} is not in the session`)
  return line
}
