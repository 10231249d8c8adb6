import { ask } from '../../api/client.ts'
import { againWhileShort, pagesOf } from '../../ui/pages.ts'

const PAGE = 100
/** Milliseconds until questions are read again: one on its way is soon sent, or could not be. */
const AGAIN_MS = 20_000

/** The questions and grain samples of the organisation, the latest first. */
export function questionsQuery() {
  return {
    ...pagesOf(['questions'], (offset) =>
      ask('GET /api/system/experts/questions', { query: { limit: PAGE, offset } }),
    ),
    refetchInterval: againWhileShort(AGAIN_MS),
  }
}
