import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodeImage } from './encode-image.ts'

const drawn = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 30, b: 60, alpha: 0.5 } } })
/** Like a photo: no two pixels are alike. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

/** Says that it has more pixels than are in it, as a bomb does. */
async function swollen(width: number, height: number): Promise<Buffer> {
  const png = await drawn(4, 4).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

describe('an image becomes what mail programs show', () => {
  test.each([
    ['a PNG, as PNG', () => drawn(20, 10).png(), 'image/png'],
    ['a GIF, as PNG', () => drawn(20, 10).gif(), 'image/png'],
    ['a JPEG, as JPEG', () => drawn(20, 10).jpeg(), 'image/jpeg'],
    ['a WebP, as JPEG', () => drawn(20, 10).webp(), 'image/jpeg'],
    ['a WebP that can be seen through, as PNG', () => drawn(20, 10, 4).webp(), 'image/png'],
  ])('%s', async (_what, make, type) => {
    const { bytes, ...found } = await encodeImage(await make().toBuffer())
    expect(found).toEqual({ type, width: 20, height: 10 })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: type.slice(6), width: 20 })
  })

  test('at most twice as wide as an e-mail, and never larger than it was', async () => {
    expect(await encodeImage(await drawn(2_400, 600).jpeg().toBuffer())).toMatchObject({
      width: 1_200,
      height: 300,
    })
    expect(await encodeImage(await drawn(10, 9_000).png().toBuffer())).toMatchObject({ height: 2_400 })
  })

  test('a photo that was saved as PNG is a JPEG', async () => {
    expect(await encodeImage(await noise(800, 600).png().toBuffer())).toMatchObject({ type: 'image/jpeg' })
  })

  test('turned as the camera was held, and without what the camera wrote', async () => {
    const photo = await drawn(20, 10)
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { bytes, width, height } = await encodeImage(photo)
    expect([width, height]).toEqual([10, 20])
    const { exif, icc, xmp, iptc } = await sharp(bytes).metadata()
    expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('a file is refused', () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['that is empty', () => Buffer.alloc(0), /is not a PNG, JPEG, WebP or GIF/],
    ['that is a text', () => Buffer.from('Hello'), /is not a PNG, JPEG, WebP or GIF/],
    ['that is a page', () => Buffer.from('<html><img></html>'), /is not a PNG, JPEG, WebP or GIF/],
    ['that is an SVG', () => Buffer.from(svg), /do not show SVG/],
    ['that is a TIFF', () => drawn(4, 4).tiff().toBuffer(), /is not a PNG, JPEG, WebP or GIF/],
    [
      'that begins like a PNG and is an SVG',
      () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'),
      /damaged or incomplete/,
    ],
    ['with too many pixels', () => swollen(8_000, 8_000), /more than 40 million pixels/],
    ['with impossibly many pixels', () => swollen(2 ** 31 - 1, 2 ** 31 - 1), /damaged|40 million/],
    ['that says more than it has', () => swollen(6_000, 6_000), /damaged or incomplete/],
    [
      'of which half is missing',
      async () => (await noise(100, 100).jpeg().toBuffer()).subarray(0, 2_000),
      /damaged or incomplete/,
    ],
    [
      'of which the end is missing',
      async () => (await noise(100, 100).png().toBuffer()).subarray(0, 20_000),
      /damaged or incomplete/,
    ],
    [
      'that moves',
      () =>
        sharp(Buffer.from([255, 0, 0, 0, 0, 255]), {
          raw: { width: 1, height: 2, channels: 3, pageHeight: 1 },
        })
          .gif({ delay: [100, 100] })
          .toBuffer(),
      /moves/,
    ],
  ])('%s', async (_what, make, sentence) => {
    await expect(encodeImage(await make())).rejects.toThrow(sentence)
  })

  test('and the next one is taken', async () => {
    const png = await drawn(2, 2).png().toBuffer()
    const [broken, sound] = await Promise.allSettled([encodeImage(Buffer.from('x')), encodeImage(png)])
    expect([broken.status, sound.status]).toEqual(['rejected', 'fulfilled'])
  })
})
