import { messageHeaders, subscriptionMessages } from '@millrace/contract/subscription-message'

interface Document {
  readonly components?: { readonly schemas?: object }
}

/** The document with what subscriptions post: requests that Millrace makes, to the address of a subscription. */
export function withWebhooks<Given extends Document>(document: Given) {
  const messages = Object.entries(subscriptionMessages)
  return {
    ...document,
    components: {
      ...document.components,
      schemas: {
        ...document.components?.schemas,
        ...Object.fromEntries(messages.map(([, schema]) => [schema.$id, withoutIds(schema)])),
      },
    },
    webhooks: Object.fromEntries(messages.map(([type, schema]) => [type, { post: request(schema) }])),
  }
}

interface Message {
  readonly $id: string
  readonly title: string
}

const request = ({ $id, title }: Message) => ({
  tags: ['Subscriptions'],
  operationId: `on${$id}`,
  summary: title,
  description:
    'Posted to the address of each subscription to this event, signed as Standard Webhooks describes it. In order for each guest, and at least once.',
  security: [],
  parameters: Object.entries(messageHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${$id}` } } },
  },
  responses: {
    '2XX': { description: 'Taken. The body is not read.' },
    '410': { description: 'The address is gone: the subscription is paused.' },
    default: { description: 'Not taken: it is posted again, later each time.' },
  },
})

/** A reference leads to the place in the document. */
const withoutIds = (schema: object): object =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)))
