import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '../../server/src/demo/demo-data.ts'
import { signedIn } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { connectBrowser, desktop, follow, phone, type TestBrowser } from './support/browser.ts'
import { look, lookOn } from './support/look.ts'
import { fillIn, newMember, open, openAs, password } from './support/member.ts'

let millrace: TestMillrace
let browser: TestBrowser

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

const languageOf = (page: Page) => page.evaluate('document.documentElement.lang')
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

/** At both widths, and then at the first again. */
async function lookAt(page: Page, name: string) {
  await lookOn(page, name)
  await page.setViewportSize({ width: desktop, height: 900 })
}

async function chooseLanguage(page: Page, labels: { field: string; save: string }, name: string) {
  await page.getByRole('combobox', { name: labels.field, exact: true }).selectOption({ label: name })
  await page.getByRole('button', { name: labels.save }).click()
}

test('a member reads Portuguese once they choose it, with its dates and numbers, and then English again', async () => {
  const hand = await signedIn(millrace, demo.organisationId)
  const guest = await hand.post<{ guest: { id: string } }>('/guests', { name: 'Inês Duarte' })
  await hand.post(`/guests/${guest.body.guest.id}/points`, { points: 12_345, reason: 'Boas-vindas' })
  // For the charts of the home page: where nothing has happened, there are none.
  await hand.post('/events', { guest_id: guest.body.guest.id, serials: [], parameters: { source: 'till' } })
  const member = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, member, '/settings/profile')
  expect(await languageOf(page)).toBe('en-GB')
  await chooseLanguage(page, { field: 'Language', save: 'Save language' }, 'Português')
  await page.getByRole('heading', { name: 'O seu perfil', level: 1 }).waitFor()
  expect(await languageOf(page)).toBe('pt-PT')
  await look(page, 'language-profile')
  await page.setViewportSize({ width: desktop, height: 900 })

  const pages = page.getByRole('navigation', { name: 'Páginas' })
  for (const name of ['Início', 'Fluxos', 'Execuções', 'Eventos', 'Clientes'])
    await pages.getByRole('link', { name, exact: true }).waitFor()
  await pages.getByRole('heading', { name: 'Definições' }).waitFor()
  await pages.getByRole('link', { name: 'Início', exact: true }).click()
  await page.getByText('Por dia, em').or(page.getByText('Por hora, em')).waitFor()
  await page.getByRole('heading', { name: 'Atividade' }).waitFor()
  await lookAt(page, 'language-home')

  await follow(page, `/guests/${guest.body.guest.id}`)
  await page.getByRole('heading', { name: 'Inês Duarte', level: 1 }).waitFor()
  expect(plain(await page.getByRole('main').innerText())).toContain('12 345')
  await page.getByRole('heading', { name: 'Hoje' }).waitFor()
  const made = page
    .getByRole('definition')
    .filter({ has: page.locator('time') })
    .locator('time')
  expect(await made.first().innerText()).toMatch(/^agora mesmo$|^há \d+ minutos?$/)
  expect(await made.first().getAttribute('title')).toMatch(/\d{2}\/\d{2}\/\d{4}|\d+ de \p{L}+\.? de \d{4}/u)
  await lookAt(page, 'language-guest')

  // What the server composes is in the language of the page that asks.
  await page.getByText('adicionou 12345 pontos: Boas-vindas').waitFor()

  // Another page, whose catalogue comes with it.
  await follow(page, '/guests')
  await page.getByRole('heading', { name: 'Clientes', level: 1 }).waitFor()
  await page.getByRole('columnheader', { name: 'Etiquetas' }).waitFor()
  await lookAt(page, 'language-guests')
  for (const [path, title] of [
    ['/tasks', 'Tarefas'],
    ['/runs', 'Execuções'],
    ['/settings/organisation', 'Organização'],
  ] as const) {
    await follow(page, path)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await lookOn(page, `language${path.replaceAll('/', '-')}`, [phone])
  }
  await page.setViewportSize({ width: desktop, height: 900 })

  // It is the member's: another browser, which prefers English, has it too.
  const elsewhere = await openAs(browser, millrace, member, '/tasks')
  await elsewhere.page.getByRole('heading', { name: 'Tarefas', level: 1 }).waitFor()
  expect(elsewhere.faults).toEqual([])
  await elsewhere.context.close()

  await follow(page, '/settings/profile')
  await chooseLanguage(page, { field: 'Idioma', save: 'Guardar idioma' }, 'English')
  await page.getByRole('heading', { name: 'Your profile', level: 1 }).waitFor()
  expect(await languageOf(page)).toBe('en-GB')
  expect(faults).toEqual([])
  await context.close()
})

test('who is not signed in reads what the browser prefers, and may choose another', async () => {
  const member = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await open(browser, millrace, '/sign-in', { locale: 'pt-BR' })
  await page.getByRole('button', { name: 'Iniciar sessão' }).waitFor()
  expect(await languageOf(page)).toBe('pt-PT')
  await look(page, 'language-sign-in')
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('English')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Português')
  await page.getByRole('button', { name: 'Iniciar sessão' }).waitFor()
  // What they chose there stays with them, because their profile says nothing else.
  await fillIn(page, { 'E-mail': member.email, 'Palavra-passe': password })
  await page.getByRole('button', { name: 'Iniciar sessão' }).click()
  await page.getByRole('heading', { name: 'Atividade' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('in English no catalogue is fetched', async () => {
  const member = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, member, '/')
  await page.getByRole('heading', { name: 'Activity' }).waitFor()
  const scripts = (await page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter(name => name.endsWith('.js'))`,
  )) as string[]
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter(name => /\/(?:everywhere-)?pt-/.test(name))).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
