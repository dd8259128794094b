import type { WorkflowNode } from '@millrace/contract/node'
import type { Exit, Variable } from '@millrace/contract/workflow'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trials } from '../../../../tests/support/trials.ts'
import { everyNode } from './every-node.fixture.ts'
import { everyPlace, mutated } from './mutated.fixture.ts'
import { isReadable, validate } from './validate.ts'

const end = { id: 'end', type: 'end', outcome: 'success' }
const around = (node: object, more: object = {}) => ({
  trigger: { source: 'till' },
  start: 'a',
  nodes: [{ id: 'a', next: 'end', ...node }, end],
  ...more,
})
const faultsOf = (node: object, more?: object) => validate(around(node, more)).faults
const messages = (node: object, more?: object) => faultsOf(node, more).map(fault => fault.message)

test('a document with every type of node passes as it is', () => {
  expect(validate(everyNode)).toEqual({ definition: everyNode, faults: [] })
})

test('every way out of every type of node is followed', () => {
  const ways: [string, string][] = [
    ['pause', 'next'],
    ['crm', 'next'],
    ['crm', 'on_failure'],
    ['known', 'cases.0.next'],
    ['known', 'else'],
    ['side', 'ways.2.next'],
    ['reply', 'events.1.next'],
    ['reply', 'timeout.next'],
  ]
  for (const [id, path] of ways) {
    const document = structuredClone(everyNode)
    const index = document.nodes.findIndex(node => node.id === id)
    const keys = path.split('.')
    let place = document.nodes[index] as unknown as Record<string, unknown>
    for (const key of keys.slice(0, -1)) place = place[key] as Record<string, unknown>
    place[keys.at(-1) as string] = 'nowhere'
    expect(validate(document).faults).toContainEqual(
      expect.objectContaining({ path: `nodes.${index}.${path}`, node: id }),
    )
  }
})

describe('a template', () => {
  test('that names what there is not is reported by node, field, line and column, every place at once', () => {
    const html = '<p>\n  {{ guest.nmae }}\n</p>{{ workflow.variables.ofer }}'
    expect(faultsOf({ type: 'send_email', subject: '{{ guest.name', html })).toEqual([
      {
        path: 'nodes.0.subject',
        node: 'a',
        line: 1,
        column: 1,
        message: 'The template "subject", line 1, column 1: This is not closed: "{{ guest.name".',
      },
      {
        path: 'nodes.0.html',
        node: 'a',
        line: 2,
        column: 6,
        message: 'The template "html", line 2, column 6: There is no "guest.nmae".',
      },
      {
        path: 'nodes.0.html',
        node: 'a',
        line: 3,
        column: 8,
        message: 'The template "html", line 3, column 8: There is no "workflow.variables.ofer".',
      },
    ])
  })

  test.each([
    { type: 'send_sms', body: '{{ x }}' },
    { type: 'create_task', title: '{{ x }}' },
    { type: 'create_task', title: 'Call', description: '{{ x }}' },
    { type: 'update_guest', changes: [{ field: 'name', value: '{{ x }}' }] },
    { type: 'call_webhook', method: 'POST', url: 'https://example.com/{{ x }}' },
    { type: 'call_webhook', method: 'POST', url: 'https://example.com/', body: '{"a": {{ x }} }' },
    {
      type: 'call_webhook',
      method: 'PUT',
      url: 'https://example.com/',
      headers: [{ name: 'A', value: '{{ x }}' }],
    },
    { type: 'send_email', subject: 'x', html: 'x', text: '{{ x }}' },
    { type: 'send_email', subject: 'x', html: 'x', preview: '{{ x }}' },
    { type: 'send_email', subject: 'x', html: 'x', from_name: '{{ x }}' },
    { type: 'send_email', subject: 'x', html: 'x', reply_to: '{{ x }}' },
  ])('is looked at wherever there is one: %j', node => {
    expect(messages(node)).toEqual([expect.stringContaining('There is no "x".')])
  })

  test('is looked at also when another node is broken', () => {
    const broken = { ...around({ type: 'send_sms', body: '{{ x }}' }), nodes: [{ id: 'b', type: 'fly' }] }
    const nodes = [...around({ type: 'send_sms', body: '{{ x }}' }).nodes, ...broken.nodes]
    expect(validate({ ...broken, nodes }).faults.map(fault => fault.node)).toEqual(['b', 'a'])
  })

  test('may use the answer of a webhook that was called before, and of no other', () => {
    const call = { id: 'call', type: 'call_webhook', method: 'POST', url: 'https://example.com/', next: 'a' }
    const sms = { id: 'a', type: 'send_sms', body: '{{ webhooks.call.body.code }}', next: 'end' }
    expect(validate({ ...around({}), start: 'call', nodes: [call, sms, end] }).faults).toEqual([])
    const after = { ...call, next: 'end' }
    const late = validate({ ...around({}), nodes: [{ ...sms, next: 'call' }, after, end] })
    expect(late.faults).toMatchObject([
      { node: 'a', message: expect.stringContaining('webhooks.call.body.code') },
    ])
  })
})

