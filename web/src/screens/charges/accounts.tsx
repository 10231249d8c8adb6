import { useState } from 'react'
import { requestOf } from '../../api/client.ts'
import type { Operations } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { download } from '../../ui/download.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { chargesPageMessages } from './page-messages.ts'

type Query = Operations['GET /api/inventory/charges/{id}/accounts']['query']
type Program = NonNullable<Query>['program']

/** Names of the programs, by whoever makes them. */
const programs: Record<Program, string> = {
  xero: 'Xero',
  sage: 'Sage 50',
  quickbooks: 'QuickBooks Online',
  datev: 'DATEV',
}

interface Props {
  id: string
  number: string
  onClose: () => void
}

/** Saves a closed statement as a file that a program for accounts imports. */
export function AccountsDialog({ id, number, onClose }: Props) {
  const m = useMessages(chargesPageMessages)
  const sending = useSending()
  const [program, setProgram] = useState<Program>('xero')
  const [account, setAccount] = useState('')
  const [customerAccount, setCustomer] = useState('')
  const save = () => {
    const given = {
      program,
      ...(account.trim() !== '' && { account: account.trim() }),
      ...(customerAccount.trim() !== '' && { customerAccount: customerAccount.trim() }),
    }
    const { path } = requestOf('GET /api/inventory/charges/{id}/accounts', { path: { id }, query: given })
    return sending.send(() => download(path, `${program}-${number}.csv`), onClose)
  }
  return (
    <Dialog title={m.accounts} onClose={onClose} isSheet>
      <Form sending={sending} action={m.save} onSend={save} onCancel={onClose}>
        <Choice label={m.program} value={program} onChange={(value) => setProgram(value as Program)}>
          {Object.entries(programs).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Choice>
        <TextField label={m.account} value={account} onChange={setAccount} most={30} />
        {(program === 'sage' || program === 'datev') && (
          <TextField
            label={m.customerAccount}
            value={customerAccount}
            onChange={setCustomer}
            hint={m.customerHint}
            most={30}
          />
        )}
      </Form>
    </Dialog>
  )
}
