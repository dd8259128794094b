// A thread's file: checks workflow documents, see validation-aside.ts.
import { workerData } from 'node:worker_threads'
import { answerQuestions } from '#base/answer-questions.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import { validate } from '#workflows/validation/validate.ts'
import { outboundChecks } from './outbound-checks.ts'

const checks = outboundChecks(workerData as AddressPolicy)

answerQuestions(
  ({ text, outbound }: { text: string; outbound: boolean }) =>
    validate(JSON.parse(text), outbound ? checks : {}).faults,
)
