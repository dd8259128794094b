import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { demo } from '../../server/src/demo/demo-data.ts'
import { createSetupLink } from '../../server/src/members/setup-link.ts'
import { createOrganisation } from '../../server/src/organisations/create-organisation.ts'
import { signedIn, type TestMember, visit } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { allTrials, someOf } from '../support/trials.ts'
import { connectBrowser, followAfresh, setSession, type TestBrowser, type Visit } from './support/browser.ts'
import { saved } from './support/canvas.ts'
import { connectTill } from './support/connection.ts'
import { endSessions, forgetAttempts, newMember, open, openAs, password } from './support/member.ts'

let millrace: TestMillrace
let browser: TestBrowser
/** Who fills the forms in, one after the other. */
let owner: TestMember
let visited: Visit
/** The browser reports what is refused, and what does not come. */
const expected = /Failed to load resource/
const made = { clientId: '', invitation: '', reset: '', setup: '', connection: '', signed: '', any: '' }

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await connectBrowser()
  owner = await newMember(millrace, demo.organisationId)
  visited = await openAs(browser, millrace, owner, '/', { expected })
  const hand = await signedIn(millrace, demo.organisationId)
  const { body: key } = await hand.post<{ key: { client_id: string } }>('/keys', {
    name: 'Old till by the door',
  })
  made.clientId = key.key.client_id
  made.connection = (await connectTill(hand, 'Tills at the harbour', demo.serial)).connection
  const signed = { name: 'Loyalty app', vendor: 'jwt', unknown_guests: 'create' }
  made.signed = (await hand.post<{ connection: { id: string } }>('/connections', signed)).body.connection.id
  const any = { name: 'Booking desk', vendor: 'json', unknown_guests: 'create' }
  made.any = (await hand.post<{ connection: { id: string } }>('/connections', any)).body.connection.id
  const viewer = await newMember(millrace, demo.organisationId, { role: 'viewer' })
  const behind = ({ body }: { body: { link: string } }) => new URL(body.link).hash
  made.invitation = behind(
    await hand.post('/members/invitations', { email: 'jo@example.com', role: 'editor' }),
  )
  made.reset = behind(await hand.ask('POST', `/members/${viewer.id}/reset-link`))
  const organisationId = newId()
  await createOrganisation(millrace.database.engine, { id: organisationId, name: 'Vine' })
  made.setup = await createSetupLink(millrace.database.engine, organisationId)
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

interface TypedForm {
  /** The file in web/src that it is in. */
  readonly file: string
  path(): string
  /** Brings it before the eyes; in what it returns are the fields and the button. */
  bring?(page: Page): Promise<Locator>
  readonly fields: Readonly<Record<string, string>>
  readonly submit: string
  /** The button is for more than this part of the page. */
  readonly apart?: true
  /** Is to be seen when it has been taken. */
  done(page: Page): Locator
}

const dialog = (name: RegExp | string) => async (page: Page) => {
  await page.locator('main').getByRole('button', { name }).first().click()
  return page.getByRole('dialog').first()
}
const rareDialog = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  return dialog(name)(page)
}
const region = (name: string) => async (page: Page) => page.getByRole('region', { name, exact: true })
const guest = () => `/guests/${demo.guestId}`
const simulator = () => `/workflows/${demo.workflowId}?view=simulator`
const settings = () => '/settings/organisation'
const profile = () => '/settings/profile'
const venue = () => `/venues/${demo.serial}`
const connection = (view: string) => () => `/marketplace/connections/${made.connection}?view=${view}`
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first()
const head = (words: string) => (page: Page) => page.getByRole('heading', { name: words, level: 1 })

