/** Statements of earlier rows of a file on the same things. */
export class RowRegistry {
  readonly #said = new Map<string, { number: number; said: string }>()

  /**
   * Notes what a row says of something; empty where it says nothing that another row could contradict.
   *
   * @returns the first row of the file that was about it, and whether it says otherwise; undefined where there is none. A row that comes
   *   again, after a collision with somebody else's change, is the first itself.
   */
  note(id: string, number: number, said: string): { number: number; isOther: boolean } | undefined {
    const before = this.#said.get(id)
    if (!before || before.number >= number) {
      this.#said.set(id, { number, said })
      return undefined
    }
    return { number: before.number, isOther: before.said !== '' && said !== '' && before.said !== said }
  }
}
