// A thread's file: checks workflow documents, see validation-aside.ts.
import { workerData } from 'node:worker_threads'
import { answerQuestions } from '#base/answer-questions.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import { validate } from '#workflows/validation/validate.ts'
import type { DocumentQuestion } from './document-checks.ts'
import { outboundChecks } from './outbound-checks.ts'
import { renderPreview } from './render-preview.ts'

const checks = outboundChecks(workerData as AddressPolicy)

answerQuestions((asked: DocumentQuestion) =>
  'preview' in asked
    ? renderPreview(asked.preview)
    : validate(JSON.parse(asked.text), asked.outbound ? checks : {}).faults,
)
