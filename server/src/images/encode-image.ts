import { createRequire } from 'node:module'
import type { ImageType } from './image-name.ts'

/** Why a file is not taken, as a sentence for the person who chose it. */
export class ImageRefused extends Error {}

export interface EncodedImage {
  readonly type: ImageType
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** An e-mail is 600 pixels wide, and good screens show two for each. */
const WIDEST = 1_200
const HIGHEST = 2_400
/** A few kilobytes can hold a hundred times as many. */
const MOST_PIXELS = 40_000_000
const LONGEST_SECONDS = 10
/** A larger PNG is a photo, which is much smaller as a JPEG, or has more colours than anyone sees. */
const LARGE_PNG = 300_000

/**
 * What mail programs show, made from the pixels of a file: nothing else of it is kept, such as the place where a photo
 * was taken. Requests have it done on a thread, see encode-aside.ts.
 */
export async function encodeImage(file: Buffer): Promise<EncodedImage> {
  refuseOthers(file)
  const sharp = load()
  try {
    const read = sharp(file, { failOn: 'error', limitInputPixels: MOST_PIXELS })
    const { pages = 1, hasAlpha, format } = await read.metadata()
    if (pages > 1) throw new ImageRefused('The image moves. Upload a still one.')
    const made = read
      .autoOrient()
      .resize({ width: WIDEST, height: HIGHEST, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: LONGEST_SECONDS })
    const photo = () =>
      made.clone().jpeg({ quality: 82, mozjpeg: true }).toBuffer({ resolveWithObject: true })
    const drawing = (palette: boolean) =>
      made.clone().png({ compressionLevel: 9, palette }).toBuffer({ resolveWithObject: true })
    if (!hasAlpha && (format === 'jpeg' || format === 'webp')) return answerOf('image/jpeg', await photo())
    const exact = await drawing(false)
    if (exact.info.size <= LARGE_PNG) return answerOf('image/png', exact)
    return hasAlpha ? answerOf('image/png', await drawing(true)) : answerOf('image/jpeg', await photo())
  } catch (error) {
    if (error instanceof ImageRefused) throw error
    throw new ImageRefused(inWords((error as Error).message))
  }
}

function inWords(message: string): string {
  if (/pixel limit/i.test(message)) return 'The image has more than 40 million pixels. Make it smaller.'
  if (/timeout/i.test(message)) return 'The image takes too long to read. Make it smaller.'
  return 'The image is damaged or incomplete. Save it again, and upload that.'
}

const answerOf = (
  type: ImageType,
  { data: bytes, info: { width, height } }: { data: Buffer; info: { width: number; height: number } },
): EncodedImage => ({ type, width, height, bytes })

const signs = [/^\x89PNG\r\n/, /^\xff\xd8\xff/, /^RIFF[\s\S]{4}WEBP/, /^GIF8[79]a/]

/** By what is in the file: its name and type are only what it is called. */
function refuseOthers(file: Buffer): void {
  const start = file.toString('latin1', 0, 1_000)
  if (signs.some(sign => sign.test(start))) return
  throw new ImageRefused(
    /<svg[\s>]/i.test(start)
      ? 'Most mail programs do not show SVG images. Save it as PNG, and upload that.'
      : 'The file is not a PNG, JPEG, WebP or GIF image.',
  )
}

/** An installation without optional packages does not have it, and everything else works. */
function required(): Sharp {
  try {
    return createRequire(import.meta.url)('sharp')
  } catch {
    throw new ImageRefused(
      'Images cannot be read on this server, because its optional packages are not installed. Ask the operator.',
    )
  }
}

type Sharp = typeof import('sharp').default
let loaded: Sharp | undefined

/** With the first image: most processes never see one. Of all that it can read, only these four are turned on. */
function load(): Sharp {
  if (loaded !== undefined) return loaded
  const sharp = required()
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map(format => `VipsForeignLoad${format}Buffer`),
  })
  loaded = sharp
  return sharp
}
