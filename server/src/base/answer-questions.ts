import { parentPort } from 'node:worker_threads'
import { type Answered, READY } from './thread.ts'

/** In the file of a thread: answers whatever `openThread` asks. */
export function answerQuestions<Question>(work: (question: Question) => unknown): void {
  parentPort?.on('message', (question: Question) => parentPort?.postMessage(answered(work, question)))
  parentPort?.postMessage(READY)
}

function answered<Question>(work: (question: Question) => unknown, question: Question): Answered {
  try {
    return { answer: work(question) }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
