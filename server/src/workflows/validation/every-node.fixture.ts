import type { WorkflowDefinition } from '@millrace/contract/workflow'

/** A valid workflow with every type of node once, and everything else that a document can have. */
export const everyNode: WorkflowDefinition = {
  trigger: {
    source: 'till',
    listener: true,
    when: {
      all: [
        { field: 'event.parameters.spend', operator: 'at_least', value: 50 },
        { not: { field: 'guest.tags', operator: 'contains', value: 'staff' } },
      ],
    },
    venues: ['HARBOUR-01', 'VINE-02'],
    re_entry: { within: { amount: 7, unit: 'days' }, per: 'guest' },
  },
  variables: [
    { key: 'offer', value: 'a free coffee', venues: { 'VINE-02': 'a glass of wine' } },
    { key: 'threshold', value: 100 },
  ],
  exits: [
    {
      on: 'event',
      label: 'Complained',
      source: 'complaints',
      match: ['bill_id'],
      when: { field: 'event.parameters.open', operator: 'equals', value: true },
    },
    { on: 'guest', when: { field: 'guest.do_not_contact', operator: 'equals', value: true } },
  ],
  start: 'pause',
  nodes: [
    {
      id: 'pause',
      type: 'wait',
      until: { after: { amount: 2, unit: 'hours' } },
      moves: [
        {
          label: 'Another round',
          source: 'till',
          match: ['table'],
          when: { field: 'started_by.parameters.spend', operator: 'exists' },
        },
      ],
      next: 'crm',
    },
    {
      id: 'crm',
      label: 'Notify the CRM',
      type: 'call_webhook',
      url: 'https://crm.example.com/guests/{{ guest.id }}?from={{ event.source }}',
      method: 'POST',
      headers: [{ name: 'X-Offer', value: '{{ workflow.variables.offer }}' }],
      body: '{"run": "{{ run.id }}", "tags": {{ guest.tags | json }}}',
      next: 'known',
      on_failure: 'task',
    },
    {
      id: 'task',
      type: 'create_task',
      title: 'Notify the CRM about {{ guest.name }} by hand',
      description: 'The call was not answered.',
      assignee: 'Duty manager',
      due: { amount: 1, unit: 'days' },
      notify: 'office@example.com',
      next: 'seen',
    },
    {
      id: 'seen',
      type: 'wait_for_task',
      tasks: ['task'],
      next: 'hand',
      timeout: { after: { amount: 4, unit: 'hours' }, next: 'hand' },
    },
    {
      id: 'hand',
      type: 'start_workflow',
      workflow: '0192d3f8-0000-7000-8000-000000000002',
      parameters: [
        { key: 'note', value: 'About {{ guest.name }}' },
        { key: 'spend', value: { number: { field: 'event.parameters.spend', times: 2 } } },
        { key: 'bill_id', value: { field: 'event.parameters.bill_id' } },
      ],
      next: 'known',
    },
    {
      id: 'known',
      label: 'Known there?',
      type: 'branch',
      cases: [
        {
          label: 'Yes',
          when: {
            any: [
              { field: 'webhooks.crm.status', operator: 'equals', value: 200 },
              { field: 'workflow.variables.threshold', operator: 'less_than', value: 10 },
            ],
          },
          next: 'side',
        },
      ],
      else: 'profile',
    },
    {
      id: 'side',
      type: 'split',
      ways: [
        { label: 'Mail', percent: 50, next: 'mail' },
        { percent: 30, next: 'text' },
        { percent: 20, next: 'points' },
      ],
    },
    {
      id: 'mail',
      type: 'send_email',
      subject: 'Thank you, {{ guest.name | default: "dear guest" }}',
      preview: '{{ workflow.variables.offer }} for you',
      html: '<p>We owe you {{ workflow.variables.offer }} at {{ venue.name }}. {{ webhooks.crm.body.note }}</p>',
      text: 'We owe you {{ workflow.variables.offer }}.',
      from_name: '{{ venue.variables.manager }}',
      reply_to: 'hello@example.com',
      next: 'click',
    },
    {
      id: 'click',
      type: 'wait_for_click',
      email: 'mail',
      url: 'https://example.com/menu',
      next: 'ask',
      timeout: { after: { amount: 2, unit: 'days' }, next: 'ask' },
    },
    {
      id: 'ask',
      type: 'send_email',
      subject: 'How was it?',
      blocks: [
        {
          type: 'voucher',
          text: 'A dessert, {{ guest.name }}',
          code: 'SWEET-{{ guest.points }}',
          terms: 'Until Friday',
        },
        { type: 'question', text: 'How was it, {{ guest.name }}?', scale: 'yes_no', yes: 'Good', no: 'Bad' },
      ],
      next: 'answer',
    },
    {
      id: 'answer',
      type: 'wait_for_answer',
      email: 'ask',
      next: 'reply',
      timeout: { after: { amount: 2, unit: 'weeks' }, next: 'reply' },
    },
    {
      id: 'text',
      type: 'send_sms',
      class: 'marketing',
      body: 'Thank you, {{ guest.name }}!',
      next: 'reply',
    },
    { id: 'points', type: 'award_points', points: 25, at_most_a_day: 100, reason: 'Thanks', next: 'reply' },
    {
      id: 'reply',
      type: 'wait_for_event',
      events: [
        {
          label: 'Came back',
          source: 'till',
          when: { field: 'event.parameters.spend', operator: 'greater_than', value: 0 },
          next: 'back',
        },
        { source: null, next: 'done' },
      ],
      timeout: { after: { amount: 3, unit: 'weeks' }, next: 'gone' },
    },
    { id: 'back', type: 'add_tag', tag: 'regular', next: 'done' },
    { id: 'gone', type: 'remove_tag', tag: 'regular', next: 'lost' },
    {
      id: 'profile',
      type: 'update_guest',
      changes: [
        { field: 'attributes.crm', value: '{{ webhooks.crm.status }}' },
        { field: 'email_consent', value: false },
        { field: 'phone', value: null },
        { field: 'attributes.last_spend', value: { number: { field: 'event.parameters.spend' } } },
        { field: 'attributes.visits', plus: 1 },
      ],
      next: 'done',
    },
    { id: 'done', type: 'end', outcome: 'success' },
    { id: 'lost', type: 'end', outcome: 'failure', reason: 'Did not come back' },
  ],
}
