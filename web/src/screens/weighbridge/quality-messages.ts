import { defineMessages } from '../../i18n/messages.ts'

/** Contract, quality, and what of a load is left. */
export const messages = defineMessages({
  en: {
    quality: 'What was measured',
    measure: 'Add what was measured: {what}',
    takeGrade: 'By what was measured it is {grade}: take that',
    grade: 'Grade',
    sownGrade: 'As sown',
    driedTo: 'Dried to {level} % under the contract',
    before: 'What the book will say',
    drying: 'Drying takes {kg} {scaleUnit}, {left} {scaleUnit} are left',
    later: 'Shown as soon as the service can be reached.',
  },
  de: {
    quality: 'Was gemessen wurde',
    measure: 'Gemessenes eintragen: {what}',
    takeGrade: 'Nach den Messwerten ist es {grade}: übernehmen',
    grade: 'Güte',
    sownGrade: 'Wie gesät',
    driedTo: 'Nach Vertrag auf {level} % getrocknet',
    before: 'Was im Buch stehen wird',
    drying: 'Die Trocknung zieht {kg} {scaleUnit} ab, {left} {scaleUnit} bleiben',
    later: 'Wird gezeigt, sobald der Dienst erreichbar ist.',
  },
  fr: {
    quality: 'Ce qui a été mesuré',
    measure: 'Ajouter les mesures : {what}',
    takeGrade: 'D’après les mesures, c’est {grade} : reprendre',
    grade: 'Classe',
    sownGrade: 'Comme semé',
    driedTo: 'Séché à {level} % selon le contrat',
    before: 'Ce que dira le livre',
    drying: 'Le séchage prend {kg} {scaleUnit}, il reste {left} {scaleUnit}',
    later: 'Affiché dès que le service est joignable.',
  },
})