describe('the address of a webhook', () => {
  const call = (url: string, headers?: object[]) => ({
    type: 'call_webhook',
    method: 'POST',
    url,
    ...(headers === undefined ? {} : { headers }),
  })

  test.each([
    'https://{{ guest.name }}/',
    'https://example.com{{ guest.name }}/',
    '{{ guest.name }}',
    'https:{{ guest.name }}',
    'https://{% if guest.name %}a{% endif %}.example.com/',
    'ftp://example.com/',
    'example.com',
  ])('has a host that is written out: %s', url => {
    expect(faultsOf(call(url))[0]).toMatchObject({ path: 'nodes.0.url', node: 'a' })
  })

  test('is shown to the guard without its templates, and refused in the words of the guard', () => {
    const seen: string[] = []
    const checkUrl = (url: string) => {
      seen.push(url)
      return 'This address is not public.'
    }
    const document = around(
      call('https://10.0.0.1/a/{{ guest.id }}?b={{ event.source }}{% if guest.id %}c{% endif %}'),
    )
    expect(validate(document, { checkUrl }).faults).toEqual([
      { path: 'nodes.0.url', node: 'a', message: 'This address is not public.' },
    ])
    expect(seen).toEqual(['https://10.0.0.1/a/x?b=xxcx'])
  })

  test('comes with headers that have a name, each once, and none that is not the author’s to set', () => {
    const names = ['X-One', 'x-one', 'bad name', 'Host'].map(name => ({ name, value: '' }))
    const checkHeader = (name: string) =>
      name === 'Host' ? 'The header Host is set by Millrace.' : undefined
    expect(validate(around(call('https://example.com/', names)), { checkHeader }).faults).toEqual([
      { path: 'nodes.0.headers.1.name', node: 'a', message: 'The header x-one is there twice.' },
      { path: 'nodes.0.headers.2.name', node: 'a', message: '"bad name" is not the name of a header.' },
      { path: 'nodes.0.headers.3.name', node: 'a', message: 'The header Host is set by Millrace.' },
    ])
  })
})

test('the ways of a split are 100 percent together', () => {
  const ways = [
    { percent: 50, next: 'end' },
    { percent: 49, next: 'end' },
  ]
  const split = { id: 'a', type: 'split', ways }
  expect(validate({ ...around({}), nodes: [split, end] }).faults).toEqual([
    {
      path: 'nodes.0.ways',
      node: 'a',
      message: 'The ways of a split are 100 percent together; these are 99.',
    },
  ])
})

test.each([
  ['email_consent', 'yes', 'must be true or false'],
  ['do_not_contact', null, 'must be true or false'],
  ['name', 5, 'must be text'],
  ['email', 'nobody', 'must be an e-mail address'],
  ['phone', '0171', 'must be a number such as +442079460000'],
  ['shoe_size', 5, 'must be name, email'],
])('a guest’s %s cannot become %j', (field, value, message) => {
  const found = messages({ type: 'update_guest', changes: [{ field, value }] })
  expect(found).toEqual([expect.stringContaining(message)])
})

test('a guest’s fields can come from data, and attributes can be added to', () => {
  const changes = [
    {
      field: 'attributes.spend',
      value: { number: { field: 'event.parameters.spend', times: 2, round: 'down', or: 0 } },
    },
    { field: 'attributes.expires', value: { moment: { field: 'event.parameters.day', time: '10:00' } } },
    { field: 'sms_consent', value: { yes_no: { field: 'event.parameters.sms', or: false } } },
    { field: 'attributes.visits', plus: 1 },
    { field: 'attributes.spent', plus: { field: 'event.parameters.spend' } },
  ]
  expect(messages({ type: 'update_guest', changes })).toEqual([])
})

