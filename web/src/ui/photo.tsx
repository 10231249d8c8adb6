import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readBytes } from '../api/client.ts'

/** A picture that is kept by the service, fetched with the credential of whoever looks. */
export function Photo({ id, label }: { id: string; label: string }) {
  const [address, setAddress] = useState<string>()
  const bytes = useQuery({
    queryKey: ['file', id],
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: () => readBytes(`/api/system/files/${encodeURIComponent(id)}`),
  })
  useEffect(() => {
    if (!bytes.data) return undefined
    const made = URL.createObjectURL(bytes.data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes.data])
  if (address === undefined) return null
  return bytes.data?.type.startsWith('image/') ? (
    <img className="photo" src={address} alt={label} />
  ) : (
    <a className="button" href={address} download>
      {label}
    </a>
  )
}
