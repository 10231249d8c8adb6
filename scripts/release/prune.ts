import { globSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Target } from './targets.ts'

/** Files of packages that no running service reads: TypeScript, which Node takes from no package, maps of sources, and what a package is tested, built or run in a browser with. */
const UNREAD = [
  '**/*.{map,ts,mts,cts,tsbuildinfo,html,sh}',
  '**/.*',
  '{*,@*/*}/{test,tests,__tests__,bench,benchmark,benchmarks,example,examples,integration,scripts}',
  '{*,@*/*}/**/*.{test,spec}.{js,mjs,cjs}',
  '@serialport/bindings-cpp/{src,binding.gyp}',
  'pdfmake/build/{pdfmake,pdfmake.min}.js',
  'pdfkit/js/pdfkit.standalone.js',
  '@e965/xlsx/dist',
]

/** Takes from a folder of packages what no running service on such a machine reads, and the rest of the package that brought its Node. */
export function pruneModules(modules: string, { os, cpu, nodePackage }: Target): void {
  for (const file of globSync([...UNREAD, nodePackage], { cwd: modules }))
    rmSync(path.join(modules, file), { recursive: true, force: true })
  // One package brings the library of every machine; of the others npm takes the one that fits.
  const prebuilds = path.join(modules, '@serialport/bindings-cpp/prebuilds')
  for (const file of globSync('*/*.node', { cwd: prebuilds })) {
    const [folder = '', name = ''] = file.split(path.sep)
    const [system, ...processors] = folder.split(/[-+]/)
    if (system !== os || !processors.includes(cpu) || name.includes('musl'))
      rmSync(path.join(prebuilds, file))
  }
}
