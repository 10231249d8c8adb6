import type { FullRecord } from '../api/operations.ts'

/** What each form that is over one record is given. */
export interface RecordProps {
  record: FullRecord
  etag: string | undefined
  onClose: () => void
}
