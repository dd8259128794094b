/** In bytes: what a slow line sends in a few seconds. */
const LARGE = 1_000_000
/** As the server makes it. */
const WIDEST = 1_200

/**
 * A photo of a phone would take longer to send than the server waits, and the server makes it smaller anyway. What
 * the browser cannot read is sent as it is: the server says what is wrong with it.
 */
export async function shrunk(file: File): Promise<Blob> {
  const { type, size } = file
  if (size <= LARGE || (type !== 'image/jpeg' && type !== 'image/png')) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, WIDEST / picture.width)
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
    const drawing = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    drawing.imageSmoothingQuality = 'high'
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const small = await canvas.convertToBlob({ type, quality: 0.92 })
    return small.size < size ? small : file
  } catch {
    return file
  }
}
