import { plainPlace, place as X } from './payloads.ts'

/** Bodies with a place for a payload in every text that takes one. */

const anyOf = (...conditions: object[]) => ({ any: conditions })
const strange = (field: string, time: string) =>
  anyOf(
    { field: `event.parameters.${X}`, operator: 'equals', value: X },
    ...withOthers(`event.parameters.${X}`, time),
    { field, operator: 'one_of', value: [X] },
    { field: 'guest.points', operator: 'at_least', value: 0 },
  )

/** Comparisons with another field and with times of day. */
const withOthers = (field: string, time: string) => [
  { field, operator: 'starts_with', value: { field } },
  { field, operator: 'before', value: { field, time } },
  { field, operator: 'time_between', value: { from: time, to: time } },
]

const address = `https://example.com/${X}`
const simpleBlocks = [
  { type: 'heading', text: X },
  { type: 'text', text: X },
  { type: 'button', text: X, url: address },
  // On this host, because a mail's frame refuses others and the browser reports that it was asked.
  { type: 'image', url: `{{ guest.id }}${X}`, alt: X, link: address },
  { type: 'html', html: X },
  { type: 'voucher', text: X, code: X, terms: X },
]
export const blocksWithPlaces = [
  ...simpleBlocks,
  { type: 'columns', columns: [simpleBlocks, simpleBlocks] },
  { type: 'question', text: X, scale: 'yes_no', yes: X, no: X },
]

export interface DocumentWords {
  /** Of a venue that exists. */
  readonly serial: string
  /** The id of another workflow. */
  readonly target: string
  /** What ids begin with. */
  readonly id?: string
  readonly key?: string
  readonly header?: string
  readonly secret?: string
  readonly topic?: string
  readonly language?: string
  /** The keys of a saved e-mail and of saved blocks. */
  readonly email?: string
  readonly piece?: string
  readonly moment?: string
  readonly time?: string
}

interface Document {
  readonly nodes: readonly { readonly type: string; readonly [part: string]: unknown }[]
  readonly [part: string]: unknown
}

/** Every type of node, and everything else that a document has. */
export function documentWithPlaces(words: DocumentWords): Document {
  const { serial, key = 'offer', header = 'X-Note', secret = 'crm', topic = 'events' } = words
  const { language = 'de', email = 'saved', piece = 'footer' } = words
  const { moment = '2030-01-01T00:00:00Z', time = '09:30' } = words
  const id = (name: string) => `${words.id ?? ''}${name}`
  const common = (name: string, next?: string) => ({
    id: id(name),
    label: X,
    ...(next === undefined ? {} : { next: id(next) }),
  })
  return {
    trigger: { source: X, when: strange('event.source', time), venues: [serial] },
    variables: [{ key, value: X, venues: { [serial]: X } }],
    languages: [language],
    exits: [
      {
        on: 'event',
        label: X,
        source: X,
        match: [X],
        when: {
          all: [
            { field: `event.parameters.${X}`, operator: 'equals', value: X },
            ...withOthers(`event.parameters.${X}`, time),
            oneOf('event.source'),
          ],
        },
      },
      {
        on: 'guest',
        label: X,
        when: {
          all: [
            { field: `guest.attributes.${X}`, operator: 'equals', value: X },
            ...withOthers(`guest.attributes.${X}`, time),
            oneOf('guest.name'),
          ],
        },
      },
    ],
    start: id('saved'),
    nodes: [
      {
        ...common('saved', 'built'),
        type: 'send_email',
        piece: email,
        translations: { [language]: { piece: email } },
      },
      {
        ...common('built', 'mail'),
        type: 'send_email',
        subject: X,
        blocks: [...blocksWithPlaces, { type: 'piece', piece }],
        translations: {
          [language]: { subject: X, preview: X, blocks: [...blocksWithPlaces, { type: 'piece', piece }] },
        },
      },
      {
        ...common('mail', 'text'),
        type: 'send_email',
        topic,
        subject: `{{ guest.name }} ${X}`,
        preview: `{{ guest.name }} ${X}`,
        html: `<p title="{{ guest.name }}">{{ guest.name }}</p><p style="position:fixed">drawn</p>${X}`,
        text: `{{ guest.name }} ${X}`,
        translations: { [language]: { subject: X, html: X, text: X } },
        from_name: X,
        reply_to: X,
      },
      {
        ...common('text', 'points'),
        type: 'send_sms',
        topic,
        body: `{{ guest.name }} ${X}`,
        translations: { [language]: { body: X } },
      },
      { ...common('points', 'spent'), type: 'award_points', points: 5, reason: X },
      {
        ...common('spent', 'tag'),
        type: 'award_points',
        points: { field: `event.parameters.${X}`, round: 'down' },
        reason: X,
      },
      { ...common('tag', 'untag'), type: 'add_tag', tag: X },
      { ...common('untag', 'guest'), type: 'remove_tag', tag: X },
      {
        ...common('guest', 'task'),
        type: 'update_guest',
        changes: [
          { field: X, value: X },
          { field: 'attributes.number', value: { number: { field: `event.parameters.${X}` } } },
          { field: 'attributes.moment', value: { moment: { field: `event.parameters.${X}`, time } } },
          { field: 'attributes.yes_no', value: { yes_no: { field: `event.parameters.${X}` } } },
          { field: 'attributes.sum', plus: { field: `event.parameters.${X}` } },
        ],
      },
      {
        ...common('task', 'hand'),
        type: 'create_task',
        title: `{{ guest.name }} ${X}`,
        description: X,
        assignee: X,
        notify: X,
      },
      {
        ...common('hand', 'which'),
        type: 'start_workflow',
        workflow: words.target,
        parameters: [
          { key: X, value: X },
          { key: 'passed', value: { field: `event.parameters.${X}` } },
          { key: 'number', value: { number: { field: `event.parameters.${X}` } } },
          { key: 'moment', value: { moment: { field: `event.parameters.${X}`, time } } },
          { key: 'yes_no', value: { yes_no: { field: `event.parameters.${X}` } } },
        ],
      },
      {
        ...common('which'),
        type: 'branch',
        cases: [
          {
            label: X,
            when: {
              all: [{ field: 'event.parameters.call', operator: 'exists' }, strange('event.source', time)],
            },
            next: id('call'),
          },
        ],
        else: id('reply'),
      },
      {
        ...common('call', 'seen'),
        type: 'call_webhook',
        url: `https://example.com/${plainPlace}`,
        method: 'POST',
        headers: [
          { name: header, value: X },
          { name: 'Authorization', secret },
        ],
        body: `{"note": "${plainPlace}"}`,
        on_failure: id('fields'),
      },
      {
        ...common('fields', 'done'),
        type: 'call_webhook',
        url: 'https://example.com/',
        method: 'POST',
        body: [
          { name: X, value: X },
          { name: 'number', value: { number: { field: `event.parameters.${X}` } } },
          { name: 'moment', value: { moment: { field: `event.parameters.${X}`, time } } },
          { name: 'yes_no', value: { yes_no: { field: `event.parameters.${X}` } } },
        ],
        on_failure: id('done'),
      },
      {
        ...common('seen', 'clicked'),
        type: 'wait_for_task',
        tasks: [id('task')],
        timeout: { after: { amount: 4, unit: 'hours' }, next: id('done') },
      },
      {
        ...common('clicked', 'answered'),
        type: 'wait_for_click',
        email: id('mail'),
        url: `https://example.com/${X}`,
        timeout: { after: { amount: 3, unit: 'days' }, next: id('done') },
      },
      {
        ...common('answered', 'done'),
        type: 'wait_for_answer',
        email: id('built'),
        timeout: { after: { amount: 3, unit: 'days' }, next: id('done') },
      },
      {
        ...common('reply'),
        type: 'wait_for_event',
        events: [{ label: X, source: X, match: [X], when: strange('event.source', time), next: id('side') }],
        timeout: { after: { amount: 3, unit: 'days' }, next: id('done') },
      },
      {
        ...common('side'),
        type: 'split',
        ways: [
          { label: X, percent: 50, next: id('until') },
          { label: X, percent: 50, next: id('daily') },
        ],
      },
      // The moment in the data is missing, so no run comes by: its step would fail.
      { ...common('until', 'done'), type: 'wait', until: { at: moment }, if_passed: id('booked') },
      {
        ...common('booked', 'done'),
        type: 'wait',
        until: { moment: { field: `event.parameters.${X}`, time } },
      },
      {
        ...common('daily', 'done'),
        type: 'wait',
        until: { time: { time } },
        moves: [{ label: X, source: X, match: [X], when: strange('event.source', time) }],
      },
      { ...common('done'), type: 'end', outcome: 'success', reason: X },
    ],
  }
}