const forms: readonly TypedForm[] = [
  {
    file: 'components/list/SaveViewDialog.tsx',
    path: () => '/runs?status=failed',
    bring: dialog('Save view…'),
    fields: { Name: 'Failed runs' },
    submit: 'Save',
    done: page => page.getByRole('link', { name: 'Failed runs' }),
  },
  {
    file: 'pages/guests/NewGuestDialog.tsx',
    path: () => '/guests',
    bring: dialog('Add guest…'),
    fields: { Name: 'Ada of Ockham', 'E-mail': 'ada@example.com' },
    submit: 'Add guest',
    done: head('Ada of Ockham'),
  },
  {
    file: 'pages/guests/PointsDialog.tsx',
    path: guest,
    bring: rareDialog('Adjust points…'),
    fields: { Points: '7', Reason: 'A spilled drink' },
    submit: 'Adjust points',
    done: text(/A spilled drink/),
  },
  {
    file: 'pages/guests/ConsentDialog.tsx',
    path: guest,
    bring: dialog('Do not contact'),
    fields: { 'Reason (optional)': 'asked at the front desk' },
    submit: 'Do not contact',
    done: text(/asked at the front desk/),
  },
  {
    file: 'pages/guests/EditGuestDialog.tsx',
    path: guest,
    bring: dialog(/^Edit$/),
    fields: { Name: 'Maya of the harbour' },
    submit: 'Save',
    done: head('Maya of the harbour'),
  },
  {
    file: 'pages/subscriptions/SubscriptionDialogs.tsx',
    path: () => '/marketplace/subscriptions',
    bring: dialog('Add subscription…'),
    fields: { Name: 'Warehouse of the harbour', Address: 'https://example.com/harbour' },
    submit: 'Add',
    done: text('Warehouse of the harbour'),
  },
  {
    file: 'pages/suppressions/SuppressionDialogs.tsx',
    path: () => '/settings/suppressions',
    bring: dialog('Suppress address…'),
    fields: { 'Address or number': 'gone@example.com', Reason: 'The mailbox is gone' },
    submit: 'Suppress',
    done: text('gone@example.com'),
  },
  {
    file: 'pages/guests/imports/NewImportPage.tsx',
    path: () => '/guests/imports/new',
    bring: async page => {
      const buffer = Buffer.from('email,email_consent\nada@example.com,yes\n')
      await page.getByLabel('File', { exact: true }).setInputFiles({
        name: 'agreed.csv',
        mimeType: 'text/csv',
        buffer,
      })
      return page.locator('main')
    },
    fields: {
      'When consent was given, for rows that don’t say so': '2026-03-01T12:00:00Z',
      'Where consent was given': 'Web form',
      'Wording of the consent': 'Send me offers',
    },
    submit: 'Check file',
    done: head('agreed.csv'),
  },
  {
    file: 'pages/segments/SegmentForm.tsx',
    path: () => '/segments/new',
    bring: async page => {
      await page.getByRole('button', { name: 'Add a condition' }).click()
      return page.locator('main')
    },
    fields: { Name: 'Harbour regulars', Description: 'For the newsletter' },
    submit: 'Create segment',
    done: head('Harbour regulars'),
  },
  {
    file: 'pages/pieces/NewPieceDialog.tsx',
    path: () => '/pieces',
    bring: dialog('New piece'),
    fields: { Name: 'Harbour footer' },
    submit: 'Create piece',
    done: head('Harbour footer'),
  },
  {
    file: 'pages/pieces/RenamePieceDialog.tsx',
    path: () => '/pieces/harbour-footer',
    bring: rareDialog('Rename…'),
    fields: { Name: 'Footer of the harbour' },
    submit: 'Rename',
    done: head('Footer of the harbour'),
  },
  {
    file: 'pages/connections/NewConnectionPage.tsx',
    path: () => '/marketplace/connections/new',
    bring: async page => {
      await page.getByRole('radio', { name: 'Typeform' }).check()
      return page.locator('main')
    },
    fields: { Name: 'Booking page' },
    submit: 'Create connection',
    done: head('Booking page'),
  },
  {
    file: 'pages/connections/SecretPanel.tsx',
    path: connection('set-up'),
    bring: dialog('Replace secret…'),
    fields: { 'Signature key': 'another-signature-key' },
    submit: 'Save secret',
    done: text('Being replaced: deliveries with the previous secret are accepted too.'),
  },
  {
    file: 'pages/connections/ClaimsPanel.tsx',
    path: () => `/marketplace/connections/${made.signed}?view=set-up`,
    bring: region('Issuer and audience'),
    fields: { Issuer: 'https://accounts.example.com', Audience: 'millrace' },
    submit: 'Save',
    done: text('Issuer and audience saved.'),
  },
  {
    file: 'pages/connections/ProofPanel.tsx',
    path: () => `/marketplace/connections/${made.any}?view=set-up`,
    bring: async page => {
      const panel = await region('Proof of origin')(page)
      await panel.getByLabel('Proof', { exact: true }).selectOption('hmac')
      await panel.getByLabel('Signed', { exact: true }).selectOption('timestamp_body')
      return panel
    },
    fields: {
      Header: 'X-Signature',
      Prefix: 'sha256=',
      'Header of the time': 'X-Time',
      'Between time and body': '.',
    },
    submit: 'Save',
    done: text('Proof of origin saved.'),
  },
  {
    file: 'pages/connections/VenuesPanel.tsx',
    path: connection('venues'),
    bring: region('Venues'),
    fields: { Location: 'LQUAY00000003' },
    submit: 'Set venue',
    done: page => page.getByRole('cell', { name: 'LQUAY00000003', exact: true }),
  },
  {
    file: 'pages/connections/mapping/PreviewForm.tsx',
    path: connection('mapping'),
    bring: region('Try the mapping'),
    fields: { Payload: '{"type": "refund.created"}' },
    submit: 'Preview',
    done: page =>
      page
        .getByRole('region', { name: 'Try the mapping', exact: true })
        .getByText('Didn’t match the mapping: $.type is “refund.created”.'),
  },
  {
    file: 'pages/connections/GeneralPanel.tsx',
    path: connection('set-up'),
    bring: region('General'),
    fields: { Name: 'Tills by the sea' },
    submit: 'Save',
    done: head('Tills by the sea'),
  },
  {
    file: 'pages/venues/NewVenueDialog.tsx',
    path: () => '/venues',
    bring: dialog('Add venue…'),
    fields: { 'Venue code': 'QUAY-09', Name: 'The long quay' },
    submit: 'Add venue',
    done: text('The long quay'),
  },
  {
    file: 'pages/venues/GeneralPart.tsx',
    path: venue,
    bring: region('General'),
    fields: { Name: 'The Harbour Kitchen and bar' },
    submit: 'Save changes',
    apart: true,
    done: head('The Harbour Kitchen and bar'),
  },
  {
    file: 'pages/venues/VariablesPart.tsx',
    path: venue,
    bring: async page => {
      const variables = await region('Variables')(page)
      await variables.getByRole('button', { name: 'Add variable' }).click()
      return variables
    },
    fields: { Name: 'motto', Value: 'by the sea' },
    submit: 'Save changes',
    apart: true,
    done: text('Venue changed.'),
  },
  {
    file: 'pages/venues/BrandPart.tsx',
    path: venue,
    bring: region('Brand'),
    fields: { 'Accent colour': '#0b5cad', Footer: 'The Harbour Kitchen, by the sea' },
    submit: 'Save changes',
    apart: true,
    done: text('Venue changed.'),
  },
  {
    file: 'pages/venues/HoursPart.tsx',
    path: venue,
    bring: async page => {
      const hours = await region('Opening hours')(page)
      await hours.getByLabel('Open', { exact: true }).selectOption({ index: 1 })
      await hours.getByRole('button', { name: 'Add special day' }).click()
      return hours
    },
    fields: { Date: '2030-12-25', Note: 'Christmas, nobody here' },
    submit: 'Save changes',
    apart: true,
    done: text('Venue changed.'),
  },
  {
    file: 'pages/venues/OverridesForm.tsx',
    path: venue,
    bring: async page => {
      const values = await region('Workflow variables')(page)
      await values.getByLabel('signature', { exact: true }).selectOption('own')
      return values
    },
    fields: { 'signature here': 'All of us at the harbour' },
    submit: 'Save for Points for every visit',
    done: page => page.getByText('unpublished changes').first(),
  },
  {
    file: 'pages/tasks/NoteDialog.tsx',
    path: () => '/tasks',
    bring: dialog(/^(Add|Edit) note/),
    fields: { Note: 'They come back on Friday' },
    submit: 'Save note',
    done: text('They come back on Friday'),
  },
  {
    file: 'pages/workflows/PlaceDialog.tsx',
    path: () => '/workflows',
    bring: dialog(/^Folder…/),
    fields: { Folder: 'Seasonal' },
    submit: 'Save',
    done: text('Seasonal'),
  },
  {
    file: 'pages/tasks/AssignDialog.tsx',
    path: () => '/tasks',
    bring: dialog(/^Assign/),
    fields: { Assignee: 'the duty manager' },
    submit: 'Assign',
    done: text('the duty manager'),
  },
  {
    file: 'pages/events/SendEventForm.tsx',
    path: () => '/events/send',
    bring: async page => {
      await page.getByRole('list', { name: 'Matching guests' }).getByRole('button').first().click()
      return page.locator('main')
    },
    fields: { Source: 'a late walk in' },
    submit: 'Send event',
    done: text('The event was sent'),
  },
  {
    file: 'pages/workflows/NewWorkflowDialog.tsx',
    path: () => '/workflows',
    bring: dialog('New workflow'),
    fields: { Name: 'After a long lunch' },
    submit: 'Create workflow',
    done: head('After a long lunch'),
  },
  {
    file: 'pages/workflow/simulator/Simulator.tsx',
    path: simulator,
    fields: { Name: 'Ada of Ockham' },
    submit: 'Run simulation',
    done: page => page.getByRole('region', { name: 'Save as test' }),
  },
  {
    file: 'pages/workflow/simulator/SaveSimulationForm.tsx',
    path: simulator,
    bring: async page => {
      await page.getByRole('button', { name: 'Run simulation' }).click()
      return page.getByRole('region', { name: 'Save as test' })
    },
    fields: { 'Test name': 'a long lunch earns points' },
    submit: 'Save test',
    done: page => page.getByRole('table', { name: 'Tests' }).getByText('a long lunch earns points').first(),
  },
  {
    file: 'pages/workflow/panel/Comments.tsx',
    path: () => `/workflows/${demo.workflowId}`,
    bring: async page => {
      await page.getByRole('button', { name: 'When an event arrives' }).click()
      return page.getByRole('region', { name: 'Comments on the workflow' })
    },
    fields: { 'Comment for the team': 'Is two days too long after a lunch?' },
    submit: 'Add comment',
    done: page => page.getByRole('listitem').getByText('Is two days too long after a lunch?').first(),
  },
  {
    file: 'pages/members/InviteDialog.tsx',
    path: () => '/settings/members',
    bring: dialog('Invite member…'),
    fields: { 'E-mail': 'kim@example.com' },
    submit: 'Create invitation',
    done: text('Invitation for kim@example.com'),
  },
  {
    file: 'pages/members/ChangeMemberDialog.tsx',
    path: () => '/settings/members',
    bring: async page => {
      await page
        .getByRole('row', { name: /viewer/ })
        .getByRole('button', { name: /^Change/ })
        .click()
      const change = page.getByRole('dialog').first()
      await change.getByLabel('Venues').selectOption('Only these')
      return change
    },
    fields: { 'Venue codes': 'HARBOUR-01, VINE-02' },
    submit: 'Save',
    done: page => page.getByRole('row', { name: /viewer .+, Vine Street Wine Bar/ }),
  },
  {
    file: 'pages/keys/NewKeyPage.tsx',
    path: () => '/marketplace/api-keys/new',
    fields: { Name: 'Till by the window' },
    submit: 'Create key',
    done: text('Waiting for the first call.'),
  },
  {
    file: 'pages/keys/ChangeDialog.tsx',
    path: () => `/marketplace/api-keys/${made.clientId}`,
    bring: dialog('Change…'),
    fields: { Sources: 'the door, the window' },
    submit: 'Save',
    done: text('the door, the window'),
  },
  {
    file: 'components/dialog/ConfirmDialog.tsx',
    path: () => `/marketplace/api-keys/${made.clientId}`,
    bring: async page => {
      await page.getByRole('button', { name: 'More about the key' }).click()
      return dialog('Revoke…')(page)
    },
    fields: { 'Type the key’s name, Old till by the door': 'Old till by the door' },
    submit: 'Revoke key',
    done: text('Revoked'),
  },
  {
    file: 'pages/settings/Section.tsx',
    path: settings,
    bring: region('E-mail'),
    fields: { 'From name': 'All of us at the harbour' },
    submit: 'Save e-mail settings',
    done: text('Settings saved.'),
  },
  {
    file: 'pages/settings/SecretsPanel.tsx',
    path: settings,
    bring: dialog('Add a secret…'),
    fields: { Name: 'crm_token', Host: 'crm.example.com', Value: 'Bearer a-token' },
    submit: 'Save secret',
    done: text('is saved'),
  },
  {
    file: 'pages/settings/ProviderDialog.tsx',
    path: settings,
    bring: dialog('Add e-mail provider…'),
    fields: { Name: 'Spare of the harbour', 'Mail server': 'smtp.example.com' },
    submit: 'Add provider',
    done: text('Spare of the harbour'),
  },
  {
    file: 'pages/settings/FeedbackPanel.tsx',
    path: settings,
    bring: dialog('Set up Postmark…'),
    fields: { Password: 'a-password-for-postmark' },
    submit: 'Save',
    done: text('are accepted from now on'),
  },
  {
    file: 'pages/settings/TestForm.tsx',
    path: settings,
    bring: region('Webhooks'),
    fields: { 'Test call to': 'http://127.0.0.1:9/hook' },
    submit: 'Send test call',
    done: page => page.getByRole('region', { name: 'Webhooks' }).getByRole('status').getByText(/\w/).first(),
  },
  {
    file: 'pages/profile/NamePanel.tsx',
    path: profile,
    bring: region('Name'),
    fields: { 'Your name': 'Ada of the harbour' },
    submit: 'Save name',
    done: text('Name changed.'),
  },
  // The last one: from then on they have another password.
  {
    file: 'pages/profile/PasswordPanel.tsx',
    path: profile,
    bring: region('Password'),
    fields: { 'Current password': password, 'New password': 'gulls sleep on warm slates' },
    submit: 'Change password',
    done: text('Password changed.'),
  },
]

