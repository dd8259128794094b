import { expect, test } from 'vitest'
import { pageWords } from './page-words.ts'

const plugin = pageWords() as unknown as {
  configResolved(config: { root: string }): void
  transform(code: string, id: string): { code: string } | undefined
}
plugin.configResolved({ root: '/millrace/web' })
const made = (code: string) => plugin.transform(code, '/millrace/web/src/app/routes/routes.ts')?.code

test('a page waits for its catalogue', () => {
  expect(
    made("page('/tasks', () => import('../../pages/tasks/TasksPage.tsx').then(it => it.TasksPage))"),
  ).toBe(
    "page('/tasks', () => addWordsOf('tasks').then(() => import('../../pages/tasks/TasksPage.tsx')).then(it => it.TasksPage))\n" +
      'import { addWordsOf } from "/millrace/web/src/language/catalogues.ts"\n',
  )
})

test('nothing else does', () => {
  expect(made("import('./Dashboard.tsx')")).toBeUndefined()
  expect(made("import { SignInPage } from '../pages/signed-out/SignInPage.tsx'")).toBeUndefined()
})
