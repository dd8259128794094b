import type { GuestUpdate, NodeOf, NodeType, WorkflowNode } from '@millrace/contract/node'
import type { ValueFromData } from '@millrace/contract/value'
import type { Locator } from 'playwright-core'
import { fillCondition } from './conditions.ts'
import { writeBlocks } from './email.ts'
import { button, type Hand, labelled, rowOf } from './hand.ts'
import { fillListened } from './listened.ts'
import { writeText } from './texts.ts'
import { fillDuration, fillFromData, fillMoment, fillNumber, tickWeekdays } from './values.ts'

/** What the types of steps are called where one is chosen. */
export const typeNames: Record<NodeType, string> = {
  send_email: 'Send an e-mail',
  send_sms: 'Send an SMS',
  award_points: 'Award points',
  add_tag: 'Add a tag',
  remove_tag: 'Remove a tag',
  update_guest: 'Update the guest',
  call_webhook: 'Call a webhook',
  create_task: 'Create a task',
  start_workflow: 'Start a workflow',
  branch: 'Branch',
  split: 'Split',
  wait: 'Wait',
  wait_for_event: 'Wait for an event',
  wait_for_task: 'Wait for a task',
  wait_for_click: 'Wait for a click',
  wait_for_answer: 'Wait for an answer',
  end: 'End',
}

type Fill<T extends NodeType> = (hand: Hand, panel: Locator, node: NodeOf<T>) => Promise<void>

async function fillIfGiven(hand: Hand, panel: Locator, label: string, text: string | undefined) {
  if (text !== undefined) await hand.fill(labelled(panel, label), text)
}

async function chooseClass(hand: Hand, panel: Locator, chosen: 'marketing' | 'transactional' = 'marketing') {
  await hand.choose(labelled(panel, 'Class'), chosen === 'marketing' ? 'Marketing' : 'Transactional')
}

const sendEmail: Fill<'send_email'> = async (hand, panel, node) => {
  await chooseClass(hand, panel, node.class)
  await writeText(hand, panel, 'Subject', node.subject ?? '')
  if (node.preview !== undefined) await writeText(hand, panel, 'Preview text', node.preview)
  await writeBlocks(hand, panel, node.blocks ?? [])
}

const sendSms: Fill<'send_sms'> = async (hand, panel, node) => {
  await chooseClass(hand, panel, node.class)
  await writeText(hand, panel, 'Text', node.body)
}

const awardPoints: Fill<'award_points'> = async (hand, panel, node) => {
  await fillNumber(hand, panel, 'Points', node.points)
  await fillIfGiven(hand, panel, 'At most a day', node.at_most_a_day?.toString())
  await fillIfGiven(hand, panel, 'Reason', node.reason)
}

const tag = (hand: Hand, panel: Locator, node: { tag: string }) => hand.fill(labelled(panel, 'Tag'), node.tag)

const ATTRIBUTE = 'attributes.'
const guestFields: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  email_consent: 'Consent to e-mail',
  sms_consent: 'Consent to SMS',
  do_not_contact: 'Do not contact',
}
const hows = {
  number: 'Set to a number from data',
  moment: 'Set to a date from data',
  yes_no: 'Set to yes or no from data',
} as const

async function fillChange(hand: Hand, row: Locator, update: GuestUpdate): Promise<void> {
  const isAttribute = update.field.startsWith(ATTRIBUTE)
  const field = isAttribute ? 'Attribute…' : (guestFields[update.field] as string)
  await hand.choose(labelled(row, 'Field'), field)
  if (isAttribute)
    await hand.fill(labelled(row, 'Name of the attribute'), update.field.slice(ATTRIBUTE.length))
  if ('plus' in update) {
    await hand.choose(labelled(row, 'Change'), 'Add to what is there')
    return fillNumber(hand, row, 'Add', update.plus)
  }
  const { value } = update
  if (value === null || typeof value !== 'object')
    return hand.fill(labelled(row, 'New value'), String(value ?? ''))
  const [type] = Object.keys(value) as [keyof typeof hows]
  await hand.choose(labelled(row, 'Change'), hows[type])
  return fillFromData(hand, row, 'New value', value as ValueFromData)
}

/** The rows of a list, of which the step has some to begin with. */
async function fillRows<Row>(
  hand: Hand,
  panel: Locator,
  what: string,
  rows: readonly Row[],
  fill: (at: Locator, row: Row, place: number) => Promise<void>,
): Promise<void> {
  for (const [place, row] of rows.entries()) {
    const at = rowOf(panel, `${what} ${place + 1}`)
    if ((await at.count()) === 0) await hand.click(button(panel, `Add ${what.toLowerCase()}`))
    await fill(at, row, place)
  }
}

const updateGuest: Fill<'update_guest'> = (hand, panel, node) =>
  fillRows(hand, panel, 'Change', node.changes, (at, update) => fillChange(hand, at, update))

