/** The answer to a dry run is that of the real request, but must not claim that anything was stored. */
export const asDryRun = <Answer extends { readonly message: string }>(answer: Answer): Answer => ({
  ...answer,
  message: `Dry run: nothing was stored. The real request would answer: ${answer.message}`,
})
