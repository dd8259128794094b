import { type Context, type Emitter, Liquid, type Template } from 'liquidjs'
import { CHARACTERS, spendOn } from './budget.ts'
import { type Channel, channels } from './channel.ts'
import { createEmitter } from './emitter.ts'
import { escapedText, isEscapedText } from './escaped-text.ts'
import { filtersOf } from './filters.ts'
import { RANGE_BOUND, rangeBound } from './range-bound.ts'
import { textOf } from './text-of.ts'

/** No tag reads a file, changes its input, or outputs anything unescaped. */
const tags = new Set('assign break capture case comment continue cycle echo for if unless #'.split(' '))

export interface Engine {
  readonly liquid: Liquid
  readonly filters: ReadonlySet<string>
}

const engines = new Map<Channel, Engine>()

export function engineOf(channel: Channel): Engine {
  let engine = engines.get(channel)
  if (engine === undefined) {
    engine = createEngine(channel)
    engines.set(channel, engine)
  }
  return engine
}

function createEngine(channel: Channel): Engine {
  const { escape: escaped } = channels[channel]
  const liquid = new Liquid({
    // An empty list of files in place of the disk.
    templates: {},
    memoryLimit: CHARACTERS,
    outputEscape: value => (isEscapedText(value) ? value : escaped(textOf(value))),
  })
  for (const name of Object.keys(liquid.tags)) if (!tags.has(name)) delete liquid.tags[name]
  for (const name of Object.keys(liquid.filters)) liquid.unregisterFilter(name)
  const filters = filtersOf(channel)
  for (const [name, filter] of filters) liquid.registerFilter(name, filter)
  liquid.registerFilter(RANGE_BOUND, rangeBound)
  countWork(liquid)
  return { liquid, filters: new Set(filters.keys()) }
}

function countWork({ renderer }: Liquid): void {
  const render = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (templates: Template[], context: Context, emitter?: Emitter) => {
    spendOn(context, templates)
    // The tag `capture` is the only one that renders without an emitter.
    return emitter === undefined ? capture(templates, context) : render(templates, context, emitter)
  }
  function* capture(templates: Template[], context: Context) {
    const captured = createEmitter(context)
    yield render(templates, context, captured)
    return escapedText(captured.buffer)
  }
}
