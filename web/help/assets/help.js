'use strict'

// Searches the help within the page: the index is fetched at the first letter, and nothing is sent anywhere.

const up = document.currentScript.dataset.up
const form = document.querySelector('.find')
const field = form.querySelector('input')
const list = document.querySelector('#found')
const details = document.querySelector('.navigation')
const MOST = 12
let loading

/** The index, once. */
function load() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = new URL(`${up}assets/search-index.js`, document.baseURI)
    script.addEventListener('load', () => {
      const fields = ['title', 'page', 'text']
      resolve(MiniSearch.loadJSON(globalThis.helpIndex, { fields, storeFields: ['title', 'page', 'about'] }))
    })
    script.addEventListener('error', reject)
    document.head.append(script)
  })
  return loading
}

function element(name, text) {
  return Object.assign(document.createElement(name), { textContent: text })
}

function link({ id, title, page, about }) {
  const made = document.createElement('a')
  made.href = up + id
  made.append(element('strong', title), element('small', page === title ? '' : page), element('span', about))
  return made
}

async function search() {
  const query = field.value.trim()
  list.hidden = query === ''
  if (query === '') return
  const index = await load()
  if (query !== field.value.trim()) return
  const options = { prefix: true, fuzzy: 0.15, boost: { title: 3, page: 1.5 }, combineWith: 'AND' }
  const found = index.search(query, options).slice(0, MOST)
  list.replaceChildren(
    ...(found.length > 0 ? found.map(link) : [element('p', `Nothing is called “${query}”.`)]),
  )
}

field.addEventListener('input', () => void search())
form.addEventListener('submit', (event) => {
  event.preventDefault()
  list.querySelector('a')?.click()
})
form.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  if (event.key === 'Escape') {
    list.hidden = true
    field.focus()
  } else if (event.key === 'ArrowDown' && links.length > 0) {
    event.preventDefault()
    links[Math.min(at + 1, links.length - 1)].focus()
  } else if (event.key === 'ArrowUp' && at >= 0) {
    event.preventDefault()
    ;(at === 0 ? field : links[at - 1]).focus()
  }
})
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) list.hidden = true
})
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target === document.body) {
    event.preventDefault()
    field.focus()
  }
})

// Beside the text where there is room for it, and folded above it on a phone.
const wide = matchMedia('(min-width: 60rem)')
const unfold = () => (details.open = wide.matches)
wide.addEventListener('change', unfold)
unfold()
