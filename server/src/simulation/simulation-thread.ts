// A thread's file: simulates what simulate-aside.ts asks.
import { answerQuestions } from '#base/answer-questions.ts'
import { asIfLive } from './read-input.ts'
import { simulate } from './simulate.ts'
import type { SimulationQuestion } from './simulate-aside.ts'

answerQuestions(({ document, runId, links, ...rest }: SimulationQuestion) =>
  simulate({
    ...rest,
    workflow: asIfLive(document),
    run: { id: runId, workflowId: document.id, chain: 0, unsubscribeUrl: channel => links[channel] },
  }),
)
