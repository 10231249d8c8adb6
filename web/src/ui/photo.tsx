import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { readBytes } from '../api/client.ts'

/**
 * A picture that is kept by the service, fetched with the credential of whoever looks; of any other paper a link to it. With a width a smaller
 * picture, which takes less of a bad network.
 */
export function Photo({ id, label, width }: { id: string; label: string; width?: number }) {
  const size = width === undefined ? '' : `?width=${width}`
  const bytes = useQuery({
    queryKey: ['file', id, width],
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: () => readBytes(`/api/system/files/${encodeURIComponent(id)}${size}`),
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
