const LINE_FEED = 10

/**
 * Counts the lines of a file of text, a piece at a time so that the page goes on meanwhile; undefined for a workbook or an archive, whose
 * bytes have no lines.
 */
export async function linesOf(file: Blob): Promise<number | undefined> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (head[0] === 0x50 && head[1] === 0x4b) return undefined
  let lines = 0
  let last = LINE_FEED
  const reader = file.stream().getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    for (const byte of piece.value) if (byte === LINE_FEED) lines += 1
    last = piece.value.at(-1) ?? last
  }
  return last === LINE_FEED ? lines : lines + 1
}
