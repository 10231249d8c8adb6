import { expect, test } from 'vitest'
import { commodityName } from './catalogue.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { commodityProblem, findCommodityNamed } from './names.ts'

const problemOf = (name: string, countryISO: string) =>
  render(commodityProblem(name, { countryISO, language: 'en' }), ANYBODY)

/**
 * Crops with a quality in their name, as people of each country write them: the crop by its number, and the names. What has a class or a tag is
 * taken; all else is asked with the crop itself first, and never with one that is only spelled alike.
 */
const lists: Record<string, Record<number, string>> = {
  GB: {
    1: 'Organic wheat|Organic winter wheat|Red wheat|White wheat|Hard wheat|Soft milling wheat|Group 1 milling wheat|1 Group wheat|Seed wheat|Wheat for seed|Farm assured wheat|Red Tractor wheat|Purple wheat|Distilling wheat|Ethanol wheat|Whole crop wheat|Biofuel wheat|Heritage wheat|Population wheat|Wheat in conversion',
    2: 'Organic feed barley|2 row barley|Seed barley|Winter barley seed|Distilling barley|Brewing barley|Low nitrogen barley|Crisping barley|Maltster barley|Organic malting barley',
    3: 'Gluten free oats|White oats|Black oats|Naked oats|Porridge oats|Breakfast oats|Conservation grade oats|Jumbo oats|Organic milling oats|Heavy oats',
    6: 'GM free maize|Popping maize|Non-GM maize|Waxy maize|Biogas maize',
    7: 'HEAR|HEAR rape|HEAR OSR|HOLL|HOLL rape|Double low OSR|Double zero rape|High erucic rape|Sustainable rapeseed|Organic OSR|Clearfield rape',
    8: 'Brown linseed|Golden linseed|Yellow linseed|Organic linseed',
    9: 'Low vicine beans|Tic beans|Feed beans|Micronising beans|Organic spring beans',
    10: 'Large blue peas|Marrowfat peas|Maple peas|Mushy peas|Pigeon peas|Organic yellow peas',
    11: 'Non-GM soya|Non GMO soya|White soya|Organic soya|Edible soya',
    14: 'Table potatoes|Ware potatoes|Seed potatoes|Salad potatoes|Chipping potatoes|Processing potatoes|Crisping potatoes|Baking potatoes|Organic potatoes',
    53: 'Cider apples|Dessert apples|Apples cider|Eating apples|Cooking apples|Bramley apples|Juicing apples|Red apples|Organic apples',
  },
  IE: {
    1: 'Organic wheat|Biscuit wheat|Native wheat|Seed wheat',
    2: 'Malting barley|Distilling barley|Seed barley|Green malt barley|Roasting barley|Organic barley',
    3: 'Gluten free oats|Organic oats|Porridge oats|Flahavan oats|Equine oats',
    11: 'Non-GM soya|Organic soya',
    53: 'Cider apples|Eating apples|Bramley apples',
  },
  FR: {
    1: 'Blé tendre bio|Blé bio|Blé dur semence|Blé sans gluten|Blé rouge|Blé en conversion|Blé éthanol|Blé bleu',
    2: 'Orge brassicole 2 rangs|Orge bio|Orge de semence|Orge non brassicole|Orge blanche',
    3: 'Avoine noire|Avoine blanche|Avoine sans gluten|Avoine bio|Avoine nue',
    6: 'Maïs blanc|Maïs doux|Maïs non OGM|Maïs waxy|Maïs semoulier|Maïs pop',
    7: 'Colza érucique|Colza bio|Colza durable|Colza oléique',
    10: 'Pois jaune|Pois bio|Pois cassé',
    11: 'Soja sans OGM|Soja non OGM|Soja bio|Soja alimentaire',
    12: 'Tournesol oléique|Tournesol bio|Tournesol linoléique',
    14: 'Pommes de terre de consommation|Pommes de terre bio|Pommes de terre primeurs',
    53: 'Pommes à cidre|Pommes de table|Pommes à couteau|Pommes rouges|Pommes bio',
    70: 'Raisin de table|Raisin de cuve',
  },
  DE: {
    1: 'Bio-Weizen|Bioweizen|Saatweizen|Ethanolweizen|E-Weizen|Weichweizen|Hartweizen|Purpurweizen|Stärkeweizen|Ökologischer Weizen|Konventioneller Weizen|Grannenweizen',
    2: 'Braugerste|Bio-Gerste|Destilliergerste|Whiskygerste|Nacktgerste|Öko-Braugerste',
    3: 'Glutenfreier Hafer|Gelbhafer|Weißhafer|Schwarzhafer|Schälhafer|Bio-Hafer|Nackthafer',
    4: 'Öko-Roggen|Brotroggen|Hybridroggen|Bio-Roggen|Waldstaudenroggen',
    6: 'GVO-freier Mais|Mais GVO-frei|Zuckermais|Wachsmais|Puffmais|Bio-Mais|Mais ohne Gentechnik',
    7: 'Erucaraps|HEAR-Raps|Bio-Raps|HOLL-Raps|Hochölsäureraps',
    10: 'Gelbe Erbsen|Grüne Erbsen|Speiseerbsen|Futtererbsen|Bio-Erbsen',
    11: 'Soja ohne Gentechnik|GVO-freies Soja|Bio-Soja|Tofusoja|Speisesoja',
    12: 'Ölsonnenblumen|Bio-Sonnenblumen|Gestreifte Sonnenblumen',
    14: 'Speisekartoffeln|Pflanzkartoffeln|Stärkekartoffeln|Bio-Kartoffeln|Chipskartoffeln|Rote Kartoffeln',
    53: 'Tafeläpfel|Mostäpfel|Bio-Äpfel|Rote Äpfel',
  },
  US: {
    1: '1 hard red winter wheat|No 1 HRW|2 soft red winter wheat|Hard white wheat|Red wheat|Organic wheat|1 durum|Identity preserved wheat',
    2: 'Malt barley|Two row malt barley|6 row barley|Food barley|Organic barley',
    3: 'Gluten free oats|Organic oats|Food grade oats|White oats',
    6: '2 yellow corn|No. 2 yellow corn|#2 yellow corn|US No. 2 yellow corn|Non-GMO corn|GMO corn|Food grade corn|Seed corn|Sweet corn|Blue corn|White corn|Waxy corn|High oil corn|Organic yellow corn',
    11: 'Non GM soybeans|GMO soybeans|Food grade soybeans|Organic soybeans|High oleic soybeans|Identity preserved soybeans|IP soybeans|1 yellow soybeans|Black soybeans',
    12: 'High oleic sunflowers|Confection sunflowers|Organic sunflowers',
    14: 'Table stock potatoes|Russet potatoes|Seed potatoes|Red potatoes|Chip potatoes',
    53: 'Dessert apples|Cider apples|Fresh market apples',
    70: 'Table grapes|Wine grapes|Eating grapes|Juice grapes',
  },
  CA: {
    1: '1 CWRS|No. 1 CWRS|2 CWAD|2 CPSR|1 CW red spring wheat|Organic wheat|Hard white wheat',
    3: 'Gluten free oats|Milling oats|Organic oats',
    7: '1 Canada canola|Non-GM canola|HEAR canola|High erucic canola|IP canola|Organic canola|Nexera canola',
    8: 'Brown flax|Golden flax|Yellow flax|Organic flax',
    10: 'Yellow peas|Green peas|Maple peas|Organic peas',
    11: 'IP soybeans|Non-GMO soybeans|Food type soybeans',
  },
  AU: {
    1: 'APW1|H2 wheat|Noodle wheat|Organic wheat|Biodynamic wheat',
    2: 'Malt barley|BAR1|Feed barley|Hulless barley|Organic barley',
    3: 'Milling oats|Gluten free oats|Hay oats',
    7: 'Non-GM canola|GM canola|High oleic canola|Organic canola',
    70: 'Table grapes|Wine grapes|Drying grapes',
  },
  NZ: {
    1: 'Milling wheat|Feed wheat|Organic wheat|Purple wheat',
    2: 'Seed barley|Malting barley|Organic barley|Distilling barley',
    3: 'Gluten free oats|Milling oats|Black oats',
    53: 'Dessert apples|Eating apples|Export apples',
    70: 'Table grapes|Wine grapes',
  },
}

