import type { Locator } from 'playwright-core'

/**
 * Presses buttons until none is left. One that is gone before it can be pressed counts as pressed: a handle, unlike a
 * locator, notices at once that its element has left the page, so there is nothing to wait for.
 */
export async function pressAll(buttons: Locator): Promise<void> {
  for (;;) {
    const present = await buttons.elementHandles()
    if (present.length === 0) return
    for (const button of present) {
      try {
        await button.click()
      } catch (error) {
        if (await button.evaluate(({ isConnected }) => isConnected)) throw error
      }
    }
  }
}
