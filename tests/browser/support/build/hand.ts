import type { Locator, Page } from 'playwright-core'

/** A person at the dashboard. What is right already they leave alone; everything else they do is counted. */
export interface Hand {
  readonly page: Page
  /** Clicks, texts and choices until now. */
  readonly actions: number
  click(target: Locator): Promise<void>
  /** Writes into a field by its label. */
  fill(target: Locator, text: string): Promise<void>
  /** Writes a text with Liquid, whose editor is no field of the browser's own. */
  write(target: Locator, text: string): Promise<void>
  /** Chooses from a menu, by what it says. */
  choose(target: Locator, label: string): Promise<void>
  /** Chooses from the list below a field that offers what is known. */
  pick(target: Locator, option: string | RegExp): Promise<void>
  tick(target: Locator, isTicked: boolean): Promise<void>
}

export function createHand(page: Page): Hand {
  let actions = 0
  const click = async (target: Locator) => {
    actions++
    await target.click()
  }
  return {
    page,
    get actions() {
      return actions
    },
    click,
    async fill(target, text) {
      if ((await target.inputValue()) === text) return
      actions++
      await target.fill(text)
    },
    async write(target, text) {
      actions++
      await target.fill(text)
    },
    async choose(target, label) {
      if ((await target.locator('option:checked').textContent()) === label) return
      actions++
      await target.selectOption({ label })
    },
    async pick(target, option) {
      await click(target)
      await click(page.getByRole('listbox', { name: 'Options' }).getByRole('option', { name: option }))
    },
    async tick(target, isTicked) {
      if ((await target.isChecked()) === isTicked) return
      actions++
      await target.setChecked(isTicked)
    },
  }
}

/** The field, menu or box with exactly this label. */
export const labelled = (within: Locator, label: string): Locator => within.getByLabel(label, { exact: true })

/** The row of a list, such as "Case 2". */
export const rowOf = (within: Locator, name: string): Locator =>
  within.getByRole('group', { name, exact: true })

/** The button with exactly this name. */
export const button = (within: Locator | Page, name: string): Locator =>
  within.getByRole('button', { name, exact: true })
