import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'The crops of a harvest year: what was expected, what came, and what may still come; below, the years beside one another.',
    figures: {
      predicted: 'The expected yield of each planting times its area, added up.',
      harvested: 'The net weight of the loads off these fields.',
      projected:
        'What will be harvested if the rest yields as what is cut so far. While nothing is said to be cut, it is what was expected.',
      areaCut: '{ha:Hectares|ac:Acres} that somebody has said are cut; a load says nothing of area.',
      perHectareOf: 'Harvested weight by the {ha:hectare|ac:acre} that is cut.',
    },
  },
  de: {
    about:
      'Die Kulturen eines Erntejahres: was erwartet war, was kam und was noch kommen kann; darunter die Jahre nebeneinander.',
    figures: {
      predicted: 'Der erwartete Ertrag jeder Aussaat mal ihre Fläche, zusammengezählt.',
      harvested: 'Das Nettogewicht der Fuhren von diesen Feldern.',
      projected:
        'Was geerntet wird, wenn der Rest so viel bringt wie das Gedroschene. Solange nichts als gedroschen gilt, ist es das Erwartete.',
      areaCut:
        '{ha:Hektar|ac:Acre}, von denen jemand gesagt hat, dass sie gedroschen sind; eine Fuhre sagt nichts über Fläche.',
      perHectareOf: 'Geerntetes Gewicht je gedroschenem {ha:Hektar|ac:Acre}.',
    },
  },
  fr: {
    about:
      'Les cultures d’une année de récolte : ce qui était attendu, ce qui est venu et ce qui peut encore venir ; dessous, les années côte à côte.',
    figures: {
      predicted: 'Le rendement attendu de chaque semis fois sa surface, additionné.',
      harvested: 'Le poids net des charges de ces champs.',
      projected:
        'Ce qui sera récolté si le reste donne comme ce qui est coupé. Tant que rien n’est dit coupé, c’est ce qui était attendu.',
      areaCut:
        '{ha:Les hectares que quelqu’un a dits coupés|ac:Les acres que quelqu’un a dites coupées} ; une charge ne dit rien de la surface.',
      perHectareOf: 'Le poids récolté {ha:par hectare coupé|ac:par acre coupée}.',
    },
  },
})
