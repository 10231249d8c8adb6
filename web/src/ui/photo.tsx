import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { readBytes } from '../api/client.ts'

/** A picture that is kept by the service, fetched with the credential of whoever looks; of any other paper a link to it. */
export function Photo({ id, label }: { id: string; label: string }) {
  const bytes = useQuery({
    queryKey: ['file', id],
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: () => readBytes(`/api/system/files/${encodeURIComponent(id)}`),
  })
  return bytes.data ? <Shown blob={bytes.data} label={label} /> : null
}

function Shown({ blob, label }: { blob: Blob; label: string }) {
  // An address of bytes is given back when what shows them goes.
  const show = useCallback(
    (element: HTMLImageElement | HTMLAnchorElement | null) => {
      if (!element) return undefined
      const address = URL.createObjectURL(blob)
      if (element instanceof HTMLImageElement) element.src = address
      else element.href = address
      return () => URL.revokeObjectURL(address)
    },
    [blob],
  )
  if (blob.type.startsWith('image/')) return <img className="photo" ref={show} alt={label} />
  return (
    <a className="button" ref={show} href="#ticket" download>
      {label}
    </a>
  )
}