test.each([
  [{ field: 'name', value: { number: { field: 'guest.points' } } }, 'value', '"name" must be text'],
  [
    { field: 'email_consent', value: { number: { field: 'guest.points' } } },
    'value',
    '"email_consent" must be true or false',
  ],
  [{ field: 'name', plus: 1 }, 'plus', 'Only attributes can be added to'],
  [{ field: 'attributes.a', plus: '1' }, 'plus', 'The field "plus" must be a number'],
  [{ field: 'attributes.a', plus: 1, value: 2 }, 'plus', 'The field "plus" is not a known field here'],
  [{ field: 'attributes.a' }, 'value', 'The field "value" is missing'],
  [
    { field: 'attributes.a', plus: { field: 'guest.name' } },
    'plus.field',
    '"guest.name" never holds a number',
  ],
  [
    { field: 'attributes.a', value: { moment: { field: 'guest.points' } } },
    'value.moment.field',
    '"guest.points" never holds a date',
  ],
  [
    { field: 'attributes.a', value: { yes_no: { field: 'guest.points' } } },
    'value.yes_no.field',
    '"guest.points" never holds true or false',
  ],
  [
    { field: 'attributes.a', value: { number: { field: 'guest.nmae' } } },
    'value.number.field',
    'There is no field "guest.nmae"',
  ],
  [
    { field: 'attributes.a', value: { number: { field: 'guest.points', at_least: 2, at_most: 1 } } },
    'value.number.at_least',
    'No number is at least 2 and at most 1',
  ],
  [
    { field: 'attributes.a', value: { number: { field: 'guest.points', time: 2 } } },
    'value.number.time',
    'The field "time" is not a known field here',
  ],
  [{ field: 'attributes.a', value: { number: 5 } }, 'value.number', 'The field "number" must be an object'],
])('the change of a guest %j has one fault, at its field', (change, path, message) => {
  const good = { field: 'attributes.b', value: 1 }
  const found = faultsOf({ type: 'update_guest', changes: [good, change] })
  expect(found).toEqual([
    { path: `nodes.0.changes.1.${path}`, node: 'a', message: expect.stringContaining(message) },
  ])
})

test('the body of a webhook can be built field by field, each from data', () => {
  const call = (body: unknown) => ({
    type: 'call_webhook',
    method: 'POST',
    url: 'https://example.com/',
    body,
  })
  const good = [
    { name: 'name', value: '{{ guest.name }}' },
    { name: 'spend', value: { number: { field: 'event.parameters.spend' } } },
    { name: 'nothing', value: null },
  ]
  expect(messages(call(good))).toEqual([])
  const fault = (extra: unknown) => faultsOf(call([...good, extra]))
  expect(fault({ name: 'name', value: 1 })).toMatchObject([
    { path: 'nodes.0.body.3.name', message: 'The body has two fields called "name".' },
  ])
  expect(fault({ name: 'x', value: { number: { field: 'guest.name' } } })).toMatchObject([
    { path: 'nodes.0.body.3.value.number.field', message: '"guest.name" never holds a number.' },
  ])
  expect(fault({ name: 'x', value: '{{ guest.nmae }}' })).toMatchObject([{ path: 'nodes.0.body.3.value' }])
  expect(fault({ name: 'x' })).toMatchObject([
    { path: 'nodes.0.body.3.value', message: 'The field "value" is missing.' },
  ])
  expect(faultsOf(call([]))).toMatchObject([{ path: 'nodes.0.body' }])
  expect(faultsOf(call(5))).toMatchObject([
    { path: 'nodes.0.body', message: 'The field "body" must be text or a list.' },
  ])
})

