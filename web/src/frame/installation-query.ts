import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/client.ts'

const LOOK_AGAIN_MS = 2000

/** The installation and its backups, for those who run it. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: () => ask('GET /api/system/installation'),
  // No event tells that a backup is made.
  refetchInterval: ({ state }) => (state.data?.backups.isUnderWay ? LOOK_AGAIN_MS : false),
})
