import type { WorkflowDefinition } from '@millrace/contract/workflow'

/** A small venue group that could exist. Its ids are fixed, so that examples can name them. */
export const demo = {
  organisationId: '0192c8a0-0000-7000-8000-000000000001',
  guestId: '0192c8a0-0000-7000-8000-000000000101',
  serial: 'HARBOUR-01',
  source: 'till',
  workflowId: '0192c8a0-0000-7000-8000-000000000201',
} as const

export const demoName = 'Harbour & Vine'

export const demoVenues = [
  { serial: 'HARBOUR-01', name: 'The Harbour Kitchen', timeZone: 'Europe/London' },
  { serial: 'VINE-02', name: 'Vine Street Wine Bar', timeZone: 'Europe/London' },
  { serial: 'LISBOA-03', name: 'Cais Lisboa', timeZone: 'Europe/Lisbon' },
]

const guest = (place: number, name: string, more: object) => ({
  id: `0192c8a0-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`,
  externalId: `crm-${1000 + place}`,
  name,
  email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`,
  emailConsent: true,
  smsConsent: false,
  tags: [] as string[],
  attributes: {} as Record<string, string | number | boolean>,
  ...more,
})

export const demoGuests = [
  guest(1, 'Maya Okafor', {
    phone: '+447700900101',
    smsConsent: true,
    tags: ['regular'],
    attributes: { birthday: '1991-04-12' },
  }),
  guest(2, 'Tom Whitfield', { attributes: { favourite: 'window table' } }),
  guest(3, 'Ana Ferreira', { phone: '+351910000103', attributes: { language: 'pt' } }),
  guest(4, 'Priya Nair', { tags: ['vip'], attributes: { birthday: '1987-11-30' } }),
  guest(5, 'Jonas Lindqvist', { emailConsent: false }),
  guest(6, 'Elif Demir', { phone: '+447700900106', smsConsent: true }),
  guest(7, 'Callum Reid', { tags: ['regular'] }),
  guest(8, 'Sofia Marques', { attributes: { language: 'pt', allergy: 'nuts' } }),
]

/** Each of them runs as it is; together they use every kind of node there is. */
export const demoWorkflows: {
  id: string
  name: string
  description: string
  definition: WorkflowDefinition
}[] = [
  {
    id: demo.workflowId,
    name: 'Points for every visit',
    description: 'Ten points for each bill, fifty for a large one, and a tag for big spenders.',
    definition: {
      trigger: {
        source: 'till',
        when: { field: 'event.parameters.spend', operator: 'greater_than', value: 0 },
      },
      start: 'size',
      nodes: [
        {
          id: 'size',
          type: 'branch',
          label: 'How large was the bill?',
          cases: [
            {
              label: '100 or more',
              when: { field: 'event.parameters.spend', operator: 'at_least', value: 100 },
              next: 'large',
            },
          ],
          else: 'small',
        },
        { id: 'large', type: 'award_points', points: 50, reason: 'A bill of 100 or more', next: 'tag' },
        { id: 'tag', type: 'add_tag', tag: 'big-spender', next: 'done' },
        { id: 'small', type: 'award_points', points: 10, reason: 'A visit', next: 'done' },
        { id: 'done', type: 'end', outcome: 'success' },
      ],
    },
  },
  {
    id: '0192c8a0-0000-7000-8000-000000000202',
    name: 'Welcome after the first booking',
    description: 'Once per guest: a day after the first booking, a tag and welcome points.',
    definition: {
      trigger: {
        source: 'bookings',
        when: { field: 'event.parameters.first_visit', operator: 'equals', value: true },
        re_entry: { within: null, per: 'guest' },
      },
      start: 'day',
      nodes: [
        { id: 'day', type: 'wait', until: { after: { amount: 1, unit: 'days' } }, next: 'tag' },
        { id: 'tag', type: 'add_tag', tag: 'welcomed', next: 'points' },
        { id: 'points', type: 'award_points', points: 25, reason: 'Welcome', next: 'done' },
        { id: 'done', type: 'end', outcome: 'success' },
      ],
    },
  },
  {
    id: '0192c8a0-0000-7000-8000-000000000203',
    name: 'Thank regulars at the wine bar',
    description: 'For events without a source, at Vine Street only, at most once a week.',
    definition: {
      trigger: {
        source: null,
        when: { field: 'guest.tags', operator: 'contains', value: 'regular' },
        venues: ['VINE-02'],
        re_entry: { within: { amount: 7, unit: 'days' }, per: 'guest' },
      },
      start: 'points',
      nodes: [
        { id: 'points', type: 'award_points', points: 5, reason: 'A regular at the bar', next: 'done' },
        { id: 'done', type: 'end', outcome: 'success', reason: 'Thanked' },
      ],
    },
  },
]

/** A little history, sent through the front door: guest, serials, parameters. */
export const demoHistory: [
  guest: number,
  serials: string[],
  parameters: Record<string, string | number | boolean>,
][] = [
  [1, ['HARBOUR-01'], { source: 'till', spend: 42.5, covers: 2 }],
  [2, ['HARBOUR-01'], { source: 'till', spend: 128, covers: 4 }],
  [3, ['LISBOA-03'], { source: 'bookings', first_visit: true, covers: 2 }],
  [4, ['VINE-02'], { source: 'till', spend: 0, covers: 1 }],
  [7, ['VINE-02'], { covers: 1 }],
  [6, ['HARBOUR-01'], { source: 'reviews', stars: 5 }],
]