const names = Object.entries(lists).flatMap(([country, crops]) =>
  Object.entries(crops).flatMap(([crop, texts]) =>
    texts.split('|').map((name) => ({ country, crop: Number(crop), name })),
  ),
)

test('there are more than 300 names, of all countries', () => {
  expect(names.length).toBeGreaterThanOrEqual(300)
})

test('each is taken for its crop, or asked with that first', () => {
  const wrong = names.flatMap(({ country, crop, name }) => {
    const taken = findCommodityNamed(name, country)
    if (taken) return taken.commodity.id === crop ? [] : [`${country} ${name}: ${taken.commodity.name}`]
    const asked = problemOf(name, country)
    return asked.startsWith(`is not a commodity: is it ${commodityName(country, crop)}`)
      ? []
      : [`${country} ${name}: ${asked}`]
  })
  expect(wrong).toEqual([])
})

test.each([
  ['HEAR', 'GB', [13]],
  ['HEAR OSR', 'GB', [13]],
  ['HOLL rape', 'GB', [12]],
  ['Double low OSR', 'GB', [11]],
  ['Organic feed barley', 'GB', [1]],
  ['Organic non-GM soya', 'GB', [1, 26]],
  ['Low vicine beans', 'GB', [29]],
  ['Bio-Weizen', 'DE', [1]],
  ['Mais GVO-frei', 'DE', [26]],
  ['Erucaraps', 'DE', [13]],
  ['Blé en conversion', 'FR', [2]],
  ['Colza érucique', 'FR', [13]],
  ['GMO corn', 'US', [14]],
  ['Wheat', 'GB', undefined],
])('%s (%s) has the tags %j', (name, country, tags) => {
  expect(findCommodityNamed(name, country)?.tagIds).toEqual(tags)
})

test.each([
  ['Apples cider', 'GB', 5303, undefined],
  ['Mostäpfel', 'DE', 5303, undefined],
  ['Pommes à couteau', 'FR', 5301, undefined],
  ['Raisin de cuve', 'FR', 7002, undefined],
  ['2 yellow corn', 'US', 603, 'U.S. No. 2'],
  ['1 CWRS', 'CA', undefined, 'No. 1'],
  ['Group 1 milling wheat', 'GB', undefined, 'Group 1'],
])('%s (%s) has its class', (name, country, type, grade) => {
  const found = findCommodityNamed(name, country)
  if (type !== undefined) expect(found?.type?.id).toBe(type)
  if (grade !== undefined) expect(found?.gradeNames).toContain(grade)
})

test.each([
  ['HEAR wheat', 'GB', 'is not a commodity: is it Wheat?'],
  ['Wheat 2', 'GB', 'is not a commodity: is it Wheat?'],
  ['Concrete', 'GB', 'is not a commodity'],
])('%s (%s) is asked, not taken', (name, country, asked) => {
  expect([findCommodityNamed(name, country), problemOf(name, country)]).toEqual([undefined, asked])
})
