import { useQuery } from '@tanstack/react-query'
import { useMay, useMe } from '../api/session.ts'
import { positionQuery } from './queries.ts'

const ASKED_AGAIN_MS = 300_000

/** True if the organisation has grain in stores of others; undefined until it is known. */
export function useGrainElsewhere(): boolean | undefined {
  const { organisation } = useMe()
  const position = useQuery({
    ...positionQuery(),
    enabled: useMay('stock:read'),
    staleTime: ASKED_AGAIN_MS,
  })
  return position.data?.lines.some(({ owned, storerId }) => owned && storerId !== organisation.id)
}
