import type { Template } from './template.ts'

export const complaint: Template = {
  key: 'complaint',
  name: 'A complaint becomes a task for the staff',
  description:
    'Two stars or fewer: the venue gets a task for today, and nobody sends the guest an advert meanwhile.',
  definition: {
    trigger: {
      source: 'feedback',
      when: { field: 'event.parameters.stars', operator: 'at_most', value: 2 },
      re_entry: { within: { amount: 1, unit: 'days' }, per: 'guest_and_venue' },
    },
    start: 'tag',
    nodes: [
      { id: 'tag', type: 'add_tag', label: 'Remember it', tag: 'complaint-open', next: 'task' },
      {
        id: 'task',
        type: 'create_task',
        label: 'Call the guest',
        title:
          'Call {{ guest.name | default: "the guest" }} about {{ event.parameters.stars }} ' +
          '{% if event.parameters.stars == 1 %}star{% else %}stars{% endif %}',
        description: '{{ event.parameters.comment | default: "They left no comment." }}',
        assignee: 'Duty manager',
        due: { amount: 4, unit: 'hours' },
        next: 'sorry',
      },
      {
        id: 'sorry',
        type: 'send_email',
        label: 'We are sorry',
        subject: 'We are sorry, and would like to make it right',
        html:
          '<p>Dear {{ guest.name | default: "guest" }},</p>\n' +
          '<p>thank you for your feedback{% if venue.name %} about your visit to {{ venue.name }}{% endif %}. ' +
          'Someone from the team will call you today.</p>',
        next: 'month',
      },
      {
        id: 'month',
        type: 'wait',
        label: 'A month',
        until: { after: { amount: 1, unit: 'months' } },
        next: 'forget',
      },
      { id: 'forget', type: 'remove_tag', tag: 'complaint-open', next: 'done' },
      { id: 'done', type: 'end', outcome: 'success' },
    ],
  },
}
