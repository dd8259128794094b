import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { createSetupLink } from '../../server/src/members/setup-link.ts'
import { createOrganisation } from '../../server/src/organisations/create-organisation.ts'
import { escapeHtml } from '../../server/src/templates/escape.ts'
import { signedIn } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { allTrials, someOf } from '../support/trials.ts'
import {
  connectBrowser,
  followAfresh,
  setSession,
  type TestBrowser,
  type Visit,
  visit,
} from './support/browser.ts'
import { panelOf } from './support/canvas.ts'
import { contentOf } from './support/download.ts'
import { refusals } from './support/member.ts'
import { memberPages, type Named, type PageName } from './support/member-pages.ts'
import { fieldOfNumber } from './support/payloads/payloads.ts'
import { readPage } from './support/payloads/read-page.ts'
import { type Ground, PROVISIONED, storePayloads } from './support/payloads/store-payloads.ts'
import { watchHarm } from './support/payloads/watch-harm.ts'
import { readCsv } from './support/read-csv.ts'

let millrace: TestMillrace
let browser: TestBrowser
let ground: Ground
let visited: Visit
let page: Page
let named: Named
let harm: string[]
/** The fields whose text was read on a page, as it was written. */
const seen = new Set<string>()

/** What a drawn mail is kept from doing is reported by the browser: its own policy, and the frame that runs nothing. */
const mails =
  /sandboxed|"style-src 'unsafe-inline'"|"img-src data: |^request to another host: (http:\/\/other\.example|https:\/\/example\.com\/logo\.png)/

/** What the server refuses, or on a busy machine postpones, is none of a payload's doing. */
const answers = new RegExp(`${refusals.source}|a status of 503`)

