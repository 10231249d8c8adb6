import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'Your fields, as a list or on the map, with what was sown on them and what they brought.',
    figures: {
      area: 'The {ha:hectares|ac:acres} that were entered, or taken from the boundary.',
      yield: 'What was harvested in the year shown, by the {ha:hectare|ac:acre} that has been cut.',
      harvest: 'The newest harvest for which something was sown.',
      boundary: 'The field has been drawn, and the map shows its shape.',
      unplaced: 'Such fields are in the list alone.',
    },
  },
  de: {
    about:
      'Ihre Schläge, als Liste oder auf der Karte, mit dem, was darauf gesät wurde und was sie gebracht haben.',
    figures: {
      area: 'Die {ha:Hektar|ac:Acre}, die eingegeben oder von der Grenze übernommen wurden.',
      yield: 'Was im gezeigten Jahr geerntet wurde, je {ha:Hektar|ac:Acre}, der gedroschen ist.',
      harvest: 'Die jüngste Ernte, für die etwas gesät wurde.',
      boundary: 'Der Schlag ist gezeichnet, und die Karte zeigt seine Form.',
      unplaced: 'Solche Schläge stehen nur in der Liste.',
    },
  },
  fr: {
    about: 'Vos parcelles, en liste ou sur la carte, avec ce qui y a été semé et ce qu’elles ont donné.',
    figures: {
      area: '{ha:Les hectares saisis, ou repris|ac:Les acres saisies, ou reprises} de la limite.',
      yield: 'Ce qui a été récolté l’année affichée, {ha:par hectare coupé|ac:par acre coupée}.',
      harvest: 'La récolte la plus récente pour laquelle on a semé.',
      boundary: 'La parcelle est dessinée, et la carte montre sa forme.',
      unplaced: 'Ces parcelles ne sont que dans la liste.',
    },
  },
})
