import { fields } from '@millrace/contract/condition/fields'
import type { Locator } from 'playwright-core'
import { type Hand, labelled } from './hand.ts'

/** A field that continues with what the author enters. */
const stems = fields.map(({ path, label }) => ({ stem: path.split('<', 1)[0] as string, label }))

const EVENTS = 'guest.events.'
/** Continue with a step, which is chosen from a list. */
const STEPS = ['answers.', 'awarded.', 'webhooks.']

/** Chooses a field of the data, and enters how it continues. */
export async function chooseField(hand: Hand, at: Locator, label: string, path: string): Promise<void> {
  const found = stems.find(({ stem }) => (stem.endsWith('.') ? path.startsWith(stem) : path === stem))
  if (found === undefined) throw new Error(`there is no field ${path}`)
  await hand.choose(labelled(at, `${label}: field`), found.label)
  const rest = path.slice(found.stem.length)
  if (found.stem === EVENTS) {
    const [, source = '', days = ''] = /^(.+)\.last_(\d+)_days$/.exec(rest) ?? []
    await hand.fill(labelled(at, `${label}: source`), source)
    await hand.fill(labelled(at, `${label}: in the last days`), days)
  } else if (STEPS.includes(found.stem)) {
    await hand.pick(labelled(at, `${label}: name`), new RegExp(`${rest}$`))
  } else if (found.stem.endsWith('.')) {
    await hand.fill(labelled(at, `${label}: name`), rest)
  }
}
