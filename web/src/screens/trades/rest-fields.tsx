import { Attach } from '../../frame/attach.tsx'
import { useMay } from '../../api/session.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Field } from '../../ui/parts.tsx'
import type { TradeFieldsProps } from './fields-props.ts'
import { tradeFormMessages } from './form-messages.ts'

const MOST_FILES = 20

/** Whatever else is agreed, and the papers. */
export function Rest({ draft, change, sending: { faultOf } }: TradeFieldsProps) {
  const m = useMessages(tradeFormMessages)
  const mayAttach = useMay('files:write')
  return (
    <>
      <Field label={m.notes} fault={faultOf('notes')}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            value={draft.notes}
            onChange={({ target }) => change({ notes: target.value })}
          />
        )}
      </Field>
      {mayAttach && (
        <Attach
          files={draft.files}
          type="trade-contract"
          most={MOST_FILES}
          onChange={(files) => change({ files })}
        />
      )}
    </>
  )
}
