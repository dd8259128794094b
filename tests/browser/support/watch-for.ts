import type { Page } from 'playwright-core'

/**
 * Watches for a text from now on, and remembers that it was shown, however briefly: a question asked from outside can
 * come too late on a busy machine. Returns how to wait until it has been shown.
 */
export async function watchFor(page: Page, text: string): Promise<() => Promise<void>> {
  const name = `watched ${text}`
  await page.evaluate(`(() => {
    const shown = () => document.body.innerText.includes(${JSON.stringify(text)})
    const seen = new Promise(resolve => {
      if (shown()) return resolve()
      const observer = new MutationObserver(() => {
        if (!shown()) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    })
    window[${JSON.stringify(name)}] = { seen }
  })()`)
  return () => page.evaluate(`window[${JSON.stringify(name)}].seen`)
}
