import type { Template } from './template.ts'

export const welcome: Template = {
  key: 'welcome',
  name: 'Welcome after the first visit',
  description: 'The morning after a first visit: thanks by e-mail, and points for the next one.',
  definition: {
    trigger: {
      source: 'visits',
      when: { field: 'event.parameters.first_visit', operator: 'equals', value: true },
      re_entry: { within: null, per: 'guest' },
    },
    variables: [{ key: 'welcome_points', value: 50 }],
    start: 'morning',
    nodes: [
      {
        id: 'morning',
        type: 'wait',
        label: 'Until the next morning',
        until: { time: { time: '10:00' } },
        next: 'points',
      },
      {
        id: 'points',
        type: 'award_points',
        label: 'Welcome points',
        points: 50,
        reason: 'Welcome',
        next: 'thanks',
      },
      {
        id: 'thanks',
        type: 'send_email',
        label: 'Welcome',
        subject: 'Lovely to have met you{% if guest.name %}, {{ guest.name }}{% endif %}',
        html:
          '<p>Hello {{ guest.name | default: "there" }},</p>\n' +
          '<p>thank you for your first visit{% if venue.name %} to {{ venue.name }}{% endif %}. ' +
          '{{ workflow.variables.welcome_points }} points are waiting for your next one.</p>',
        next: 'tag',
      },
      { id: 'tag', type: 'add_tag', tag: 'welcomed', next: 'done' },
      { id: 'done', type: 'end', outcome: 'success', reason: 'Welcomed' },
    ],
  },
}
