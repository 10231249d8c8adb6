import { globSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Files of packages that no running service reads: types, maps of sources, and what a package is tested, built or run in a browser with. */
const UNREAD = [
  '**/*.{map,d.ts,d.mts,d.cts,tsbuildinfo}',
  '**/.{bin,cache,yarn,github}',
  '.package-lock.json',
  '@serialport/bindings-cpp/{src,binding.gyp}',
  'bintrees/test',
  'pdfmake/build/{pdfmake,pdfmake.min}.js',
  'pdfkit/js/pdfkit.standalone.js',
  '@e965/xlsx/dist',
]

/** Takes from a folder of packages what no running service reads, and the Node that lies elsewhere already. */
export function pruneModules(modules: string, nodePackage: string): void {
  for (const file of globSync([...UNREAD, nodePackage], { cwd: modules }))
    rmSync(path.join(modules, file), { recursive: true, force: true })
}
