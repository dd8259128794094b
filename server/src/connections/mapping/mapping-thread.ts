// A thread's file: reads deliveries by mappings, see read-aside.ts.
import { answerQuestions } from '#base/answer-questions.ts'
import { answerQuestion } from './question.ts'

answerQuestions(answerQuestion)
