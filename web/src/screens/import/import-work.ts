import { useSyncExternalStore } from 'react'
import { ask, Away, Refused } from '../../api/client.ts'
import { followed } from '../../api/followed.ts'
import { newId } from '../../api/ids.ts'
import { session } from '../../api/session.ts'
import { forgetStoredImport, storeImport, readStoredImport } from '../../offline/stored-import.ts'
import { blankImport, type ImportDraft } from './draft.ts'
import { askedIn, enterFile, tryFile, type Tried } from './try-file.ts'

/** A file that is being entered. It goes on whatever screen is shown. */
interface Entering {
  name: string
  kind: string
  /** With which it is sent, and by which its import is found. */
  key: string
  /** The import, once the service has answered. */
  importId?: string
  /** The import as it was found while nobody has answered yet. */
  foundId?: string
  /** Nobody answered: it may be entered all the same. */
  isLost: boolean
}

/** The import that is being prepared on this page, of one organisation. It outlives the screen, and a reload. */
interface Work {
  organisationId: string
  /** True once the work stored on this device has been read. */
  isReady: boolean
  draft?: ImportDraft
  file?: Blob
  tried?: Tried
  isTrying: boolean
  /** Something was changed since it was tried. */
  isStale: boolean
  entering?: Entering | undefined
  /** Why it was not entered. */
  refused?: unknown
}

const nothing: Work = { organisationId: '', isReady: false, isTrying: false, isStale: false }
const work = followed<Work>(nothing)
// Whoever signs out leaves nothing to read behind.
session.subscribe(() => {
  if (session.get().status === 'out') work.set(nothing)
})

export const useImportWork = () => useSyncExternalStore(work.subscribe, work.get)

function update(part: Partial<Work>): void {
  work.set({ ...work.get(), ...part })
}

/** Takes up what was kept on this device; what is here already goes on. */
export async function takeUp(organisationId: string): Promise<void> {
  if (work.get().organisationId === organisationId) return
  work.set({ ...nothing, organisationId })
  const kept = await readStoredImport<ImportDraft>().catch(() => undefined)
  const now = work.get()
  // Somebody else has signed in meanwhile, or another file was chosen.
  if (now.organisationId !== organisationId || now.isReady) return
  update({ isReady: true, ...(kept && { draft: kept.draft, file: kept.file }) })
  if (kept) await tryOut()
}

/** Begins with a file, and answers whether its table was found. */
export async function begin(kind: string, file: Blob, name: string, stocktakeId?: string): Promise<boolean> {
  work.set({
    organisationId: work.get().organisationId,
    isReady: true,
    draft: blankImport(kind, name, stocktakeId),
    file,
    isTrying: false,
    isStale: false,
  })
  await tryOut()
  const { tried } = work.get()
  const isFound = tried?.table !== undefined && tried.table.header.length > 0
  if (isFound) await keep(true)
  return isFound
}

/** Something is said of the file. It is tried again at once, unless more is likely to follow, or nothing of it is sent. */
export function change(next: ImportDraft, { isTried = true, isSent = true } = {}): void {
  update({ draft: next, ...(isSent && { isStale: true }) })
  if (isTried) void tryOut()
  void keep(false)
}

/** The import is given up, or done. */
export function giveUp(): void {
  const { organisationId } = work.get()
  work.set({ ...nothing, organisationId, isReady: true })
  void forgetStoredImport()
}

async function keep(withFile: boolean): Promise<void> {
  const { draft, file } = work.get()
  if (draft && file) await storeImport(draft, withFile ? file : undefined).catch(() => undefined)
}

let latest = 0

/** Asks what the service would make of the file as it is mended and read by now; an older answer is not shown over a newer. */
export async function tryOut(): Promise<void> {
  const { draft, file } = work.get()
  if (!draft || !file) return
  const mine = ++latest
  update({ isTrying: true })
  const tried = await tryFile(draft, file)
  if (mine !== latest) return
  update({ tried, isTrying: false, isStale: work.get().draft !== draft, refused: undefined })
}

/** One key for one state of the draft: sent again after a lost connection it is entered once. */
const keys = new WeakMap<ImportDraft, string>()

/** Enters the file. It goes on while other screens are shown; the service goes on also without this page. */
export async function enter(): Promise<void> {
  const { draft, file } = work.get()
  if (!draft || !file) return
  const key = keys.get(draft) ?? newId()
  keys.set(draft, key)
  const { kind, name } = draft
  update({ entering: { name, kind, key, isLost: false }, refused: undefined })
  try {
    const importId = await enterFile(draft, file, key)
    noteEntered(importId)
  } catch (error) {
    const { entering } = work.get()
    if (entering?.importId !== undefined) return
    const mayRun =
      error instanceof Away || (error instanceof Refused && error.fault?.code === 'idempotency_in_flight')
    if (mayRun && entering) update({ entering: { ...entering, isLost: true } })
    else
      update({
        entering: undefined,
        refused: error,
        tried: { ...work.get().tried, ...askedIn(error), error },
      })
  }
}

/** The service has the file: what was prepared here is done. */
function noteEntered(importId: string): void {
  const { organisationId, entering } = work.get()
  void forgetStoredImport()
  work.set({
    ...nothing,
    organisationId,
    isReady: true,
    ...(entering && { entering: { ...entering, importId, isLost: false } }),
  })
}

/** The import was found before anybody answered. */
export function noteFound(foundId: string): void {
  const { entering } = work.get()
  if (entering) update({ entering: { ...entering, foundId } })
}

/** An import is shown: where it is the one that was sent from here, and is over, nothing is left to do for it. */
export function noteShown(id: string, isOver: boolean): void {
  const { entering } = work.get()
  if (entering?.isLost && entering.foundId === id && isOver) noteEntered(id)
  if (work.get().entering?.importId === id) update({ entering: undefined })
}

/** The import that a file became, once the service knows of it. */
export async function findEntered({ key }: Pick<Entering, 'key'>): Promise<string | null> {
  const [found] = await ask('GET /api/inventory/imports', { query: { idempotencyKey: key, limit: 1 } })
  return found?.id ?? null
}
