import { ok } from '../../../test/scene.ts'
import { base, type TestFarm } from '../../../test/farm.ts'

/** The buyer of these tests, as tickets name it. */
export const MILL = 'mill-7'

/** Makers of statements for one farm. */
export function settle(farm: TestFarm) {
  const ask = async (method: 'post' | 'patch', url: string, body: object) =>
    farm.organisation.as('manager')[method](`${base}/settlements${url}`, body)
  return {
    ask,
    /** A load of so many kilograms that left for the mill; answers its number. */
    sell: (recordId: string, weight: number, at: string, more: object = {}) =>
      farm.move(recordId, MILL, weight, { movementDateISO: at, ...more }),
    enter: async (lines: object[], more: object = {}) =>
      ok(await ask('post', '', { buyer: { id: MILL }, dateISO: '2026-08-14', lines, ...more })),
    refused: async (body: object) => ask('post', '', { buyer: { id: MILL }, dateISO: '2026-08-14', ...body }),
    change: async (id: string, line: number, body: object) => ask('patch', `/${id}/lines/${line}`, body),
    get: async (id: string) => ok(await farm.organisation.as('viewer').get(`${base}/settlements/${id}`)),
  }
}
