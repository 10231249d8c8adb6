import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

/** There is no bay to weigh into: the first store is made here. */
export function FirstStore() {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const queries = useQueryClient()
  const may = useMay('storage:write')
  const [name, setName] = useState('')
  const [bays, setBays] = useState('')
  const made = useMutation({
    mutationFn: () =>
      ask('POST /api/inventory/storage', {
        body: {
          name,
          type: 'store',
          location: null,
          substorage: bays
            .split(',')
            .map((each) => ({ name: each.trim() }))
            .filter((each) => each.name !== ''),
        },
      }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <form
      className="panel nothing first-store"
      onSubmit={(event) => {
        event.preventDefault()
        made.mutate()
      }}
    >
      <h2>{m.noStores}</h2>
      <p className="quiet">{m.noStoresHint}</p>
      <TextField label={m.storeName} value={name} onChange={setName} required />
      <TextField label={m.bayNames} value={bays} onChange={setBays} required />
      {made.error && (
        <div className="note bad" role="alert">
          {refusal(made.error)}
        </div>
      )}
      <button className="button primary big" disabled={!may || made.isPending}>
        {m.makeStore}
      </button>
    </form>
  )
}
