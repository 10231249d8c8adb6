import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

// A program of its own, without settings or secrets: a picture in, a PNG out. What breaks a decoder, or keeps it busy for ever, ends here.

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadSvgBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** As large as a logo is printed at 300 dots an inch. */
const LARGEST = { width: 800, height: 320 }
const MOST_PIXELS = 40_000_000

// Paper is white. Dots in, dots out: neither a script nor a reference of an SVG comes along.
const sent = sharp(await buffer(process.stdin), { limitInputPixels: MOST_PIXELS, failOn: 'error' })
// Lines are drawn as large as they may be, dots are not made larger.
const { format } = await sent.metadata()
const png = await sent
  .autoOrient()
  .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: format !== 'svg' })
  .flatten({ background: '#ffffff' })
  .png()
  .toBuffer()
process.stdout.write(png)
