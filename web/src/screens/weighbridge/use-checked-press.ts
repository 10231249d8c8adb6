import { useEffect, useEffectEvent, useState } from 'react'
import { useOnline } from '../../frame/online.ts'
import { warningsIn, type Rehearsal } from '../../ui/rehearsal.tsx'

/** Longest that a press waits for the service to say what it would do: a lorry stands on the bridge. */
const PATIENCE_MS = 4000

/**
 * Checks a press on the button that saves by what the book will say of exactly what is saved. If the service has not said it yet, the press
 * waits for it; without a network it does not, and what is typed meanwhile takes the press back.
 *
 * @param go saves, and is told whether it brings a warning that did not stand there when the button was pressed
 */
export function useCheckedPress(
  rehearsal: Pick<Rehearsal, 'answer' | 'expiries' | 'isAsking' | 'hurry'>,
  go: (isUnread: boolean) => void,
): { press: () => void; takeBack: () => void; isJudging: boolean } {
  const [read, setRead] = useState<string>()
  const isOnline = useOnline()
  const isAsking = rehearsal.isAsking && isOnline
  const isJudging = read !== undefined
  const warned = JSON.stringify(warningsIn(rehearsal))
  const release = useEffectEvent(() => {
    setRead(undefined)
    go(warned !== read)
  })
  useEffect(() => {
    if (!isJudging) return
    const timer = setTimeout(release, isAsking ? PATIENCE_MS : 0)
    return () => clearTimeout(timer)
  }, [isJudging, isAsking])
  return {
    press() {
      if (!isAsking) return go(false)
      rehearsal.hurry()
      setRead(warned)
    },
    takeBack: () => setRead(undefined),
    isJudging,
  }
}
