/** Saves a text as a file, without a request. */
export function download(name: string, text: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(address))
}
