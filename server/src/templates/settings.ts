import type { Context } from 'liquidjs'

/** The time zone, locale and time for rendering a template. */
export interface RenderSettings {
  /** IANA name. */
  readonly timeZone: string
  readonly locale: string
  readonly now: Date
}

const key = 'millrace.settings'

export const setSettings = (context: Context, settings: RenderSettings): void => {
  context.setRegister(key, settings)
}

export const settingsOf = (context: Context): RenderSettings => context.getRegister<RenderSettings>(key)
