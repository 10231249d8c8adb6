import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { screens } from './src/paths.ts'

const out = path.join(import.meta.dirname, 'dist')

/** Lists what is built for the service worker, says which addresses are screens, and packs every file once. */
function packed(): Plugin {
  return {
    name: 'granary-packed',
    apply: 'build',
    writeBundle() {
      writeFileSync(path.join(out, 'screens.json'), JSON.stringify(screens))
      const files = readdirSync(out, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => path.relative(out, path.join(each.parentPath, each.name)).split(path.sep).join('/'))
      listForServiceWorker(files)
      for (const file of files.filter((each) => /\.(m?js|css|html|svg|webmanifest|json)$/.test(each))) {
        const body = readFileSync(path.join(out, file))
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        writeFileSync(path.join(out, `${file}.br`), brotliCompressSync(body, { params }))
        writeFileSync(path.join(out, `${file}.gz`), gzipSync(body, { level: 9 }))
      }
    },
  }
}

/** Scripts of the font that few need are fetched when they are first shown, and the map when it is first opened. */
const FETCHED_LATER = /maplibre|countries|field-map|-(cyrillic|greek|vietnamese)/

function listForServiceWorker(files: string[]): void {
  const shell = files
    .filter((file) => !['sw.js', 'screens.json'].includes(file) && !FETCHED_LATER.test(file))
    .map((file) => (file === 'index.html' ? './' : file))
    .sort()
  const worker = path.join(out, 'sw.js')
  const page = readFileSync(path.join(out, 'index.html'))
  const version = createHash('sha256').update(shell.join()).update(page).digest('hex').slice(0, 12)
  const text = readFileSync(worker, 'utf8')
    .replace('__FILES__', JSON.stringify(shell))
    .replace('__VERSION__', JSON.stringify(version))
  writeFileSync(worker, text)
}

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that a proxy may serve it below any path.
  base: './',
  plugins: [packed()],
  oxc: { jsx: { runtime: 'automatic' } },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    sourcemap: false,
    // In one file, what many screens share packs a tenth smaller than in the forty that it would be. What only some share would be fetched by
    // all, so what lists are drawn with, which nobody weighs by, is a file of its own, with all that draws on it: what many screens share must not need it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'lists',
              test: /tanstack.(react-)?(virtual|table)|ui.(virtual-rows|data-table|compact-rows|choose-columns|chosen-columns|row-list|filter-sheet|list-messages|narrowed)|save-table|facet-terms|list-screen|use-filters/,
              priority: 1,
            },
            // The weighbridge has none of these: its forms are its own, and it lists nothing by pages.
            {
              name: 'forms',
              test: /ui.(form\.tsx|day-field|pages|fields-of|limits)|stock.filters|ask-once|api.limits/,
              priority: 1,
            },
            { name: 'shared', minShareCount: 12 },
          ],
        },
      },
    },
  },
})