describe('an e-mail', () => {
  const mail = (body: object) => ({ type: 'send_email', subject: 'x', ...body })
  const blocks = (...list: object[]) =>
    faultsOf(mail({ blocks: list })).map(({ path, message }) => [path, message])

  test('has blocks or HTML', () => {
    expect(messages(mail({}))).toEqual(['The e-mail is empty. Add blocks, or write it as HTML.'])
    expect(messages(mail({ html: 'x', blocks: [{ type: 'divider' }] }))).toEqual([
      'An e-mail has either blocks or HTML, not both.',
    ])
  })

  test('asks one question, which a later step can wait for', () => {
    const question = { type: 'question', text: 'How was it?', scale: 'stars' }
    expect(blocks(question, { type: 'divider' }, question)).toEqual([
      ['nodes.0.blocks.2', 'An e-mail asks one question. Send another e-mail for the next.'],
    ])
    const timeout = { after: { amount: 1, unit: 'days' }, next: 'end' }
    const waits = (asked: object[]) =>
      validate({
        trigger: { source: null },
        start: 'ask',
        nodes: [
          { id: 'ask', type: 'send_email', subject: 'x', blocks: asked, next: 'wait' },
          { id: 'wait', type: 'wait_for_answer', email: 'ask', next: 'end', timeout },
          { id: 'end', type: 'end', outcome: 'success' },
        ],
      }).faults.map(({ path, message }) => [path, message])
    expect(waits([question])).toEqual([])
    expect(waits([{ type: 'divider' }])).toEqual([
      ['nodes.1.email', 'No send_email node "ask" with a question comes before this one.'],
    ])
  })

  test('names the block that is not one, and the field that is wrong in it', () => {
    expect(
      blocks({ type: 'text', text: '' }, { type: 'song', text: 'la' }, { type: 'button', text: 'x' }),
    ).toEqual([
      ['nodes.0.blocks.0.text', 'The field "text" must not be empty.'],
      ['nodes.0.blocks.2.url', 'The field "url" is missing.'],
      [
        'nodes.0.blocks.1.type',
        'The field "type" must be heading or text or button or image or divider or html or voucher or columns or question or piece.',
      ],
    ])
    expect(blocks({ type: 'text', text: 'a\n{{ guest.nmae }}' })).toEqual([
      ['nodes.0.blocks.0.text', 'The template "blocks.0.text", line 2, column 4: There is no "guest.nmae".'],
    ])
    const columns = [
      [{ type: 'heading', text: 'a' }],
      [{ type: 'button', text: '{{ x }}', url: 'www.example.com' }],
    ]
    expect(blocks({ type: 'columns', columns }).map(([path]) => path)).toEqual([
      'nodes.0.blocks.0.columns.1.0.url',
      'nodes.0.blocks.0.columns.1.0.text',
    ])
  })

  test('leads only where a link may lead', () => {
    const link =
      'A link begins with https://, mailto: or tel:, or is a value such as {{ links.preferences }}.'
    for (const url of [
      'https://example.com/{{ guest.id }}',
      'mailto:a@b.c',
      'tel:+44',
      '{{ links.preferences }}',
    ])
      expect(blocks({ type: 'button', text: 'x', url })).toEqual([])
    for (const url of ['javascript:alert(1)', 'example.com', '/x', 'data:text/html,x'])
      expect(blocks({ type: 'button', text: 'x', url })).toEqual([['nodes.0.blocks.0.url', link]])
    expect(blocks({ type: 'text', text: '[x](javascript:alert)' })).toMatchObject([
      ['nodes.0.blocks', expect.stringContaining('"javascript:"')],
    ])
    expect(blocks({ type: 'image', url: 'data:image/png;base64,x', alt: '' })).toEqual([
      ['nodes.0.blocks.0.url', 'The address of an image begins with https://.'],
    ])
  })

  test('is as long as HTML may be, layout included', () => {
    const long = { type: 'text', text: 'x '.repeat(9_000) }
    expect(blocks(long, long)).toEqual([])
    expect(blocks(...Array.from({ length: 6 }, () => long))).toMatchObject([
      ['nodes.0.blocks', expect.stringContaining('All blocks together: The template has')],
    ])
  })
})

test('answers to an e-mail go to an address, or to what a template makes', () => {
  const mail = (reply_to: string) => ({ type: 'send_email', subject: 'x', html: 'x', reply_to })
  expect(messages(mail('{{ venue.variables.mail }}'))).toEqual([])
  expect(messages(mail('office'))).toEqual(['The field "reply_to" must be an e-mail address.'])
})

