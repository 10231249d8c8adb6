import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'

/** Where an indicator is: behind a converter in the network, or at a serial port, which is a file. */
export type Source = { host: string; port: number } | { device: string }

const AGAIN_AFTER_MS = 2000

interface Hearing {
  pass: (bytes: Buffer) => void
  /** Told when it is heard, and when it is not any more and why; nothing is told twice. */
  tell: (state: string) => void
}

/** Listens to an indicator until it is stopped, also after it was switched off or pulled out. Answers how to stop. */
export function listenTo(source: Source, { pass, tell }: Hearing, againAfterMs = AGAIN_AFTER_MS): () => void {
  let current: Readable | undefined
  let timer: NodeJS.Timeout | undefined
  let told = ''
  const tellOnce = (state: string) => {
    if (state !== told) tell(state)
    told = state
  }
  const open = () => {
    const stream = 'device' in source ? createReadStream(source.device) : connect(source)
    let why = 'it sends nothing any more'
    current = stream
    stream.on('data', (bytes: Buffer) => {
      tellOnce('The indicator is heard.')
      pass(bytes)
    })
    stream.on('error', (error) => (why = error.message))
    stream.on('close', () => {
      tellOnce(`The indicator is not heard: ${why}. It is tried again every two seconds.`)
      timer = setTimeout(open, againAfterMs)
    })
  }
  open()
  return () => {
    current?.removeAllListeners('close').destroy()
    clearTimeout(timer)
  }
}