const createTask: Fill<'create_task'> = async (hand, panel, node) => {
  await writeText(hand, panel, 'Title', node.title)
  if (node.description !== undefined) await writeText(hand, panel, 'Description', node.description)
  await fillIfGiven(hand, panel, 'Assignee', node.assignee)
  await fillIfGiven(hand, panel, 'Notify by e-mail', node.notify)
  if (node.due === undefined) return hand.choose(labelled(panel, 'Due date'), 'No due date')
  await hand.choose(labelled(panel, 'Due date'), 'Within a time')
  await fillDuration(hand, panel, 'Due within', node.due)
}

const branch: Fill<'branch'> = (hand, panel, node) =>
  fillRows(hand, panel, 'Case', node.cases, async (at, { label, when }, place) => {
    await fillIfGiven(hand, at, 'Label', label)
    await fillCondition(hand, at, `If, case ${place + 1}`, when)
  })

const split: Fill<'split'> = (hand, panel, node) =>
  fillRows(hand, panel, 'Branch', node.ways, async (at, { label, percent }) => {
    await fillIfGiven(hand, at, 'Label', label)
    await hand.fill(labelled(at, 'Percent'), String(percent))
  })

const waits = {
  after: 'For a time',
  time: 'Until a time of day, at the venue',
  open: 'Until the venue is open',
  moment: 'Until a date in the event or the guest',
  at: 'Until a date',
} as const

const wait: Fill<'wait'> = async (hand, panel, { until, if_passed, moves = [] }) => {
  const [kind] = Object.keys(until) as [keyof typeof waits]
  await hand.choose(labelled(panel, 'Wait'), waits[kind])
  if ('after' in until) await fillDuration(hand, panel, 'How long', until.after)
  if ('moment' in until) await fillMoment(hand, panel, until.moment)
  if ('time' in until) {
    await hand.fill(labelled(panel, 'Time of day'), until.time.time)
    await tickWeekdays(hand, panel, until.time.weekdays ?? [])
  }
  if ('at' in until) throw new Error('no staple waits for a date of the calendar')
  if (if_passed !== undefined) await hand.choose(labelled(panel, 'If it has passed'), 'Take another branch')
  await fillRows(hand, panel, 'Event that moves it', moves, (at, move, place) =>
    fillListened(hand, at, move, `Only if, move ${place + 1}`),
  )
}

const waitForEvent: Fill<'wait_for_event'> = async (hand, panel, { events, timeout }) => {
  await fillRows(hand, panel, 'Event', events, (at, event, place) =>
    fillListened(hand, at, event, `Only if, event ${place + 1}`),
  )
  await fillDuration(hand, panel, 'Wait at most', timeout.after)
}

/** A step among others in a menu, by the id that stands behind its name. */
async function chooseStep(hand: Hand, menu: Locator, id: string): Promise<void> {
  const option = menu.locator('option').filter({ hasText: ` (${id})` })
  await hand.choose(menu, (await option.textContent()) ?? '')
}

const waitForTask: Fill<'wait_for_task'> = async (hand, panel, { tasks, timeout }) => {
  await fillRows(hand, panel, 'Task', tasks, (at, task) => chooseStep(hand, labelled(at, 'Created by'), task))
  await fillDuration(hand, panel, 'Wait at most', timeout.after)
}

const waitForClick: Fill<'wait_for_click'> = async (hand, panel, { email, url, timeout }) => {
  await chooseStep(hand, labelled(panel, 'Link in'), email)
  await fillIfGiven(hand, panel, 'Address', url)
  await fillDuration(hand, panel, 'Wait at most', timeout.after)
}

const waitForAnswer: Fill<'wait_for_answer'> = async (hand, panel, { email, timeout }) => {
  await chooseStep(hand, labelled(panel, 'Question in'), email)
  await fillDuration(hand, panel, 'Wait at most', timeout.after)
}

const end: Fill<'end'> = async (hand, panel, { outcome, reason }) => {
  await hand.choose(labelled(panel, 'Outcome'), outcome === 'success' ? 'Success' : 'Failure')
  await fillIfGiven(hand, panel, 'Reason', reason)
}

const notInStaples = async (_hand: Hand, _panel: Locator, { type }: WorkflowNode) => {
  throw new Error(`no staple has the step ${type}`)
}

const fills: { readonly [T in NodeType]: Fill<T> } = {
  send_email: sendEmail,
  send_sms: sendSms,
  award_points: awardPoints,
  add_tag: tag,
  remove_tag: tag,
  update_guest: updateGuest,
  call_webhook: notInStaples,
  create_task: createTask,
  start_workflow: notInStaples,
  branch,
  split,
  wait,
  wait_for_event: waitForEvent,
  wait_for_task: waitForTask,
  wait_for_click: waitForClick,
  wait_for_answer: waitForAnswer,
  end,
}

/** Fills in the form of a step. The steps that it names are called by their ids on this canvas. */
export async function fillStep(hand: Hand, panel: Locator, node: WorkflowNode): Promise<void> {
  if (node.label !== undefined) await hand.fill(labelled(panel, 'Label').first(), node.label)
  await (fills[node.type] as Fill<NodeType>)(hand, panel, node)
}

/** Where a way leads, chosen in the form of the step that it leaves. */
export const leadTo = (hand: Hand, panel: Locator, label: string, id: string): Promise<void> =>
  chooseStep(hand, labelled(panel, label === '' ? 'Then' : `${label}: then`), id)
