import { answerQuestions } from './answer-questions.ts'

answerQuestions((question: { add?: [number, number]; spin?: true; fail?: string }) => {
  while (question.spin);
  if (question.fail !== undefined) throw new Error(question.fail)
  return question.add?.reduce((sum, number) => sum + number)
})