/** Before the sign-in there is no session that could end. */
const signedOut: readonly Omit<TypedForm, 'bring'>[] = [
  {
    file: 'pages/signed-out/SetupPage.tsx',
    path: () => `/setup#${made.setup}`,
    fields: { 'Your name': 'Ada of Vine', 'E-mail': 'ada.vine@example.com', Password: password },
    submit: 'Create account',
    done: head('Vine'),
  },
  {
    file: 'pages/signed-out/ResetPassword.tsx',
    path: () => `/sign-in?reset${made.reset}`,
    fields: { 'New password': 'gulls sleep on warm slates' },
    submit: 'Set password',
    done: text('Your password is changed. Sign in with it.'),
  },
  // Who joins signs in after that.
  {
    file: 'pages/signed-out/InvitationPage.tsx',
    path: () => `/invitation${made.invitation}`,
    fields: { 'Your name': 'Jo of the harbour', Password: password },
    submit: 'Accept invitation',
    done: head('Harbour & Vine'),
  },
  {
    file: 'pages/signed-out/SignInPage.tsx',
    path: () => '/sign-in',
    fields: { 'E-mail': 'jo@example.com', Password: password },
    submit: 'Sign in',
    done: head('Harbour & Vine'),
  },
]

/**
 * One of each kind: a dialog of a list, of a page of one thing and behind a menu, a page with a file and one without, a
 * part of a page with its own button and one of several that share it, a list of parts, a question that names what it
 * ends, the simulator, a comment, a secret, and what asks for the password. `npm run prove -- typed-text` fills all of them in.
 */
