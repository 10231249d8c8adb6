/** Address at which people reach the service; known once it listens. */
export type PublicUrl = () => string

/** True if the text is a scheme, a host and perhaps a port, and nothing of any one page. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin, href } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && href === `${origin}/`
}

/** True if an address can be fetched. An address with a user or a password in it cannot. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

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
