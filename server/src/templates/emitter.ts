import type { Context, Emitter } from 'liquidjs'
import { textOf } from './text-of.ts'

/** Collects the text, and stops when there is too much of it. */
export function createEmitter(context: Context): Emitter {
  return {
    buffer: '',
    write(value: unknown) {
      const text = textOf(value)
      context.memoryLimit.use(text.length)
      this.buffer += text
    },
  }
}