test('a guest’s field can be emptied, made by a template, and changed once', () => {
  const changes = [
    { field: 'name', value: null },
    { field: 'email', value: '{{ event.parameters.mail }}' },
    { field: 'attributes.size', value: 5 },
  ]
  expect(messages({ type: 'update_guest', changes })).toEqual([])
  const twice = [...changes, { field: 'name', value: 'Ada' }]
  expect(messages({ type: 'update_guest', changes: twice })).toEqual(['The field "name" is changed twice.'])
})

describe('variables', () => {
  const withVariables = (variables: Variable[]) =>
    messages({ type: 'add_tag', tag: 'x' }, { variables }).filter(message => !message.startsWith('No way'))

  test('have separate names, and one type at all venues', () => {
    expect(
      withVariables([
        { key: 'offer', value: 'tea', venues: { A: 'wine', B: 5, C: null, '': 'x' } },
        { key: 'offer', value: 1 },
      ]),
    ).toEqual([
      'The variable "offer" is a string, but for the venue B a number.',
      '"" is no serial of a venue: those have 1 to 12 characters.',
      'Two variables are called "offer".',
    ])
  })

  test('are compared with values of their type, and only those that there are', () => {
    const leaf = (field: string, value: unknown) => ({ field, operator: 'at_least', value })
    const branch = (when: object): object => ({
      id: 'a',
      type: 'branch',
      cases: [{ when, next: 'end' }],
      else: 'end',
    })
    const given = (when: object) =>
      validate({ ...around({}), variables: [{ key: 'limit', value: 5 }], nodes: [branch(when), end] }).faults
    expect(given(leaf('workflow.variables.limit', 1))).toEqual([])
    expect(given(leaf('workflow.variables.limit', 'x'))[0]?.message).toContain('the field is a number')
    expect(given(leaf('workflow.variables.limits', 1))[0]?.message).toBe(
      'The workflow has no variable "limits". It has limit.',
    )
  })
})

describe('exits', () => {
  const withExit = (exit: unknown) => faultsOf({ type: 'add_tag', tag: 'x' }, { exits: [exit] })

  test('on a change of the guest ask for the guest alone', () => {
    const exit: Exit = { on: 'guest', when: { field: 'event.source', operator: 'exists' } }
    expect(withExit(exit)).toMatchObject([
      { path: 'exits.0.when.field', message: expect.stringContaining('only ask for fields of the guest') },
    ])
  })

  test('on a change of the guest compare with the guest alone', () => {
    const exit = (field: string): Exit => ({
      on: 'guest',
      when: { field: 'guest.points', operator: 'at_least', value: { field } },
    })
    expect(withExit(exit('guest.attributes.goal'))).toEqual([])
    expect(withExit(exit('event.parameters.goal'))).toMatchObject([
      {
        path: 'exits.0.when.value.field',
        message: expect.stringContaining('only ask for fields of the guest'),
      },
    ])
  })

  test('that are none are reported as such', () => {
    expect(withExit({ on: 'tuesday' })).toMatchObject([{ path: 'exits.0.on' }])
    expect(withExit('x')).toMatchObject([{ path: 'exits.0' }])
    expect(withExit({ on: 'event' })).toMatchObject([{ path: 'exits.0.source' }])
    expect(withExit({ on: 'event', source: '' })).toMatchObject([
      { path: 'exits.0.source', message: 'The field "source" must not be empty.' },
    ])
    expect(withExit({ on: 'event', source: 5 })).toMatchObject([
      { path: 'exits.0.source', message: 'The field "source" must be text or null.' },
    ])
  })
})

describe('conditions about webhooks', () => {
  test('stand behind the call, also in a wait for an event', () => {
    const when = { field: 'webhooks.crm.status', operator: 'equals', value: 200 }
    const events = [{ source: 'x', when, next: 'end' }]
    const timeout = { after: { amount: 1, unit: 'days' }, next: 'end' }
    const early = { id: 'a', type: 'wait_for_event', events, timeout }
    expect(validate({ ...around({}), nodes: [early, end] }).faults).toEqual([
      {
        path: 'nodes.0.events.0.when.field',
        node: 'a',
        message: '"webhooks.crm.status" cannot be known here: no call_webhook node "crm" comes before.',
      },
    ])
    const trigger = structuredClone(everyNode)
    trigger.trigger.when = { field: 'webhooks.crm.status', operator: 'equals', value: 200 }
    expect(validate(trigger).faults).toMatchObject([{ path: 'trigger.when.field' }])
  })
})

