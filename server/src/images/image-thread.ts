// A thread's file: re-encodes images, see encode-aside.ts.
import { answerQuestions } from '#base/answer-questions.ts'
import type { ImageReply } from './encode-aside.ts'
import { encodeImage, ImageRefused } from './encode-image.ts'

answerQuestions(
  (file: Uint8Array): Promise<ImageReply> =>
    encodeImage(Buffer.from(file.buffer, file.byteOffset, file.length)).catch((error: Error) => {
      if (error instanceof ImageRefused) return { refused: error.message }
      throw error
    }),
)
