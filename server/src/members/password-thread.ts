// A thread's file: judges passwords, see judge-aside.ts.
import { answerQuestions } from '#base/answer-questions.ts'
import { passwordFaults } from './password-faults.ts'

answerQuestions(({ password, person }: { password: string; person: { email: string; name: string } }) =>
  passwordFaults(password, person),
)
