import { goldGuests } from './segments.ts'
import { TEMPLATE_SEGMENT, type Template } from './template.ts'

export const gold: Template = {
  key: 'gold',
  name: 'Make guests gold',
  description:
    'Ten visits or a spend of 1,000 within twelve months: a tag, and an e-mail with the perk, also for those who are there already. Needs a source whose events are visits.',
  segment: goldGuests,
  definition: {
    trigger: { segment: { id: TEMPLATE_SEGMENT, on: 'enters', already_in: 'start' } },
    variables: [{ key: 'perk', value: 'a glass of wine with every meal' }],
    start: 'tag',
    nodes: [
      { id: 'tag', type: 'add_tag', tag: 'gold', next: 'notify' },
      {
        id: 'notify',
        type: 'send_email',
        label: 'You are gold',
        subject: 'You are gold now{% if guest.name %}, {{ guest.name }}{% endif %}',
        blocks: [
          {
            type: 'text',
            text: 'Dear {{ guest.name | default: "guest" }},\n\nThank you for coming so often. From now on there is {{ workflow.variables.perk }} for you.',
          },
        ],
        next: 'done',
      },
      { id: 'done', type: 'end', outcome: 'success' },
    ],
  },
}

export const goldEnds: Template = {
  key: 'gold-ends',
  name: 'Take gold back',
  description: 'The other half: when neither holds any longer, the tag is removed.',
  segment: goldGuests,
  definition: {
    trigger: { segment: { id: TEMPLATE_SEGMENT, on: 'leaves' } },
    start: 'tag',
    nodes: [
      { id: 'tag', type: 'remove_tag', tag: 'gold', next: 'done' },
      { id: 'done', type: 'end', outcome: 'success' },
    ],
  },
}
