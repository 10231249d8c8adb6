import { Refused } from '../api/client.ts'
import { Failed, Skeleton } from '../ui/parts.tsx'
import { Gone } from './frame.tsx'

/** True if there is no such thing: its id names none, or is none. */
export const isGone = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 404 || error.status === 400)

interface Props {
  /** Subject of the page, for those who do not see it. */
  title: string
  error: unknown
  again: () => unknown
  /** As many as the page is high. */
  rows?: number
}

/** In the place of one thing while it is not read: that there is none, why it could not be read, or the shape of what is coming. */
export function NotRead({ title, error, again, rows = 4 }: Props) {
  if (isGone(error)) return <Gone />
  return (
    <>
      <h1 className="hidden">{title}</h1>
      {error ? <Failed error={error} again={() => void again()} /> : <Skeleton rows={rows} />}
    </>
  )
}
