import type { Template } from './template.ts'

export const complaint: Template = {
  key: 'complaint',
  name: 'A complaint becomes a task for the staff',
  description:
    'Two stars or fewer: the venue gets a task for today. Not done after four hours, it goes to the area manager; when it is done, the guest gets an apology with the name of who called.',
  definition: {
    trigger: {
      source: 'feedback',
      when: { field: 'event.parameters.stars', operator: 'at_most', value: 2 },
      re_entry: { within: { amount: 1, unit: 'days' }, per: 'guest_and_venue' },
    },
    start: 'call',
    nodes: [
      {
        id: 'call',
        type: 'create_task',
        label: 'Call the guest',
        title:
          'Call {{ guest.name | default: "the guest" }} about {{ event.parameters.stars }} ' +
          '{% if event.parameters.stars == 1 %}star{% else %}stars{% endif %}',
        description: '{{ event.parameters.comment | default: "They left no comment." }}',
        assignee: 'Duty manager',
        due: { amount: 4, unit: 'hours' },
        next: 'called',
      },
      {
        id: 'called',
        type: 'wait_for_task',
        label: 'Has someone called?',
        tasks: ['call'],
        next: 'sorry',
        timeout: { after: { amount: 4, unit: 'hours' }, next: 'escalate' },
      },
      {
        id: 'escalate',
        type: 'create_task',
        label: 'Ask the area manager',
        title: 'Nobody has called {{ guest.name | default: "the guest" }} yet',
        description: '{{ event.parameters.comment | default: "They left no comment." }}',
        assignee: 'Area manager',
        due: { amount: 1, unit: 'days' },
        next: 'escalated',
      },
      {
        id: 'escalated',
        type: 'wait_for_task',
        label: 'Has someone called now?',
        tasks: ['escalate', 'call'],
        next: 'sorry',
        timeout: { after: { amount: 2, unit: 'days' }, next: 'lost' },
      },
      {
        id: 'sorry',
        type: 'send_email',
        class: 'transactional',
        label: 'We are sorry',
        subject: 'We are sorry, and would like to make it right',
        blocks: [
          {
            type: 'text',
            text: 'Dear {{ guest.name | default: "guest" }},\n\nThank you for your feedback{% if venue.name %} about your visit to {{ venue.name }}{% endif %}, and for talking to us. We are sorry.\n\n{{ tasks.escalate.done_by | default: tasks.call.done_by }}',
          },
        ],
        next: 'done',
      },
      { id: 'done', type: 'end', outcome: 'success', reason: 'Apologised' },
      { id: 'lost', type: 'end', outcome: 'failure', reason: 'Nobody called' },
    ],
  },
}
