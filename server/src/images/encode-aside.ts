import { openThread } from '#base/thread.ts'
import { type EncodedImage, ImageRefused } from './encode-image.ts'

export type ImageReply = EncodedImage | { readonly refused: string }

/** It starts with the first image, and does not keep the process from ending. */
const thread = openThread<Buffer, ImageReply>(new URL('./image-thread.ts', import.meta.url), {
  longestMs: 10_000,
  longestQueue: 20,
})

/**
 * `encodeImage`, without holding up the process: loading the library alone takes more than 50 ms. One image at a time, because
 * each can take a hundred megabytes. Throws ImageRefused.
 */
export async function encodeAside(file: Buffer): Promise<EncodedImage> {
  const reply = await thread.ask(file)
  if ('refused' in reply) throw new ImageRefused(reply.refused)
  // What comes from a thread is no Buffer any longer.
  return { ...reply, bytes: Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.length) }
}
