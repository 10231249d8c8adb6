import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { FileInfo, ListedFile } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { download } from '../../ui/download.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { useSending } from '../../ui/form.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { kindOf } from './file-table.tsx'
import { sizeText } from './filters.ts'
import { messages } from './messages.ts'
import { Preview } from './preview.tsx'
import { fileQuery } from './queries.ts'
import { SeenBy } from './seen-by.tsx'
import { Uses } from './uses.tsx'

interface Props {
  id: string
  /** Further details of the file from the list. */
  listed: ListedFile | undefined
  onClose: () => void
}

/** One file beside the list: what it looks like, who may see it, where it is used, and what can be done with it. */
export function FilePanel({ id, listed, onClose }: Props) {
  const m = useMessages(messages)
  const { data, error, refetch } = useQuery(fileQuery(id))
  const info = data?.result
  return (
    <Dialog title={info?.name ?? m.file} onClose={onClose} isSide>
      {!info && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
      {info && (
        <>
          {info.status === 'active' ? <Preview id={id} info={info} /> : <p className="note">{m.deleted}</p>}
          <Facts info={info} listed={listed} />
          <SeenBy id={id} info={info} etag={data?.etag} listed={listed} reread={refetch} />
          <Uses id={id} />
          <Remove id={id} info={info} />
        </>
      )}
    </Dialog>
  )
}

function Facts({ info, listed }: { info: FileInfo; listed: ListedFile | undefined }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const language = useLanguage()
  const facts: [string, string][] = [
    [m.kind, m[kindOf(info.contentType)]],
    ...(listed ? [[m.size, sizeText(listed.sizeBytes, language)] as [string, string]] : []),
    [m.by, [info.userName, listed?.organisationName].filter(Boolean).join(', ')],
    [m.when, formats.moment(info.createdAtUTC)],
  ]
  return <FactList className="facts" facts={facts} />
}

/** Saving it on this device, and deleting it, which is asked twice: nobody gets it back. */
function Remove({ id, info }: { id: string; info: FileInfo }) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const isOnline = useOnline()
  const { organisation } = useMe()
  const mayDelete = useMay('files:write') && info.organisationId === organisation.id
  const [isAsking, askFirst] = useState(false)
  const sending = useSending()
  if (info.status !== 'active') return null
  const remove = async () => {
    if (await sending.send(() => ask('DELETE /api/system/files/{id}', { path: { id } }))) askFirst(false)
  }
  return (
    <>
      {sending.error !== null && (
        <p className="note bad" role="alert">
          {refusal(sending.error)}
        </p>
      )}
      <div className="bar">
        <button
          type="button"
          className="button"
          disabled={!isOnline}
          onClick={() => void download(`/api/system/files/${encodeURIComponent(id)}`, info.name)}
        >
          {m.save}
        </button>
        {mayDelete && !isAsking && (
          <button type="button" className="button" disabled={!isOnline} onClick={() => askFirst(true)}>
            {m.delete}
          </button>
        )}
      </div>
      {isAsking && (
        <div className="note bad file-asking" role="alert">
          <p>{say(m.reallyDelete, { name: info.name })}</p>
          <div className="bar">
            <button type="button" className="button" onClick={() => askFirst(false)}>
              {m.keep}
            </button>
            <button
              type="button"
              className="button"
              disabled={!isOnline || sending.isBusy}
              onClick={() => void remove()}
            >
              {m.deleteIt}
            </button>
          </div>
        </div>
      )}
    </>
  )
}
