import { crc32, deflateSync } from 'node:zlib'

/** A PNG with a gradient, in base64: something to look at in place of a photo. */
export function drawnImage(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number],
): string {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * (1 + width * 3) + 1 + x * 3
      const light = 0.5 + (0.5 * (x + y)) / (width + height)
      rows[at] = red * light
      rows[at + 1] = green * light
      rows[at + 2] = blue * light
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits, RGB.
  head.set([8, 2], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts]).toString('base64')
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
