import { defineMessages } from '../../i18n/messages.ts'

/** Texts for the owner of a load. */
export const messages = defineMessages({
  en: {
    whose: 'Whose the load is',
    storedUnder: 'Stored, contract {reference}',
    stored: 'Stored for the sender',
    bought: 'Bought',
    belongsTo: 'It stays the grain of {owner}.',
    belongsToUs: 'It is our own grain.',
    ask: 'Is what {owner} brings bought, or stored for them? It is remembered for the next load.',
    contractsUnknown: 'Whether there is a contract cannot be seen at this moment.',
    needed: 'Say whether it is bought or stored',
  },
  de: {
    whose: 'Wem die Fuhre gehört',
    storedUnder: 'Eingelagert, Vertrag {reference}',
    stored: 'Nur eingelagert',
    bought: 'Gekauft',
    belongsTo: 'Es bleibt das Getreide von {owner}.',
    belongsToUs: 'Es ist eigenes Getreide.',
    ask: 'Ist gekauft oder nur eingelagert, was {owner} bringt? Das gilt auch für die nächste Fuhre.',
    contractsUnknown: 'Ob es einen Vertrag gibt, ist im Augenblick nicht zu sehen.',
    needed: 'Gekauft oder eingelagert?',
  },
  fr: {
    whose: 'À qui est le chargement',
    storedUnder: 'Stocké, contrat {reference}',
    stored: 'Stocké pour l’apporteur',
    bought: 'Acheté',
    belongsTo: 'Cela reste le grain de {owner}.',
    belongsToUs: 'C’est notre propre grain.',
    ask: 'Ce qu’apporte {owner} est-il acheté ou stocké pour lui ? La réponse vaut aussi pour le prochain chargement.',
    contractsUnknown: 'On ne peut pas voir pour l’instant s’il y a un contrat.',
    needed: 'Acheté ou stocké ?',
  },
})
