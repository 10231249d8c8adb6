import type { FileImportResult } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import type { ImportDraft } from './draft.ts'
import { rowsMessages } from './rows-messages.ts'
import { warningsOf } from './warnings.tsx'

/** True if none of the rows needs a look: none is wrong or odd, and all that they name exists. */
export function isInOrder(result: FileImportResult, draft: ImportDraft): boolean {
  const { validation, errors, missing } = result
  const isOpen =
    missing.length > 0 ||
    draft.leftOut.length > 0 ||
    draft.mayUpdate ||
    draft.sameNumber !== undefined ||
    draft.isClosedDayLate === true ||
    result.daysAlone > 0 ||
    result.countsThatStand.length > 0
  return validation + errors === 0 && !isOpen && warningsOf(result, draft).length === 0
}

export function InOrder({ rows }: { rows: number }) {
  const m = useMessages(rowsMessages)
  return (
    <div className="note good" role="status">
      <Icon name="check" />
      {say(m.clean, { n: rows })}
    </div>
  )
}
