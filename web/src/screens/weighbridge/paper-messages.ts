import { defineMessages } from '../../i18n/messages.ts'

/** Texts of the ticket as it is printed. */
export const ticketPaperMessages = defineMessages({
  en: {
    tareRemembered: 'tare remembered',
    record: 'instrument record {number}',
    ticketNumber: 'Weighbridge ticket {number}',
    unfinished: 'NOT FINISHED: the second weighing is still to come.',
    printed: 'Printed {at} by {by}',
    numberFollows:
      'This is the reference of the device: the ticket’s number is given when the load is in the book and weighed.',
    copy: 'COPY {n} of weighbridge ticket {number}, first printed on {at}',
    signed: 'Signed',
    date: 'Date',
  },
  de: {
    tareRemembered: 'Tara übernommen',
    record: 'Alibispeicher Nr. {number}',
    ticketNumber: 'Wiegeschein {number}',
    unfinished: 'NICHT FERTIG: Die zweite Wiegung steht noch aus.',
    printed: 'Gedruckt {at} von {by}',
    numberFollows:
      'Das ist die Kennung des Geräts: Die Nummer des Wiegescheins wird vergeben, sobald die Fuhre im Buch steht und verwogen ist.',
    copy: 'KOPIE {n}: Wiegeschein {number}, zuerst gedruckt am {at}',
    signed: 'Unterschrift',
    date: 'Datum',
  },
  fr: {
    tareRemembered: 'tare reprise',
    record: 'mémoire alibi n° {number}',
    ticketNumber: 'Bon de pesée {number}',
    unfinished: 'INACHEVÉ : la seconde pesée reste à faire.',
    printed: 'Imprimé le {at} par {by}',
    copy: 'COPIE {n} : bon de pesée {number}, imprimé la première fois le {at}',
    numberFollows:
      'C’est la référence de l’appareil : le numéro du bon est attribué quand le chargement est au registre et pesé.',
    signed: 'Signature',
    date: 'Date',
  },
})
