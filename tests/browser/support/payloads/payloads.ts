import type { PageAnswer } from '../../../support/dashboard.ts'
import { someOf } from '../../../support/trials.ts'
import { everyTextField, type FilledField, filledFields, type TextField } from './text-fields.ts'

/** Stands in a body where a payload is to be put; `plainPlace` where quotation marks would end what it stands in. */
export const place = '¶'
export const plainPlace = '§'

/** Whatever a page would carry out of these calls `hit` with the number of the field. */
const kinds: readonly ((number: number) => string)[] = [
  number => `"><img src=x onerror=hit(${number})>`,
  number => `<script>hit(${number})</script>`,
  number => `</script><svg onload=hit(${number})>`,
  number => `' onfocus=hit(${number}) autofocus '`,
  number => `{{constructor.constructor('hit(${number})')()}}\${hit(${number})}`,
  number => `</title></textarea><iframe srcdoc="<script>parent.hit(${number})</script>"></iframe>`,
  number => `</style><style> @import '//other.example/${number}'</style>`,
]
const isTemplateSyntax = (text: string) => text.includes('{{')

/** Fields whose text is a template, or may have none in it: Liquid would be a fault there, and is tested with the templates. */
const templates =
  /\(send_email\)\.(translations\.\*\.)?(subject|preview|html|text|from_name|reply_to)$|\(send_sms\)\.(translations\.\*\.)?body$|changes\[\]\.value$|\(call_webhook\)\.(url|headers\[\]\.value|body|body\[\]\.value)$|\(create_task\)\.(title|description)$|\(start_workflow\)\.parameters\[\]\.value$|template-preview text$|blocks\[\].*\.(text|url|alt|link|html|code|terms|yes|no)$|brand\.footer$|pieces\S* content\.(subject|preview)$/

/**
 * Of the texts of a body that take no markup `npm test` tries so many. `npm run prove -- stored-payloads` tries all: a
 * document has a hundred of them, and is sent for each.
 */
const SOME_REFUSALS = 3

/** Beginnings that a spreadsheet takes for a formula. */
const beginnings = ['', '=', '+', '-', '@']
const LONGEST = 180

const fields = everyTextField()
const numbers = new Map([...fields.keys()].map((name, at) => [name, at]))
export const fieldOfNumber = (number: number): string => [...fields.keys()][number] ?? `number ${number}`

/** As many kinds of markup as have room, a different one first for each field; for the shortest a mere element. */
export function payloadOf(field: TextField): string {
  const number = numbers.get(field.name) as number
  const usable = kinds
    .map(kind => kind(number))
    .filter(text => !templates.test(field.name) || !isTemplateSyntax(text))
  const turned = [...usable.slice(number % usable.length), ...usable.slice(0, number % usable.length)]
  const room = Math.min(field.maxLength, LONGEST)
  const joined = turned.reduce(
    (text, kind) => (text.length + kind.length <= room ? text + kind : text),
    beginnings[number % beginnings.length] as string,
  )
  const address = `"><svg/onload=hit(${number})>@example.com`
  if (field.name.endsWith('reply_to')) return address
  const shapes = [
    joined,
    ...turned,
    address,
    `attributes."><img src=x onerror=hit(${number})>`,
    `<x-${number}>`,
  ]
  return shapes.find(shape => shape.length > 1 && field.accepts(shape)) ?? (turned[0] as string)
}

const plainPayloadOf = (field: TextField): string => {
  const number = numbers.get(field.name)
  return `<script>hit(${number})</script><svg/onload=hit(${number})>`
}

/** Without what stands around it, and without what says that it is an attribute: a form has a choice for that. */
const ownPartOf = (field: FilledField): string =>
  (
    [payloadOf(field), plainPayloadOf(field)].find(payload => field.text.includes(payload)) ?? field.text
  ).replace(/^attributes\./, '')

const isPayload = (text: string) => /hit\(\d+\)|<x-\d+>|other\.example/.test(text)

/** A body with its own payload in every place, and where these are. */
function withPayloads(route: string, body: unknown): unknown {
  // By way of JSON, so that what is used in several places becomes several.
  const filled: unknown = JSON.parse(JSON.stringify(body))
  // Keys last, and the deepest first: a way leads through the keys that were there before.
  const found = filledFields(route, filled).toSorted((one, other) => other.way.length - one.way.length)
  for (const field of found) {
    const text = field.text
      .replace(place, () => payloadOf(field))
      .replace(plainPlace, () => plainPayloadOf(field))
    put(filled, field.way, field.text, text)
  }
  return filled
}

