import type { FullRecord } from '../api/operations.ts'

/** Props of each form over one record. */
export interface RecordProps {
  record: FullRecord
  etag: string | undefined
  onClose: () => void
}
