/** To be uploaded: a PNG with one pixel. */
export const smallImage = (file_name: string) => ({
  file_name,
  content: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
})
