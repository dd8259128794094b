import type { Channel } from '#templates/channel.ts'
import { type CompiledTemplate, compileTemplate } from '#templates/compile-template.ts'
import { render } from '#templates/render.ts'
import { effectId } from './effect-id.ts'
import { answerUrl, guestLinks } from './guest-links.ts'
import { localisationOf } from './localisation.ts'
import { type StepFacts, StepFailed } from './step.ts'

/** The templates of a node are parsed once for each version of a workflow, not once for each guest. */
const compiled = new WeakMap<object, Map<string, CompiledTemplate>>()

/**
 * Renders one text of a node. Throws StepFailed if the template cannot be rendered for this guest. `of` is what has this text and no other
 * in the field: the node, unless that has several.
 */
export function renderField(
  node: { readonly type?: unknown; readonly id?: string },
  field: string,
  text: string,
  channel: Channel,
  stepFacts: StepFacts,
  of: object = node,
): string {
  const { facts, now, run } = stepFacts
  const rendered = render(
    templateOf(of, field, text, channel),
    {
      guest: withFacts(facts),
      event: facts.event,
      started_by: facts.startedBy,
      venue: facts.venue,
      workflow: facts.workflow,
      webhooks: facts.webhooks,
      tasks: facts.tasks,
      awarded: facts.awarded,
      answers: facts.answers,
      run: { id: run.id },
      ...linksIn(node, text, stepFacts),
    },
    { ...localisationOf(stepFacts), now },
  )
  if (rendered.ok) return rendered.text
  throw cannotRender(field, rendered)
}

/** Messages to guests may have them; they are signed, so only a text that has the word pays for it. */
function linksIn(
  node: { readonly type?: unknown; readonly id?: string },
  text: string,
  { run }: StepFacts,
): object {
  const channel = node.type === 'send_email' ? 'email' : node.type === 'send_sms' ? 'sms' : undefined
  if (channel === undefined || !text.includes('links')) return {}
  const asks = node.id !== undefined && text.includes('links.answer')
  return {
    links: {
      ...guestLinks(run, channel),
      ...(asks ? { answer: answerUrl(run, effectId(run.id, node.id)) } : {}),
    },
  }
}

/** In templates, the facts about visits belong to the guest. */
function withFacts({ guest, visits }: StepFacts['facts']): object {
  return visits === undefined ? guest : { ...guest, facts: visits.all, facts_here: visits.here }
}

function templateOf(of: object, field: string, text: string, channel: Channel): CompiledTemplate {
  let fields = compiled.get(of)
  if (fields === undefined) {
    fields = new Map()
    compiled.set(of, fields)
  }
  let template = fields.get(field)
  if (template === undefined) {
    const result = compileTemplate(text, channel)
    if (!result.ok) throw cannotRender(field, result.faults[0] as (typeof result.faults)[number])
    template = result.template
    fields.set(field, template)
  }
  return template
}

function cannotRender(field: string, fault: { message: string; line: number; column: number }): StepFailed {
  return new StepFailed(
    'template_failed',
    `The ${field} could not be rendered: ${fault.message} (line ${fault.line}, column ${fault.column})`,
    { field, line: fault.line, column: fault.column },
  )
}