beforeAll(async () => {
  millrace = await startTestMillrace()
  ;[ground, browser] = await Promise.all([storePayloads(millrace), connectBrowser()])
  visited = await visit(browser, `${millrace.url}/openapi.json`, {
    expected: answers,
    session: ground.cookie,
  })
  page = visited.page
  harm = await watchHarm(visited.context, page)
  await load('/')
  const first = async (path: string, nodeId?: string) => {
    type Row = { id: string; for_staff?: boolean; node_id?: string }
    const { data } = await ground.get<{ data: Row[] }>(path)
    return data.find(row => !row.for_staff && (nodeId === undefined || row.node_id === nodeId))?.id as string
  }
  named = {
    guest: ground.guests[0] as string,
    serial: ground.serial,
    // Of two steps that send at the same moment, either can be listed first.
    message: await first(`/outbox?channel=email&guest_id=${ground.guests[0]}`, 'mail'),
    clientId: ground.clientId,
    workflow: ground.workflow,
    run: ground.runs[0] as string,
    event: await first(`/events?guest_id=${ground.guests[1]}`),
    source: ground.store.textOf('POST /dashboard/api/events parameters.source'),
    connection: ground.connection,
    delivery: ground.delivery,
    guestImport: ground.guestImport,
    segment: ground.segment,
    subscription: ground.subscription,
    piece: ground.piece,
  }
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

/** What is for nobody's eyes, kept nowhere, written over since, dropped, or a line on the canvas and no word. */
const neverShown = [
  /password$|sms_token$/,
  /secrets\/:name value$/,
  /email-feedback\/:provider key$/,
  /providers(\/:id)? secret$/,
  /providers\/:id\/test to$/,
  /connections\/:id\/(secret secret|preview (body|headers|mapping).*|mapping\/check .*)$/,
  /^POST \/oauth\//,
  /^POST \/dashboard\/api\/settings\/test-/,
  /^POST \/dashboard\/api\/runs\/bulk-/,
  /^POST \/dashboard\/api\/template-preview/,
  /^POST \/dashboard\/api\/workflows\/:id\/(validate|simulate|test-message) /,
  /^POST \/dashboard\/api\/setup name$/,
  / file\.\$schema$/,
  /^(PUT|PATCH) \/v1\/guests\S* (serial|(\w+_)?identifiers\[\]\.value)$/,
  /:id\/simulations script\.deliveries key$/,
  /guest-imports consent\.(where|words)$/,
  /segments\/preview /,
  // In the address of its link.
  /views(\/:id)? filters\./,
  // Written in files: the editor keeps them as they are.
  /\.translations( key|\.)| document\.languages\[\]$/,
  / document\.start$|\.(next|else|on_failure|if_passed)$/,
  / document\.nodes\[\]\(wait\)\.until\.(at|time\.time)$/,
]
const isShown = (field: string) => !neverShown.some(pattern => pattern.test(field))

/** What can be read on each page without touching anything; what is behind a click is looked at further below. */
const shown: Record<PageName, readonly RegExp[]> = {
  home: [/setup organisation_name/],
  workflows: [
    /workflows (file\.)?name$/,
    /draft name$/,
    /draft document\.trigger\.source/,
    /place (folder|tags)/,
  ],
  workflow: [/workflows name$/],
  runs: [/api\/guests name$/],
  run: [/api\/guests name$/],
  events: [/parameters\.source/],
  'send-event': [/\/guests name$/],
  unrouted: [/parameters\.source/],
  event: [/incoming-event/],
  sources: [/events parameters\.source/],
  source: [/events parameters (key|source)/],
  guests: [/\/guests (name|email|tags)/, /guests\/:id (name|email|tags)/],
  guest: [/api\/guests /],
  imports: [/guest-imports file_name$/],
  'new-import': [/setup organisation_name/],
  import: [/api\/guest-imports (file_name|columns)/],
  segments: [/segments name$/, /segments\/:id name$/],
  'new-segment': [/setup organisation_name/],
  segment: [/POST \/dashboard\/api\/segments (name|description)$/],
  venues: [/venues (name|serial)/],
  venue: [/POST \/dashboard\/api\/venues /, /workflows\/:id values/],
  outbox: [/^POST \S*\/guests name$/],
  message: [/api\/guests name$/],
  pieces: [/pieces name$/, /pieces\/:key name$/],
  piece: [/POST \/dashboard\/api\/pieces name$/],
  tasks: [/draft .*\(create_task\)\.title$/, /tasks\/:id (assignee|note)$/, /views(\/:id)? name$/],
  keys: [/keys name/],
  'new-key': [/setup organisation_name/],
  key: [/keys name/],
  connections: [/api\/connections name$/, /connections\/:id name$/],
  'new-connection': [/setup organisation_name/],
  connection: [/api\/connections name$/],
  'connection-set-up': [
    /api\/connections name$/,
    /connections\/:id\/pull (header|cursor_parameter)$/,
    /connections\/:id\/proof username$/,
  ],
  'connection-venues': [/connections\/:id\/aliases location$/],
  'connection-mapping': [/api\/connections name$/, /connections\/:id\/mapping mapping\.source$/],
  delivery: [/api\/connections name$/],
  subscriptions: [/subscriptions name$/, /subscriptions\/:id name$/],
  subscription: [/POST \/dashboard\/api\/subscriptions name$/],
  help: [/setup organisation_name/],
  guide: [/setup organisation_name/],
  settings: [/settings settings/, /providers(\/:id)? name$/],
  members: [/invitation name/, /invitations /, /setup email/, /profile name/],
  profile: [/profile name/, /api\/guests name$/],
  suppressions: [/(v1|api)\/suppressions note$/, /lift because$/],
  audit: [/setup email/],
  nowhere: [/setup organisation_name/],
}

/**
 * One of each kind: the lists whose rows have most of people's own words, each page of one thing, and the views that draw
 * something else of it. The other lists, and forms that show little, are read by `npm run prove -- stored-payloads`.
 */
const ONE_OF_EACH_KIND: ReadonlySet<string> = new Set<PageName>([
  'home',
  'workflows',
  'workflow',
  'run',
  'events',
  'event',
  'source',
  'guests',
  'guest',
  'import',
  'segment',
  'venue',
  'message',
  'piece',
  'tasks',
  'key',
  'connection',
  'connection-set-up',
  'connection-mapping',
  'delivery',
  'subscription',
  'settings',
  'members',
  'profile',
  'audit',
  'nowhere',
])
const isRead = (name: string) => allTrials || ONE_OF_EACH_KIND.has(name)

const load = (path: string) => page.goto(millrace.url + path)
const go = (path: string) => followAfresh(page, path)
/** Another owner looks on. Each may ask so often a minute, and who wrote all this and looked at every page has. */
const lookAs = async (cookie: string) => {
  await setSession(visited.context, millrace.url, cookie)
  await load('/')
}
const spaced = (text: string) => text.replaceAll(/\s+/g, ' ')

/** How each stored text may stand on a page: as it is, or as JSON has it. Found out once, because every page is held against all. */
const formsOf = (stored: string) => ({
  numbers: numbersIn(stored),
  forms: [stored, JSON.stringify(stored).slice(1, -1)].map(spaced),
})
const known = new Map<string, ReturnType<typeof formsOf>>()

/** Every payload has the number of a field in it. */
const numbersIn = (text: string) =>
  new Set([...text.matchAll(/(?:hit\(|<x-|other\.example\/)(\d+)/g)].map(([, number]) => number))

/** The field that an element came from, by the number in it. */
const originOf = (element: string) => {
  const [number] = numbersIn(element)
  return number === undefined ? '' : ` out of ${fieldOfNumber(Number(number))}`
}

async function look(): Promise<string[]> {
  const { text, injected } = await readPage(page)
  harm.push(...injected.map(element => `${page.url()} has ${element}${originOf(element)}`))
  // Most are not here, which their numbers say sooner than their texts.
  const numbers = numbersIn(text)
  const here = [...ground.store.stored]
    .filter(([, stored]) => {
      const one = known.get(stored) ?? formsOf(stored)
      known.set(stored, one)
      return one.numbers.isSubsetOf(numbers) && one.forms.some(form => text.includes(form))
    })
    .map(([field]) => field)
  for (const field of here) seen.add(field)
  return here
}

/** Looks until all of these are to be read here. */
async function showing(patterns: readonly RegExp[]): Promise<void> {
  const wanted = [...ground.store.stored.keys()].filter(
    field => isShown(field) && patterns.some(pattern => pattern.test(field)),
  )
  expect(wanted, `${patterns} names no field`).not.toEqual([])
  await expect
    .poll(
      async () => {
        const here = await look()
        return wanted.filter(field => !here.includes(field))
      },
      { message: `what is to be read on ${page.url()}`, interval: 200 },
    )
    .toEqual([])
}

/** A cell that a spreadsheet would take for a formula. */
const isFormula = (cell: string) => /^[=+\-@\t\r\n]/.test(cell) && Number.isNaN(Number(cell))

/** The file that each list can be saved as. */
const fileOf: Partial<Record<PageName, string>> = {
  audit: 'audit.csv',
  events: 'events.csv',
  guests: 'guests.csv',
  import: 'refused-rows.csv',
  imports: 'imports.csv',
  key: 'requests.csv',
  keys: 'keys.csv',
  members: 'members.csv',
  outbox: 'messages.csv',
  runs: 'runs.csv',
  segments: 'segments.csv',
  sources: 'sources.csv',
  tasks: 'tasks.csv',
  venues: 'venues.csv',
  workflows: 'workflows.csv',
}

async function checkFile(name: PageName): Promise<void> {
  const button = page.getByText(/^Download .*as CSV$/)
  if (fileOf[name] === undefined) {
    expect(await button.count(), `add the file of the page ${name} to this list`).toBe(0)
    return
  }
  // Some pages have it beside their title, lists in a menu.
  if (!(await button.isVisible())) await page.getByRole('button', { name: 'More actions' }).first().click()
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  const cells = readCsv(await contentOf(file)).flat()
  expect(cells.filter(isFormula), file.suggestedFilename()).toEqual([])
  expect(cells.length, file.suggestedFilename()).toBeGreaterThan(0)
  files.push(file.suggestedFilename())
}
const files: string[] = []

test('every text field of every body got a payload, or refuses markup', () => {
  expect(
    ground.store.missing().map(name => `add a payload for ${name} to tests/browser/support/payloads`),
  ).toEqual([])
})

test('every page of the dashboard shows what was stored, and its file has no formula', async () => {
  const routes = await readFile(join(import.meta.dirname, '../../web/src/app/routes/routes.ts'), 'utf8')
  const paths = Object.values(memberPages(named)).map(path => path.split('?', 1)[0] as string)
  for (const [, route] of routes.matchAll(/page\('([^']+)'/g)) {
    const pattern = new RegExp(`^${route?.replaceAll(/:\w+/g, '[^/]+')}$`)
    expect(
      paths.some(path => pattern.test(path)),
      `add the page ${route} to member-pages.ts`,
    ).toBe(true)
  }
  for (const [name, path] of Object.entries(memberPages(named)).filter(([name]) => isRead(name))) {
    await (name === 'nowhere' ? load(path) : go(path))
    await showing(shown[name as PageName])
    await checkFile(name as PageName)
  }
  const wanted = Object.entries(fileOf).filter(([name]) => isRead(name))
  expect(files.toSorted()).toEqual(wanted.map(([, file]) => file).toSorted())
  // The same pages, of what was written by other ways.
  for (const [path, ...patterns] of someOf(
    [
      [`/guests/${ground.guests[1]}`, /^POST \/v1\/guests /],
      [`/guests/${ground.guests[2]}`, /api\/guests\/:id/],
      [`/guests/${ground.guests[3]}`, /^PUT \/v1\/guests /],
      [`/guests/${ground.guests[4]}`, /^PATCH \/v1\/guests\/:id /],
      [
        `/marketplace/connections/${ground.tokenConnection}?view=set-up`,
        /connections\/:id\/pull oauth\.(client_id|scope)$/,
        /connections\/:id\/proof (prefix|time_name)$/,
      ],
      [
        `/marketplace/connections/${ground.signedConnection}?view=set-up`,
        /connections\/:id\/claims (issuer|audience)$/,
      ],
      ['/settings/audit?action=key', /keys name/],
      [`/marketplace/api-keys/${ground.limited}`, /keys\/:clientId /, /keys sources/],
      ['/venues/QUAY', /PATCH \/dashboard\/api\/venues/],
    ] as const,
    2,
  )) {
    await go(path)
    await showing(patterns)
  }
  for (const id of someOf(ground.otherImports, 1)) {
    await go(`/guests/imports/${id}`)
    await page.getByRole('region').or(page.getByText('Created')).first().waitFor()
    await look()
  }
  await go(`/guests/imports/${ground.otherImports.at(-2)}`)
  await showing([/^POST \/v1\/guest-imports columns/])
  for (const [id, pattern] of someOf(ground.segments, 1)) {
    await go(`/segments/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await showing([pattern])
  }
  for (const [key, pattern] of someOf(ground.pieces, 1)) {
    await go(`/pieces/${key}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await showing([pattern])
  }
  const declared = [/sources\/meaning /, /sources\/rebuild /]
  for (const [place, pattern] of someOf([...declared.entries()], 1)) {
    await go(`/sources/detail?${new URLSearchParams({ source: ground.declared[place] as string })}`)
    await showing([pattern])
  }
  await go('/settings/members')
  const provisioned = page.getByRole('row').filter({ hasText: PROVISIONED })
  const name = ground.store.textOf('POST /dashboard/api/guests name').slice(0, 100)
  await provisioned.getByText(name).first().waitFor()
  await look()
  for (const action of someOf(['scim_user', 'scim_group'], 1)) {
    await go(`/settings/audit?action=${action}`)
    await page.getByTitle(`${action}.created`).first().waitFor()
    await look()
  }
})

test('so do the canvas, the panels of its steps, and what is tried out', async () => {
  await lookAs((await signedIn(millrace, ground.organisationId)).cookie as string)
  for (const [id, fields] of [
    ...someOf(ground.scheduled, 1).map(one => [one, []] as const),
    // The wild one has a step of each type, and more in them than the others.
    ...someOf(
      [
        [ground.workflow, []],
        [ground.fileWorkflow, [/workflows file/]],
        [ground.wildWorkflow, [/:id\/draft (?!document\.trigger\.(date|absence|segment|broadcast)\.)/]],
      ] as const,
      1,
    ),
  ]) {
    await go(`/workflows/${id}`)
    await page.locator('[data-box]').first().waitFor()
    for (const box of await page.locator('[data-box]').all()) {
      await box.dispatchEvent('click')
      await panelOf(page).waitFor()
      await look()
      const editing = panelOf(page).getByRole('button', { name: 'Edit e-mail' })
      if ((await editing.count()) === 0) continue
      await editing.click()
      await page.getByRole('group', { name: 'E-mail preview' }).waitFor()
      await look()
      await page.getByRole('button', { name: 'Done', exact: true }).click()
    }
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('complementary', { name: 'Workflow settings' }).waitFor()
    await look()
    const wanted = [...ground.store.stored.keys()].filter(field =>
      fields.some(pattern => pattern.test(field)),
    )
    expect(wanted.filter(field => isShown(field) && !seen.has(field))).toEqual([])
  }
  await go(`/workflows/${ground.workflow}`)
  const panel = panelOf(page)
  await page.getByRole('button', { name: 'When an event arrives' }).dispatchEvent('click')
  await showing([/:id\/comments text$/])
  await page.locator('[data-id="mail"] [data-box]').dispatchEvent('click')
  await panel.getByRole('button', { name: 'Show preview' }).click()
  await panel.getByRole('group', { name: 'E-mail preview' }).getByText('drawn').waitFor()
  await look()
  await page.locator('[data-id="task"] [data-box]').dispatchEvent('click')
  await panel.getByRole('button', { name: 'Preview Title' }).click()
  await panel.getByRole('group', { name: 'Preview of Title' }).getByText('hit(').waitFor()
  await look()
  await go('/settings/organisation')
  await page.getByRole('button', { name: 'Choose uploaded…' }).click()
  await showing([/images file_name$/])
  await page.keyboard.press('Escape')
  for (const [index, field] of [/POST \S*providers smtp\.user$/, /providers\/:id smtp\.user$/].entries()) {
    const list = page.getByRole('table', { name: 'E-mail providers' })
    await list
      .getByRole('button', { name: /^Actions for/ })
      .nth(index + 1)
      .click()
    await list.getByRole('button', { name: 'Change…' }).click()
    await showing([field])
    await page.keyboard.press('Escape')
  }
  await go(`/workflows/${ground.workflow}?view=simulator`)
  await page.getByRole('button', { name: /^Open/ }).first().click()
  await page.getByRole('group', { name: 'Timeline entry 3' }).waitFor()
  await page.getByRole('button', { name: 'Run simulation' }).click()
  await everyStep()
  await showing([/simulations (?!.*message$)/])
  await lookAs(ground.cookie)
})

/** Every step that is listed, with everything about it. */
async function everyStep(): Promise<void> {
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('button')
  await steps.first().waitFor()
  for (const step of await steps.all()) {
    await step.dispatchEvent('click')
    for (const list of await page.getByRole('tablist').all()) {
      for (const tab of await list.getByRole('tab').all()) {
        await tab.dispatchEvent('click')
        await look()
      }
    }
  }
}

test('so do the steps of runs, messages, dialogs, and whatever is found', async () => {
  for (const run of someOf(ground.runs, 1)) {
    await go(`/runs/${run}`)
    await everyStep()
    await page.getByRole('link', { name: 'On the canvas' }).click()
    await page.locator('[data-box]').first().waitFor()
    await look()
  }
  for (const channel of ['email', 'sms', 'webhook']) {
    const { data } = await ground.get<{ data: { id: string }[] }>(`/outbox?channel=${channel}`)
    await go(`/outbox/${data[0]?.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await look()
  }
  /** Behind another button. */
  const rare = (name: RegExp) => [/^More actions$/, name]
  const dialogs: [path: string, buttons: readonly (RegExp | RegExp[])[]][] = [
    [
      `/guests/${named.guest}`,
      [
        /^Edit$/,
        rare(/^Adjust points…$/),
        rare(/^Merge…$/),
        rare(/^Delete guest…$/),
        /^(Withdraw|Record) consent/,
      ],
    ],
    ['/settings/members', [/^Change/, /^Reset password/, /^Remove/, /^Withdraw/, /^Invite/]],
    [
      `/marketplace/api-keys/${named.clientId}`,
      [/^Change/, [/^More about the key$/, /^Rotate/], [/^More about the key$/, /^Revoke/]],
    ],
    [`/marketplace/api-keys/${ground.limited}`, [/^Change/]],
    ['/settings/profile', [/^Remove /, /^Add an app/, /^Replace/]],
    ['/tasks', [/^Assign/]],
    ['/tasks', [/note…/]],
    ['/workflows', [/^Folder…/]],
    ['/events/unrouted', [/^Replay/]],
    [`/venues/${encodeURIComponent(named.serial)}`, [/^Pause/]],
    [`/workflows/${named.workflow}`, [/^History$/, /^Publish…$/, [/^More about the workflow$/, /^Pause…$/]]],
    [`/workflows/${named.workflow}?view=simulator`, [/^Delete/]],
    [`/runs/${ground.runs[1]}`, [/^Cancel run…$/]],
    ['/workflows', [/^New workflow$/]],
  ]
  for (const [path, buttons] of someOf(dialogs, 7)) {
    await go(path)
    for (const names of buttons) {
      for (const name of [names].flat())
        await page.locator('main').getByRole('button', { name }).first().click()
      await page.getByRole('dialog').waitFor()
      await look()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
  for (const field of ['POST /dashboard/api/guests name', 'POST /dashboard/api/workflows name']) {
    const typed = ground.store.textOf(field)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).fill(typed.slice(0, 30))
    await page.getByRole('option', { name: typed }).first().waitFor()
    await look()
    await page.keyboard.press('Escape')
  }
})

test('what stands in an address does no more than what is stored', async () => {
  const text = ground.store.textOf('POST /dashboard/api/guests name')
  const value = encodeURIComponent(text)
  const addresses = [
    `/guests?text=${value}&tag=${value}`,
    `/events?source=${value}&serial=%3Cx-1%3E`,
    `/workflows?name=${value}&status=${value}`,
    `/tasks?assignee=${value}&serial=${value}`,
    `/venues?text=${value}`,
    `/settings/audit?actor=${value}&action=${value}`,
    `/sources/detail?source=${value}`,
    `/guests/${value}`,
    // A list, a form, a page of one thing, and one that leads elsewhere.
    `/runs?node=${value}&error=${value}&status=${value}&workflow_id=${value}`,
    `/events/send?like=${value}`,
    `/workflows/${value}?view=${value}`,
    `/sign-in?next=javascript:hit(0)`,
  ]
  for (const path of someOf(addresses, 4)) {
    await load(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await look()
  }
  await load(`/settings/audit?actor=${value}`)
  await page.getByText('No matching entries').waitFor()
  await look()
})

/** The mail as it would be sent. */
async function mailContent(): Promise<{ html: string; unsubscribe_url: string }> {
  const { rows } = await millrace.database.engine.query<{
    content: { html: string; unsubscribe_url: string }
  }>('SELECT content FROM messages WHERE id = $1', [named.message])
  if (rows[0] === undefined) throw new Error('the e-mail is gone')
  return rows[0].content
}

test('pages for those who are not signed in show it, too', async () => {
  const name = ground.store.textOf('POST /dashboard/api/setup organisation_name')
  const organisationId = newId()
  await createOrganisation(millrace.database.engine, { id: organisationId, name })
  const setup = await createSetupLink(millrace.database.engine, organisationId)
  const { unsubscribe_url: unsubscribe } = await mailContent()
  await visited.context.clearCookies()
  const { invitation, reset } = ground.links
  for (const [path, there] of [
    [`/setup#${setup}`, name],
    [`/invitation#${invitation}`, name],
    [`/sign-in?reset#${reset}`, ground.store.textOf('POST /dashboard/api/members/invitations email')],
    [new URL(unsubscribe).pathname, name],
    ['/docs', 'API reference'],
    ['/', 'Millrace'],
  ] as const) {
    // Away from the address before, of which only what is behind the # may be another.
    await page.goto('about:blank')
    await load(path)
    await expect.poll(async () => (await readPage(page)).text).toContain(spaced(there))
    await look()
  }
  await load(new URL(unsubscribe).pathname)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor()
  await look()
})

test('in the e-mail of a guest their own words are words', async () => {
  const { html } = await mailContent()
  const name = ground.store.textOf('POST /dashboard/api/guests name')
  expect(html).not.toContain(name)
  expect(html).toContain(`<p title="${escapeHtml(name)}">${escapeHtml(name)}</p>`)
})

test('and nothing of all that was carried out, or escaped someone’s eyes', () => {
  expect([...new Set(harm)]).toEqual([])
  expect(visited.faults.filter(fault => !mails.test(fault))).toEqual([])
  // What is only to be seen on pages that `npm test` leaves out is missed by `npm run prove -- stored-payloads`.
  const unseen = [...ground.store.stored.keys()].filter(
    field => allTrials && isShown(field) && !seen.has(field),
  )
  expect(unseen.map(field => `say in stored-payloads.test.ts on which page ${field} is to be seen`)).toEqual(
    [],
  )
})
