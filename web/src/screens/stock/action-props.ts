import type { FullRecord } from '../../api/operations.ts'

/** What each form that does something with a record is given. */
export interface ActionProps {
  record: FullRecord
  etag: string | undefined
  onClose: () => void
}
