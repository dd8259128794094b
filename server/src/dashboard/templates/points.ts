import type { NodeOf } from '@millrace/contract/node'
import type { Template } from './template.ts'

const give = (id: string, most: number, next = 'refunded'): NodeOf<'award_points'> => ({
  id,
  type: 'award_points',
  label: 'A point for each full pound',
  points: { field: 'event.parameters.spend', round: 'down' },
  at_most_a_day: most,
  reason: 'Spent',
  next,
})

/** A run takes one of the two ways: what the other gave is nothing. */
const take = (from: string, next: string): NodeOf<'award_points'> => ({
  id: `take-${from}`,
  type: 'award_points',
  label: 'Take them back',
  points: { field: `awarded.${from}`, times: -1, round: 'down', or: 0 },
  reason: 'Refunded',
  next,
})

export const points: Template = {
  key: 'points',
  name: 'Points for spending',
  description:
    'One point for each full pound, double on Tuesdays, at most 500 a day for each guest. A refund with the same bill_id within 60 days takes the same points back.',
  definition: {
    trigger: {
      source: 'bills',
      listener: true,
      when: { field: 'event.parameters.spend', operator: 'greater_than', value: 0 },
    },
    start: 'tuesday',
    nodes: [
      {
        id: 'tuesday',
        type: 'branch',
        label: 'Is it Tuesday?',
        cases: [{ label: 'Yes', when: { field: 'now', operator: 'on_weekday', value: [2] }, next: 'double' }],
        else: 'single',
      },
      // The same twice, with half of the limit each: twice 10.99 is 20 points, not 21.
      give('double', 250, 'again'),
      give('again', 250),
      give('single', 500),
      {
        id: 'refunded',
        type: 'wait_for_event',
        label: 'Is it refunded?',
        events: [{ label: 'Refunded', source: 'refunds', match: ['bill_id'], next: 'take-single' }],
        timeout: { after: { amount: 60, unit: 'days' }, next: 'kept' },
      },
      take('single', 'take-double'),
      take('double', 'take-again'),
      take('again', 'back'),
      { id: 'back', type: 'end', outcome: 'failure', reason: 'Refunded' },
      { id: 'kept', type: 'end', outcome: 'success', reason: 'Kept' },
    ],
  },
}