const ONE_OF_EACH_KIND: readonly string[] = [
  'pages/guests/NewGuestDialog.tsx',
  'pages/guests/PointsDialog.tsx',
  'pages/guests/imports/NewImportPage.tsx',
  'pages/segments/SegmentForm.tsx',
  'pages/connections/mapping/PreviewForm.tsx',
  'pages/venues/GeneralPart.tsx',
  'pages/venues/HoursPart.tsx',
  'pages/events/SendEventForm.tsx',
  'pages/workflow/simulator/Simulator.tsx',
  'pages/workflow/panel/Comments.tsx',
  'components/dialog/ConfirmDialog.tsx',
  'pages/settings/Section.tsx',
  'pages/settings/SecretsPanel.tsx',
  'pages/profile/PasswordPanel.tsx',
]
const filledIn = forms.filter(({ file }) => allTrials || ONE_OF_EACH_KIND.includes(file))

/** Forms that nobody writes words into, or that have their own test. */
const others: readonly string[] = [
  'components/form/Form.tsx',
  'app/SessionDialogs.tsx',
  'pages/events/ReplayDialog.tsx',
  'pages/keys/RotateDialog.tsx',
  'pages/sources/MeaningPanel.tsx',
  'pages/workflow/PublishDialog.tsx',
  'pages/workflow/comparison/Comparison.tsx',
  'pages/settings/SignInPanel.tsx',
  // A search, in dashboard-organisation.test.ts.
  'pages/settings/SettingsPage.tsx',
  // Its parts are above.
  'pages/venues/VenueSettings.tsx',
  // In dashboard-organisation.test.ts; a guest is chosen, not typed.
  'pages/guests/MergeDialog.tsx',
  // In dashboard-pieces.test.ts.
  'features/email/SaveEmailDialog.tsx',
  'features/email/SavePieceDialog.tsx',
  // In email-languages.test.ts.
  'features/message/SendTest.tsx',
  'pages/workflow/panel/AddLanguageDialog.tsx',
  // In dashboard-mapping.test.ts.
  'pages/connections/mapping/SaveMapping.tsx',
  'pages/connections/mapping/Versions.tsx',
  'pages/connections/pull/PullForm.tsx',
  'pages/connections/VendorSearch.tsx',
  // In passkeys.test.ts.
  'features/sign-in/AddAppDialog.tsx',
  'features/sign-in/AddPasskeyDialog.tsx',
  'features/sign-in/SecondFactorForm.tsx',
  // In single-sign-on.test.ts.
  'features/sign-in/SingleSignOn.tsx',
  'pages/settings/SingleSignOnPanel.tsx',
  // Nothing is typed: a language is chosen.
  'pages/profile/LanguagePanel.tsx',
  // Saved as it is typed, see below.
  'pages/workflow/panel/NodeForm.tsx',
  // Speaks to the API for integrators, with a token.
  'pages/reference/session/TokenForm.tsx',
  'pages/reference/try-it/TryItForm.tsx',
]

