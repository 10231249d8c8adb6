import { defineMessages } from '../../i18n/messages.ts'

/** The parts of the settings by name. */
export const partNames = defineMessages({
  en: {
    me: 'Me',
    people: 'People and roles',
    partners: 'Partners',
    scale: 'Scale',
    keys: 'Keys',
    units: 'Business units',
    organisation: 'Organisation',
    webhooks: 'Webhooks',
    reasons: 'Reasons',
    sources: 'Data',
    platform: 'Installation',
  },
  de: {
    me: 'Ich',
    people: 'Personen und Rollen',
    partners: 'Partner',
    scale: 'Waage',
    keys: 'Schlüssel',
    units: 'Betriebsteile',
    organisation: 'Betrieb',
    webhooks: 'Webhooks',
    reasons: 'Gründe',
    sources: 'Daten',
    platform: 'Installation',
  },
  fr: {
    me: 'Moi',
    people: 'Personnes et rôles',
    partners: 'Partenaires',
    scale: 'Bascule',
    keys: 'Clés',
    units: 'Unités',
    organisation: 'Organisation',
    webhooks: 'Webhooks',
    reasons: 'Motifs',
    sources: 'Données',
    platform: 'Installation',
  },
})
