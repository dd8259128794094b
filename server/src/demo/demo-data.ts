import type { NewGuest } from '@millrace/contract/guest'
import type { SourceMeaning } from '@millrace/contract/source'
import type { WorkflowDefinition } from '@millrace/contract/workflow'

/** A small, realistic venue group. Its ids are fixed, so that examples can name them. */
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

const guest = (place: number, name: string, more: NewGuest): NewGuest & { id: string } => ({
  id: `0192c8a0-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`,
  external_id: `crm-${1000 + place}`,
  name,
  email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`,
  email_consent: true,
  sms_consent: false,
  ...more,
})

export const demoGuests = [
  guest(1, 'Maya Okafor', {
    phone: '+447700900101',
    sms_consent: true,
    tags: ['regular'],
    attributes: { birthday: '1991-04-12' },
  }),
  guest(2, 'Tom Whitfield', { attributes: { favourite: 'window table' } }),
  guest(3, 'Ana Ferreira', { phone: '+351910000103', attributes: { language: 'pt' } }),
  guest(4, 'Priya Nair', { tags: ['vip'], attributes: { birthday: '1987-11-30' } }),
  guest(5, 'Jonas Lindqvist', { email_consent: false }),
  guest(6, 'Elif Demir', { phone: '+447700900106', sms_consent: true }),
  guest(7, 'Callum Reid', { tags: ['regular'] }),
  guest(8, 'Sofia Marques', { attributes: { language: 'pt', allergy: 'nuts' } }),
]

/** Who set it up. They are names in its history, and no members: nobody can sign in as one of them. */
export const demoPeople = {
  marketing: 'Beatriz Costa',
  operations: 'Owen Hughes',
} as const

/** Each of them runs without changes, and none needs a mail server: what they send stays in the outbox. */
export const demoWorkflows: {
  id: string
  name: string
  description: string
  by: keyof typeof demoPeople
  folder: string
  tags: string[]
  definition: WorkflowDefinition
}[] = [
  {
    id: demo.workflowId,
    name: 'Points for every visit',
    description:
      'Ten points for each bill, fifty for a large one, a tag for big spenders, and a word of thanks.',
    by: 'marketing',
    folder: 'Loyalty',
    tags: ['points'],
    definition: {
      trigger: {
        source: 'till',
        when: { field: 'event.parameters.spend', operator: 'greater_than', value: 0 },
      },
      variables: [
        {
          key: 'signature',
          value: 'The Harbour & Vine team',
          venues: { 'LISBOA-03': 'A equipa do Cais Lisboa' },
        },
      ],
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
        { id: 'tag', type: 'add_tag', tag: 'big-spender', next: 'thanks' },
        { id: 'small', type: 'award_points', points: 10, reason: 'A visit', next: 'thanks' },
        {
          id: 'thanks',
          type: 'send_email',
          label: 'Thank you',
          subject: 'Thank you for your visit to {{ venue.name | default: "us" }}',
          blocks: [
            { type: 'heading', text: 'Thank you, {{ guest.name | default: "dear guest" }}' },
            {
              type: 'text',
              text: 'You now have **{{ guest.points }}** points.\n\n{{ workflow.variables.signature }}',
            },
          ],
          next: 'done',
        },
        { id: 'done', type: 'end', outcome: 'success' },
      ],
    },
  },
  {
    id: '0192c8a0-0000-7000-8000-000000000202',
    name: 'Welcome after the first booking',
    description: 'Once per guest: a day after the first booking, a tag and welcome points.',
    by: 'marketing',
    folder: 'Lifecycle',
    tags: ['welcome'],
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
    by: 'operations',
    folder: 'Loyalty',
    tags: ['points', 'wine bar'],
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
  {
    id: '0192c8a0-0000-7000-8000-000000000204',
    name: 'Call back after a complaint',
    description: 'A task for the manager; and if the guest comes back within a month, points as an apology.',
    by: 'operations',
    folder: 'Service recovery',
    tags: [],
    definition: {
      trigger: {
        source: 'feedback',
        when: { field: 'event.parameters.stars', operator: 'at_most', value: 2 },
        re_entry: { within: { amount: 30, unit: 'days' }, per: 'guest_and_venue' },
      },
      exits: [
        {
          on: 'guest',
          label: 'The guest does not want to be contacted',
          when: { field: 'guest.do_not_contact', operator: 'equals', value: true },
        },
      ],
      start: 'task',
      nodes: [
        {
          id: 'task',
          type: 'create_task',
          title: 'Call {{ guest.name | default: "the guest" }} about their visit',
          description: '{{ event.parameters.stars }} of 5 stars: {{ event.parameters.comment }}',
          assignee: 'Manager on duty',
          due: { amount: 1, unit: 'days' },
          next: 'return',
        },
        {
          id: 'return',
          type: 'wait_for_event',
          label: 'Do they come back?',
          events: [{ label: 'They did', source: 'till', next: 'sorry' }],
          timeout: { after: { amount: 30, unit: 'days' }, next: 'lost' },
        },
        { id: 'sorry', type: 'award_points', points: 40, reason: 'An apology', next: 'done' },
        { id: 'done', type: 'end', outcome: 'success', reason: 'They came back' },
        { id: 'lost', type: 'end', outcome: 'failure', reason: 'They did not come back' },
      ],
    },
  },
]

/** What the events of its sources are, so that guests have visits, spend and a favourite venue. */
export const demoMeanings: [source: string, meaning: SourceMeaning][] = [
  ['till', { kind: 'visit', amount: 'spend', covers: 'covers' }],
  ['bookings', { kind: 'booking', covers: 'covers' }],
  ['feedback', { kind: 'review' }],
  ['reviews', { kind: 'review' }],
]

/** A little history, sent as ordinary events: guest, serials, parameters. */
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
  [8, ['LISBOA-03'], { source: 'feedback', stars: 2, comment: 'A long wait for the bill.' }],
  [5, ['HARBOUR-01'], { source: 'till', spend: 18.2, covers: 1 }],
]