test('every form of the pages is here', async () => {
  expect(filledIn.length).toBe(allTrials ? forms.length : ONE_OF_EACH_KIND.length)
  const folder = join(import.meta.dirname, '../../web/src')
  const known = new Set([...[...forms, ...signedOut].map(({ file }) => file), ...others])
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.tsx')) continue
    const hasForm = /<[Ff]orm\b/.test(await readFile(join(folder, file), 'utf8'))
    expect(hasForm && !known.has(file), `add the form of ${file} to typed-text.test.ts`).toBe(false)
  }
})

const api = '**/dashboard/api/**'

/** Fills a form in and sends it to a server that is away. What was typed has to be there still. */
async function fillIn(page: Page, { file, fields, submit, apart }: TypedForm, form: Locator) {
  const field = (label: string) => form.getByLabel(label, { exact: true })
  for (const [label, value] of Object.entries(fields)) await field(label).fill(value)
  const kept = async (when: string) => {
    for (const [label, value] of Object.entries(fields)) {
      expect(await field(label).inputValue(), `${file}: ${label} ${when}`).toBe(value)
    }
  }
  const whole = apart ? page.locator('main') : form
  const button = whole.getByRole('button', { name: submit, exact: true })
  await page.route(api, route => route.abort())
  await button.click()
  await whole.getByText('Millrace is not responding. Nothing you entered was lost').first().waitFor()
  await kept('is kept while the server is away')
  await page.unroute(api)
  return { button, kept }
}

