import { createContext } from 'react'

/** Takes the page dialog out of sight at once, then closes it and returns the focus, before its address is left. */
export const ClosePageDialogContext = createContext<() => void>(() => {})