/** At the end of the way stands the text itself, or an object in which it is a key. */
function put(body: unknown, way: readonly (string | number)[], before: string, after: string): void {
  let holder = body as Record<string | number, unknown>
  for (const step of way.slice(0, -1)) holder = holder[step] as typeof holder
  const last = way.at(-1) as string | number
  if (typeof holder[last] === 'string') {
    holder[last] = after
    return
  }
  const object = holder[last] as Record<string, unknown>
  if (before === after) return
  object[after] = object[before]
  delete object[before]
}

export interface Store {
  /** What was stored, by field. */
  readonly stored: ReadonlyMap<string, string>
  /** Fields that take no markup: the server said so, or `npm run prove` asks it. */
  readonly refused: ReadonlySet<string>
  /** Stores a body. The texts in it without a payload are tried with one before, and have to be refused. */
  store(route: string, ids: Ids, body: unknown, options?: { probe?: boolean }): Promise<PageAnswer>
  /** Sends a body that has to be refused for what is in its places. */
  refuse(route: string, ids: Ids, body: unknown): Promise<void>
  /** What the server has of a field by now. */
  textOf(field: string): string
  /** Fields that nothing was put into. */
  missing(): string[]
}

type Ids = Readonly<Record<string, string>>
type Send = (method: string, path: string, json: unknown) => Promise<PageAnswer>

export function createStore(send: Send): Store {
  const stored = new Map<string, string>()
  const refused = new Set<string>()
  const ask = (route: string, ids: Ids, body: unknown) => {
    const [method, url] = route.split(' ') as [string, string]
    const path = url.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(ids[name] as string))
    return send(method, path, body)
  }

  async function probe(route: string, ids: Ids, body: unknown): Promise<void> {
    const filled = filledFields(route, body)
    const strange = new Set(filled.filter(({ text }) => isPayload(text)).map(({ name }) => name))
    const plain = new Map<string, FilledField>()
    for (const field of filled) {
      if (strange.has(field.name) || refused.has(field.name) || plain.has(field.name)) continue
      plain.set(field.name, field)
    }
    for (const field of someOf([...plain.values()], SOME_REFUSALS)) {
      const tried = structuredClone(body)
      put(tried, field.way, field.text, payloadOf(field))
      const answer = await ask(route, ids, tried)
      if (!isRefusal(answer)) throw new Error(`${field.name} takes markup: put ${place} there`)
    }
    for (const name of plain.keys()) refused.add(name)
  }

  return {
    stored,
    refused,
    async store(route, ids, body, options = {}) {
      const filled = withPayloads(route, body)
      if (options.probe !== false) await probe(route, ids, filled)
      const answer = await ask(route, ids, filled)
      if (answer.status >= 300)
        throw new Error(`${route} was refused: ${answer.status} ${answer.text.slice(0, 500)}`)
      for (const field of filledFields(route, filled)) {
        // A separate one rather than one of another field's.
        if (isPayload(field.text) && !stored.has(field.name)) stored.set(field.name, ownPartOf(field))
      }
      return answer
    },
    async refuse(route, ids, body) {
      const filled = withPayloads(route, body)
      const answer = await ask(route, ids, filled)
      if (!isRefusal(answer)) throw new Error(`${route} took ${JSON.stringify(filled)}`)
      for (const { name, text } of filledFields(route, filled)) if (isPayload(text)) refused.add(name)
    },
    textOf(field) {
      const text = stored.get(field)
      if (text === undefined) throw new Error(`nothing is stored in ${field} yet`)
      return text
    },
    missing: () => [...fields.keys()].filter(name => !stored.has(name) && !refused.has(name)),
  }
}

/** Documents are judged by an answer that names their faults. */
function isRefusal({ status, body }: PageAnswer): boolean {
  if (status >= 400 && status < 500 && status !== 429) return true
  const { valid, faults } = body as { valid?: boolean; faults?: unknown[] }
  return status < 300 && (valid === false || (faults?.length ?? 0) > 0)
}
