import { inLanguage, type Language } from '../../i18n/languages.ts'

/** Words on a list besides its figures: its status, edition and season. Phrases come before the words in them. */
const phrases = {
  en: {
    inUse: 'in use',
    inForce: 'in force',
    inTrials: 'in trials',
    ofItsSeason: 'of its season',
    cropYear: 'crop year',
    byZone: 'receival by zone',
    andLater: 'and later',
    recommended: 'recommended',
    described: 'described',
    preferred: 'preferred',
    grown: 'grown',
    ended: 'ended',
    designated: 'designated',
    classified: 'classified',
    accredited: 'accredited',
    sold: 'sold',
    contract: 'contract',
    harvest: 'harvest',
    sowing: 'sowing',
    to: 'to',
    and: 'and',
  },
  de: {
    inUse: 'gebräuchlich',
    inForce: 'in Kraft',
    inTrials: 'in der Prüfung',
    ofItsSeason: 'ihrer Saison',
    cropYear: 'Erntejahr',
    byZone: 'Annahme nach Gebiet',
    andLater: 'und später',
    recommended: 'empfohlen',
    described: 'beschrieben',
    preferred: 'bevorzugt',
    grown: 'angebaut',
    ended: 'ausgelaufen',
    designated: 'eingestuft',
    classified: 'klassifiziert',
    accredited: 'anerkannt',
    sold: 'im Handel',
    contract: 'Kontrakt',
    harvest: 'Ernte',
    sowing: 'Aussaat',
    to: 'bis',
    and: 'und',
  },
  fr: {
    inUse: 'en usage',
    inForce: 'en vigueur',
    inTrials: 'en essai',
    ofItsSeason: 'de sa campagne',
    cropYear: 'campagne',
    byZone: 'réception par région',
    andLater: 'et suivants',
    recommended: 'recommandé',
    described: 'décrit',
    preferred: 'préféré',
    grown: 'cultivé',
    ended: 'abrogé',
    designated: 'désigné',
    classified: 'classé',
    accredited: 'agréé',
    sold: 'vendu',
    contract: 'contrat',
    harvest: 'récolte',
    sowing: 'semis',
    to: 'à',
    and: 'et',
  },
}

const PHRASES = new RegExp(`\\b(${Object.values(phrases.en).join('|')})\\b`, 'g')

/**
 * The status, edition or season of a list, in a language.
 *
 * @example listWords('harvest 2022 to 2025', 'de') // 'Ernte 2022 bis 2025'
 */
export function listWords(english: string, language: Language): string {
  const names = Object.entries(phrases.en)
  const words: Record<string, string> = inLanguage(phrases, language)
  return english.replaceAll(PHRASES, (phrase) => {
    const [name = ''] = names.find(([, each]) => each === phrase) ?? []
    return words[name] ?? phrase
  })
}
