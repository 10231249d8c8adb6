import type { Movement } from '../../api/operations.ts'

/** A form over one movement. */
export interface ChangeProps {
  movement: Movement
  /** The version that is shown: what somebody else has changed meanwhile is not overwritten. */
  etag: string | undefined
  /** Reads the movement anew once it is saved: what is changed, copied or taken back next starts from what is stored. */
  reread: () => Promise<unknown>
  onClose: () => void
}