const oneOf = (field: string) => ({ field, operator: 'one_of', value: [X] })

const invented = {
  name: X,
  email: X,
  phone: '+442079460000',
  email_consent: true,
  sms_consent: true,
  tags: [X],
  attributes: { [X]: X },
}

const written = (source: string, serial: string) => ({ source, serials: [serial], parameters: { [X]: X } })

/** What to try out, with someone and something made up. */
export const scriptWithPlaces = (source: string, serial: string): object => ({
  guest: { invented: { id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e', ...invented } },
  event: { written: written(source, serial) },
  start_at: '2026-01-01T12:00:00Z',
  deliveries: {
    call: { outcome: 'delivered', body: { [X]: X } },
    text: { outcome: 'failed', message: X },
    [X]: { outcome: 'delivered' },
  },
  happenings: [
    { advance: { to: '2026-01-01T13:00:00Z' } },
    { event: written(X, serial) },
    { guest: invented },
    { task: X, by: X },
    { click: X, url: X },
    { answer: X, value: 4 },
  ],
})

export const guestWithPlaces = (phone: string): object => ({
  external_id: X,
  name: X,
  email: X,
  phone,
  email_consent: true,
  sms_consent: true,
  tags: [X],
  attributes: { [X]: X },
})

const spans = [{ from: '09:00', to: '17:00' }]

export const venueWithPlaces = (): object => ({
  name: X,
  time_zone: 'Europe/London',
  locale: 'en-GB',
  country: 'GB',
  opening_hours: {
    weekly: {
      monday: spans,
      tuesday: spans,
      wednesday: spans,
      thursday: spans,
      friday: spans,
      saturday: spans,
      sunday: spans,
    },
    exceptions: [{ date: '2030-12-25', spans, note: X }],
  },
  variables: { manager: X },
  brand: brandWithPlaces(),
})

/** An address and a colour with more in it would be refused. */
export const brandWithPlaces = (): object => ({
  logo: { url: 'https://example.com/logo.png', alt: X },
  accent: '#0b5cad',
  background: '#ffffff',
  font: 'Georgia',
  footer: X,
})

export const emailWithPlaces = (address: string, smtp: object): object => ({
  from_name: X,
  from_address: address,
  reply_to: address,
  smtp,
})
