import { useEffect, useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { linesOf } from './lines-of.ts'
import { messages } from './messages.ts'

/** Long enough that somebody wonders whether anything happens. */
const LONG_SECONDS = 3
const TENTH_OF_MEGABYTE = 100_000

/** Says of a file that takes long how large it is and for how long it has been tried. */
export function TriedSince({ file }: { file: Blob }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const [seconds, count] = useState(0)
  const [lines, setLines] = useState<number>()
  useEffect(() => {
    const timer = setInterval(() => count((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const isLong = seconds >= LONG_SECONDS
  useEffect(() => {
    if (isLong) void linesOf(file).then(setLines)
  }, [isLong, file])
  if (!isLong) return null
  const tenths = Math.max(1, Math.round(file.size / TENTH_OF_MEGABYTE))
  const size = say(m.megabytes, { mb: formats.figure(tenths / 10) })
  const much = lines === undefined ? size : `${say(m.linesOfFile, { n: lines })}, ${size}`
  return <p className="quiet small">{say(m.isTriedSince, { much, seconds: formats.whole(seconds) })}</p>
}
