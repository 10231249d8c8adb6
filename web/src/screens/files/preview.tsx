import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { readBytes } from '../../api/client.ts'
import type { FileInfo } from '../../api/operations.ts'
import { useOnline } from '../../frame/online.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { lazily } from '../../ui/lazily.tsx'
import { Photo } from '../../ui/photo.tsx'
import { kindOf } from './file-table.tsx'
import { messages } from './messages.ts'

const PdfPages = lazily(async () => (await import('./pdf-pages.tsx')).PdfPages, <Reading />)
const WIDTH = 900

function Reading() {
  return <p className="quiet">{useMessages(messages).reading}</p>
}

/** Shows a file: as a picture, or as the pages of a PDF, which also opens in a page of its own. */
export function Preview({ id, info }: { id: string; info: FileInfo }) {
  const m = useMessages(messages)
  const isOnline = useOnline()
  const kind = kindOf(info.contentType)
  if (!isOnline) return <p className="quiet">{m.noPreviewOffline}</p>
  if (kind === 'picture')
    return (
      <div className="file-preview">
        <Photo id={id} label={info.name} width={WIDTH} />
      </div>
    )
  if (kind === 'pdf') return <Pdf id={id} name={info.name} />
  return <p className="quiet">{m.noPreview}</p>
}

function Pdf({ id, name }: { id: string; name: string }) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const { data, error } = useQuery({
    queryKey: ['file', id, undefined],
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: () => readBytes(`/api/system/files/${encodeURIComponent(id)}`),
  })
  const show = useCallback(
    (element: HTMLAnchorElement | null) => {
      if (!element || !data) return undefined
      const address = URL.createObjectURL(data)
      element.href = address
      // A page that was opened from it goes on with the bytes that it has.
      return () => URL.revokeObjectURL(address)
    },
    [data],
  )
  if (error) return <p className="fault">{refusal(error)}</p>
  if (!data) return <Reading />
  return (
    <div className="stack tight file-preview">
      <PdfPages bytes={data} label={name} />
      <a className="button start" ref={show} href="#file" target="_blank" rel="noopener">
        {m.openPdf}
      </a>
    </div>
  )
}
