/** A time of day has a clock. Anything else that a draft has there, such as 24:00, is shown as the text it is. */
export const timeType = (value: string): 'time' | 'text' =>
  value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? 'time' : 'text'
