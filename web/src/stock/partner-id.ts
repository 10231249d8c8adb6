/**
 * An id for a partner whom nobody has named before, made of the name, so that two devices make the same. The id of an organisation here stays
 * what it is, so that whoever types one means it.
 */
export function partnerIdOf(name: string): string {
  return (
    name
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[^\p{L}\d]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'partner'
  )
}