/** However the form before it left them. Signing in costs more than all else, so only if they are not. */
async function signInByHand(): Promise<void> {
  const session = await visited.context.request.get(`${millrace.url}/dashboard/api/session`)
  if (session.ok()) return
  await forgetAttempts(millrace)
  const visitor = visit(millrace.url)
  await visitor.signIn(owner.email, password)
  await setSession(visited.context, millrace.url, visitor.cookie as string)
}

async function signInAgain(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Your session has ended' })
  await question.waitFor()
  await meanwhile()
  await question.getByLabel('Password').fill(password)
  await question.getByRole('button', { name: 'Sign in' }).click()
  await question.waitFor({ state: 'detached' })
}

/** With what the page said instead, if it is never seen. */
async function seen(page: Page, expected: Locator): Promise<void> {
  await expected.waitFor().catch(async (error: Error) => {
    const said = await page.locator('body').innerText()
    throw new Error(`${error.message}\nThe page said:\n${said.slice(0, 2_000)}`)
  })
}

test.each(filledIn)(
  '$file keeps what was typed while the server is away and a session ends, and sends it',
  async one => {
    const { page, faults } = visited
    await signInByHand()
    await followAfresh(page, one.path())
    await page.getByRole('heading', { level: 1 }).waitFor()
    const form = one.bring === undefined ? page.locator('main') : await one.bring(page)
    const { button, kept } = await fillIn(page, one, form)
    await endSessions(millrace, owner)
    await forgetAttempts(millrace)
    // Whatever else the page asks for may bring the question before the button is pressed.
    await button.dispatchEvent('click')
    await signInAgain(page, () => kept('is kept while the session is renewed'))
    await seen(page, one.done(page))
    expect(faults).toEqual([])
  },
)

