import { type Channel, channels } from './channel.ts'
import { compileTemplate } from './compile-template.ts'
import { render } from './render.ts'

/**
 * Makes what templates need, when a worker starts. Made for the first run instead, for all of its texts in one turn of the loop, it
 * held the process, and with it the requests that it answers, for more than 50 ms.
 */
export function prepareTemplates(): void {
  for (const channel of Object.keys(channels) as Channel[]) {
    const compiled = compileTemplate('{{ guest.name | default: "-" }}', channel)
    if (compiled.ok) render(compiled.template, {}, { timeZone: 'UTC', locale: 'en', now: new Date(0) })
  }
}
