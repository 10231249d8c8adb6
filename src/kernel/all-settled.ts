/**
 * Waits for all of it, also where some fails: nothing of it is under way any more when this throws what the first of them threw.
 *
 * @example const [places, owner] = await allSettled([findOwnPlaces(trx, actor, ids), ownerOf(trx, actor, body)])
 */
export async function allSettled<Works extends readonly unknown[]>(
  works: Works,
): Promise<{ -readonly [Place in keyof Works]: Awaited<Works[Place]> }> {
  await Promise.allSettled(works)
  return Promise.all(works)
}
