import { queryOptions } from '@tanstack/react-query'
import { askWithEtag } from '../../api/client.ts'

/** The caller's organisation with all its settings, and its ETag. */
export const organisationSettingsQuery = queryOptions({
  queryKey: ['organisation'],
  queryFn: () => askWithEtag('GET /api/identity/organisation'),
})
