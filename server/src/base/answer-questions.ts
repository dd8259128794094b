import { parentPort } from 'node:worker_threads'
import { type Answered, READY } from './thread.ts'

/** In the file of a thread: answers whatever `openThread` asks. */
export function answerQuestions<Question>(work: (question: Question) => unknown): void {
  parentPort?.on('message', async (question: Question) =>
    parentPort?.postMessage(await answered(work, question)),
  )
  parentPort?.postMessage(READY)
}

async function answered<Question>(
  work: (question: Question) => unknown,
  question: Question,
): Promise<Answered> {
  try {
    return { answer: await work(question) }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
