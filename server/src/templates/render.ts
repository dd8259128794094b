import { Context, toValueSync } from 'liquidjs'
import { countSteps } from './budget.ts'
import { channels } from './channel.ts'
import type { CompiledTemplate } from './compile-template.ts'
import { createEmitter } from './emitter.ts'
import { engineOf } from './engine.ts'
import { linkFault } from './link-fault.ts'
import { readProperty } from './read-property.ts'
import { type RenderSettings, setSettings } from './settings.ts'
import { faultOf, type TemplateFault } from './template-fault.ts'

/** What a template may read: plain values, lists and objects, as in JSON. */
export interface TemplateFacts {
  readonly guest?: unknown
  readonly event?: unknown
  readonly started_by?: unknown
  readonly venue?: unknown
  readonly workflow?: unknown
  readonly run?: unknown
  readonly webhooks?: unknown
  readonly tasks?: unknown
  readonly awarded?: unknown
  readonly answers?: unknown
  readonly links?: unknown
}

export type Rendered = { readonly ok: true; readonly text: string } | ({ readonly ok: false } & TemplateFault)

/** The same template, facts and settings always give the same result. The facts are not changed. */
export function render(template: CompiledTemplate, facts: TemplateFacts, settings: RenderSettings): Rendered {
  const { longestText, finish } = channels[template.channel]
  const { liquid } = engineOf(template.channel)
  const context = new Context({ ...facts }, liquid.options, { sync: true }, { liquid })
  context.readProperty = (value, key) => readProperty(context, value, key)
  countSteps(context)
  setSettings(context, settings)
  const emitter = createEmitter(context)
  try {
    toValueSync(liquid.renderer.renderTemplates(template.parts, context, emitter))
  } catch (error) {
    return { ok: false, ...faultOf(error) }
  }
  const text = finish(emitter.buffer)
  if (text.length <= longestText) {
    // Also what comes from data: of a guest, or of an event.
    const link = template.channel === 'html' ? linkFault(text) : undefined
    return link === undefined ? { ok: true, text } : { ok: false, message: link, line: 1, column: 1 }
  }
  const message = `The text has ${text.length} characters; at most ${longestText} are allowed.`
  return { ok: false, message, line: 1, column: 1 }
}
