import { openStream, Refused } from './client.ts'

const AGAIN_AFTER_MS = 3000
/** Pause before asking again where nobody may listen now, so that it is not asked for again and again. */
const REFUSED_AGAIN_AFTER_MS = 60_000

/**
 * Hears of what happens, as types of events that begin so, until it is told to stop. What is missed while there is no connection is not
 * told again: read anew whatever is shown when `onEvent` is called, as it is once at each beginning.
 */
export function listen(types: string, onEvent: () => void): () => void {
  const stop = new AbortController()
  void hear(types, onEvent, stop.signal)
  return () => stop.abort()
}

async function hear(types: string, onEvent: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let pause = AGAIN_AFTER_MS
    try {
      const stream = await openStream(`/api/events?types=${encodeURIComponent(types)}`, signal)
      onEvent()
      await readLines(stream, (line) => {
        if (line.startsWith('data:')) onEvent()
      })
    } catch (error) {
      if (error instanceof Refused) pause = REFUSED_AGAIN_AFTER_MS
      // Without a connection, or with a session that is over, it is tried again: what is shown is read every minute as well.
    }
    await new Promise((resume) => setTimeout(resume, pause))
  }
}

async function readLines(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(onLine)
  }
}
