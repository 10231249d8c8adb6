import { addressOf } from './address.ts'
import { grainNamesIn, renameGrain, type GrainNames, type Lists, type ReasonLists } from './grain-names.ts'
import { whoIsHere } from './session.ts'
import { remember } from './remember.ts'

const KEPT = 'granary.names'
let known: { key: string; names: GrainNames } | undefined
let reading: Promise<GrainNames | undefined> | undefined

/** An answer as it is shown in a language: in English as it came, also where the names cannot be had now. */
export async function withGrainNames(language: string, answer: unknown): Promise<unknown> {
  const country = whoIsHere()?.organisation.countryISO
  if (language === 'en' || country === undefined) return answer
  const key = `${language} ${country}`
  if (known?.key !== key) {
    reading ??= readNames(key, language, country).finally(() => (reading = undefined))
    const names = await reading
    if (!names) return answer
  }
  return known?.key === key ? renameGrain(answer, known.names) : answer
}

/** Asked once a day at most, and kept for when there is no network. */
async function readNames(key: string, language: string, country: string): Promise<GrainNames | undefined> {
  try {
    const [lists, reasons] = await Promise.all([
      read<Lists[]>(`/api/system/commodities?countryISO=${country}`, language),
      read<ReasonLists>('/api/inventory/reasons', language),
    ])
    known = { key, names: grainNamesIn(language, lists, reasons) }
    remember(KEPT, JSON.stringify(known))
  } catch {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as typeof known | null
    if (kept?.key === key) known = kept
  }
  return known?.key === key ? known.names : undefined
}

/** Anybody may read these; what is asked by the client would be put into the language, for which these are read. */
async function read<Answer>(path: string, language: string): Promise<Answer> {
  const answer = await fetch(addressOf(path), { headers: { 'Accept-Language': language } })
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.json() as Promise<Answer>
}
