import type { FocusEvent } from 'react'

/** In a row that scrolls sideways the browser leaves what has the focus half hidden. */
export function scrollFocusedIntoView({ target }: FocusEvent): void {
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
