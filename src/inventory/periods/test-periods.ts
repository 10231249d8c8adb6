import { ok } from '../../../test/scene.ts'
import { base, type TestFarm } from '../../../test/farm.ts'

export const PERIODS = `${base}/periods`

/** What is done about the periods of one farm. */
export function booksOf({ organisation }: TestFarm) {
  const owner = () => organisation.as('owner')
  return {
    close: async (upTo: string, more: object = {}) => owner().post(PERIODS, { upTo, ...more }),
    closed: async (upTo: string): Promise<string> => ok(await owner().post(PERIODS, { upTo })).ids[0],
    reopen: async (id: string, reason = 'A ticket was wrong.') =>
      owner().post(`${PERIODS}/${id}/reopen`, { reason }),
    books: async () => ok(await organisation.as('viewer').get(PERIODS)),
    period: async (id: string) => ok(await organisation.as('viewer').get(`${PERIODS}/${id}`)),
    check: async (id: string) => ok(await organisation.as('viewer').get(`${PERIODS}/${id}/check`)),
    preview: async (upTo: string) => organisation.as('viewer').get(`${PERIODS}/preview?upTo=${upTo}`),
  }
}