test('a workflow, which is saved while it is typed, is saved after that', async () => {
  const editor = await newMember(millrace, demo.organisationId, { role: 'editor' })
  const path = `/workflows/${demo.workflowId}`
  const { page, context, faults } = await openAs(browser, millrace, editor, path, { expected })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const settingsPanel = page.getByRole('complementary', { name: 'Workflow settings' })
  const description = settingsPanel.getByLabel('Description')
  await description.waitFor()
  // Held until the session is over: whatever else the page asks for may find that out before anything is typed.
  const over = Promise.withResolvers<void>()
  await page.route(/\/draft$/, async route => {
    await over.promise
    await route.continue()
  })
  await description.fill('For a long lunch by the sea.')
  await endSessions(millrace, editor)
  over.resolve()
  await signInAgain(page, async () => {
    expect(await description.inputValue()).toBe('For a long lunch by the sea.')
  })
  await saved(page)
  await page.reload()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  expect(await description.inputValue()).toBe('For a long lunch by the sea.')
  expect(faults).toEqual([])
  await context.close()
})

test.each(someOf(signedOut, 2))('$file, before the sign-in, keeps it while the server is away', async one => {
  const { page, context, faults } = await open(browser, millrace, one.path(), { expected })
  await page.getByRole('button', { name: one.submit, exact: true }).waitFor()
  const { button } = await fillIn(page, one, page.locator('main'))
  await button.click()
  await one.done(page).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
