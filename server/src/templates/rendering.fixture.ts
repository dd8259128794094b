import type { Channel } from './channel.ts'
import { compileTemplate } from './compile-template.ts'
import { type Rendered, render, type TemplateFacts } from './render.ts'
import type { RenderSettings } from './settings.ts'

export const settings: RenderSettings = {
  timeZone: 'Europe/Amsterdam',
  locale: 'en-GB',
  now: new Date('2026-06-10T12:00:00Z'),
}

export const facts = {
  guest: { name: "Zoë O'Brien", tags: ['vip', 'wine'], points: 1234.5, attributes: { table: 'window' } },
  event: { source: 'till', parameters: { booked_for: '2026-03-14T18:30:00Z', stars: 3, note: 'a<b>\n"c"' } },
  venue: { name: 'Brass & Bell', serial: 'V1' },
  workflow: { variables: { offer: '10%' } },
}

/** The result, whatever it is: a fault in the template counts as a fault in the rendering. */
export function attempt(
  text: string,
  given: TemplateFacts = facts,
  channel: Channel = 'html',
  changed: Partial<RenderSettings> = {},
): Rendered {
  const compiled = compileTemplate(text, channel)
  if (!compiled.ok) return { ok: false, ...(compiled.faults[0] as (typeof compiled.faults)[number]) }
  return render(compiled.template, given, { ...settings, ...changed })
}

/** The rendered text; a fault fails the test. */
export function rendered(...given: Parameters<typeof attempt>): string {
  const answer = attempt(...given)
  if (!answer.ok) throw new Error(`${answer.message} (line ${answer.line}, column ${answer.column})`)
  return answer.text
}
