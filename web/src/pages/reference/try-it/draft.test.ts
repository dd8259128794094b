import { expect, test } from 'vitest'
import type { OpenApiDocument } from '../../../api/openapi-types.ts'
import { demo } from '../../../features/demo.ts'
import type { Operation } from '../contents/operations.ts'
import { firstDraft, toRequest } from './draft.ts'

const document: OpenApiDocument = { info: { title: '', version: '1' }, paths: {} }
const operation: Operation = {
  id: 'cancel',
  method: 'POST',
  path: '/v1/workflows/{workflowId}/workflow-runs/{runId}/cancel',
  url: 'http://x/v1/workflows/{workflowId}/workflow-runs/{runId}/cancel',
  summary: '',
  description: '',
  secured: true,
  deprecated: false,
  parameters: [
    { in: 'path', name: 'workflowId', required: true },
    { in: 'path', name: 'runId', required: true },
    { in: 'query', name: 'dry_run' },
    { in: 'header', name: 'idempotency-key' },
  ],
  responses: [],
}

test('begins with the demo, and shows plainly what is still to be filled in', () => {
  const draft = firstDraft(document, operation)
  expect(toRequest(operation, draft, 'T')).toEqual({
    method: 'POST',
    url: `http://x/v1/workflows/${demo.workflowId}/workflow-runs/RUN_ID/cancel`,
    headers: { authorization: 'Bearer T' },
  })
})

test('sends what was filled in, so that it arrives as it was typed', () => {
  const draft = {
    body: '{}',
    parameters: {
      'path workflowId': 'a/b',
      'path runId': 'r',
      'query dry_run': 'tr&ue',
      'header idempotency-key': 'k',
    },
  }
  expect(toRequest(operation, draft, 'T')).toEqual({
    method: 'POST',
    url: 'http://x/v1/workflows/a%2Fb/workflow-runs/r/cancel?dry_run=tr%26ue',
    headers: { authorization: 'Bearer T', 'content-type': 'application/json', 'idempotency-key': 'k' },
    body: '{}',
  })
})
