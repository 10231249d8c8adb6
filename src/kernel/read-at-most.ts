/**
 * The text of somebody else's answer, unless it goes on and on.
 *
 * @throws Error where it has more bytes than that
 */
export async function readAtMost(bytes: number, { body }: Pick<Response, 'body'>): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > bytes) throw new Error('its answer is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
