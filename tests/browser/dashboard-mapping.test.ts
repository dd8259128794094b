import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpReceiver } from '../channels/receiver.ts'
import { password, visit } from '../support/dashboard.ts'
import { deliver } from '../support/deliver.ts'
import { eventually, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { connectBrowser, desktop, type TestBrowser } from './support/browser.ts'
import { look, lookOn } from './support/look.ts'
import { newMember, openAs } from './support/member.ts'

let millrace: TestMillrace
let browser: TestBrowser
let bookings: Awaited<ReturnType<typeof httpReceiver>>

beforeAll(async () => {
  bookings = await httpReceiver((response, { path }) => {
    if (!path.includes('key=token')) response.statusCode = 401
    response.end(JSON.stringify({ bookings: [{ email: 'bo@example.com' }, { email: 'cy@example.com' }] }))
  })
  millrace = await startTestMillrace({
    config: { allowedPrivateAddresses: ['127.0.0.1'], allowedPorts: [bookings.port] },
  })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
  await bookings?.close()
})

const bill = {
  event: 'bill.closed',
  customer: { mail: 'ada@example.com', name: 'Ada Byron' },
  bill: { number: 'B-17', total: 4250, lines: [{ dish: 'Soup' }, { dish: 'Fish' }] },
}

test('an owner points at a delivery, saves the mapping, repairs what it missed, restores a version, and deletes it', async () => {
  const organisation = await millrace.organisation()
  const owner = await newMember(millrace, organisation.id, { role: 'owner' })
  const api = visit(millrace.url)
  await api.signIn(owner.email, password)
  const { body } = await api.post<{ connection: { id: string; url: string }; secret: string }>(
    '/connections',
    {
      name: 'Till',
      vendor: 'json',
      unknown_guests: 'create',
    },
  )
  const { id, url } = body.connection
  await deliver(url, JSON.stringify(bill), { authorization: `Bearer ${body.secret}` })
  await eventually(
    () => api.get<{ deliveries: { done: number } }>(`/connections/${id}`),
    answer => answer.body.deliveries.done === 1,
  )
  const path = `/marketplace/connections/${id}?view=mapping`
  const { page, context, faults } = await openAs(browser, millrace, owner, path, {
    expected: /400 \(Bad Request\)/,
  })
  const result = page.getByRole('status', { name: 'Result' })
  const fields = page.getByRole('list', { name: 'Fields' })
  const values = page.getByRole('list', { name: 'Values of the delivery' })
  await result.getByText('It names no guest').waitFor()

  // A field is chosen, and a value clicked.
  await fields.getByRole('button', { name: 'Guest by e-mail' }).click()
  await values.getByRole('button', { name: 'ada@example.com' }).click()
  await fields.getByText('$.customer.mail', { exact: true }).waitFor()
  await result.getByText('"ada@example.com"').waitFor()

  await page.getByLabel('Parameter name').fill('spend')
  await page.getByRole('button', { name: 'Add field' }).click()
  await values.getByRole('button', { name: '4250' }).click()
  await page.getByLabel('Times', { exact: true }).fill('0.01')
  await fields.getByText('$.bill.total × 0.01', { exact: true }).waitFor()
  await result.getByText('42.5').waitFor()
  await look(page, 'dashboard-mapping')
  await page.setViewportSize({ width: desktop, height: 900 })

  // A condition says which deliveries count.
  await page.getByLabel('Add', { exact: true }).selectOption('Condition')
  await page.getByRole('button', { name: 'Add field' }).click()
  await values.getByRole('button', { name: 'bill.closed' }).click()
  await page.getByLabel('Counts if the value').selectOption('is')
  await page.getByLabel('Compared with').fill('bill.opened')
  await result.getByText('Didn’t match the mapping: $.event is “bill.closed”.').waitFor()
  await page.getByLabel('Compared with').fill('bill.closed')
  await result.getByText('42.5').waitFor()

  // One of several conditions has to hold. By the keyboard alone.
  const press = async (button: Locator) => {
    await button.focus()
    await page.keyboard.press('Enter')
  }
  await press(page.getByRole('button', { name: 'Or another condition' }))
  await press(values.getByRole('button', { name: 'B-17' }))
  await fields.getByRole('button', { name: 'Condition 1, option 2 $.bill.number' }).waitFor()

  // Of three identifiers, the one that is tried first.
  await page.getByLabel('Add', { exact: true }).selectOption('Guest by id at the other system')
  await press(page.getByRole('button', { name: 'Add field' }))
  await press(values.getByRole('button', { name: 'Ada Byron' }))
  await page.getByRole('textbox', { name: 'System' }).fill('till')
  await press(page.getByRole('button', { name: 'Try earlier' }))
  await press(page.getByRole('button', { name: 'Try earlier' }))
  await fields.getByRole('button', { name: 'Guest by id at the other system (1 of 3)' }).waitFor()
  await press(page.getByRole('button', { name: 'Remove Guest by id at the other system (1 of 3)' }))

  // The event happens once, when the bill is first seen in a state.
  await page.getByLabel('Add', { exact: true }).selectOption('Becomes a state')
  await press(page.getByRole('button', { name: 'Add field' }))
  await press(values.getByRole('button', { name: 'B-17' }))
  await press(fields.getByRole('button', { name: 'Its state' }))
  await press(values.getByRole('button', { name: 'bill.closed' }))
  expect(await page.getByLabel('States that count').inputValue()).toBe('bill.closed')
  await result.getByText('42.5').waitFor()
  await lookOn(page, 'dashboard-mapping-state')
  await page.setViewportSize({ width: desktop, height: 900 })

  // What is wrong is said at its field.
  await fields.getByRole('button', { name: 'spend' }).click()
  await page.getByLabel('Path', { exact: true }).fill('bill.total')
  await fields.getByText('spend is not a JSONPath as in RFC 9535').waitFor()
  await values.getByRole('button', { name: '4250' }).click()
  await fields.getByText('$.bill.total × 0.01', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Check and save…' }).click()
  const saving = page.getByRole('dialog', { name: 'Save version 2?' })
  await saving.getByText('1 delivery checked: 1 makes one event.').waitFor()
  await saving.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as version 2.').waitFor()
  await page.getByRole('cell', { name: '2 (current)' }).waitFor()

  // The delivery that made nothing is repaired.
  const repair = page.getByRole('region', { name: 'Repair' })
  await repair.getByRole('button', { name: 'Compare stored deliveries' }).click()
  await repair.getByText('1 delivery compared: 1 new event, 0 changed, 0 no longer made.').waitFor()
  await lookOn(page, 'dashboard-repair')
  await page.setViewportSize({ width: desktop, height: 900 })
  await repair.getByRole('button', { name: 'Create 1 event…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  await repair.getByText('1 event created from 1 delivery.').waitFor()

  // Its page has the payload and what the mapping makes of it side by side.
  const { data } = (await api.get<{ data: { id: string }[] }>(`/connections/${id}/deliveries`)).body
  await page.goto(`${millrace.url}/marketplace/connections/${id}/deliveries/${data[0]?.id}`)
  const mapped = page.getByRole('region', { name: 'By the current mapping' })
  await mapped.getByText('"spend": 42.5').waitFor()
  await look(page, 'dashboard-delivery')
  await page.setViewportSize({ width: desktop, height: 900 })
  const [left, right] = [await page.getByLabel('Payload').boundingBox(), await mapped.boundingBox()]
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
  await page.goto(`${millrace.url}${path}`)

  // A list makes an event for each of its items; the JSON shows the same mapping.
  await fields.getByRole('button', { name: 'List of items' }).click()
  await values.getByRole('button', { name: 'list of 2' }).click()
  await page.getByLabel('Edit as JSON').check()
  expect(JSON.parse(await page.getByLabel('Mapping as JSON').inputValue())).toMatchObject({
    each: '$.bill.lines[*]',
    when: [{ any: [{ than: 'bill.closed' }, { value: { path: '$.bill.number' } }] }],
    became: { thing: { path: '$.bill.number' }, state: { path: '$.event' }, one_of: ['bill.closed'] },
    parameters: { spend: { path: '$.bill.total', times: 0.01 } },
  })
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page.getByRole('button', { name: 'View version 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await page.getByText('Version 1 is restored as version 3.').waitFor()
  await page.getByRole('cell', { name: '3 (current)' }).waitFor()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete Till?' })
  await deleting.getByText('1 stored delivery will be deleted. 1 event will stay.').waitFor()
  await deleting.getByLabel('Connection name').fill('Till')
  await deleting.getByRole('button', { name: 'Delete connection' }).click()
  await page.getByText('"Till" is deleted. Its events stay.').waitFor()
  await page.getByText('No connections yet').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('an owner chooses a system, tries an address, points at its list, saves it, and sees the pages arrive', async () => {
  const organisation = await millrace.organisation()
  const owner = await newMember(millrace, organisation.id, { role: 'owner' })
  const path = '/marketplace/connections/new'
  const { page, context, faults } = await openAs(browser, millrace, owner, path, {
    expected: /400 \(Bad Request\)/,
  })
  await page.getByRole('radio', { name: 'Square' }).waitFor()
  await look(page, 'dashboard-connection-gallery')
  await page.setViewportSize({ width: desktop, height: 900 })
  // By the keyboard alone: what is not ready made is any system, and the arrow keys continue from what was found.
  await page.getByLabel('Search systems').focus()
  await page.keyboard.type('Zonal')
  await page.getByText('No system matches.').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('standard')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  expect(await page.getByRole('radio', { name: 'Standard Webhooks' }).isChecked()).toBe(true)
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: 'Any system: JSON', exact: true }).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bookings')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Done, I have saved the secret' }).click()
  await page.getByRole('link', { name: 'Set-up' }).click()
  const panel = page.getByRole('region', { name: 'Fetch pages' })
  await panel.getByRole('button', { name: 'Set up fetching' }).click()
  await panel.getByLabel('Address').fill(`${bookings.url}/bookings?key=token`)
  await panel.getByRole('button', { name: 'Try now' }).click()
  await panel.getByText('The address has a credential in it: key.').waitFor()
  await panel.getByLabel('Address').fill(`${bookings.url}/bookings`)
  await panel.getByLabel('Authentication').selectOption('Secret as a parameter of the address')
  await panel.getByLabel('Parameter name').fill('key')
  await panel.getByLabel('Secret', { exact: true }).fill('wrong')
  await panel.getByRole('button', { name: 'Try now' }).click()
  await panel.getByText('The system answered 401.').waitFor()
  await panel.getByLabel('Secret', { exact: true }).fill('token')
  await panel.getByRole('button', { name: 'Try now' }).click()
  await panel.getByText('The page would make no event.').waitFor()
  await panel.getByRole('button', { name: 'list of 2' }).click()
  await panel.getByRole('button', { name: 'Try now' }).click()
  await panel.getByText('The page would make 2 events.').waitFor()
  await look(page, 'dashboard-pull')
  await page.setViewportSize({ width: desktop, height: 900 })
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. The first page is fetched now.').waitFor()
  await page.getByText('1 processed').waitFor()
  await panel.getByText('Set. Leave blank to keep it.').waitFor()
  await panel.getByRole('button', { name: 'Stop fetching…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop fetching' }).click()
  await page.getByText('No more pages are fetched.').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
