import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { uploadFile } from '../../api/upload.ts'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { download } from '../../ui/download.ts'
import { useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Field } from '../../ui/parts.tsx'
import type { Versioned } from './queries.ts'
import { contractMessages } from './contract-messages.ts'

/** The papers of a contract: saved, added and taken off. */
export function ContractFiles({ contract, etag, mayChange }: Versioned & { mayChange: boolean }) {
  const m = useMessages(contractMessages)
  const refusal = useRefusal()
  const isOnline = useOnline()
  const mayAdd = useMay('files:write') && mayChange
  const sending = useSending()
  const [removed, noteRemoved] = useState('')
  const { files } = contract.details
  const put = async (ids: { id: string }[]) => {
    const body = { details: { files: ids }, inventory: {} }
    await ask('PUT /api/inventory/contracts/{id}', { path: { id: contract.id }, body, ifMatch: etag })
  }
  const add = (file: File | undefined) => {
    if (!file) return
    noteRemoved('')
    void sending.send(async () => {
      const { id } = await uploadFile(file, 'contract')
      await put([...files.map((each) => ({ id: each.id })), { id }])
    })
  }
  const remove = ({ id, name }: { id: string; name: string }) =>
    void sending.send(
      () => put(files.filter((each) => each.id !== id).map((each) => ({ id: each.id }))),
      () => noteRemoved(name),
    )
  return (
    <section className="panel list" aria-label={m.files}>
      <header>
        <h2>{m.files}</h2>
      </header>
      {sending.error !== null && (
        <p className="note bad" role="alert">
          {refusal(sending.error)}
        </p>
      )}
      {removed !== '' && (
        <p className="pad quiet" role="status">
          {say(m.removed, { name: removed })}
        </p>
      )}
      {files.length === 0 && removed === '' && <p className="pad quiet">{m.noFiles}</p>}
      <ul>
        {files.map((file) => (
          <FileLine
            key={file.id}
            file={file}
            isFixed={!mayChange || !isOnline || sending.isBusy}
            onRemove={() => remove(file)}
          />
        ))}
      </ul>
      {mayAdd && <AddFile isBusy={sending.isBusy} onAdd={add} />}
    </section>
  )
}

interface LineProps {
  file: { id: string; name: string }
  /** It cannot be taken off now. */
  isFixed: boolean
  onRemove: () => void
}

function FileLine({ file: { id, name }, isFixed, onRemove }: LineProps) {
  const m = useMessages(contractMessages)
  return (
    <li className="row">
      <Icon name="paper" />
      <button
        type="button"
        className="cell-link file-name"
        aria-label={say(m.openFile, { name })}
        disabled={!useOnline()}
        onClick={() => void download(`/api/system/files/${encodeURIComponent(id)}`, name)}
      >
        {name}
      </button>
      {!isFixed && (
        <button
          type="button"
          className="button bare file-off"
          aria-label={say(m.removeFile, { name })}
          onClick={onRemove}
        >
          <Icon name="close" size={18} />
        </button>
      )}
    </li>
  )
}

function AddFile({ isBusy, onAdd }: { isBusy: boolean; onAdd: (file: File | undefined) => void }) {
  const m = useMessages(contractMessages)
  const isOnline = useOnline()
  return (
    <div className="pad">
      <Field label={isBusy ? m.sending : m.addFile}>
        {(control) => (
          <input
            {...control}
            className="input file"
            type="file"
            disabled={!isOnline || isBusy}
            onChange={({ target }) => {
              onAdd(target.files?.[0])
              target.value = ''
            }}
          />
        )}
      </Field>
    </div>
  )
}