test('more faults than TypeBox reports by itself are all reported', () => {
  const nodes = Array.from({ length: 20 }, (_, index) => ({ label: `Case ${index}`, next: 5 }))
  const { faults } = validate({
    ...around({}),
    nodes: [{ id: 'a', type: 'branch', cases: nodes, else: 'end' }, end],
  })
  expect(faults.filter(fault => fault.path.endsWith('.next'))).toHaveLength(20)
})

test.each([
  [{ until: {} }, 'The field "until" needs after or at or time or open or moment.'],
  [{ until: { time: { time: '9:00' } } }, 'The field "time" must be a time of day such as 09:30.'],
  [{ until: { time: { time: '09:00', weekdays: [1, 1] } } }, 'The field "weekdays" has an entry twice.'],
])('a wait for %j is distinguished', (given, message) => {
  expect(messages({ type: 'wait', ...given } as unknown as WorkflowNode)).toEqual([message])
})

describe('a value from data', () => {
  const award = (points: unknown) => messages({ type: 'award_points', points } as unknown as WorkflowNode)
  const until = (moment: unknown) => messages({ type: 'wait', until: { moment } } as unknown as WorkflowNode)
  const hours = { amount: 24, unit: 'hours' }

  test('may be what integrators send, or a number or text that is always there', () => {
    expect(
      award({ field: 'event.parameters.spend', times: 0.5, round: 'down', at_most: 500, or: 0 }),
    ).toEqual([])
    expect(award({ field: 'guest.points', times: -1, round: 'nearest' })).toEqual([])
    expect(until({ field: 'event.parameters.booked_for', before: hours, time: '10:00' })).toEqual([])
  })

  test('is refused at the field that is wrong', () => {
    expect(award(1.5)).toEqual(['The field "points" must be a whole number.'])
    expect(award('{{ event.parameters.spend }}')).toEqual(['The field "points" must be a whole number.'])
    expect(award({ field: 'event.parameters.spend' })).toEqual([
      'Points are whole numbers: choose how to round.',
    ])
    expect(award({ field: 'guest.name', round: 'down' })).toEqual(['"guest.name" never holds a number.'])
    expect(award({ field: 'guest.points', round: 'down', at_least: 5, at_most: 4 })).toEqual([
      'No number is at least 5 and at most 4.',
    ])
    expect(award({ field: 'guest.age', round: 'down' })).toMatchObject([
      expect.stringContaining('There is no field "guest.age".'),
    ])
    expect(until({ field: 'guest.points' })).toEqual(['"guest.points" never holds a date.'])
    expect(until({ field: 'workflow.variables.opening' })).toMatchObject([
      expect.stringContaining('The workflow has no variable "opening".'),
    ])
    expect(until({ field: 'guest.attributes.birthday', before: hours, after: hours })).toEqual([
      'Choose before or after, not both.',
    ])
  })
})

test('whatever stands wherever in a document is reported or accepted, and what is accepted is one by the contract', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...everyPlace),
      fc.constantFrom('replaced', 'removed', 'added'),
      fc.oneof(
        fc.jsonValue(),
        fc.string(),
        fc.constantFrom('done', '{{', '{% x %}', '__proto__', 'constructor'),
      ),
      (place, how, value) => {
        const document = mutated(everyNode, place, how, value)
        const { definition, faults } = validate(document)
        if (definition === undefined) expect(faults.length).toBeGreaterThan(0)
        else expect(isReadable(document)).toBe(true)
        for (const { message } of faults) expect(message).toMatch(/^.+\.$/s)
      },
    ),
    { numRuns: trials(200, 1_000) },
  )
})

test('a document of nothing but faults is not answered with more than anybody reads', () => {
  const leaf = { field: 'x', operator: 'exists' }
  const when = { all: Array.from({ length: 100 }, () => ({ any: Array.from({ length: 100 }, () => leaf) })) }
  const { faults } = validate({ ...everyNode, trigger: { source: null, when } })
  expect(faults).toHaveLength(501)
  expect(faults.at(-1)?.message).toBe('There are 9500 more faults.')
})
