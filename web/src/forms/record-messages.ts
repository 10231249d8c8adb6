import { defineMessages } from '../i18n/messages.ts'

/** Messages of the forms over one record. */
export const recordMessages = defineMessages({
  en: {
    sampleTitle: 'Sample of {name}',
    sampleNothing: 'Enter a measure or take a photo.',
    photo: 'Photo or paper',
    grade: 'Grade',
    unchanged: 'As it is',
    saveSample: 'Add the sample',
    describeTitle: 'About {name}',
    harvestYear: 'Harvest year',
    tags: 'Tags',
    save: 'Save',
  },
  de: {
    sampleTitle: 'Probe von {name}',
    sampleNothing: 'Geben Sie einen Messwert ein oder machen Sie ein Foto.',
    photo: 'Foto oder Papier',
    grade: 'Klasse',
    unchanged: 'Wie sie ist',
    saveSample: 'Probe eintragen',
    describeTitle: '{name} beschreiben',
    harvestYear: 'Erntejahr',
    tags: 'Merkmale',
    save: 'Speichern',
  },
  fr: {
    sampleTitle: 'Échantillon de {name}',
    sampleNothing: 'Entrez une mesure ou prenez une photo.',
    photo: 'Photo ou papier',
    grade: 'Classe',
    unchanged: 'Inchangée',
    saveSample: 'Ajouter l’échantillon',
    describeTitle: 'Décrire {name}',
    harvestYear: 'Année de récolte',
    tags: 'Mentions',
    save: 'Enregistrer',
  },
})
