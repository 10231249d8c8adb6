import { defineMessages } from '../../i18n/messages.ts'

export const sourcesMessages = defineMessages({
  en: {
    lists: 'Where varieties, classes and limits are from',
    listsHint:
      'Those of your country. What nobody has checked against its source is a default to start from: the figures of a contract go first.',
    read: 'read in its source',
    collected: 'collected',
    unchecked: 'unchecked',
    noDate: 'date not noted',
    asOf: 'as of {date}',
    attribution: 'Whose data this is',
  },
  de: {
    lists: 'Woher Sorten, Klassen und Grenzwerte kommen',
    listsHint:
      'Die Ihres Landes. Was niemand mit der Quelle verglichen hat, ist ein Anfang: Was ein Vertrag sagt, geht vor.',
    read: 'in der Quelle gelesen',
    collected: 'gesammelt',
    unchecked: 'ungeprüft',
    noDate: 'ohne Datum',
    asOf: 'Stand {date}',
    attribution: 'Wessen Daten das sind',
  },
  fr: {
    lists: 'D’où viennent les variétés, les classes et les limites',
    listsHint:
      'Celles de votre pays. Ce que personne n’a comparé à sa source est un point de départ : les chiffres d’un contrat passent avant.',
    read: 'lu dans la source',
    collected: 'recueilli',
    unchecked: 'non vérifié',
    noDate: 'sans date',
    asOf: 'au {date}',
    attribution: 'À qui sont ces données',
  },
})
